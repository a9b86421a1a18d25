// Memory in bytes: a model, its memory, and what is said of both.
import { expect, test } from './explainer.js';

test('without a model nothing is said of bytes, but for block tables', async ({ explainer }) => {
  await explainer.open();
  await expect(explainer.element.locator('.in-model:visible')).toHaveCount(0);
  await explainer.element.getByText('In GiB: choose a model').click();
  await expect(explainer.element.getByLabel('Memory for the cache')).toBeHidden();
  await explainer.element.getByText('What the numbers are').first().click();
  await expect(explainer.element.getByText('In the chosen model', { exact: true })).toBeHidden();
  expect(await explainer.element.locator('[data-value=NaN]').count()).toBe(0);
  expect((await explainer.summary())?.bytesPerToken).toBe(null);
});

// Kwon et al., SOSP 2023, Table 1 and §3: 800 KiB a token, 12 GiB of which are 15.7 K slots.
test('a chosen model speaks bytes in every figure, and the formula has its numbers filled in', async ({ explainer }) => {
  await explainer.open();
  await explainer.element.getByText('In GiB: choose a model').click();
  await explainer.element.getByLabel('Model', { exact: true }).selectOption('OPT-13B');
  await expect(explainer.element.locator('[data-passage=model-bytes]')).toHaveText(
    'One token takes 2 (a key and a value) × 40 layers × 40 KV heads × 128 numbers × 16 bits ÷ 8 = 819,200 bytes.');
  await expect(explainer.element.locator('[data-passage=model-blocks]')).toHaveText(
    'Blocks: ⌊12 GiB ÷ (16 × 819,200 bytes)⌋ = 983, with 15,728 slots. That is 7.68 times the maximum length, 2,048.');
  // Of serving over time, the memory makes the pool: what is said of that is in tests/browser/serving.spec.js.
  const figures = explainer.element.locator('figure:not([data-figure-name^=serving])');
  await expect(figures).toHaveCount(await figures.locator('.in-model:visible').count());
  // 102,400 × 819,200 bytes.
  expect(await explainer.metric('contiguous-bytes')).toEqual({ text: '78.1 GiB', value: 83_886_080_000 });
  expect((await explainer.metric('contiguous-admitted')).value).toBe(7);
  await explainer.element.getByLabel('KV data type').selectOption('8 bits');
  await expect.poll(async () => (await explainer.summary())?.kvSlots).toBe(31_456);
  await explainer.element.getByLabel('Memory for the cache').fill('24');
  await expect.poll(async () => (await explainer.summary())?.kvSlots).toBe(62_912);
  expect(await explainer.element.evaluate((element) => /** @type {any} */ (element).addressOf('http://host/'))).toBe(
    'http://host/?model=opt-13b&kv-dtype=8&memory=24');
});

test('a model of one’s own has its fields, and one that shares a vector its own formula', async ({ explainer }) => {
  await explainer.open('?model=custom&layers=28&kv-heads=4');
  await explainer.element.getByText('In GiB: choose a model').click();
  await expect(explainer.field('Layers')).toHaveValue('28');
  await expect(explainer.field('Head dimension')).toHaveValue('128');
  expect((await explainer.metric('bytes-per-token')).value).toBe(57_344);
  await explainer.element.getByLabel('Model', { exact: true }).selectOption('DeepSeek-V3');
  await expect(explainer.field('Layers')).toBeHidden();
  await expect(explainer.element.locator('[data-passage=model-bytes]')).toContainText('no factor 2');
  expect((await explainer.metric('bytes-per-token')).value).toBe(70_272);
});

test('what cannot be a model, or too little memory for a block, is said calmly', async ({ explainer }) => {
  await explainer.open('?model=gpt-5&memory=-3&kv-dtype=4');
  await expect(explainer.notices.locator('p')).toHaveText([
    'Model: there is no “gpt-5”; none is used.',
    'KV data type: there is no “4”; 16 is used.',
    'Memory for the cache: -3 is too small; 0.01, the smallest possible, is used.',
  ]);
  await explainer.open('?model=opt-13b&memory=0.01&block-size=256');
  await explainer.element.getByText('In GiB: choose a model').click();
  await expect(explainer.element.locator('[data-passage=model-blocks]')).toContainText('= 0: not even one block fits.');
  expect((await explainer.metric('paged-admitted')).value).toBe(0);
});

test('a model that was chosen by its layers stays when the whole module takes over', async ({ explainer }) => {
  await explainer.open();
  await explainer.element.evaluate((element) => {
    element.setAttribute('layers', '40');
    element.removeAttribute('layers');
  });
  await explainer.come('memory-map');
  await expect(explainer.element.locator('.block-table')).toContainText('16/16');
  expect((await explainer.summary())?.model).toBe('custom');
});

test('layers alone describe a model, and taking them away ends it with a reset', async ({ explainer }) => {
  await explainer.open();
  await explainer.element.evaluate((element) => element.setAttribute('layers', '32'));
  await expect.poll(async () => (await explainer.summary())?.model).toBe('custom');
  await explainer.button('Reset').click();
  await expect.poll(async () => (await explainer.summary())?.model).toBe('none');
  await expect(explainer.element).not.toHaveAttribute('layers');
});
