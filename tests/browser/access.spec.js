// For everybody: keyboard, screen reader, small screens, large text.
import { axeViolations, expect, test } from './explainer.js';

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [1280, 320]) {
    test(`axe finds nothing, ${colorScheme}, ${width} pixels wide`, async ({ explainer, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await explainer.open('?seed=abc');
      for (const details of await explainer.element.locator('summary').all()) await details.click();
      await explainer.frame();
      expect(await axeViolations(page)).toEqual([]);
    });
  }
}

test('every control has the name it promises, sliders speak their value', async ({ explainer }) => {
  await explainer.open('?max-length=1000');
  for (const name of ['Sequences', 'Maximum length', 'Block size']) {
    await expect(explainer.slider(name)).toBeVisible();
    await expect(explainer.field(name)).toBeVisible();
  }
  for (const name of ['New random workload', 'Reset', 'Copy link']) await expect(explainer.button(name)).toBeVisible();
  await expect(explainer.slider('Maximum length')).toHaveAttribute('aria-valuetext', '1,000 tokens');
  await explainer.slider('Maximum length').press('ArrowLeft');
  await expect(explainer.slider('Maximum length')).toHaveAttribute('aria-valuetext', '512 tokens');
});

test('everything can be reached and worked with the keyboard, in the order in which it stands', async ({ explainer, page }) => {
  await explainer.open();
  await explainer.served();
  /** @type {string[]} */
  const reached = [];
  while (reached.at(-1) !== 'Reproduce in NumPy' && reached.length < 80) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      // The page's own button stands among those of the explainer.
      const own = document.querySelector('paged-attention-explainer > :focus');
      const focused = own ?? document.querySelector('paged-attention-explainer')?.shadowRoot?.activeElement;
      const label = focused?.getAttribute('aria-labelledby');
      const root = /** @type {ShadowRoot | undefined} */ (focused?.getRootNode());
      const style = focused && getComputedStyle(focused);
      if (focused && style?.outlineStyle === 'none') return 'a focus that is not seen';
      return focused && `${focused.getAttribute('type') ?? ''} ${(label ? root?.getElementById(label) : focused)?.textContent}`;
    });
    reached.push((name ?? 'something else').trim());
  }
  expect(reached).toEqual([
    'number Sequences', 'range Sequences', 'number Maximum length', 'range Maximum length', 'number Block size',
    'range Block size', ...Array(3).fill('Data as a table'), 'number Request', 'number Grow', 'range Grow',
    ...Array(3).fill('Data as a table'),
    'Requests', 'Arrivals', 'number Pool', 'number Watermark', 'number Steps',
    ...['20,000', '9,851', '49', '12,716', '1', '7,730', '73', '11,291', '17,482', '4'].map((step) => `button step ${step}`),
    'Data as a table', 'Data as a table',
    'button ⏮', 'button « Event', 'button ‹ Step', 'button Play', 'button Step ›', 'button Event »', '5251005002,500',
    'System', 'number Step', 'range Step', 'Data as a table', 'Workload', 'number Mean before clipping', 'number Seed',
    'button New random workload', 'button Pin', 'button Reset', 'button Copy link', 'button Embed',
    'In GiB: choose a model', 'What the numbers are', 'Reproduce in NumPy',
  ]);
});

test('keys that a control answers to do not reach the page around it', async ({ explainer, page }) => {
  await explainer.open();
  await page.evaluate(() => {
    Object.assign(window, { heard: [] });
    document.addEventListener('keydown', ({ key }) => Reflect.get(window, 'heard').push(key));
  });
  for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']) await explainer.slider('Block size').press(key);
  await explainer.field('Seed').press('7');
  await explainer.button('Reset').press('Escape');
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual(['Escape']);
});

