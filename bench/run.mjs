/** `cargo xtask bench`: from an input event to the finished drawing, on three pages that do the same job, and on the whole of this one. */
import { chromium } from '@playwright/test';
import { assertRedrawn, assertSameNumbers, assertSameSizes } from './checks.js';
import { DEFAULTS, KINDS, SAMPLES, SIZES } from './cases.js';
import { BROWSER_ARGS, DEVICE_SCALE_FACTOR, cssSizes, openAll } from './pages.js';
import { markdown, median } from './table.js';
import config from '../playwright.config.js';

/** Rounds before the first that counts: engines compile what turns out to be hot. */
const WARM_UP = 3;

const { BASE_URL } = process.env;
if (!BASE_URL) throw new Error('BASE_URL is not set: run this with `cargo xtask bench`');

const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({ executablePath, args: [...args, ...BROWSER_ARGS] });
try {
  const { same, whole } = await openAll(browser, BASE_URL);
  await assertSameSizes(same);
  const pages = [...same, whole];
  await assertRedrawn(pages);
  const rows = [];
  for (const size of SIZES) {
    for (const { name, changes } of KINDS) {
      rows.push({ sequences: size.sequences, change: name, medians: await measure(pages, size, changes()) });
      process.stderr.write('.');
    }
  }
  const charts = await cssSizes(pages[0]);
  console.log(`\n\n${markdown(rows)}\n\n${note(browser.version(), charts)}`);
} finally {
  await browser.close();
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
    'page with all its figures.'
  );
}
