// Reads the colours and the font that the stylesheets give, for figures that CSS cannot style.

/** What may change the colours without the element being told. */
const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)', 'print'];

/**
 * Calls `changed` whenever the reader's colour preferences change, or the page goes to print and comes back, until `signal` aborts.
 *
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function watchPreferences(changed, signal) {
  for (const query of QUERIES) matchMedia(query).addEventListener('change', changed, { signal });
}

/**
 * Red, green and blue from 0 to 255 of each custom property, as it applies to `probe`.
 *
 * @param {HTMLElement} probe an element that is there for this purpose only
 * @param {string[]} properties
 * @returns {Uint8Array}
 */
export function readColors(probe, properties) {
  const style = getComputedStyle(probe);
  const bytes = properties.flatMap((property) => {
    // Whatever notation the colour came in, this one comes out: `color(srgb 0.83 0.37 0)`, or `rgb(213, 94, 0)`.
    probe.style.color = `rgb(from var(${property}) r g b)`;
    const numbers = (style.color.match(/-?[\d.]+(e-?\d+)?/g) ?? []).slice(0, 3).map(Number);
    return style.color.startsWith('color(') ? numbers.map((part) => part * 255) : numbers;
  });
  probe.style.color = '';
  // Rounds, and clips colours that the screen of the figures does not have.
  return new Uint8Array(Uint8ClampedArray.from(bytes));
}

/**
 * The font family that applies to `probe`.
 *
 * @param {HTMLElement} probe
 */
export function readFont(probe) {
  return getComputedStyle(probe).fontFamily;
}
