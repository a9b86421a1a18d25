// The explainer's state in an address, and an address bar that follows it.

/**
 * Browsers count how often an address is rewritten, and refuse what is too much: the strictest, more than a hundred
 * times in thirty seconds. So there are this many at once, and then one for every so many milliseconds.
 */
const REWRITES = { atOnce: 10, every: 350 };

/**
 * `address` with `state` in its query. Of what else stands there nothing is touched.
 *
 * @param {string} address
 * @param {string[]} names all that could be part of a state
 * @param {Iterable<[string, string]>} state
 */
export function addressWith(address, names, state) {
  const url = new URL(address);
  const others = url.search.slice(1).split('&').filter((pair) => pair && !names.includes(nameOf(pair)));
  const ours = [...state].map(([name, value]) => `${name}=${encoded(value)}`);
  url.search = [...others, ...ours].join('&');
  return url.href;
}

/**
 * What a query may have as it is stays readable.
 *
 * @param {string} value
 */
function encoded(value) {
  return encodeURIComponent(value.toWellFormed()).replace(/%(3A|3B|2C)/g, decodeURIComponent);
}

/**
 * An address as it can stand in a link in Markdown, which a parenthesis would end.
 *
 * @param {string} address
 */
export function inMarkdown(address) {
  return address.replaceAll('(', '%28').replaceAll(')', '%29');
}

/**
 * The name that a query has for a value, however it is written.
 *
 * @param {string} pair
 */
function nameOf(pair) {
  const [[name] = ['']] = new URLSearchParams(pair);
  return name;
}

/**
 * Has an explainer take its parameters from the address of the page, and the address follow the explainer. It is
 * replaced: the way back leads to the page before, not through every position of a slider.
 *
 * @param {import('./element.js').PagedAttentionExplainer} explainer
 */
export function followAddress(explainer) {
  const { observedAttributes } = /** @type {typeof import('./element.js').PagedAttentionExplainer} */ (explainer.constructor);
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (observedAttributes.includes(name)) explainer.setAttribute(name, value);
  }
  const rewrite = sparingly(REWRITES, () => {
    try {
      history.replaceState(history.state, '', explainer.addressOf(location.href));
    } catch {
      // Refused: the address stays behind until the next change, and "Copy link" has the right one.
    }
  });
  explainer.addEventListener('input', rewrite);
  explainer.addEventListener('change', rewrite);
}

/**
 * Calls `action` at once while that is not too often, and else as soon as it is not.
 *
 * @param {{ atOnce: number, every: number }} allowance how often in a row, and how many milliseconds give one more
 * @param {() => void} action
 */
function sparingly({ atOnce, every }, action) {
  let left = atOnce;
  let counted = performance.now();
  let timer = 0;
  return function act() {
    clearTimeout(timer);
    const now = performance.now();
    left = Math.min(atOnce, left + (now - counted) / every);
    counted = now;
    if (left >= 1) {
      left -= 1;
      action();
    } else {
      timer = window.setTimeout(act, (1 - left) * every);
    }
  };
}
