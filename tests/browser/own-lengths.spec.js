// Lengths that the reader brings along: pasted, picked or dropped, read without blocking the page, and never sent.
import { axeViolations, expect, test } from './explainer.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {{ count: number, lengths: number[], told: string }} Taken the first ten lengths, and how many there are */

/** 64 MiB. */
const MOST_BYTES = 67_108_864;

/**
 * Puts the panel into the explainer of the page, whose own listeners it has to get along with. What it hands on, the
 * sizes of the slices that it reads, and the events that leave the explainer are in `window.seen`.
 *
 * @param {import('./explainer.js').Explainer} explainer
 */
async function mount(explainer) {
  await explainer.open();
  // The whole module has to be there: it would take the place of the first in the middle of a reading.
  await explainer.come('memory-map');
  await expect(explainer.element.locator('.block-table')).toContainText('16/16');
  await explainer.element.evaluate(async (element) => {
    const [{ ownLengthsPanel }, engine] = await Promise.all(
      ['own-lengths.js', 'pkg/whole/paged_attention_explainer.js'].map((file) => import(new URL(`www/${file}`, document.baseURI).href)));
    await engine.default();
    const seen = { taken: /** @type {Taken[]} */ ([]), slices: /** @type {number[]} */ ([]), events: /** @type {string[]} */ ([]) };
    class LengthsReader extends engine.LengthsReader {
      /** @param {Uint8Array} bytes */
      push(bytes) {
        seen.slices.push(bytes.length);
        super.push(bytes);
      }
    }
    const place = document.createElement('div');
    place.className = 'foot';
    place.style.display = 'block';
    element.shadowRoot?.querySelector('.controls')?.after(place);
    const take = (/** @type {Uint32Array} */ lengths, /** @type {string} */ told) => {
      seen.taken.push({ count: lengths.length, lengths: [...lengths.subarray(0, 10)], told });
    };
    const addStyles = (/** @type {string} */ css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      element.shadowRoot?.adoptedStyleSheets.push(sheet);
    };
    const panel = ownLengthsPanel(place, { engine: { ...engine, LengthsReader }, addStyles, take });
    for (const type of ['input', 'change', 'keydown', 'drop']) {
      document.addEventListener(type, ({ type }) => seen.events.push(type));
    }
    Object.assign(window, { seen, panel });
  });
  const panel = explainer.element.locator('.own-lengths');
  return {
    panel,
    text: panel.getByLabel('Lengths in tokens, one for each request'),
    file: panel.getByLabel('or a file'),
    use: panel.getByRole('button', { name: 'Use these lengths' }),
    cancel: panel.getByRole('button', { name: 'Cancel' }),
    progress: panel.getByRole('progressbar', { name: 'Reading' }),
    outcome: panel.getByRole('status'),
  };
}

/**
 * @param {Page} page
 * @returns {Promise<{ taken: Taken[], slices: number[], events: string[] }>}
 */
function seen(page) {
  return page.evaluate(() => Reflect.get(window, 'seen'));
}

/** @param {Page} page */
async function lastTaken(page) {
  return (await seen(page)).taken.at(-1)?.lengths;
}

/**
 * @param {string} name
 * @param {string | Buffer} content
 */
function file(name, content) {
  return { name, mimeType: '', buffer: Buffer.from(content) };
}

/**
 * Picks a file that is made in the browser: so many repetitions of `text`.
 *
 * @param {Locator} input
 * @param {string} text
 * @param {number} times
 * @param {string} [before]
 * @param {string} [after]
 */
async function pickLarge(input, text, times, before = '', after = '') {
  await input.evaluate((element, { text, times, before, after }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([before, ...Array(times).fill(text), after], 'large.txt'));
    /** @type {HTMLInputElement} */ (element).files = transfer.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, { text, times, before, after });
}

/**
 * Has the browser read so many more slices of files, and the next ones only once it is called again.
 *
 * @param {Page} page
 * @param {number} slices
 */
