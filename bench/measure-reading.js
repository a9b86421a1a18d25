/** How long it takes to read a million lengths, in several ways. */
import assert from 'node:assert/strict';
import { LONG } from './cases.js';
import { openEmpty } from './pages.js';
import { markdown, median } from './table.js';

/** @typedef {import('./reading.js').Kind} Kind */
/** @typedef {import('./reading.js').Way} Way */
/** @typedef {import('./reading.js').Digest} Digest */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').JSHandle<Awaited<ReturnType<typeof import('./reading.js').createReading>>>} Reading */

/** @type {readonly { kind: Kind, name: string, ways: readonly Way[] }[]} what there is to read, and who can */
const TEXTS = [
  { kind: 'numbers', name: 'numbers, one a line', ways: ['whole', 'json', 'papa', 'page'] },
  { kind: 'csv', name: 'CSV, two columns', ways: ['whole', 'papa', 'page'] },
  { kind: 'json-lines', name: 'JSON lines, two fields', ways: ['whole', 'json', 'page'] },
];

const HEAD = ['text', 'MB', 'this page, ms', '`JSON.parse`, ms', 'Papa Parse, ms', '÷ `JSON.parse`', '÷ Papa Parse', 'in slices, ms'];

/** @type {import('./run.mjs').Measurement} */
export async function measureReading(browser, baseUrl, progress) {
  const rows = [];
  for (const { kind, name, ways } of TEXTS) {
    const { megabytes, times } = await measure(browser, baseUrl, kind, ways);
    const { whole = NaN, json = NaN, papa = NaN, page = NaN } = times;
    rows.push([name, megabytes, whole, json, papa, whole / json, whole / papa, page]);
    progress();
  }
  return `${markdown(HEAD, rows)}\n\n${note()}`;
}

/**
 * Medians in ms, by the way of reading. Each has a page of its own, so that none clears up after another, and they take
 * turns.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseUrl
 * @param {Kind} kind
 * @param {readonly Way[]} ways
 */
async function measure(browser, baseUrl, kind, ways) {
  /** @type {{ way: Way, page: Page, reading: Reading, expected: Digest, megabytes: number, times: number[] }[]} */
  const readers = [];
  for (const way of ways) {
    const page = await openEmpty(browser, baseUrl);
    const reading = await page.evaluateHandle(async (kind) => (await import('./reading.js')).createReading(kind), kind);
    const { expected, megabytes } = await reading.evaluate(({ expected, megabytes }) => ({ expected, megabytes }));
    readers.push({ way, page, reading, expected, megabytes, times: [] });
  }
  for (let round = -LONG.warmUp; round < LONG.samples; round++) {
    for (const { way, reading, expected, times } of readers) {
      const { took, digest } = await reading.evaluate((inPage, way) => inPage.time(way), way);
      assert.deepEqual(digest, expected, `${way} read other lengths from ${kind}`);
      if (round >= 0) times.push(took);
    }
  }
  for (const { page } of readers) await page.context().close();
  /** @type {Partial<Record<Way, number>>} */
  const times = Object.fromEntries(readers.map(({ way, times }) => [way, median(times)]));
  return { megabytes: readers[0].megabytes, times };
}

function note() {
  return (
    'A million lengths, from the bytes of a text in memory to numbers in an array, decoding included. `JSON.parse` has the ' +
    'numbers as one array, and JSON lines one by one. Last, as this page reads a file: in slices, with a pause after each ' +
    `in which it answers to its reader. Medians of ${LONG.samples} samples.`
  );
}
