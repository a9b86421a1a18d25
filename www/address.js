// The explainer's state in an address, and an address bar that follows it.

/** Browsers count how often an address is rewritten, and refuse when it is too often. In milliseconds. */
const REWRITE_EVERY = 250;

/**
 * `address` with `state` in its query. Of what else stands there nothing is touched.
 *
 * @param {string} address
 * @param {string[]} names all that could be part of a state
 * @param {Iterable<[string, string]>} state
 */
export function addressWith(address, names, state) {
  const url = new URL(address);
  const others = url.search.slice(1).split('&').filter((pair) => pair && !names.includes(pair.split('=')[0]));
  const ours = [...state].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  url.search = [...others, ...ours].join('&');
  return url.href;
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
  const rewrite = atMostEvery(REWRITE_EVERY, () => {
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
 * Calls `action` at once, or, if it was called a moment ago, once that moment is over.
 *
 * @param {number} interval in milliseconds
 * @param {() => void} action
 */
function atMostEvery(interval, action) {
  let last = -Infinity;
  let timer = 0;
  const act = () => {
    last = performance.now();
    action();
  };
  return () => {
    clearTimeout(timer);
    timer = 0;
    const wait = last + interval - performance.now();
    if (wait <= 0) act();
    else timer = window.setTimeout(act, wait);
  };
}