async function allowSlices(page, slices) {
  await page.evaluate((slices) => {
    const { arrayBuffer } = /** @type {{ arrayBuffer: Blob['arrayBuffer'] }} */ (Reflect.get(window, 'reading') ?? Blob.prototype);
    let left = slices;
    let go = () => {};
    const more = new Promise((done) => { go = () => done(undefined); });
    Reflect.get(window, 'goOn')?.();
    Object.assign(window, { reading: { arrayBuffer }, goOn: go });
    Blob.prototype.arrayBuffer = async function () {
      left -= 1;
      if (left < 0) await more;
      return arrayBuffer.call(this);
    };
  }, slices);
}

/**
 * Drops files on an element.
 *
 * @param {Page} page
 * @param {Locator} on
 * @param {[name: string, content: string][]} files
 */
async function drop(page, on, files) {
  const dataTransfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, content] of files) transfer.items.add(new File([content], name));
    return transfer;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop']) await on.dispatchEvent(type, { dataTransfer });
}

test('typed and pasted numbers are used, and what cannot be read is named by line', async ({ explainer, page }) => {
  const { text, use, outcome } = await mount(explainer);
  await text.fill('120, 35\n900 abc\n0');
  await use.click();
  await expect(outcome).toHaveText('3 lengths read; 2 could not be: line 2: “abc” is not a number; line 3: 0 is less than 1.');
  expect((await seen(page)).taken).toEqual([{ count: 3, lengths: [120, 35, 900], told: await outcome.textContent() }]);
  await text.fill('x '.repeat(1_234));
  await use.click();
  await expect(outcome).toContainText('No length could be read: line 1: “x” is not a number; ');
  await expect(outcome).toContainText('; and 1,229 more.The lengths in use stay as they were.');
  expect((await seen(page)).taken.length).toBe(1);
});

