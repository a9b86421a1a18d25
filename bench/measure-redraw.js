/** How long it takes to draw each figure, nothing having changed. */
import assert from 'node:assert/strict';
import { REDRAW, SAMPLES, WARM_UP } from './cases.js';
import { DEVICE_SCALE_FACTOR, openEmpty, openWhole } from './pages.js';
import { grouped, markdown, median } from './table.js';

/** @type {import('./run.mjs').Measurement} */
export async function measureRedraw(browser, baseUrl, progress) {
  const { sequences, draws } = REDRAW;
  const whole = await openWhole(browser, baseUrl);
  const sizes = await whole.sizes();
  await whole.close();

  const page = await openEmpty(browser, baseUrl);
  assert.equal(await page.evaluate(() => devicePixelRatio), DEVICE_SCALE_FACTOR);
  const redraw = await page.evaluateHandle(
    async ({ sequences, sizes }) => (await import('./redraw.js')).createRedraw(sequences, sizes),
    { sequences, sizes },
  );
  const figures = await redraw.evaluate(({ figures }) => figures);
  assert.deepEqual(sizes.map(({ figure }) => figure), figures, 'the page does not show every figure');

  const cases = figures.flatMap((figure) => sequences.map((count) => ({ figure, count, times: noTimes() })));
  for (const { figure, count } of cases) {
    const { picture, blank } = await redraw.evaluate((inPage, { figure, count }) => inPage.picture(figure, count), { figure, count });
    assert.notEqual(picture, blank, `${figure} is blank for ${count} requests`);
  }
  // All take turns, so that whatever else the machine does hits all.
  for (let round = -WARM_UP; round < SAMPLES; round++) {
    for (const { figure, count, times } of cases) {
      const what = { figure, count, draws };
      const time = await redraw.evaluate((inPage, { figure, count, draws }) => inPage.time(figure, count, draws), what);
      if (round >= 0) times.push(time);
    }
    progress();
  }
  await page.context().close();

  const rows = sizes.map(({ figure, css }) => {
    return [figure, css, ...cases.filter((each) => each.figure === figure).map(({ times }) => median(times))];
  });
  const head = ['figure', 'CSS pixels', ...sequences.map((count) => `${grouped(count)} requests, ms`)];
  return `${markdown(head, rows)}\n\n${note()}`;
}

/** @returns {number[]} */
function noTimes() {
  return [];
}

function note() {
  return (
    `One drawing, with nothing changed since the one before, until a pixel of it is read back; ${DEVICE_SCALE_FACTOR} ` +
    `device pixels to a CSS pixel, medians of ${SAMPLES} samples. The sweep has its band.`
  );
}
