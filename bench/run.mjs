/** `cargo xtask bench`: one table after another; with names of tables, those alone. */
import { chromium } from '@playwright/test';
import { measureChanges } from './measure-changes.js';
import { measureReading } from './measure-reading.js';
import { measureRedraw } from './measure-redraw.js';
import { measureServing } from './measure-serving.js';
import { measureSweep } from './measure-sweep.js';
import { BROWSER_ARGS } from './pages.js';
import config from '../playwright.config.js';

/**
 * Measures, says now and then that it goes on, and returns a table with what was measured.
 *
 * @typedef {(browser: import('@playwright/test').Browser, baseUrl: string, progress: () => void) => Promise<string>} Measurement
 */

/** @type {Record<string, Measurement>} */
const TABLES = {
  changes: measureChanges,
  redraw: measureRedraw,
  sweep: measureSweep,
  reading: measureReading,
  serving: measureServing,
};

const { BASE_URL } = process.env;
if (!BASE_URL) throw new Error('BASE_URL is not set: run this with `cargo xtask bench`');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in TABLES));
if (unknown.length > 0) throw new Error(`there is no table ${unknown.join(', ')}, only ${Object.keys(TABLES).join(', ')}`);

const { executablePath, args = [] } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({ executablePath, args: [...args, ...BROWSER_ARGS] });
try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(TABLES)) {
    const table = await TABLES[name](browser, BASE_URL, () => process.stderr.write('.'));
    console.log(`\n\n${table}`);
  }
} finally {
  await browser.close();
}
