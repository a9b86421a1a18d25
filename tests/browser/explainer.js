// What the browser tests share: a page that fails its test on any error, and an explainer to drive.
import { createRequire } from 'node:module';
import { expect, test as base } from '@playwright/test';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {import('../../www/element.js').PagedAttentionExplainer} PagedAttentionExplainer */

/** One explainer on a page. Its locators see into its shadow root. */
export class Explainer {
  page;
  element;

  /**
   * @param {Page} page
   * @param {Locator} [element]
   */
  constructor(page, element = page.locator('paged-attention-explainer')) {
    this.page = page;
    this.element = element;
  }

  /**
   * Opens the page and waits for the first draw.
   *
   * @param {string} [query]
   */
  async open(query = '') {
    await this.page.goto(query);
    await this.drawn();
  }

  async drawn() {
    await this.element.evaluate(async (element) => {
      await customElements.whenDefined(element.localName);
      await /** @type {PagedAttentionExplainer} */ (element).ready;
    });
  }

  /** Waits until what was asked for before is on the screen. */
  async frame() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  /** Comes to serving over time, and waits until its run is over. */
  async served() {
    await this.element.locator('figure[data-figure-name^=serving]:not([hidden])').first().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await this.summary())?.pagedTokens ?? 0).toBeGreaterThan(0);
    await this.frame();
  }

  summary() {
    return this.element.evaluate((element) => /** @type {PagedAttentionExplainer} */ (element).summary);
  }

  /**
   * What an element with a metric shows, and its full-precision number. All that show it must agree.
   *
   * @param {string} name
   */
  async metric(name) {
    const all = await this.element.locator(`[data-metric="${name}"]`).evaluateAll((elements) =>
      elements.map((element) => ({
        text: element.textContent,
        value: Number(/** @type {HTMLElement} */ (element).dataset.value),
      })));
    expect(all.length, `${name} is on the page`).toBeGreaterThan(0);
    for (const each of all) expect(each).toEqual(all[0]);
    return all[0];
  }

  /** @param {string} name */
  slider(name) {
    return this.element.getByRole('slider', { name, exact: true });
  }

  /** @param {string} name */
  field(name) {
    return this.element.getByRole('spinbutton', { name, exact: true });
  }

  /** @param {string} name */
  button(name) {
    return this.element.getByRole('button', { name });
  }

  get finding() {
    return this.element.locator('[data-passage=finding]');
  }

  get notices() {
    return this.element.locator('.notices');
  }

  /** @param {string} figure */
  canvas(figure) {
    return this.element.locator(`canvas[data-figure="${figure}"]`);
  }

  /**
   * Brings a figure near: one that nobody sees is drawn when there is time.
   *
   * @param {string} figure
   */
  async come(figure) {
    await this.canvas(figure).scrollIntoViewIfNeeded();
    // One that comes later has to be loaded first.
    const isLater = (await this.element.locator(`figure[data-later] canvas[data-figure="${figure}"]`).count()) > 0;
    if (isLater) await this.element.locator('.explainer[data-whole]').waitFor();
    await this.frame();
  }

  /**
   * The colour of a canvas at a point given in CSS pixels from its top left corner, as `#rrggbbaa`.
   *
   * @param {string} figure
   * @param {number} x
   * @param {number} y
   */
  async pixel(figure, x, y) {
    await this.come(figure);
    return this.canvas(figure).evaluate((element, at) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const scale = canvas.width / canvas.clientWidth;
      const context = canvas.getContext('2d');
      const { data } = context?.getImageData(Math.round(at.x * scale), Math.round(at.y * scale), 1, 1) ?? { data: [] };
      return `#${[...data].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    }, { x, y });
  }

  /**
   * Where a colour stands in a figure, in CSS pixels, and how many device pixels have it.
   *
   * @param {string} figure
   * @param {string} color `#rrggbb`
   */
  async extent(figure, color) {
    await this.come(figure);
    return this.canvas(figure).evaluate((element, wanted) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const { width, height } = canvas;
      const scale = width / canvas.getBoundingClientRect().width;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      const [r, g, b] = [1, 3, 5].map((at) => parseInt(wanted.slice(at, at + 2), 16));
      let [left, right, top, bottom, count] = [Infinity, -Infinity, Infinity, -Infinity, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] !== r || data[i + 1] !== g || data[i + 2] !== b || data[i + 3] !== 255) continue;
        const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x + 1), Math.min(top, y), Math.max(bottom, y + 1)];
        count += 1;
      }
      return { left: left / scale, right: right / scale, top: top / scale, bottom: bottom / scale, count };
    }, color);
  }
}

const axe = createRequire(import.meta.url).resolve('axe-core');

/**
 * What axe finds wrong with what is on a page: the name of each rule that is broken, and where.
 *
 * @param {Page} page
 */
export async function axeViolations(page) {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const found = await Reflect.get(window, 'axe').run();
    return found.violations.map((/** @type {any} */ { id, nodes }) => [id, nodes.map((/** @type {any} */ node) => node.html)]);
  });
}

/** Colours of www/tokens.css that tests look for. */
export const COLORS = {
  light: { contiguous: '#d55e00', paged: '#009e73', data: '#6f8ba8', ink: '#1d2126' },
  dark: { contiguous: '#f0813a', paged: '#2cc295', data: '#86a3c1', ink: '#e9e7e2' },
};

/**
 * A test with an `explainer`, which any uncaught error or error on the console fails, but those that it says it
 * expects.
 *
 * @type {ReturnType<typeof base.extend<{ explainer: Explainer, expectedErrors: RegExp[] }>>}
 */
export const test = base.extend({
  expectedErrors: async ({}, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    /** @type {string[]} */
    const errors = [];
    const hear = (/** @type {string} */ text) => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text);
    };
    page.on('pageerror', (error) => hear(String(error)));
    page.on('console', (message) => message.type() === 'error' && hear(`${message.text()} ${message.location().url}`));
    await use(page);
    expect(errors, 'errors in the browser').toEqual([]);
  },
  explainer: async ({ page }, use) => use(new Explainer(page)),
});

export { expect };