test('each figure has a label that states what is seen, and its data as a table', async ({ explainer }) => {
  await explainer.open();
  await expect(explainer.canvas('histogram')).toHaveRole('img');
  await expect(explainer.canvas('histogram')).toHaveAttribute('aria-label', /50 requests of 50 to 1,051 tokens; mean length 292, reserved for each 2,048/);
  await expect(explainer.canvas('utilization')).toHaveAttribute('aria-label', /14\.2 % of 102,400 slots.*97\.4 % of 14,976 slots/);
  const figures = explainer.element.locator('figure');
  await figures.nth(0).getByText('Data as a table').click();
  const rows = figures.nth(0).locator('tbody tr');
  await expect(rows).toHaveCount(30);
  await expect(rows.first()).toHaveText('50.0083.3715');
  await expect(rows.last()).toHaveText('1,017.631,051.002');
  await figures.nth(1).getByText('Data as a table').click();
  await expect(figures.nth(1).locator('tbody tr').nth(1)).toHaveText('Paged14,58214,97697.4 %');
});

test('a change is announced once, after the reader stops', async ({ explainer, page }) => {
  await explainer.open();
  const announcement = explainer.element.locator('.announcement');
  await announcement.evaluate((element) => {
    Object.assign(window, { announced: 0 });
    new MutationObserver(() => Reflect.set(window, 'announced', Reflect.get(window, 'announced') + 1)).observe(element, { childList: true });
  });
  for (let i = 0; i < 5; i += 1) await explainer.slider('Block size').press('ArrowRight');
  await expect(announcement).toBeEmpty();
  await expect(announcement).toContainText('paging uses 66.2 %');
  expect(await page.evaluate(() => Reflect.get(window, 'announced'))).toBe(1);
});

test('targets are large enough to touch', async ({ explainer, page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await explainer.open();
  for (const target of await explainer.element.locator('button:visible, input:visible, select:visible, summary:visible').all()) {
    const box = await target.boundingBox();
    expect(box?.height, await target.evaluate((element) => element.outerHTML)).toBeGreaterThanOrEqual(24);
    expect(box?.width).toBeGreaterThanOrEqual(24);
  }
});

test('on a phone the controls stay in view while the figures scroll by', async ({ explainer, page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await explainer.open();
  await explainer.canvas('utilization').scrollIntoViewIfNeeded();
  const slider = await explainer.slider('Block size').boundingBox();
  expect(slider?.y).toBeGreaterThan(0);
  expect(slider?.y).toBeLessThan(160);
  const controls = await explainer.element.locator('.controls').boundingBox();
  expect(controls?.height, 'compact').toBeLessThan(140);
});

test('on a low screen, as at 200 % zoom, they do not take it away', async ({ explainer, page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await explainer.open();
  await explainer.canvas('utilization').scrollIntoViewIfNeeded();
  await expect(explainer.slider('Block size')).not.toBeInViewport();
});

test('nothing moves by itself, nor after a slider has moved', async ({ explainer, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explainer.open();
  await explainer.slider('Block size').press('End');
  await explainer.frame();
  const picture = () => explainer.canvas('utilization').evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const first = await picture();
  await page.waitForTimeout(300);
  expect(await picture()).toBe(first);
  const running = await explainer.element.evaluate((element) =>
    [document, ...(element.shadowRoot ? [element.shadowRoot] : [])].flatMap((root) => root.getAnimations()).length);
  expect(running).toBe(0);
});

test('where the browser imposes its colours, figures keep theirs', async ({ explainer, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await explainer.open();
  expect((await explainer.extent('utilization', '#d55e00')).count).toBeGreaterThan(100);
  expect((await explainer.extent('utilization', '#009e73')).count).toBeGreaterThan(100);
  expect((await explainer.extent('histogram', '#6f8ba8')).count).toBeGreaterThan(100);
});

test('a wheel over the figures and the controls scrolls the page and changes nothing', async ({ explainer, page }) => {
  await explainer.open();
  await explainer.canvas('histogram').hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await explainer.slider('Sequences').hover();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  expect((await explainer.summary())?.sequences).toBe(50);
});
