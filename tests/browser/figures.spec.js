// The pictures: named pixels, at every pixel ratio, size and theme.
import { COLORS, Explainer, expect, test } from './explainer.js';

/** Geometry of the figures in CSS pixels, as src/chart has it: room below a plot. */
const BELOW = 44;

test('a utilization bar is as high as its number', async ({ explainer }) => {
  await explainer.open();
  const box = await explainer.canvas('utilization').boundingBox();
  const axis = (box?.height ?? 0) - BELOW - 34;
  const contiguous = await explainer.extent('utilization', COLORS.light.contiguous);
  const paged = await explainer.extent('utilization', COLORS.light.paged);
  expect(contiguous.bottom - contiguous.top).toBeCloseTo((axis * 14.24) / 105, -0.3);
  expect(paged.bottom - paged.top).toBeCloseTo((axis * 97.37) / 105, -0.3);
  expect(contiguous.right).toBeLessThan(paged.left);
});

test('the histogram has its lines at the mean and at the reserved maximum', async ({ explainer }) => {
  await explainer.open();
  // The bars span the lengths from 50 to 1,051 tokens, and tell the scale of the axis.
  const bars = await explainer.extent('histogram', COLORS.light.data);
  const at = (/** @type {number} */ tokens) => bars.left + ((bars.right - bars.left) * (tokens - 50)) / 1001;
  const dashed = await explainer.extent('histogram', COLORS.light.contiguous);
  expect(Math.abs(dashed.left - at(2048))).toBeLessThan(4);
  const mean = Math.round(at(291.64));
  const column = await Promise.all([-2, -1, 0, 1, 2].map((dx) => explainer.pixel('histogram', mean + dx, 60)));
  expect(column).toContain(`${COLORS.light.ink}ff`);
  expect(dashed.top).toBeLessThan(10);
});

test('a maximum far beyond the requests leaves them readable', async ({ explainer }) => {
  await explainer.open('?max-length=131072');
  const box = await explainer.canvas('histogram').boundingBox();
  const bars = await explainer.extent('histogram', COLORS.light.data);
  expect(bars.right - bars.left).toBeGreaterThan((box?.width ?? 0) / 2);
  const dashed = await explainer.extent('histogram', COLORS.light.contiguous);
  expect(dashed.left).toBeGreaterThan(bars.right);
});

/**
 * Every pixel of the screen is drawn on, and nothing is smeared over two.
 *
 * @param {Explainer} explainer
 */
async function expectCrisp(explainer) {
  for (const figure of ['histogram', 'utilization']) {
    const missing = await explainer.canvas(figure).evaluate((element) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const { width, height } = canvas.getBoundingClientRect();
      return [canvas.width - width * devicePixelRatio, canvas.height - height * devicePixelRatio];
    });
    expect(Math.max(...missing.map(Math.abs)), figure).toBeLessThanOrEqual(1);
  }
  // Where a bar ends, the colour changes from one pixel to the next.
  const paged = await explainer.extent('utilization', COLORS.light.paged);
  const scale = await explainer.page.evaluate(() => devicePixelRatio);
  expect(paged.count / ((paged.right - paged.left) * (paged.bottom - paged.top) * scale * scale)).toBeGreaterThan(0.99);
}

for (const deviceScaleFactor of [1, 1.25, 2, 3]) {
  test.describe(`at a pixel ratio of ${deviceScaleFactor}`, () => {
    test.use({ deviceScaleFactor });

    test('figures are crisp', async ({ explainer }) => {
      await explainer.open();
      await expectCrisp(explainer);
    });
  });
}

test('figures are crisp again after zooming', async ({ explainer, page }) => {
  await page.setViewportSize({ width: 1920, height: 1200 });
  await explainer.open();
  const devtools = await page.context().newCDPSession(page);
  // A page that is zoomed has fewer CSS pixels; from 1,920 to 1,536 of them the figures keep their size in those.
  for (const zoom of [1.25, 2, 3, 1]) {
    const size = { width: 1920 / zoom, height: 1200 / zoom };
    await devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: zoom, mobile: false });
    await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(zoom);
    await expect(() => expectCrisp(explainer)).toPass({ timeout: 3000 });
  }
});

