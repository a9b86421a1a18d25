/** From an input event to the finished drawing, on three pages that do the same job, and on the whole of this one. */
import { assertRedrawn, assertSameNumbers, assertSameSizes } from './checks.js';
import { DEFAULTS, KINDS, SAMPLES, SIZES, WARM_UP } from './cases.js';
import { DEVICE_SCALE_FACTOR, cssSizes, openAll } from './pages.js';
import { grouped, markdown, median } from './table.js';

const HEAD = ['requests', 'change', 'this page, ms', 'uPlot, ms', 'Chart.js, ms', '÷ uPlot', '÷ Chart.js', 'all figures, ms'];

/** @type {import('./run.mjs').Measurement} */
export async function measureChanges(browser, baseUrl, progress) {
  const { same, whole } = await openAll(browser, baseUrl);
  await assertSameSizes(same);
  const pages = [...same, whole];
  await assertRedrawn(pages);
  const rows = [];
  for (const size of SIZES) {
    for (const { name, changes } of KINDS) {
      const [product, uplot, chartjs, all] = await measure(pages, size, changes());
      rows.push([grouped(size.sequences), name, product, uplot, chartjs, product / uplot, product / chartjs, all]);
      progress();
    }
  }
  const charts = await cssSizes(pages[0]);
  for (const page of pages) await page.close();
  return `${markdown(HEAD, rows, 1)}\n\n${note(browser.version(), charts)}`;
}

/**
 * Medians in ms of one case, page by page. The pages take turns, so that whatever else the machine does hits all.
 *
 * @param {readonly import('./pages.js').OpenPage[]} pages
 * @param {import('./cases.js').Size} size
 * @param {Generator<import('./driver.js').Change, never>} changes
 */
async function measure(pages, { sequences, batch }, changes) {
  for (const page of pages) await page.time([['sequences', sequences], ...DEFAULTS]);
  await assertSameNumbers(pages);
  /** @type {number[][]} */
  const times = pages.map(() => []);
  for (let round = -WARM_UP; round < SAMPLES; round++) {
    const next = Array.from({ length: batch }, () => changes.next().value);
    for (const [i, page] of pages.entries()) {
      const time = await page.time(next);
      if (round >= 0) times[i].push(time);
    }
    await assertSameNumbers(pages);
  }
  return times.map(median);
}

/**
 * @param {string} version
 * @param {readonly string[]} charts their sizes
 */
function note(version, charts) {
  return (
    `Medians of ${SAMPLES} samples in Chromium ${version}, ` +
    `charts of ${charts.join(' and ')} CSS pixels at ${DEVICE_SCALE_FACTOR} device pixels each: from the \`input\` ` +
    'event until all text is laid out and both charts are drawn, waiting for the display excluded. The pages by hand ' +
    'recompute everything on every event, as the article does; this page keeps what a change leaves valid. Last, this ' +
    'page with all its figures of the comparison, of which those near the window are drawn at once.'
  );
}
