/** The pages, open side by side in one browser. */
import { createDriver } from './driver.js';
import { installFrameQueue } from './frame-queue.js';

/** @typedef {import('./driver.js').Change} Change */
/** @typedef {Awaited<ReturnType<typeof open>>} OpenPage */

export const DEVICE_SCALE_FACTOR = 2;

/**
 * Playwright can pretend a device scale factor for a page, but Chromium goes on telling resize observers of real
 * pixels: a page that asks them draws at the real scale. So the real one is set, and no page pretends.
 */
export const BROWSER_ARGS = [`--force-device-scale-factor=${DEVICE_SCALE_FACTOR}`, '--window-size=1280,900'];

/** Holds this page. */
const HOST = 'paged-attention-explainer';

/** The part of this page that the two others have as well. */
const SAME_FIGURES = '?figures=histogram%20utilization';

/** All that is compared: serving over time goes on by itself after a change. */
const COMPARED = '?figures=histogram%20utilization%20ledger%20memory-map%20capacity%20block-size-sweep';

/**
 * Opens all pages, this one twice: with the figures that the others have, and with all that are compared. Each is in a context of its own, so
 * that none shares a process with another.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseUrl
 */
export async function openAll(browser, baseUrl) {
  /** @param {string} name @param {string} path @param {string | null} host */
  const page = (name, path, host) => open(browser, name, new URL(path, baseUrl).href, host);
  const product = await page('this page', SAME_FIGURES, HOST);
  const [histogram, utilization] = await cssSizes(product);
  const sameSizes = `?${new URLSearchParams({ histogram, utilization })}`;
  const uplot = await page('uPlot', `bench/uplot.html${sameSizes}`, null);
  const chartjs = await page('Chart.js', `bench/chartjs.html${sameSizes}`, null);
  const whole = await page('this page with all that is compared', COMPARED, HOST);
  return { same: [product, uplot, chartjs], whole };
}

/**
 * This page with all its figures.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseUrl
 */
export function openWhole(browser, baseUrl) {
  return open(browser, 'this page with all its figures', baseUrl, HOST);
}

/**
 * Opens a page without anything on it, for a part that is measured by itself, in a process of its own.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseUrl
 */
export async function openEmpty(browser, baseUrl) {
  const context = await browser.newContext({ viewport: null });
  const page = await context.newPage();
  stopAtErrors(page);
  await page.goto(new URL('bench/parts.html', baseUrl).href);
  return page;
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} name
 * @param {string} url
 * @param {string | null} host selector of the custom element that holds the page, if one does
 */
async function open(browser, name, url, host) {
  const context = await browser.newContext({ viewport: null });
  const page = await context.newPage();
  stopAtErrors(page);
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
    close: () => context.close(),
  };
}

/** @param {import('@playwright/test').Page} page */
function stopAtErrors(page) {
  page.on('pageerror', (error) => {
    throw error;
  });
}

/** @param {OpenPage} page */
export async function cssSizes(page) {
  return (await page.sizes()).map(({ css }) => css);
}
