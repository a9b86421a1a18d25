/** How long the band of the sweep takes, in the engine and by hand. */
import assert from 'node:assert/strict';
import { LONG, SWEEP_SEQUENCES } from './cases.js';
import { openEmpty } from './pages.js';
import { grouped, markdown, median } from './table.js';

const HEAD = ['requests', 'this page, ms', 'longest step, ms', 'JavaScript, ms', '÷ JavaScript'];

/** The greatest difference that rounding to a tenth of a percent makes, and as much again of a double. */
const ROUNDING = 0.05 + 1e-9;

/** @type {import('./run.mjs').Measurement} */
export async function measureSweep(browser, baseUrl, progress) {
  const page = await openEmpty(browser, baseUrl);
  const sweep = await page.evaluateHandle(async () => (await import('./sweep.js')).createSweep());
  const rows = [];
  for (const sequences of SWEEP_SEQUENCES) {
    /** @type {{ ours: number[], longest: number[], byHand: number[] }} */
    const times = { ours: [], longest: [], byHand: [] };
    for (let round = -LONG.warmUp; round < LONG.samples; round++) {
      const parameters = { sequences, seed: 1_000 + round };
      const ours = await sweep.evaluate((inPage, { sequences, seed }) => inPage.ours(sequences, seed), parameters);
      const byHand = await sweep.evaluate((inPage, { sequences, seed }) => inPage.byHand(sequences, seed), parameters);
      assertSameBand(ours.band, byHand.band);
      if (round < 0) continue;
      times.ours.push(ours.took);
      times.longest.push(ours.longest);
      times.byHand.push(byHand.took);
    }
    const [ours, longest, byHand] = [times.ours, times.longest, times.byHand].map(median);
    rows.push([grouped(sequences), ours, longest, byHand, ours / byHand]);
    progress();
  }
  await page.context().close();
  return `${markdown(HEAD, rows, -1)}\n\n${note()}`;
}

/**
 * Fails unless both have the same band, as precisely as it is shown.
 *
 * @param {readonly string[][]} shown
 * @param {readonly number[][]} byHand
 */
function assertSameBand(shown, byHand) {
  assert.equal(shown.length, byHand.length);
  shown.forEach(([blockSize, ...ends], i) => {
    const [expectedSize, ...expected] = byHand[i];
    assert.equal(blockSize, grouped(expectedSize));
    ends.forEach((end, j) => assertSameShare(end, expected[j], blockSize));
  });
}

/**
 * @param {string} shown such as `97.4 %`, or `> 99.9 %` where that would be rounded to all
 * @param {number} share
 * @param {string} blockSize
 */
function assertSameShare(shown, share, blockSize) {
  const percentage = Number(/[\d.]+/.exec(shown)?.[0]);
  const isNear = Math.abs(percentage - 100 * share) <= (/[<>]/.test(shown) ? 2 : 1) * ROUNDING;
  assert.ok(isNear, `at the block size ${blockSize} the band ends at ${shown}, and by hand at ${100 * share} %`);
}

function note() {
  return (
    'The lowest and the highest utilization of 100 seeds at each of the block sizes of the sweep, in 100 steps, which the ' +
    `page takes in idle moments; and the same by hand, in one. Medians of ${LONG.samples} samples; of the longest step, ` +
    'the median of as many.'
  );
}
