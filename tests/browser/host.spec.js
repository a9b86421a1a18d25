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
  'Quarto': ['body', 'class', 'nav-fixed quarto-light', 'nav-fixed quarto-dark'],
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

test('where everything is unset, an explainer still has the layout for its width', async ({ explainer, page, baseURL }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await serveHost(page, baseURL, '<style>* { all: unset }</style><paged-attention-explainer></paged-attention-explainer>');
  await explainer.drawn();
  const widths = await explainer.element.locator('canvas').evaluateAll((all) => all.map((canvas) => canvas.clientWidth));
  for (const width of widths) expect(width).toBeGreaterThan(300);
  expect((await explainer.extent('utilization', COLORS.light.paged)).count).toBeGreaterThan(100);
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

test('the module comes from where wasm-url says, relative to the page', async ({ explainer, page, baseURL }) => {
  /** @type {string[]} */
  const loads = [];
  page.on('request', (request) => loads.push(request.url()));
  await page.route('**/elsewhere/module.bin', async (route) => route.fulfill({
    response: await route.fetch({ url: `${baseURL}www/pkg/paged_attention_explainer_bg.wasm` }),
  }));
  await serveHost(page, baseURL, '<paged-attention-explainer wasm-url="elsewhere/module.bin"></paged-attention-explainer>');
  await explainer.drawn();
  expect(loads.filter((url) => /wasm$|bin$/.test(url))).toEqual([`${baseURL}elsewhere/module.bin`]);
});

for (const address of ['nowhere.wasm', 'http://', 'javascript:0']) {
  test.describe(() => {
    test.use({ expectedErrors: [/Failed to load resource|URL scheme|javascript:0/] });

    test(`a wasm-url of ${address} ends in a message, and a better one starts the explainer`, async ({ explainer, page, baseURL }) => {
      await serveHost(page, baseURL, `<paged-attention-explainer wasm-url="${address}">The fallback</paged-attention-explainer>`);
      await expect(explainer.element.locator('.failure')).toContainText('The WebAssembly module could not be fetched');
      await expect(page.getByText('The fallback')).toBeVisible();
      await explainer.element.evaluate((element) => element.removeAttribute('wasm-url'));
      await explainer.button('Start again').click();
      await expect(explainer.finding).toContainText('paging uses 97.4 %');
    });
  });
}

test('an element that is removed while a slider is dragged takes nothing with it', async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer><p>What follows</p>');
  await explainer.drawn();
  const box = await explainer.slider('Sequences').boundingBox();
  if (!box) throw new Error('the slider has a place');
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
  const element = await explainer.element.elementHandle();
  await element?.evaluate((each) => each.remove());
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.up();
  await explainer.frame();
  // What the reader had reached is still said, and it can be put back.
  const sequences = Number(await element?.evaluate((each) => each.getAttribute('sequences')));
  expect(sequences).toBeGreaterThan(200);
  await page.evaluate((each) => document.body.append(/** @type {Element} */ (each)), element);
  await explainer.drawn();
  expect(await explainer.summary()).toMatchObject({ sequences });
});

test('storage that throws is survived', async ({ explainer, page, baseURL }) => {
  await page.addInitScript(() => {
    const refuse = { get() { throw new DOMException('denied', 'SecurityError'); } };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, refuse);
  });
  await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer>');
  await explainer.drawn();
  await explainer.slider('Block size').press('ArrowRight');
  expect(await explainer.summary()).toMatchObject({ blockSize: 32 });
});

test("a host's own controls drive a single figure by properties, and hear what comes of it by events", async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, `<label>Block <input id="mine" type="range" min="1" max="64" value="16"></label> <output></output>
    <paged-attention-explainer controls="none" figures="utilization"></paged-attention-explainer>
    <script type="module">
      const [mine, output, explainer] = ['#mine', 'output', 'paged-attention-explainer'].map((each) => document.querySelector(each));
      mine.oninput = () => {
        explainer.blockSize = mine.valueAsNumber;
        output.value = explainer.summary.pagedBlocks;
      };
    </script>`);
  await explainer.drawn();
  await expect(explainer.element.locator('canvas:visible')).toHaveCount(1);
  await expect(explainer.element.getByRole('slider')).toHaveCount(0);
  const before = await explainer.canvas('utilization').screenshot();
  await page.getByRole('slider', { name: 'Block' }).fill('1');
  // With a block of one slot there are as many blocks as tokens.
  await expect(page.locator('output')).toHaveText('14582');
  await explainer.frame();
  expect(await explainer.finding.textContent()).toContain('100.0 %');
  expect((await explainer.canvas('utilization').screenshot()).equals(before)).toBe(false);
});
