// What the page around an explainer says: whether it is light or dark, and when the reader comes near.

/** How far from the screen an explainer is when it starts to load: about a screen's height. */
const NEAR = '800px';

/** Classes of mdBook's themes on `html`, and the class of many others. */
const CLASSES = { light: ['light', 'rust'], dark: ['coal', 'navy', 'ayu', 'dark'] };

/**
 * Whether the page says that it is light or dark, in the ways of documentation tools: mdBook and VitePress by a class
 * of `html`, Docusaurus and pydata's Sphinx theme by its `data-theme`, Furo by that of `body`, Material for MkDocs by
 * `data-md-color-scheme`. It says nothing where it follows the reader's preference, as we do.
 *
 * @returns {'light' | 'dark' | undefined}
 */
export function hostTheme() {
  const { documentElement: html, body } = document;
  const said = html.dataset.theme ?? body?.dataset.theme;
  if (said === 'light' || said === 'dark') return said;
  const material = body?.dataset.mdColorScheme ?? html.dataset.mdColorScheme;
  if (material === 'slate') return 'dark';
  if (material === 'default') return 'light';
  const hasOneOf = (/** @type {string[]} */ names) => names.some((name) => html.classList.contains(name));
  if (hasOneOf(CLASSES.dark)) return 'dark';
  return hasOneOf(CLASSES.light) ? 'light' : undefined;
}

/**
 * Calls `changed` whenever `hostTheme` may say something else, until `signal` aborts.
 *
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function watchHostTheme(changed, signal) {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['class', 'data-theme', 'data-md-color-scheme'];
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributeFilter });
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
