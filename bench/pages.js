/** The three pages, open side by side in one browser. */
import assert from 'node:assert/strict';
import { createDriver } from './driver.js';
import { installFrameQueue } from './frame-queue.js';

/** @typedef {import('@playwright/test').BrowserContext} BrowserContext */
/** @typedef {import('./driver.js').Change} Change */
/** @typedef {Awaited<ReturnType<typeof open>>} OpenPage */

export const DEVICE_SCALE_FACTOR = 2;

/**
 * Playwright can pretend a device scale factor for a page, but Chromium goes on telling resize observers of real
 * pixels: a page that asks them draws at the real scale. So the real one is set, and no page pretends.
 */
export const BROWSER_ARGS = [`--force-device-scale-factor=${DEVICE_SCALE_FACTOR}`, '--window-size=1280,900'];

/**
 * Opens all pages, each in a context of its own, so that none shares a process with another.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseUrl
 */
export async function openAll(browser, baseUrl) {
  /** @param {string} name @param {string} path @param {string | null} host */
  const page = async (name, path, host) => {
    const context = await browser.newContext({ viewport: null });
    return open(context, name, new URL(path, baseUrl).href, host);
  };
  const product = await page('this page', '', 'paged-attention-explainer');
  const [histogram, utilization] = await cssSizes(product);
  const sameSizes = `?${new URLSearchParams({ histogram, utilization })}`;
  const uplot = await page('uPlot', `bench/uplot.html${sameSizes}`, null);
  const chartjs = await page('Chart.js', `bench/chartjs.html${sameSizes}`, null);
  return [product, uplot, chartjs];
}

/**
 * @param {BrowserContext} context
 * @param {string} name
 * @param {string} url
 * @param {string | null} host selector of the custom element that holds the page, if one does
 */
async function open(context, name, url, host) {
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.addInitScript(installFrameQueue);
  await page.goto(url);
  const driver = await page.evaluateHandle(createDriver, host);
  return {
    name,
    /** @param {readonly Change[]} changes */
    time: (changes) => driver.evaluate((inPage, changes) => inPage.time(changes), changes),
    shown: () => driver.evaluate((inPage) => inPage.shown()),
    pictures: () => driver.evaluate((inPage) => inPage.pictures()),
    sizes: () => driver.evaluate((inPage) => inPage.sizes()),
    devicePixelRatio: () => page.evaluate(() => devicePixelRatio),
  };
}

/**
 * Fails unless all pages draw on as many pixels of the device.
 *
 * @param {readonly OpenPage[]} pages
 */
export async function assertSameSizes(pages) {
  for (const page of pages) {
    assert.equal(await page.devicePixelRatio(), DEVICE_SCALE_FACTOR);
    for (const { css, devicePixels } of await page.sizes()) {
      const [width, height] = css.split('x').map(Number);
      const ratio = devicePixels / (width * height * DEVICE_SCALE_FACTOR ** 2);
      // The product's share of the window is no whole number of pixels; what is left of one makes no difference.
      assert.ok(Math.abs(ratio - 1) < 0.01, `${page.name} has ${devicePixels} device pixels at ${css}`);
    }
  }
  const [expected, ...others] = await Promise.all(pages.map(cssSizes));
  for (const sizes of others) assert.deepEqual(sizes, expected);
}

/** @param {OpenPage} page */
async function cssSizes(page) {
  return (await page.sizes()).map(({ css }) => css);
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
