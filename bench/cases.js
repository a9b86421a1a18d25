/** What is measured: every kind of change at every number of requests, and the parts by themselves. */

/** @typedef {import('./driver.js').Change} Change */

/**
 * @typedef {object} Size
 * @property {number} sequences number of requests
 * @property {number} batch changes per sample: enough to make the coarse clock of a browser precise
 */

/** Per page and case. */
export const SAMPLES = 21;

/** Rounds before the first that counts: engines compile what turns out to be hot. */
export const WARM_UP = 3;

/** Of what takes up to a second, and is warm after the first time: a round goes over a million numbers, or seeds by the hundred. */
export const LONG = { samples: 11, warmUp: 1 };

/** Numbers of requests at which each figure is drawn, and how often per sample. */
export const REDRAW = { sequences: [50, 100_000], draws: 20 };

/** Numbers of requests at which the band of the sweep is computed: up to the most that have one. */
export const SWEEP_SEQUENCES = [50, 1_000, 100_000];

/**
 * Requests to serve; pools of how many times the paper's slots; of those smaller than the largest, how many to have in turn,
 * and how large, to have as many slots; and token steps in a sample, so many that a large pool is gone over again and again.
 */
export const SERVING = { requests: 10_000, pools: [1, 10, 100, 1_000], inTurn: { count: 10, size: 100 }, tokenSteps: 10_000_000 };

/** @type {readonly Size[]} */
export const SIZES = [
  { sequences: 50, batch: 20 },
  { sequences: 1_000, batch: 20 },
  { sequences: 100_000, batch: 3 },
  { sequences: 1_000_000, batch: 1 },
];

/** Where each case begins; sliders stand at exponents of two. @type {readonly Change[]} */
export const DEFAULTS = [
  ['max-length', 11],
  ['block-size', 4],
  ['seed', 42],
];

/** @type {readonly { name: string, changes: () => Generator<Change, never> }[]} */
export const KINDS = [
  { name: 'new seed', changes: newSeeds },
  { name: 'new block size', changes: () => cycle('block-size', [5, 6, 4]) },
  { name: 'new maximum length', changes: () => cycle('max-length', [12, 10, 11]) },
];

/** @returns {Generator<Change, never>} */
function* newSeeds() {
  for (let seed = 1000; ; seed++) yield ['seed', seed];
}

/**
 * Endless, and never the same value twice in a row.
 *
 * @param {import('./driver.js').Parameter} parameter
 * @param {readonly number[]} values
 * @returns {Generator<Change, never>}
 */
function* cycle(parameter, values) {
  for (;;) for (const value of values) yield [parameter, value];
}
