// In somebody else's page: its theme, and no work before the reader comes near.
import { COLORS, expect, test } from './explainer.js';

/**
 * Serves a page that holds `body` and the element's script.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string | undefined} baseURL
 * @param {string} body
 */
async function serveHost(page, baseURL, body) {
  await page.route('**/host.html', (route) => route.fulfill({
    contentType: 'text/html',
    body: `<!doctype html><html lang="en"><title>A host</title><link rel="icon" href="data:,">
      <script type="module" src="${baseURL}www/define.js"></script><body>${body}`,
  }));
  await page.goto('host.html');
}

/** How documentation tools say light and dark: on which element, which attribute, which values. */
const SIGNALS = {
  'mdBook': ['html', 'class', 'js light', 'js navy'],
  'mdBook, its other themes': ['html', 'class', 'rust', 'coal'],
  'Material for MkDocs': ['body', 'data-md-color-scheme', 'default', 'slate'],
  'Docusaurus and pydata': ['html', 'data-theme', 'light', 'dark'],
  'Furo': ['body', 'data-theme', 'light', 'dark'],
};

for (const [host, [selector, attribute, light, dark]] of Object.entries(SIGNALS)) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`the theme of ${host} is followed, live, where the reader prefers ${colorScheme}`, async ({ explainer, page, baseURL }) => {
      await page.emulateMedia({ colorScheme });
      await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer>');
      await explainer.drawn();
      const say = (/** @type {string} */ value) => page.locator(selector).evaluate(
        (element, [name, text]) => element.setAttribute(name, text), [attribute, value]);
      const bars = (/** @type {string} */ color) => explainer.extent('utilization', color).then(({ count }) => count);
      await say(dark);
      await expect.poll(() => bars(COLORS.dark.paged)).toBeGreaterThan(100);
      await expect(explainer.element.locator('.explainer')).toHaveCSS('background-color', 'rgb(28, 31, 35)');
      await say(light);
      await expect.poll(() => bars(COLORS.light.paged)).toBeGreaterThan(100);
      // What the author of the page asks for goes before what the page is.
      await explainer.element.evaluate((element) => element.setAttribute('theme', 'dark'));
      await expect.poll(() => bars(COLORS.dark.paged)).toBeGreaterThan(100);
      await page.locator(selector).evaluate((element, name) => element.removeAttribute(name), attribute);
      await explainer.element.evaluate((element) => element.removeAttribute('theme'));
      await expect.poll(() => bars(COLORS[colorScheme].paged)).toBeGreaterThan(100);
    });
  }
}

test('with loading="lazy" nothing is loaded before the reader comes near', async ({ explainer, page, baseURL }) => {
  /** @type {string[]} */
  const loads = [];
  page.on('request', (request) => loads.push(request.url()));
  await serveHost(page, baseURL, `<div style="height: 5000px"></div>
    <paged-attention-explainer loading="lazy" block-size="8">The fallback</paged-attention-explainer>`);
  await expect(page.getByText('The fallback')).toBeAttached();
  await page.waitForTimeout(300);
  expect(loads.filter((url) => url.endsWith('.wasm'))).toEqual([]);
  expect(await explainer.summary()).toBeNull();
  await page.evaluate(() => scrollTo(0, 4000));
  await explainer.drawn();
  expect(await explainer.summary()).toMatchObject({ blockSize: 8 });
  expect(loads.filter((url) => url.endsWith('.wasm')).length).toBe(1);
});

test('no global names but the element’s', async ({ explainer, page, baseURL }) => {
  await page.addInitScript(() => Object.assign(window, { before: Object.getOwnPropertyNames(window) }));
  await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer>');
  await explainer.drawn();
  const added = await page.evaluate(() =>
    Object.getOwnPropertyNames(window).filter((name) => !Reflect.get(window, 'before').includes(name)));
  expect(added.filter((name) => name !== 'before')).toEqual([]);
});

test('what a hostile stylesheet says reaches nothing inside', async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer>');
  await explainer.drawn();
  const look = () => explainer.element.evaluate((element) => {
    const canvases = [...(element.shadowRoot?.querySelectorAll('canvas') ?? [])];
    return canvases.map((canvas) => [canvas.clientWidth, canvas.clientHeight, canvas.toDataURL()]);
  });
  const before = await look();
  await page.addStyleTag({ content: `canvas { width: 50px } span, b, p { font-size: 40px !important; letter-spacing: 9px }
    section, div { box-sizing: content-box; padding: 40px } input { display: none }` });
  await explainer.slider('Block size').press('ArrowRight');
  await explainer.slider('Block size').press('ArrowLeft');
  await explainer.frame();
  expect(await look()).toEqual(before);
});
