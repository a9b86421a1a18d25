// The page in one file: opened from disk, and in a frame that allows scripts alone. It asks for nothing from anywhere.
import { readFileSync, statSync } from 'node:fs';
import { Explainer, expect, test } from './explainer.js';

const FILE = new URL('../../dist/standalone.html', import.meta.url);

/** The file's size, in bytes. It has all in it that a page loads later. */
const MOST_BYTES = 500 * 1000;

/**
 * What a page asks for from now on, what is within itself left out.
 *
 * @param {import('@playwright/test').Page} page
 */
function requests(page) {
  /** @type {string[]} */
  const urls = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) urls.push(request.url());
  });
  return urls;
}

/** @param {Explainer} explainer */
async function expectToWork(explainer) {
  await explainer.drawn();
  await expect(explainer.finding).toContainText('paging uses 97.4 %');
  expect(await explainer.summary()).toMatchObject({ tokens: 14582, contiguousSlots: 102400, pagedSlots: 14976 });
  expect((await explainer.extent('utilization', '#009e73')).count).toBeGreaterThan(100);
  await explainer.slider('Block size').press('End');
  await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 256 });
  await explainer.frame();
  expect((await explainer.metric('paged-utilization')).text).toBe('66.2 %');
}

test('opens from disk and works, query and all', async ({ explainer, page }) => {
  const asked = requests(page);
  await page.goto(FILE.href);
  await expectToWork(explainer);
  await page.goto(`${FILE.href}?seed=0&theme=dark`);
  await explainer.drawn();
  expect((await explainer.summary())?.tokens).toBe(15709);
  expect(new Set(asked.map((url) => url.split('?')[0]))).toEqual(new Set([FILE.href]));
});

test('a page without a site of its own says so to who wants to embed it', async ({ explainer, page }) => {
  await page.goto(`${FILE.href}?block-size=32`);
  await explainer.drawn();
  await page.getByRole('button', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('code')).toContainText('"https://example.org/explainer/embed.html?block-size=32"');
  await expect(dialog).toContainText('in the place of https://example.org/explainer/');
});

for (const how of ['srcdoc', 'data']) {
  test(`works in a sandboxed frame, from ${how}`, async ({ page }) => {
    const asked = requests(page);
    await page.setContent('<!doctype html><iframe sandbox="allow-scripts" width="1000" height="900"></iframe>');
    await page.locator('iframe').evaluate((element, { how, html }) => {
      const frame = /** @type {HTMLIFrameElement} */ (element);
      if (how === 'srcdoc') frame.srcdoc = html;
      else frame.src = `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
    }, { how, html: readFileSync(FILE, 'utf8') });
    await expectToWork(new Explainer(page, page.frameLocator('iframe').locator('paged-attention-explainer')));
    expect(asked.filter((url) => url !== 'about:srcdoc')).toEqual([]);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`shows what it would, in text and a ${colorScheme} picture`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const asked = requests(page);
      await page.goto(FILE.href);
      await expect(page.getByText('Fifty requests, 50 to 1,051 tokens long')).toBeVisible();
      const picture = page.locator('paged-attention-explainer img').first();
      const { from, width } = await picture.evaluate((element) => {
        const image = /** @type {HTMLImageElement} */ (element);
        return { from: image.currentSrc, width: image.naturalWidth };
      });
      expect(width).toBeGreaterThan(0);
      expect(decodeURIComponent(from)).toContain(colorScheme === 'dark' ? '#1C1F23' : '#FFFFFF');
      expect(asked).toEqual([FILE.href]);
    });
  }
});

test('is light', () => {
  const { size } = statSync(FILE);
  console.log(`standalone.html: ${(size / 1000).toFixed(1)} kB`);
  expect(size).toBeLessThanOrEqual(MOST_BYTES);
});
