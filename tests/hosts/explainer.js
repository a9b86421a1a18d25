// What the tests of the hosts share: an explainer on another server than theirs, and how it is driven.
import { readFileSync } from 'node:fs';
import { Explainer, expect } from '../browser/explainer.js';

/** @typedef {import('@playwright/test').Page} Page */

const { cases } = JSON.parse(readFileSync(new URL('../data/numpy_lengths.json', import.meta.url), 'utf8'));
/** @type {Record<string, number>} what NumPy says of the defaults, by block size */
const BLOCKS = cases.find((/** @type {any} */ each) => each.seed === 42 && each.sequences === 50 && each.mean === 300).paged_blocks;

/** The background of the explainer where it is dark. */
export const DARK = 'rgb(28, 31, 35)';

/**
 * Plays the server that the how-tos name.
 *
 * @param {Page} page
 */
export function serveExplainer(page) {
  return page.route('https://example.org/explainer/**', (route) => route.fulfill({
    path: `dist${new URL(route.request().url()).pathname.replace('/explainer', '')}`,
    headers: { 'access-control-allow-origin': '*' },
  }));
}

/** @param {Page} page */
export function framed(page) {
  return new Explainer(page, page.frameLocator('iframe').locator('paged-attention-explainer'));
}

/**
 * Moves the slider of the block size from 32, which the how-tos ask for, and reads the number of blocks.
 *
 * @param {Explainer} explainer
 */
export async function drive(explainer) {
  await explainer.element.scrollIntoViewIfNeeded();
  await explainer.drawn();
  expect((await explainer.metric('paged-blocks')).value).toBe(BLOCKS[32]);
  await explainer.slider('Block size').press('ArrowRight');
  await expect.poll(async () => (await explainer.metric('paged-blocks')).value).toBe(BLOCKS[64]);
}
