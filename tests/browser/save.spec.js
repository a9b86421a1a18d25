// What the reader takes along: numbers as CSV, JSON and Markdown, tables as CSV, figures as PNG and SVG.
import { readFileSync } from 'node:fs';
import { COLORS, expect, test } from './explainer.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * The file that a press leads to.
 *
 * @param {Page} page
 * @param {import('@playwright/test').Locator} button
 */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

test('all numbers are saved in full precision, as JSON and as CSV', async ({ explainer, page }) => {
  await explainer.open('?block-size=32&seed=7');
  await explainer.served();
  await explainer.element.getByText('What the numbers are').first().click();
  const summary = await explainer.summary();
  const json = await saved(page, explainer.button('Save as JSON'));
  expect(json.name).toBe('kv-cache.json');
  expect(JSON.parse(json.content.toString())).toEqual(summary);
  const { name, content } = await saved(page, explainer.button('Save as CSV'));
  expect(name).toBe('kv-cache.csv');
  const [heading, ...rows] = content.toString().trimEnd().split('\r\n').map((line) => line.split(','));
  expect(heading).toEqual(['metric', 'value']);
  const said = Object.entries(summary ?? {}).map(([metric, number]) => [metric, String(number ?? '')]);
  expect(rows).toEqual(said);
});

test('the Markdown has all numbers and the address that leads to them', async ({ explainer, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await explainer.open('?block-size=32');
  await explainer.element.getByText('What the numbers are').first().click();
  await explainer.button('Copy as Markdown').click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const tables = text.split('\n').filter((line) => line.startsWith('|'));
  for (const line of tables) expect(line.match(/\|/g)?.length, line).toBe(4);
  const shown = await explainer.element.locator('.numbers tr:visible:not(:has([scope=rowgroup]))').count();
  expect(tables.filter((line) => !/^\|---|\*\*|KV cache/.test(line)).length).toBe(shown);
  expect(text).toContain(`| used | ${(await explainer.metric('paged-utilization')).text} | tokens ÷ reserved |`);
  expect(text).toMatch(/\(http:[^)]*\?block-size=32\)\n$/);
  expect(text).toContain('Lengths: Exponential, as in the article');
});

test('a figure is saved as a picture at twice the size, in the colours of the screen', async ({ explainer, page }) => {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    await explainer.open(`?theme=${scheme}`);
    const figure = explainer.element.locator('[data-figure-name=utilization]');
    await figure.getByText('Data as a table').click();
    const { name, content } = await saved(page, figure.getByRole('button', { name: 'Save the figure as PNG' }));
    expect(name).toBe('utilization.png');
    const seen = await page.evaluate(async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
      /** @type {Record<string, number>} */
      const colors = {};
      for (let i = 0; i < data.length; i += 4) {
        const color = `#${[...data.slice(i, i + 3)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}${data[i + 3] === 255 ? '' : '?'}`;
        colors[color] = (colors[color] ?? 0) + 1;
      }
      return { size: [bitmap.width, bitmap.height], colors };
    }, [...content]);
    const shown = await explainer.canvas('utilization').evaluate(({ clientWidth, clientHeight }) => [clientWidth * 2, clientHeight * 2]);
    expect(seen.size).toEqual(shown);
    expect(seen.colors[COLORS[scheme].paged]).toBeGreaterThan(10_000);
    expect(seen.colors[scheme === 'light' ? '#ffffff' : '#1c1f23']).toBeGreaterThan(10_000);
    expect(Object.keys(seen.colors).filter((color) => color.endsWith('?'))).toEqual([]);
  }
});

test('every figure is saved as an SVG of the size it has, with the numbers of the screen as text', async ({ explainer, page }) => {
  await explainer.open('?block-size=256');
  for (const [name, text] of Object.entries({
    histogram: 'mean 292',
    utilization: '66.2 %',
    ledger: 'tokens 14,582, 66.2 %',
    'memory-map': '102,400 slots',
    capacity: '50 requests',
    'block-size-sweep': '256: 66.2 %',
  })) {
    const figure = explainer.element.locator(`[data-figure-name=${name}]`);
    await figure.getByText('Data as a table').click();
    const file = await saved(page, figure.getByRole('button', { name: 'Save the figure as SVG' }));
    expect(file.name).toBe(`${name}.svg`);
    const read = await page.evaluate((source) => {
      const svg = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
      const texts = [...svg.querySelectorAll('text')].map((element) => element.textContent?.trim());
      return { tag: svg.localName, width: Number(svg.getAttribute('width')), texts };
    }, file.content.toString());
    expect(read.tag).toBe('svg');
    // With a margin of 16 pixels around it.
    expect(read.width).toBe(32 + await explainer.canvas(name).evaluate(({ clientWidth }) => clientWidth));
    expect(read.texts.join(' '), name).toContain(text);
  }
});

test('numbers of pinned settings are saved beside the present ones', async ({ explainer, page }) => {
  await explainer.open('?pins=block-size:256;defaults;workload:lognormal,model:llama-3-8b');
  await explainer.element.getByText('What the numbers are').first().click();
  const { content } = await saved(page, explainer.button('Save as CSV'));
  const rows = content.toString().split('\r\n');
  expect(rows[0]).toBe('metric,value,block size 256,all defaults,"lognormal, Llama 3 8B"');
  expect(rows.find((row) => row.startsWith('pagedBlocks,'))).toMatch(/^pagedBlocks,936,86,936,\d+$/);
  expect(rows).toContain('bytesPerToken,,,,131072');
  expect(rows).toContain('workload,exponential,exponential,exponential,lognormal');
});

test('the table of a figure is saved as it is read', async ({ explainer, page }) => {
  await explainer.open();
  const figure = explainer.element.locator('[data-figure-name=ledger]');
  await figure.getByText('Data as a table').click();
  const { name, content } = await saved(page, figure.getByRole('button', { name: 'Save the table as CSV' }));
  expect(name).toBe('ledger.csv');
  expect(content.toString().split('\r\n').slice(0, 3)).toEqual([
    'Part,Slots,Share', 'Contiguous: tokens,"14,582",14.2 %', 'Contiguous: never used,"87,818",85.8 %',
  ]);
});