test('a long text is taken from the clipboard without being shown', async ({ explainer, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { text, use, outcome } = await mount(explainer);
  await text.focus();
  await page.evaluate(() => navigator.clipboard.writeText('512 '.repeat(100_000)));
  await page.keyboard.press('ControlOrMeta+V');
  await expect(outcome).toHaveText('400,000 characters were pasted, too many to show here. They are ready to be used.');
  await expect(text).toHaveValue('');
  await use.click();
  await expect(outcome).toHaveText('100,000 lengths read.');
});

test('a picked CSV file has its column chosen, or two to add up', async ({ explainer, page }) => {
  const { panel, file: input, use, outcome } = await mount(explainer);
  const rows = 'TIMESTAMP,ContextTokens,GeneratedTokens\r\n18:15:46.68,374,44\r\n"18:15:50, or so",396,109\r\n,879,\r\n';
  await input.setInputFiles(file('trace.csv', rows));
  const [column, plus] = [panel.getByRole('combobox', { name: 'Column', exact: true }), panel.getByRole('combobox', { name: 'plus', exact: true })];
  await expect(column.locator('option')).toHaveText(['TIMESTAMP', 'ContextTokens', 'GeneratedTokens']);
  await expect(column).toHaveValue('1');
  await expect(plus).toHaveValue('2');
  await expect(outcome).toHaveText('CSV with 3 columns: say which is the length, or which two add up to it.');
  await use.click();
  await expect(outcome).toHaveText('2 lengths read; 1 could not be: line 4: there is no value.');
  expect(await lastTaken(page)).toEqual([418, 505]);
  await plus.selectOption('nothing');
  await use.click();
  await expect(outcome).toHaveText('3 lengths read.');
  expect(await lastTaken(page)).toEqual([374, 396, 879]);
  await column.selectOption('TIMESTAMP');
  await use.click();
  await expect(outcome).toContainText('line 2: “18:15:46.68” is not a number; line 3: “18:15:50, or so” is not a number');
});

test('a dropped file of JSON lines has two fields added up', async ({ explainer, page }) => {
  const { panel, file: input, use, outcome } = await mount(explainer);
  const lines = '{"prompt": "Hi, {", "usage": {"prompt_tokens": 9, "completion_tokens": 12}}\n{"usage": {"prompt_tokens": 5}}\nnot JSON\n';
  await drop(page, panel.getByText('never leaves it'), [['log.jsonl', lines]]);
  await expect(panel.getByRole('combobox', { name: 'Field', exact: true })).toHaveValue('0');
  await expect(panel.getByRole('combobox', { name: 'plus', exact: true }).locator('option')).toHaveText(['nothing', 'usage.prompt_tokens', 'usage.completion_tokens']);
  expect(await input.evaluate((element) => /** @type {HTMLInputElement} */ (element).files?.[0].name)).toBe('log.jsonl');
  await use.click();
  await expect(outcome).toHaveText('1 length read; 2 could not be: line 2: the object has no such field; line 3: “not JSON” is not a JSON object.');
  expect(await lastTaken(page)).toEqual([21]);
  await drop(page, panel, [['a', '1'], ['b', '2']]);
  await expect(outcome).toContainText('One file at a time can be read, and these are 2.');
});

test('a million lengths are read in slices, with their progress', async ({ explainer, page }) => {
  const { panel, file: input, use, outcome, progress } = await mount(explainer);
  await page.evaluate(() => {
    const tasks = /** @type {number[]} */ ([]);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    Object.assign(window, { tasks });
  });
  await panel.evaluate((element) => {
    const shown = /** @type {string[]} */ ([]);
    const percentage = element.querySelector('.own-percentage');
    new MutationObserver(() => shown.push(percentage?.textContent ?? '')).observe(element, { childList: true, subtree: true });
    Object.assign(window, { shown });
  });
  // 20 MB.
  await pickLarge(input, `1024, 37, 2048, 5${' '.repeat(62)}\n`, 250_001);
  await use.click();
  await expect(outcome).toHaveText('1,000,000 lengths read.There are 4 more than can be used here; they are left out.');
  await expect(progress).toBeHidden();
  const { slices, taken } = await seen(page);
  expect(taken).toEqual([expect.objectContaining({ count: 1_000_000, lengths: [1024, 37, 2048, 5, 1024, 37, 2048, 5, 1024, 37] })]);
  expect(Math.max(...slices)).toBeLessThanOrEqual(256 << 10);
  expect(slices.length).toBeGreaterThan(76);
  const shown = /** @type {string[]} */ (await page.evaluate(() => Reflect.get(window, 'shown')));
  expect(new Set(shown).size).toBeGreaterThan(50);
  expect(shown).toContain('100 %');
  // Said, not checked: how long a task takes is the machine's to say.
  const tasks = await page.evaluate(() => Reflect.get(window, 'tasks'));
  test.info().annotations.push({ type: 'tasks above 50 ms', description: JSON.stringify(tasks) });
});

test('reading is cancelled by its button, and by another reading', async ({ explainer, page }) => {
  const { text, file: input, use, cancel, outcome, progress } = await mount(explainer);
  await pickLarge(input, '1024 37 2048 9\n', 200_000);
  await allowSlices(page, 5);
  await use.click();
  await expect(progress).toBeVisible();
  await cancel.press('Enter');
  await expect(outcome).toHaveText('Reading was cancelled. The lengths in use stay as they were.');
  await expect(progress).toBeHidden();
  await expect(use).toBeFocused();
  await allowSlices(page, 5);
  await use.click();
  await expect(progress).toBeVisible();
  await use.click();
  await allowSlices(page, Infinity);
  await expect(outcome).toHaveText('800,000 lengths read.');
  await allowSlices(page, 5);
  await use.click();
  await expect(progress).toBeVisible();
  await text.fill('7 8');
  await expect(progress).toBeHidden();
  await allowSlices(page, Infinity);
  await use.click();
  await expect(outcome).toHaveText('2 lengths read.');
  const { taken } = await seen(page);
  expect(taken.map(({ count }) => count)).toEqual([800_000, 2]);
});

test('what is empty, too large or no text is refused, and nothing changes', async ({ explainer, page }) => {
  const { file: input, use, outcome } = await mount(explainer);
  const refused = async (/** @type {string} */ reason) => {
    await use.click();
    await expect(outcome).toHaveText(`${reason} The lengths in use stay as they were.`);
  };
  await refused('There is nothing to read yet.');
  await input.setInputFiles(file('empty.txt', ''));
  await refused('The file is empty.');
  await input.setInputFiles(file('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])));
  await refused('This does not look like text. Numbers, CSV and JSON lines can be read.');
  await pickLarge(input, '1234567 '.repeat(1024), MOST_BYTES / 8192, '', '1');
  await refused('The file has 67,108,865 bytes, and no more than 64 MB can be read here.');
  expect(await seen(page)).toMatchObject({ taken: [], slices: [] });
});

test('64 MB are read to their end', async ({ explainer, page }) => {
  const { file: input, use, outcome } = await mount(explainer);
  const line = `{"prompt": "${'a '.repeat(480)}", "tokens": 12}\n`;
  const times = Math.floor(MOST_BYTES / line.length);
  await pickLarge(input, line, times);
  await use.click();
  await expect(outcome).toHaveText(`${times.toLocaleString('en')} lengths read.`, { timeout: 30_000 });
  expect((await seen(page)).slices.length).toBeGreaterThan(256);
});

test('a file that cannot be read any more is no reason to stop', async ({ explainer, page }) => {
  const { file: input, use, outcome, text } = await mount(explainer);
  await input.setInputFiles(file('a.txt', '1 2 3'));
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    Object.assign(window, { restore: () => { Blob.prototype.arrayBuffer = arrayBuffer; } });
  });
  await use.click();
  await expect(outcome).toHaveText('This could not be read to its end. The lengths in use stay as they were.');
  await page.evaluate(() => Reflect.get(window, 'restore')());
  await text.fill('5');
  await use.click();
  await expect(outcome).toHaveText('1 length read.');
});

test('nothing leaves the page, nor do events that are of no concern to it', async ({ explainer, page }) => {
  const { panel, text, file: input, use, outcome } = await mount(explainer);
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await text.pressSequentially('12 s/');
  await input.setInputFiles(file('a.csv', 'tokens,a\n5,6\n'));
  await panel.getByRole('combobox', { name: 'Column', exact: true }).selectOption('a');
  await drop(page, panel, [['b.txt', '4']]);
  await use.click();
  await expect(outcome).toHaveText('1 length read.');
  expect(await lastTaken(page)).toEqual([4]);
  expect(requests).toEqual([]);
  expect((await seen(page)).events).toEqual([]);
  expect(await explainer.summary()).toMatchObject({ sequences: 50 });
});

test('it works beside another one, and goes away altogether', async ({ explainer, page }) => {
  const { text, file: input, use, progress } = await mount(explainer);
  await page.evaluate(async () => {
    const [{ ownLengthsPanel }, engine] = await Promise.all(
      ['own-lengths.js', 'pkg/whole/paged_attention_explainer.js'].map((file) => import(new URL(`www/${file}`, document.baseURI).href)));
    await engine.default();
    const place = document.createElement('section');
    place.ariaLabel = 'Another';
    document.body.append(place);
    ownLengthsPanel(place, { engine, addStyles: () => {}, take: () => {} });
  });
  const other = page.getByRole('region', { name: 'Another' });
  await other.getByLabel('Lengths in tokens').fill('1 2 3');
  await other.getByRole('button', { name: 'Use these lengths' }).click();
  await expect(other.getByRole('status')).toHaveText('3 lengths read.');
  await expect(text).toHaveValue('');
  await pickLarge(input, '1024 37 2048 9\n', 200_000);
  await allowSlices(page, 5);
  await use.click();
  await expect(progress).toBeVisible();
  await page.evaluate(() => Reflect.get(window, 'panel').remove());
  await expect(text).toHaveCount(0);
  const { slices } = await seen(page);
  await allowSlices(page, Infinity);
  await explainer.frame();
  expect(await seen(page)).toMatchObject({ slices, taken: [] });
});

for (const width of [1280, 375, 320]) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`it is accessible and fits ${width} pixels, ${colorScheme}`, async ({ explainer, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const { panel, file: input, use, outcome } = await mount(explainer);
      const name = 'a.column.of.a.very.long.name.that.does.not.fit.on.any.telephone';
      await input.setInputFiles(file('a-trace-with-a-name-that-is-long.csv', `${name},b\n${'x'.repeat(100)},1\n12,30\n`));
      await panel.getByRole('combobox', { name: 'Column', exact: true }).selectOption(name);
      await use.click();
      await expect(outcome).toContainText('could not be');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      for (const target of await panel.locator('button:visible, select, textarea, input').all()) {
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(24);
      }
      expect(await axeViolations(page)).toEqual([]);
    });
  }
}
