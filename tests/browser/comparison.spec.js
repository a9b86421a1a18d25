// The numbers on the page, against the article and NumPy, and how they follow the reader.
import { readFileSync } from 'node:fs';
import { expect, test } from './explainer.js';

const { cases } = JSON.parse(readFileSync(new URL('../data/numpy_lengths.json', import.meta.url), 'utf8'));

test('the defaults show the results that the article prints', async ({ explainer }) => {
  await explainer.open();
  const text = async (/** @type {string} */ name) => (await explainer.metric(name)).text;
  expect(await text('length-min')).toBe('50');
  expect(await text('length-max')).toBe('1,051');
  expect(await text('length-mean')).toBe('292');
  expect(await text('tokens')).toBe('14,582');
  expect(await text('contiguous-slots')).toBe('102,400');
  expect(await text('contiguous-utilization')).toBe('14.2 %');
  expect(await text('paged-blocks')).toBe('936');
  expect(await text('paged-slots')).toBe('14,976');
  expect(await text('paged-utilization')).toBe('97.4 %');
  expect(await text('memory-reduction')).toBe('85.4 %');
  expect(await text('capacity-multiplier')).toBe('6.8');
  expect((await explainer.metric('length-mean')).value).toBe(291.64);
  expect((await explainer.metric('contiguous-utilization')).value).toBe(14582 / 102400);
});

test('what is on the page and what the element says are the same numbers', async ({ explainer }) => {
  const inputs = ['workload', 'mean', 'mu', 'sigma', 'model'];
  // With a model, and lengths of one's own: then there is something to tell of every metric.
  await explainer.open('?sequences=777&max-length=1000&model=llama-3-8b&workload=custom&lengths=5000_20*3');
  const summary = await explainer.summary();
  for (const [camel, value] of Object.entries(summary ?? {}).filter(([name]) => !inputs.includes(name))) {
    const name = camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect((await explainer.metric(name)).value, name).toBe(value);
  }
  expect(Object.keys(summary ?? {})).toEqual(expect.arrayContaining([
    'sequences', 'maxLength', 'blockSize', 'seed', 'lengthMin', 'lengthMax', 'lengthMean', 'tokens', 'contiguousSlots',
    'contiguousUtilization', 'pagedBlocks', 'pagedSlots', 'pagedUtilization', 'memoryReduction', 'capacityMultiplier',
  ]));
});

test('WebAssembly draws the very lengths that NumPy does', async ({ explainer }) => {
  await explainer.open();
  for (const expected of cases) {
    const summary = await explainer.element.evaluate((element, { sequences, max_length, seed, workload, mean, mu, sigma }) => {
      const explainer = /** @type {import('../../www/element.js').PagedAttentionExplainer} */ (element);
      Object.assign(explainer, { sequences, maxLength: max_length, seed, workload, mean, mu, sigma, blockSize: 16 });
      return explainer.summary;
    }, expected);
    expect(summary).toMatchObject({
      tokens: expected.tokens,
      lengthMin: expected.length_min,
      lengthMax: expected.length_max,
      lengthMean: expected.length_mean,
      pagedBlocks: expected.paged_blocks[16],
    });
  }
});

