// For readers who have the browser show text in twice the usual size.
import { expect, test } from './explainer.js';

test.use({
  launchOptions: async ({ launchOptions }, use) => use({
    ...launchOptions,
    args: [...launchOptions.args ?? [], '--blink-settings=defaultFontSize=32'],
  }),
});

test('on a phone it needs no scrolling to the side, whatever is chosen', async ({ explainer, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const query of ['', '?model=custom', '?workload=lognormal', '?workload=custom&lengths=5000_6000*4000']) {
    await explainer.open(query);
    await explainer.element.getByText('In GiB: choose a model').click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), query).toBe(320);
  }
});

for (const width of [1280, 640]) {
  test(`text is twice as large, and reflows in ${width} pixels`, async ({ explainer, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await explainer.open('?sequences=1000000&max-length=1048576');
    await expect(explainer.element.locator('.explainer')).toHaveCSS('font-size', '30px');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    for (const name of ['Sequences', 'Maximum length']) {
      // The whole number can be read.
      const clipped = await explainer.field(name).evaluate((field) => field.scrollWidth - field.clientWidth);
      expect(clipped, name).toBeLessThanOrEqual(0);
    }
  });
}
