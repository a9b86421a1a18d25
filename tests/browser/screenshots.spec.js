// Pictures of the page for people to look at, in the ignored folder screenshots/.
import { test } from './explainer.js';

const VIEWS = { defaults: '', 'far-maximum': '?max-length=131072&sequences=1000', 'paging-loses': '?max-length=512&block-size=1024&seed=abc' };

for (const [name, query] of Object.entries(VIEWS)) {
  for (const width of [1280, 375]) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      test(`${name} at ${width}, ${colorScheme}`, async ({ explainer, page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: width < 500 ? 667 : 900 });
        await explainer.open(query);
        await explainer.frame();
        await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}.png`, fullPage: true });
      });
    }
  }
}
