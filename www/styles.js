// The styles of the explainer, once for all explainers of a page. A link element would fetch and apply them anew
// whenever an explainer is moved, and leave it bare in between.
import css from './pkg/styles.js';

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** One sheet with tokens.css and explainer.css, which the build puts into a module: bundlers differ in what they do with stylesheets. */
export function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
