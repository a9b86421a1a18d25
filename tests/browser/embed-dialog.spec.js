// The dialog with something to paste: what it offers is what the how-tos say, and the how-tos are tried in tests/hosts.
import { readFileSync } from 'node:fs';
import { axeViolations, expect, test } from './explainer.js';

/** @typedef {import('@playwright/test').Page} Page */

const EXAMPLE = 'https://example.org/explainer/';

/** @type {Record<string, [string, string]>} the how-to that has the snippet of a place, and the name of its block */
const HOW_TOS = {
  'HTML, in a frame': ['mdbook', 'frame'],
  'HTML, as an element': ['mdbook', 'element'],
  'Markdown, as a link': ['github', 'link'],
  'mdBook': ['mdbook', 'frame'],
  'Material for MkDocs': ['mkdocs-material', 'frame'],
  'Sphinx, in Markdown (MyST)': ['sphinx', 'myst'],
  'Sphinx, in reStructuredText': ['sphinx', 'rst'],
  'Docusaurus': ['docusaurus', 'frame'],
  'VitePress': ['vitepress', 'frame'],
  'Quarto': ['quarto', 'frame'],
  'Hugo': ['hugo', 'frame'],
  'Jupyter': ['jupyter', 'frame'],
};

/**
 * @param {string} howTo
 * @param {string} name
 */
function block(howTo, name) {
  const text = readFileSync(new URL(`../../docs/hosts/${howTo}.md`, import.meta.url), 'utf8');
  return new RegExp(`^(\`{3,})\\w+ ${name}\\n(.*?)\\n\\1$`, 'ms').exec(text)?.[2];
}

/** @param {Page} page */
async function openDialog(page) {
  await page.getByRole('button', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed what is shown' });
  await expect(dialog).toBeVisible();
  return { dialog, places: dialog.getByLabel('Where to?'), snippet: dialog.locator('code') };
}

test('every place has the snippet of its how-to, for what is on screen', async ({ explainer, page, baseURL }) => {
  await explainer.open('?block-size=32');
  const { places, snippet } = await openDialog(page);
  expect(await places.locator('option').allTextContents()).toEqual(Object.keys(HOW_TOS));
  for (const [place, [howTo, name]] of Object.entries(HOW_TOS)) {
    await places.selectOption(place);
    const text = await snippet.textContent();
    expect(text?.replaceAll(baseURL ?? '', EXAMPLE), place).toBe(block(howTo, name));
  }
});

test('it speaks of the state on screen each time it is opened, and remembers the place', async ({ explainer, page }) => {
  await explainer.open();
  const { dialog, places, snippet } = await openDialog(page);
  await expect(snippet).toContainText('embed.html"');
  await places.selectOption('Markdown, as a link');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await explainer.slider('Sequences').press('End');
  await openDialog(page);
  await expect(places).toHaveValue('Markdown, as a link');
  await expect(snippet).toContainText('?sequences=1000)');
});

test('whatever the address says, the snippet stays markup of ours', async ({ explainer, page }) => {
  const figures = '"><img src=x onerror=alert(1)> & (histogram)';
  await explainer.open(`?figures=${encodeURIComponent(figures)}`);
  const { places, snippet } = await openDialog(page);
  const parsed = () => snippet.evaluate((code) => {
    const { body, head } = new DOMParser().parseFromString(code.textContent ?? '', 'text/html');
    const element = body.querySelector('paged-attention-explainer');
    const link = body.querySelector('a');
    return {
      images: body.querySelectorAll('img').length + head.querySelectorAll('img').length,
      figures: element?.getAttribute('figures') ?? new URL(link?.href ?? '').searchParams.get('figures'),
    };
  });
  for (const place of ['HTML, in a frame', 'HTML, as an element']) {
    await places.selectOption(place);
    expect(await parsed(), place).toEqual({ images: 0, figures });
  }
});

test('a parenthesis does not end a Markdown link, nor a new line an element', async ({ explainer, page }) => {
  await explainer.open(`?figures=${encodeURIComponent('a)b(\n\n')}`);
  const { places, snippet } = await openDialog(page);
  await places.selectOption('Markdown, as a link');
  expect(await snippet.textContent()).toMatch(/^\[[^\]]*\]\([^()\n]*\)$/);
  await places.selectOption('HTML, as an element');
  expect((await snippet.textContent())?.split('\n').filter((line) => line.trim() === '')).toEqual([]);
});

test('a snippet is copied, and the reader hears so', async ({ explainer, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await explainer.open('?seed=7');
  const { dialog, snippet } = await openDialog(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await snippet.textContent());
});

test('where copying is not allowed, the snippet is selected', async ({ explainer, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await explainer.open();
  const { dialog, snippet } = await openDialog(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('status')).toContainText('to copy by hand');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await snippet.textContent());
});

test('it is left by the Escape key or a press beside it, and the button has the focus again', async ({ explainer, page }) => {
  await explainer.open();
  const { dialog } = await openDialog(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Embed' })).toBeFocused();
  const { snippet } = await openDialog(page);
  // Text may be selected beyond the edge.
  const box = await snippet.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move(4, 4);
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(dialog).toBeHidden();
});

test('the snippets are not loaded before somebody asks', async ({ explainer, page }) => {
  /** @type {string[]} */
  const loads = [];
  page.on('request', (request) => loads.push(request.url()));
  await explainer.open();
  expect(loads.filter((url) => url.includes('embed-dialog'))).toEqual([]);
  await openDialog(page);
  expect(loads.filter((url) => url.includes('embed-dialog')).length).toBe(1);
});

test.describe('where its module cannot be had', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('the button says so, and pressing it again helps', async ({ explainer, page }) => {
    await page.route('**/embed-dialog.js', (route) => route.abort());
    await explainer.open();
    await page.getByRole('button', { name: 'Embed' }).click();
    await expect(page.getByRole('button', { name: 'Embed' })).toContainText('could not be loaded');
    await expect(explainer.finding).toBeVisible();
    await page.unroute('**/embed-dialog.js');
    await openDialog(page);
    await expect(page.getByRole('button', { name: 'Embed' })).toHaveText('Embed');
  });
});

for (const width of [1280, 320]) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`it is accessible and fits ${width} pixels, ${colorScheme}`, async ({ explainer, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await explainer.open('?block-size=32');
      const { dialog, places } = await openDialog(page);
      for (const place of ['HTML, in a frame', 'Docusaurus']) {
        await places.selectOption(place);
        const box = await dialog.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      }
      expect(await axeViolations(page)).toEqual([]);
    });
  }
}
