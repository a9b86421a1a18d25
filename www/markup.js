// Markup of our own, on pages that let nothing unchecked become markup.

/** @typedef {{ createHTML: (markup: string) => string }} Policy */

/** @type {Policy | undefined} Trusted Types, where the browser has them; every caller passes a constant */
const policy = Reflect.get(globalThis, 'trustedTypes')
  ?.createPolicy('paged-attention-explainer', { createHTML: (/** @type {string} */ markup) => markup });

/**
 * @param {Element | ShadowRoot} parent
 * @param {string} markup built from nothing that comes from outside
 */
export function setMarkup(parent, markup) {
  parent.innerHTML = policy ? policy.createHTML(markup) : markup;
}
