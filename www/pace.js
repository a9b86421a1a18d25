// Work in slices, so that the page answers to its reader meanwhile.

/** How long a slice should take, in milliseconds: a fraction of a frame. */
const TIME = 5;

/**
 * A size that takes about as long as a slice should, and grows no more than twofold: one quick slice may be chance.
 *
 * @param {number} size of the last slice
 * @param {number} took how long that took, in milliseconds
 * @param {{ smallest: number, largest: number }} limits
 */
export function nextSize(size, took, { smallest, largest }) {
  const wanted = size * Math.min(2, TIME / Math.max(took, 0.1));
  return Math.round(Math.min(largest, Math.max(smallest, wanted)));
}

/** Lets the browser do what it has to. */
export function breathe() {
  return new Promise((done) => setTimeout(done));
}
