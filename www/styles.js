// The stylesheets of the explainer, fetched once for all explainers of a page. A link element would fetch and apply them
// anew whenever an explainer is moved, and leave it bare in between.

const SHEETS = [new URL('./tokens.css', import.meta.url), new URL('./explainer.css', import.meta.url)];

/** @type {Promise<CSSStyleSheet[]> | undefined} */
let loading;

/**
 * The stylesheets, once they are there. After a failure, another call tries again.
 *
 * @returns {Promise<CSSStyleSheet[]>}
 * @throws {Error} with a message for the reader
 */
export function loadStyles() {
  loading ??= Promise.all(SHEETS.map(fetchSheet)).catch((cause) => {
    loading = undefined;
    throw new Error('The styles could not be fetched.', { cause });
  });
  return loading;
}

/** @param {URL} url */
async function fetchSheet(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new CSSStyleSheet().replace(await response.text());
}