test('a theme switch redraws in the colours of the theme', async ({ explainer, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await explainer.open();
  expect((await explainer.extent('utilization', COLORS.light.paged)).count).toBeGreaterThan(100);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await explainer.extent('utilization', COLORS.dark.paged)).count).toBeGreaterThan(100);
  await explainer.element.evaluate((element) => element.setAttribute('theme', 'light'));
  await expect.poll(async () => (await explainer.extent('utilization', COLORS.light.paged)).count).toBeGreaterThan(100);
  expect((await explainer.extent('utilization', COLORS.dark.paged)).count).toBe(0);
});

test('on paper figures have the colours of paper and their proportions, and get their own back', async ({ explainer, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await explainer.open('?theme=dark');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect.poll(async () => (await explainer.extent('utilization', COLORS.light.paged)).count).toBeGreaterThan(100);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await expect(explainer.canvas('histogram')).toHaveCSS('object-fit', 'contain');
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
  await expect.poll(async () => (await explainer.extent('utilization', COLORS.dark.paged)).count).toBeGreaterThan(100);
});

test('the text styles and the direction of a host page reach neither text nor figures', async ({ explainer, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await explainer.open();
  const look = async () => [
    await explainer.finding.evaluate((element) => element.getBoundingClientRect().height),
    await explainer.canvas('histogram').evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()),
    await explainer.element.locator('.subtitle').first().evaluate((element) => getComputedStyle(element).direction),
  ];
  const before = await look();
  await page.addStyleTag({ content: `paged-attention-explainer, body { letter-spacing: 5px; word-spacing: 20px;
    text-transform: uppercase; text-indent: 60px; white-space: nowrap; word-break: break-all; text-align: right; }` });
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await explainer.slider('Block size').press('ArrowRight');
  await explainer.slider('Block size').press('ArrowLeft');
  await explainer.frame();
  expect(await look()).toEqual(before);
});

test('a resize redraws, and nothing grows by itself', async ({ explainer, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await explainer.open();
  for (const width of [320, 375, 768, 1024, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await explainer.frame();
    const canvas = explainer.canvas('histogram');
    const sizes = await canvas.evaluate((element) => [Reflect.get(element, 'width'), element.clientWidth, element.clientHeight]);
    expect(Math.abs(sizes[0] - sizes[1])).toBeLessThanOrEqual(1);
    expect((await explainer.extent('histogram', COLORS.light.data)).count).toBeGreaterThan(100);
    await explainer.frame();
    expect(await canvas.evaluate((element) => [Reflect.get(element, 'width'), element.clientWidth, element.clientHeight])).toEqual(sizes);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('first shown inside a closed details, it is drawn when that opens', async ({ explainer, page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const details = document.createElement('details');
      details.innerHTML = '<summary>More</summary>';
      const element = document.querySelector('paged-attention-explainer');
      element?.replaceWith(details);
      if (element) details.append(element);
    });
  });
  await page.goto('');
  await page.getByText('More', { exact: true }).click();
  await explainer.drawn();
  expect((await explainer.extent('histogram', COLORS.light.data)).count).toBeGreaterThan(100);
  expect((await explainer.extent('utilization', COLORS.light.paged)).count).toBeGreaterThan(100);
});

for (const width of [1600, 1280, 1024, 900, 768, 375, 320]) {
  test(`nothing shifts after the first draw, while sliders move, ${width} pixels wide`, async ({ explainer, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await explainer.open();
    // What comes later brings more than its figure along.
    await explainer.served();
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const unasked = Reflect.get(entry, 'hadRecentInput') ? 0 : Reflect.get(entry, 'value');
          Reflect.set(window, 'shift', Reflect.get(window, 'shift') + unasked);
        }
      }).observe({ type: 'layout-shift', buffered: false });
    });
    await page.waitForTimeout(600);
    expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0);
    // In the document, for a control that gets the focus is scrolled into view.
    const tops = () => explainer.element.evaluate((element) =>
      [...(element.shadowRoot?.querySelectorAll('canvas, .foot') ?? [])].map((each) => each.getBoundingClientRect().top + scrollY));
    const before = await tops();
    expect(before.length).toBeGreaterThan(2);
    const move = async (/** @type {string} */ name, /** @type {string} */ key) => {
      await explainer.slider(name).press(key);
      await explainer.frame();
      expect(await tops(), `${name} ${key}`).toEqual(before);
    };
    for (const name of ['Sequences', 'Block size', 'Maximum length']) {
      for (const key of ['Home', 'End', 'PageDown']) await move(name, key);
    }
    // Paging ties, then loses.
    await explainer.button('Reset').click();
    await move('Maximum length', 'Home');
    await expect(explainer.finding).toContainText('gains nothing');
    await move('Block size', 'End');
    await expect(explainer.finding).toContainText('paging loses');
  });
}

