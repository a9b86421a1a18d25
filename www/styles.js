// The styles of the explainer, once for all explainers of a document. A link element would fetch and apply them anew
// whenever an explainer is moved, and leave it bare in between.
import css from './pkg/styles.js';

/** @type {WeakMap<Document, CSSStyleSheet>} a sheet belongs to one document */
const sheets = new WeakMap();

/**
 * One sheet with tokens.css and explainer.css. The build puts them into a module: bundlers differ in what they do with
 * stylesheets.
 *
 * @param {Document} document
 */
export function styleSheet(document) {
  let sheet = sheets.get(document);
  if (!sheet) {
    const { CSSStyleSheet } = document.defaultView ?? globalThis;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(document, sheet);
  }
  return sheet;
}
