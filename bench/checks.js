/** Whatever would make the comparison unfair ends the run. */
import assert from 'node:assert/strict';
import { DEVICE_SCALE_FACTOR, cssSizes } from './pages.js';

/** @typedef {import('./pages.js').OpenPage} OpenPage */

/**
 * Fails unless all pages draw on as many pixels of the device.
 *
 * @param {readonly OpenPage[]} pages
 */
export async function assertSameSizes(pages) {
  for (const page of pages) {
    assert.equal(await page.devicePixelRatio(), DEVICE_SCALE_FACTOR);
    for (const { css, width, height } of await page.sizes()) {
      const devicePixels = width * height;
      const cssPixels = css.split('x').map(Number).reduce((product, side) => product * side);
      const ratio = devicePixels / (cssPixels * DEVICE_SCALE_FACTOR ** 2);
      // The product's share of the window is no whole number of pixels; what is left of one makes no difference.
      assert.ok(Math.abs(ratio - 1) < 0.01, `${page.name} has ${devicePixels} device pixels at ${css}`);
    }
  }
  const [expected, ...others] = await Promise.all(pages.map(cssSizes));
  for (const sizes of others) assert.deepEqual(sizes, expected);
}

/**
 * Fails unless all pages show the same numbers.
 *
 * @param {readonly OpenPage[]} pages
 */
export async function assertSameNumbers(pages) {
  const [product, ...others] = pages;
  const expected = await product.shown();
  for (const page of others) {
    const numbers = await page.shown();
    assert.ok(numbers.tokens > 0, `${page.name} shows no numbers`);
    const same = Object.fromEntries(Object.keys(numbers).map((metric) => [metric, expected[metric]]));
    assert.deepEqual(numbers, same, `${page.name} shows other numbers than ${product.name}`);
  }
}

/**
 * Fails unless each page draws all its charts anew within what is timed.
 *
 * @param {readonly OpenPage[]} pages
 */
export async function assertRedrawn(pages) {
  for (const page of pages) {
    await page.time([['seed', 1]]);
    const before = await page.pictures();
    await page.time([['seed', 2]]);
    const after = await page.pictures();
    assert.ok(after.length > 0, `${page.name} has no charts`);
    after.forEach((picture, i) => assert.notEqual(picture, before[i], `${page.name} left chart ${i + 1} as it was`));
  }
}