test('the band of the sweep comes by itself, once there is time, and goes with the workload', async ({ explainer, page }) => {
  await explainer.open();
  const band = () => explainer.extent('block-size-sweep', '#e2f4ee').then(({ count }) => count);
  // The sample in the key has the colour as well, and is there from the first.
  await expect.poll(band).toBeGreaterThan(1_000);
  const rows = explainer.element.locator('[data-figure-name="block-size-sweep"] tbody tr');
  await explainer.element.locator('[data-figure-name="block-size-sweep"] summary').click();
  await expect(rows).toHaveCount(13);
  await expect(rows.nth(4)).toHaveText(/^16\D*936\D*97\.4 %\D*9\d\.\d %\D*9\d\.\d %\D*97\.5 %$/);
  // For so many there would be nothing to see.
  await explainer.field('Sequences').fill('100001');
  await explainer.field('Sequences').blur();
  await expect.poll(band).toBe(0);
  await expect(page.getByText('Other seeds would lead to the same line').first()).toBeVisible();
});

test('dragging the marker of the sweep sets the block size, as its slider does', async ({ explainer, page }) => {
  await explainer.open();
  const heard = await explainer.element.evaluateHandle((element) => {
    /** @type {string[]} */
    const types = [];
    for (const name of ['input', 'change']) element.addEventListener(name, ({ type }) => types.push(type));
    return types;
  });
  const canvas = explainer.canvas('block-size-sweep');
  await explainer.come('block-size-sweep');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the canvas has a place');
  // The axis has 48 pixels to its left and 16 to its right, and twelve powers of two.
  const at = (/** @type {number} */ exponent) => box.x + 48 + (box.width - 64) * exponent / 12;
  const y = box.y + box.height / 2;
  await page.mouse.move(at(4), y);
  await page.mouse.down();
  await page.mouse.move(at(6), y, { steps: 4 });
  await page.mouse.move(at(8), y, { steps: 4 });
  await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 256, pagedBlocks: 86 });
  expect((await heard.jsonValue()).includes('change')).toBe(false);
  await page.mouse.up();
  await page.mouse.move(at(2), y);
  await explainer.frame();
  expect(await explainer.summary()).toMatchObject({ blockSize: 256 });
  const types = await heard.jsonValue();
  expect(types.filter((type) => type === 'change')).toEqual(['change']);
  expect(types.filter((type) => type === 'input').length).toBe(4);
  await expect(explainer.slider('Block size')).toHaveValue('8');
});

test('a request is picked in the memory map, found in both memories, and its block table listed', async ({ explainer, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await explainer.open();
  const heard = await explainer.element.evaluateHandle((element) => {
    /** @type {string[]} */
    const types = [];
    for (const name of ['input', 'change']) element.addEventListener(name, ({ type }) => types.push(type));
    return types;
  });
  const entries = explainer.element.locator('.block-table li:not(.room)');
  // What it takes is loaded when the reader comes near.
  await explainer.come('memory-map');
  await expect(entries.first()).toHaveText('0 → 0 · 16/16');
  const canvas = explainer.canvas('memory-map');
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the canvas has a place');
  // The rows of contiguous allocation begin below the key and a heading, and are six pixels apart.
  const row = (/** @type {number} */ request) => box.y + 20 + 26 + 6 * (request - 1) + 2;
  await page.mouse.move(box.x + 30, row(5));
  await explainer.frame();
  await expect(explainer.field('Request')).toHaveValue('1');
  await page.mouse.down();
  await page.mouse.move(box.x + 30, row(11), { steps: 3 });
  await page.mouse.up();
  await expect(explainer.field('Request')).toHaveValue('11');
  await expect(entries).toHaveCount(11);
  await expect(entries.last()).toHaveText('10 → 581 · 9/16');
  expect((await heard.jsonValue()).filter((type) => type === 'change')).toEqual(['change']);
  // It is lit up where the pointer was.
  expect(await explainer.pixel('memory-map', 30, 20 + 26 + 6 * 10 + 2)).toBe(`${COLORS.light.ink}ff`);
  await explainer.slider('Grow').press('Home');
  await expect(entries.last()).toHaveText('3 → 67 · 9/16');
  await expect(canvas).toHaveAccessibleName(/Request 11 has 57 tokens in 4 blocks, all side by side/);
});
