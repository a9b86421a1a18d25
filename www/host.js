// What the page around an explainer says: whether it is light or dark, and when the reader comes near.

/** How far from the screen an explainer is when it starts to load: about a screen's height. */
const NEAR = '800px';

/**
 * How documentation tools say whether a page is light or dark: by which attribute of `html` or `body`, and which words in
 * it. In this order: Docusaurus, Furo and pydata's Sphinx theme; Material for MkDocs; mdBook, VitePress and Quarto.
 */
export const SIGNALS = [
  ['data-theme', 'light', 'dark'],
  ['data-md-color-scheme', 'default', 'slate'],
  ['class', 'light rust quarto-light', 'dark coal navy ayu quarto-dark'],
];

/** The elements by whose attributes a page says something of itself. */
const roots = () => [document.documentElement, document.body];

/**
 * What the page says of itself. Nothing, where it follows the reader's preference, as we do.
 *
 * @returns {'light' | 'dark' | undefined}
 */
export function hostTheme() {
  for (const [attribute, light, dark] of SIGNALS) {
    for (const element of roots()) {
      const words = element?.getAttribute(attribute)?.split(/\s+/);
      const saysOneOf = (/** @type {string} */ list) => list.split(' ').some((word) => words?.includes(word));
      if (saysOneOf(dark)) return 'dark';
      if (saysOneOf(light)) return 'light';
    }
  }
  return undefined;
}

/**
 * Calls `changed` whenever `hostTheme` may say something else, until `signal` aborts.
 *
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function watchHostTheme(changed, signal) {
  const observer = new MutationObserver(changed);
  const attributeFilter = SIGNALS.map(([attribute]) => attribute);
  for (const element of roots()) observer.observe(element, { attributeFilter });
  signal.addEventListener('abort', () => observer.disconnect());
}

/**
 * Calls `arrived` once the reader comes near `element`, unless `signal` aborts before.
 *
 * @param {Element} element
 * @param {() => void} arrived
 * @param {AbortSignal} signal
 */
export function whenNear(element, arrived, signal) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    arrived();
  }, { rootMargin: NEAR });
  observer.observe(element);
  signal.addEventListener('abort', () => observer.disconnect());
}
