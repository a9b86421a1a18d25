// The explainer in the sites that real documentation tools have built: in a frame, and as an element. The explainer
// comes from another server than the site, as it does for most authors.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Explainer, expect, test } from '../browser/explainer.js';
import { DARK, drive, framed, serveExplainer } from './explainer.js';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * @typedef {object} Host
 * @property {string} [frame] path of the page with a frame
 * @property {string} [element] path of the page with an element
 * @property {boolean} [links] whether the site has links from one to the other
 * @property {(page: Page) => Promise<unknown>} darken has the reader switch the site from light to dark
 * @property {Shortcut} [shortcut] a key with which the host leads to another page
 */

/** @typedef {{ key: string, control: 'slider' | 'field', name: string }} Shortcut and the control that takes this key */

// By the keyboard: a click may come before the page, and the frame in it, have stopped scrolling to the switch.
const toggleFuro = (/** @type {Page} */ page) => page.locator('.theme-toggle:visible').first().press('Enter');
const toggle = (/** @type {Page} */ page) => page.getByRole('button', { name: 'Toggle dark mode' }).press('Enter');

/** @type {Record<string, Host>} */
const HOSTS = {
  'mdbook': {
    frame: 'frame.html',
    element: 'element.html',
    links: true,
    darken: async (page) => {
      await page.getByRole('button', { name: 'Change theme' }).click();
      await page.getByRole('menuitem', { name: 'Navy' }).click();
    },
    shortcut: { key: 'ArrowRight', control: 'slider', name: 'Block size' },
  },
  'mkdocs-material': {
    frame: 'frame/',
    element: 'element/',
    links: true,
    darken: (page) => page.getByTitle('Switch to dark mode').click(),
    shortcut: { key: '.', control: 'field', name: 'Mean before clipping' },
  },
  'sphinx': {
    frame: 'frame.html',
    element: 'element.html',
    links: true,
    darken: toggleFuro,
  },
  'sphinx, reStructuredText': {
    frame: 'frame-rst.html',
    darken: toggleFuro,
  },
  'docusaurus': {
    frame: 'frame/',
    element: 'element/',
    links: true,
    darken: (page) => page.getByRole('button', { name: /dark and light mode/ }).press('Enter'),
  },
  'vitepress': {
    frame: 'frame.html',
    element: 'element.html',
    links: true,
    darken: (page) => page.getByRole('switch').first().press('Enter'),
  },
  'vite': {
    element: 'element.html',
    darken: (page) => page.emulateMedia({ colorScheme: 'dark' }),
  },
  'quarto': { frame: 'frame.html', element: 'element.html', darken: toggle },
  'hugo': { frame: 'frame.html', element: 'element.html', darken: toggle },
};

// The reader's preference, which is light where nobody says anything, is not emulated: that would also go before what a
// site says to its frames.
test.use({ viewport: { width: 1280, height: 900 }, colorScheme: null });

test.beforeEach(({ page }) => serveExplainer(page));

/**
 * Whether a frame is as high as what is in it.
 *
 * @param {Page} page
 */
async function expectFit(page) {
  const frame = page.frames().find((each) => each.url().includes('embed.html'));
  await expect.poll(() => frame?.evaluate(() => {
    const { height } = document.documentElement.getBoundingClientRect();
    return { spare: innerHeight - Math.ceil(height), scrolls: document.documentElement.scrollHeight > innerHeight };
  })).toEqual({ spare: 0, scrolls: false });
}

/** @param {Explainer} explainer */
function panel(explainer) {
  return explainer.element.locator('.explainer');
}

const HOW_TOS = new URL('../../docs/hosts/', import.meta.url);

for (const file of readdirSync(HOW_TOS)) {
  test(`${file}: every address of the explainer leads to a part of the site`, () => {
    const addresses = readFileSync(new URL(file, HOW_TOS), 'utf8').match(/https:\/\/example\.org[^\s"'()]*/g) ?? [];
    for (const address of addresses) {
      const path = new URL(address).pathname.replace('/explainer/', '');
      expect(existsSync(`dist/${path || 'index.html'}`), address).toBe(true);
    }
  });
}

for (const [name, { frame, element, links, darken, shortcut }] of Object.entries(HOSTS)) {
  const root = `${name.split(',')[0]}/`;

  if (frame) {
    test(`${name}: a frame has the height of what is in it, and the colours of the site`, async ({ page }) => {
      await page.goto(root + frame);
      const explainer = framed(page);
      await drive(explainer);
      await expect(page.getByRole('link', { name: 'How full is your KV cache?' })).toBeHidden();
      await expectFit(page);
      await explainer.element.getByText('What the numbers are').first().click();
      await expectFit(page);
      await expect(panel(explainer)).not.toHaveCSS('background-color', DARK);
      await darken(page);
      await expect(panel(explainer)).toHaveCSS('background-color', DARK);
    });

    test(`${name}: without scripting there is a link`, async ({ browser, baseURL }) => {
      const page = await browser.newPage({ javaScriptEnabled: false });
      await page.goto(`${baseURL}${root}${frame}`);
      const link = page.getByRole('link', { name: 'How full is your KV cache?' });
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', 'https://example.org/explainer/embed.html?block-size=32');
      await page.close();
    });
  }

  if (element) {
    test(`${name}: an element has the colours of the site${shortcut ? ' and keeps its keys' : ''}`, async ({ page }) => {
      await page.goto(root + element);
      const explainer = new Explainer(page);
      await drive(explainer);
      expect((await explainer.canvas('histogram').boundingBox())?.height).toBeGreaterThan(200);
      await expect(panel(explainer)).not.toHaveCSS('background-color', DARK);
      await darken(page);
      await expect(panel(explainer)).toHaveCSS('background-color', DARK);
      if (shortcut) await expectKeyKept(page, explainer, shortcut);
    });
  }

  if (links) {
    test(`${name}: the reader goes from page to page and back`, async ({ page }) => {
      await page.goto(root + frame);
      await drive(framed(page));
      await page.getByRole('link', { name: 'Element' }).first().click();
      await drive(new Explainer(page));
      await expect(page.locator('iframe')).toHaveCount(0);
      await page.goBack();
      await drive(framed(page));
      await expectFit(page);
    });
  }
}

/**
 * The key is the host's, except where a control of the explainer takes it.
 *
 * @param {Page} page
 * @param {Explainer} explainer
 * @param {Shortcut} shortcut
 */
async function expectKeyKept(page, explainer, { key, control, name }) {
  const address = page.url();
  await explainer[control](name).press(key);
  await page.waitForTimeout(500);
  expect(page.url()).toBe(address);
  await explainer[control](name).blur();
  await page.keyboard.press(key);
  await expect.poll(() => page.url()).not.toBe(address);
}
