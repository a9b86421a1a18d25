// Settings that are kept to compare others with.
import { expect, test } from './explainer.js';

test('a pinned setting stays beside the numbers and in the figures while the reader goes on', async ({ explainer, page }) => {
  await explainer.open('?block-size=256');
  await explainer.element.getByText('What the numbers are').first().click();
  const before = await explainer.extent('utilization', '#1d2126');
  await explainer.button('Pin').click();
  await explainer.slider('Block size').press('Home');
  await expect(explainer.element.locator('.numbers thead th')).toHaveText(['number', 'now', 'A', 'origin']);
  const used = explainer.element.locator('.numbers tr', { hasText: 'tokens ÷ reserved' }).last();
  await expect(used.locator('td').first()).toHaveText('100.0 %');
  await expect(used.locator('.pinned')).toHaveText('66.2 %');
  // A line in each bar.
  expect((await explainer.extent('utilization', '#1d2126')).count).toBeGreaterThan(before.count + 100);
  await expect.poll(() => page.url()).toContain('?block-size=1&pins=block-size:256');
});

test('pins come with the link, four at most, and go one by one', async ({ explainer, page }) => {
  await explainer.open('?pins=seed:1;seed:2;model:llama-3-8b,memory:11.12;defaults');
  const pins = explainer.element.locator('.pins li');
  await expect(pins).toHaveText([/^A: seed 1 /, /^B: seed 2 /, /^C: Llama 3 8B, memory for the cache 11.12 /, /^D: all defaults /]);
  await expect(explainer.button('Pin').first()).toBeDisabled();
  await explainer.button('Remove pin B').click();
  await expect(pins).toHaveText([/^A: seed 1 /, /^B: Llama 3 8B/, /^C: all defaults /]);
  await expect(explainer.button('Pin').first()).toBeFocused();
  await expect.poll(() => page.url()).toContain('?pins=seed:1;model:llama-3-8b,memory:11.12;defaults');
  await explainer.button('Reset').click();
  await expect(pins).toHaveCount(3);
});

test('the same setting is pinned once', async ({ explainer }) => {
  await explainer.open();
  await explainer.button('Pin').click();
  await explainer.button('Pin').first().click();
  await expect(explainer.element.locator('.pins li')).toHaveText([/^A: all defaults/]);
});

test('what cannot be pinned is named, and the rest works', async ({ explainer }) => {
  await explainer.open('?pins=block-size:0&seed=7');
  await expect(explainer.notices).toContainText('Pins: “block-size:0” is no setting that can be pinned; those before are kept.');
  expect((await explainer.summary())?.seed).toBe(7);
});
