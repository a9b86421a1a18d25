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

test('custom properties restyle text and figures, in light and dark', async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, `<style>paged-attention-explainer {
      --pae-paged: light-dark(#2563eb, #7aa2ff);
      --pae-paged-text: light-dark(#1d4ed8, #a5c0ff);
    }</style><paged-attention-explainer theme="light"></paged-attention-explainer>`);
  await explainer.drawn();
  const number = explainer.finding.locator('[data-metric=paged-utilization]');
  expect((await explainer.extent('utilization', '#2563eb')).count).toBeGreaterThan(100);
  expect((await explainer.extent('utilization', COLORS.light.paged)).count).toBe(0);
  await expect(number).toHaveCSS('color', 'rgb(29, 78, 216)');
  await explainer.element.evaluate((element) => element.setAttribute('theme', 'dark'));
  await expect.poll(async () => (await explainer.extent('utilization', '#7aa2ff')).count).toBeGreaterThan(100);
  await expect(number).toHaveCSS('color', 'rgb(165, 192, 255)');
});

test('many on one page share one module', async ({ page, baseURL }) => {
  /** @type {string[]} */
  const modules = [];
  page.on('request', (request) => request.url().endsWith('.wasm') && modules.push(request.url()));
  await serveHost(page, baseURL, Array.from({ length: 5 }, (_, i) => `<paged-attention-explainer seed="${i}"></paged-attention-explainer>`).join(''));
  const tokens = await page.locator('paged-attention-explainer').evaluateAll((all) => Promise.all(all.map(async (element) => {
    await customElements.whenDefined(element.localName);
    await Reflect.get(element, 'ready');
    return Reflect.get(element, 'summary').tokens;
  })));
  expect(new Set(tokens).size).toBe(5);
  await page.locator('canvas[data-figure="memory-map"]').last().scrollIntoViewIfNeeded();
  await expect(page.locator('.block-table').last()).toContainText('/16');
  // The one that is loaded first, and the whole.
  expect(modules.map((url) => url.replace(/^.*\/pkg\//, ''))).toEqual(['', 'whole/'].map((folder) => `${folder}paged_attention_explainer_bg.wasm`));
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
  const whole = 'whole/paged_attention_explainer_bg.wasm';
  for (const [there, here] of [['module.bin', 'paged_attention_explainer_bg.wasm'], [whole, whole]]) {
    await page.route(`**/elsewhere/${there}`, async (route) => route.fulfill({
      response: await route.fetch({ url: `${baseURL}www/pkg/${here}` }),
    }));
  }
  await serveHost(page, baseURL, '<paged-attention-explainer wasm-url="elsewhere/module.bin"></paged-attention-explainer>');
  await explainer.drawn();
  await explainer.come('memory-map');
  await expect(explainer.element.locator('.block-table')).toContainText('0 → 0 · 16/16');
  expect(loads.filter((url) => /wasm$|bin$/.test(url))).toEqual([`${baseURL}elsewhere/module.bin`, `${baseURL}elsewhere/${whole}`]);
});

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] });

  test('where the whole module cannot be had, the page says so, and all the rest works', async ({ explainer, page, baseURL }) => {
    await page.route('**/pkg/whole/*.wasm', (route) => route.fulfill({ status: 404 }));
    await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer>');
    await explainer.drawn();
    await explainer.canvas('memory-map').scrollIntoViewIfNeeded();
    const status = explainer.element.locator('[data-figure-name="memory-map"] .figure-status');
    await expect(status).toContainText('This figure could not be loaded. The WebAssembly module could not be fetched (status 404).');
    await explainer.slider('Block size').press('Home');
    await expect.poll(async () => (await explainer.summary())?.blockSize).toBe(1);
    await page.unroute('**/pkg/whole/*.wasm');
    await explainer.finding.scrollIntoViewIfNeeded();
    await explainer.frame();
    await explainer.come('memory-map');
    await expect(status).toBeEmpty();
    await expect(explainer.element.locator('.block-table')).toContainText('0 → 0 · 1/1');
  });
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

/** Places that ask what they hold how wide it would like to be. */
const SHRINKING = {
  'a row of flexible boxes': (/** @type {string} */ inside) => `<div style="display: flex">${inside}</div>`,
  'a column of centred boxes': (/** @type {string} */ inside) => `<div style="display: flex; flex-direction: column; align-items: center">${inside}</div>`,
  'a table': (/** @type {string} */ inside) => `<table><tr><td>${inside}</td></tr></table>`,
  'a float': (/** @type {string} */ inside) => `<div style="float: left">${inside}</div>`,
  'a positioned box': (/** @type {string} */ inside) => `<div style="position: absolute">${inside}</div>`,
  'an open dialog': (/** @type {string} */ inside) => `<dialog open>${inside}</dialog>`,
};

for (const [place, around] of Object.entries(SHRINKING)) {
  test(`in ${place} it is as wide as a phone at least`, async ({ explainer, page, baseURL }) => {
    await serveHost(page, baseURL, around('<paged-attention-explainer></paged-attention-explainer>'));
    await explainer.drawn();
    expect((await explainer.element.boundingBox())?.width).toBeGreaterThanOrEqual(320);
    expect((await explainer.extent('utilization', COLORS.light.paged)).count).toBeGreaterThan(100);
  });
}

