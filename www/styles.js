// The styles of the explainer, once for all explainers of a document. A link element would fetch and apply them anew
// whenever an explainer is moved, and leave it bare in between. The build puts stylesheets into modules: bundlers differ in
// what they do with them.

/** @type {WeakMap<Document, Map<string, CSSStyleSheet>>} a sheet belongs to one document */
const sheets = new WeakMap();

/**
 * One sheet with these styles.
 *
 * @param {Document} document
 * @param {string} css
 */
export function styleSheet(document, css) {
  const ofDocument = sheets.get(document) ?? new Map();
  sheets.set(document, ofDocument);
  let sheet = ofDocument.get(css);
  if (!sheet) {
    const { CSSStyleSheet } = document.defaultView ?? globalThis;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    ofDocument.set(css, sheet);
  }
  return sheet;
}