test('a slider moves numbers, sentences and pictures in one frame', async ({ explainer, page }) => {
  await explainer.open();
  await explainer.slider('Block size').evaluate((slider) => {
    /** @type {HTMLInputElement} */ (slider).value = '8';
    slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect((await explainer.metric('paged-blocks')).value).toBe(86);
  await expect(explainer.finding).toContainText('paging uses 66.2 %');
  await expect(explainer.canvas('utilization')).toHaveAttribute('aria-label', /66\.2 %/);
});

test('many events between two frames make one update', async ({ explainer, page }) => {
  await explainer.open();
  const updates = await page.evaluate(() => {
    const root = document.querySelector('paged-attention-explainer')?.shadowRoot;
    const slider = /** @type {HTMLInputElement} */ (root?.querySelector('[data-parameter=sequences] input[type=range]'));
    let count = 0;
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (callback) => {
      count += 1;
      return requestAnimationFrame(callback);
    };
    for (let i = 1; i <= 100; i += 1) {
      slider.value = String(i);
      slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    }
    return count;
  });
  expect(updates).toBe(1);
  await explainer.frame();
  expect((await explainer.metric('sequences')).value).toBe(100);
});

test('sliders reach what they promise, and fields reach further', async ({ explainer }) => {
  await explainer.open();
  /** @type {[string, string, number, number][]} */
  const reaches = [
    ['Sequences', 'sequences', 1, 1000],
    ['Maximum length', 'max-length', 64, 131_072],
    ['Block size', 'block-size', 1, 256],
  ];
  for (const [name, metric, first, last] of reaches) {
    await explainer.slider(name).press('Home');
    await explainer.frame();
    expect((await explainer.metric(metric)).value).toBe(first);
    await explainer.slider(name).press('End');
    await explainer.frame();
    expect((await explainer.metric(metric)).value).toBe(last);
  }
  await explainer.field('Sequences').fill('1000000');
  await explainer.field('Maximum length').fill('1048576');
  await explainer.field('Block size').fill('4096');
  await explainer.frame();
  expect((await explainer.metric('contiguous-slots')).text).toBe('1,048,576,000,000');
});

test('a new random workload has a new seed and other lengths', async ({ explainer }) => {
  await explainer.open();
  await explainer.button('New random workload').click();
  await explainer.frame();
  const first = await explainer.summary();
  expect(first?.seed).not.toBe(42);
  expect(first?.tokens).not.toBe(14582);
  expect(await explainer.field('Seed').inputValue()).toBe(String(first?.seed));
  await explainer.button('New random workload').click();
  await explainer.frame();
  expect((await explainer.summary())?.seed).not.toBe(first?.seed);
});

test('reset brings everything back', async ({ explainer, page }) => {
  await explainer.open('?sequences=7&seed=abc&block-size=9');
  await explainer.field('Mean before clipping').fill('17');
  await explainer.button('Reset').click();
  await explainer.frame();
  expect(await explainer.summary()).toMatchObject({ sequences: 50, maxLength: 2048, blockSize: 16, seed: 42, tokens: 14582 });
  await expect(explainer.notices).toBeEmpty();
  await expect(explainer.field('Mean before clipping')).toHaveValue('300');
  expect(new URL(page.url()).search).toBe('');
});

test('where paging loses, the page says so plainly', async ({ explainer }) => {
  await explainer.open('?max-length=512&block-size=1024');
  await expect(explainer.finding).toContainText('Here paging loses');
  expect((await explainer.metric('memory-reduction')).value).toBe(-1);
  expect((await explainer.metric('memory-reduction')).text).toBe('−100.0 %');
});

test('the summary and the NumPy lines can be copied', async ({ explainer, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await explainer.open('?seed=7');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await explainer.element.getByText('What the numbers are').click();
  await explainer.button('Copy as text').click();
  await expect.poll(clipboard).toMatch(/seed +7 /);
  await explainer.element.getByText('Reproduce in NumPy').click();
  await expect(explainer.element.locator('.numpy')).toContainText('np.random.RandomState(7)');
  await explainer.button('Copy the lines').click();
  await expect.poll(clipboard).toContain('np.random.RandomState(7)');
});

test('where copying is not allowed, the text is there to copy by hand, until the next change', async ({ explainer, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await explainer.open('?seed=7');
  await explainer.element.getByText('Reproduce in NumPy').click();
  await explainer.button('Copy the lines').click();
  const byHand = explainer.element.locator('.by-hand');
  await expect(byHand).toContainText('np.random.RandomState(7)');
  await expect(byHand).toBeInViewport();
  await explainer.button('Copy link').click();
  await expect(byHand.last()).toHaveText(/\?seed=7$/);
  await explainer.slider('Block size').press('ArrowRight');
  await expect(byHand).toHaveCount(0);
});

test('where there are no random numbers, the reader is told and all else works', async ({ explainer, page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'crypto', { value: undefined }));
  await explainer.open();
  await explainer.button('New random workload').click();
  await expect(explainer.notices).toContainText('no random numbers');
  await explainer.field('Seed').fill('0');
  await explainer.field('Seed').press('Enter');
  expect((await explainer.summary())?.tokens).toBe(15709);
  await expect(explainer.notices).toBeEmpty();
});