test('what a host hides stays hidden, and its own layers stay on top', async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, `<header style="position: sticky; top: 0; z-index: 1; height: 60px; background: white">Mine</header>
    <div id="around"><paged-attention-explainer></paged-attention-explainer></div><div style="height: 3000px"></div>`);
  await explainer.drawn();
  await page.evaluate(() => scrollTo(0, 300));
  expect(await page.evaluate(() => document.elementFromPoint(300, 30)?.localName)).toBe('header');
  await page.locator('#around').evaluate((element) => { element.style.visibility = 'hidden'; });
  await expect(explainer.finding).toBeHidden();
});

test('below a fixed header the sliders stick where the host says', async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, `<style>paged-attention-explainer { --pae-sticky-top: 60px }</style>
    <paged-attention-explainer></paged-attention-explainer><div style="height: 3000px"></div>`);
  await explainer.drawn();
  await page.evaluate(() => scrollTo(0, 400));
  expect((await explainer.element.locator('.controls').boundingBox())?.y).toBe(60);
});

test('figures that appear while a host scales them up from nothing are sharp in the end', async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, `<style>@keyframes grow { from { transform: scale(0) } } .grow { animation: grow 0.3s both }</style>
    <div class="grow"></div>`);
  await page.evaluate(() => document.querySelector('.grow')?.append(document.createElement('paged-attention-explainer')));
  await explainer.drawn();
  await page.waitForTimeout(500);
  const sizes = await explainer.element.locator('canvas').evaluateAll((all) => all.map((each) => {
    const canvas = /** @type {HTMLCanvasElement} */ (each);
    return [canvas.width - canvas.clientWidth, canvas.height - canvas.clientHeight].map(Math.abs);
  }));
  for (const [width, height] of sizes) expect(Math.max(width, height)).toBeLessThanOrEqual(1);
});

for (const size of ['62.5%', '200%']) {
  test(`a host whose root has a font size of ${size} changes no size here`, async ({ explainer, page, baseURL }) => {
    await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer>');
    await explainer.drawn();
    const sizes = () => explainer.element.locator('.finding, input, .figures').evaluateAll((all) =>
      all.map((each) => [each.getBoundingClientRect().width, each.getBoundingClientRect().height]));
    const before = await sizes();
    await page.addStyleTag({ content: `html { font-size: ${size} }` });
    await explainer.frame();
    expect(await sizes()).toEqual(before);
  });
}

test('shortcuts with the control key are the host’s, also from a field', async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer>');
  await explainer.drawn();
  await page.evaluate(() => {
    Object.assign(window, { heard: [] });
    document.addEventListener('keydown', ({ key }) => Reflect.get(window, 'heard').push(key));
  });
  await explainer.field('Seed').press('Control+k');
  await explainer.field('Seed').press('7');
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual(['Control', 'k']);
});

test('moved into another document it keeps its looks', async ({ explainer, page, baseURL }) => {
  await serveHost(page, baseURL, '<paged-attention-explainer></paged-attention-explainer><iframe src="about:blank" width="900" height="900"></iframe>');
  await explainer.drawn();
  await page.evaluate(() => {
    const element = document.querySelector('paged-attention-explainer');
    if (element) document.querySelector('iframe')?.contentDocument?.body.append(element);
  });
  const inside = page.frameLocator('iframe').locator('paged-attention-explainer .explainer');
  await expect(inside).toHaveCSS('border-radius', '12px');
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 700 } });

  test('a swipe over a slider scrolls the page and changes nothing; one along it moves it', async ({ explainer, page, baseURL }) => {
    await serveHost(page, baseURL, '<div style="height: 300px"></div><paged-attention-explainer></paged-attention-explainer>');
    await explainer.drawn();
    const changes = await explainer.element.evaluateHandle((element) => {
      /** @type {string[]} */
      const heard = [];
      element.addEventListener('change', ({ type }) => heard.push(type));
      return heard;
    });
    const client = await page.context().newCDPSession(page);
    /**
     * @param {number} dx
     * @param {number} dy
     */
    const swipe = async (dx, dy) => {
      // What a swipe before this one has set going, goes on for a while.
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(500);
      await page.evaluate(() => scrollTo(0, 0));
      await explainer.frame();
      const box = await explainer.slider('Sequences').boundingBox();
      if (!box) throw new Error('the slider has a place');
      const [x, y] = [box.x + box.width * 0.8, box.y + box.height / 2];
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      for (let i = 1; i <= 10; i += 1) {
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + dx * i / 10, y: y + dy * i / 10 }] });
      }
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await explainer.frame();
    };
    await swipe(0, -150);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect(await explainer.summary()).toMatchObject({ sequences: 50 });
    await expect(explainer.slider('Sequences')).toHaveValue('50');
    expect(await changes.jsonValue()).toEqual([]);
    // A value beyond the slider's reach comes back as well.
    await explainer.element.evaluate((element) => element.setAttribute('sequences', '5000'));
    await swipe(0, -150);
    expect(await explainer.summary()).toMatchObject({ sequences: 5000 });
    await swipe(-40, 0);
    const { sequences = 0 } = await explainer.summary() ?? {};
    expect(sequences).toBeGreaterThan(100);
    expect(sequences).toBeLessThan(800);
  });
});
