/**
 * The computation, as the two hand-written pages do it: everything anew from the parameters, like the one function of
 * the article, and nothing kept from one call to the next.
 */
import { MersenneTwister } from './mt19937.js';

/** Mean of the exponential distribution before clipping, in tokens. */
const MEAN = 300;
/** Shortest request, in tokens. */
const SHORTEST = 50;
/** Uniforms the article had used before it drew its first length. */
const DISCARDED_UNIFORMS = 8;
const BINS = 30;

/**
 * @typedef {object} Parameters
 * @property {number} sequences number of requests
 * @property {number} maxLength longest request allowed, in tokens
 * @property {number} blockSize token slots in a block
 * @property {number} seed
 *
 * @typedef {ReturnType<typeof compare>} Report
 */

/**
 * All numbers of the page.
 *
 * @param {Parameters} parameters
 */
export function compare(parameters) {
  const { sequences, maxLength, blockSize } = parameters;
  const lengths = drawLengths(parameters);

  let tokens = 0;
  let shortest = lengths[0];
  let longest = lengths[0];
  let pagedBlocks = 0;
  // Counting loops throughout: over a million elements they take half as long as for…of.
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i];
    tokens += length;
    if (length < shortest) shortest = length;
    if (length > longest) longest = length;
    pagedBlocks += Math.ceil(length / blockSize);
  }

  const contiguousSlots = sequences * maxLength;
  const pagedSlots = pagedBlocks * blockSize;
  return {
    parameters,
    shortest,
    longest,
    tokens,
    mean: tokens / sequences,
    contiguousSlots,
    contiguousUtilization: tokens / contiguousSlots,
    pagedBlocks,
    pagedSlots,
    pagedUtilization: tokens / pagedSlots,
    memoryReduction: 1 - pagedSlots / contiguousSlots,
    capacityMultiplier: contiguousSlots / pagedSlots,
    histogram: histogramOf(lengths, shortest, longest),
  };
}

/**
 * `RandomState(seed)`, eight uniforms discarded, `clip(exponential(300, sequences), 50, maxLength).astype(int)`.
 *
 * @param {Parameters} parameters
 */
export function drawLengths({ sequences, maxLength, seed }) {
  const generator = new MersenneTwister(seed);
  for (let i = 0; i < DISCARDED_UNIFORMS; i++) generator.nextDouble();
  const lengths = new Int32Array(sequences);
  for (let i = 0; i < sequences; i++) {
    const length = -MEAN * Math.log(1 - generator.nextDouble());
    // Storing it in an array of integers truncates it.
    lengths[i] = Math.min(Math.max(length, SHORTEST), maxLength);
  }
  return lengths;
}

/**
 * `numpy.histogram(lengths, bins=30)`.
 *
 * @param {Int32Array} lengths
 * @param {number} shortest
 * @param {number} longest
 */
function histogramOf(lengths, shortest, longest) {
  const [first, last] = shortest === longest ? [shortest - 0.5, longest + 0.5] : [shortest, longest];
  const width = (last - first) / BINS;
  const edges = Float64Array.from({ length: BINS + 1 }, (_, i) => (i === BINS ? last : first + i * width));

  const counts = new Int32Array(BINS);
  const binsPerToken = BINS / (last - first);
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i];
    let bin = Math.min(Math.trunc((length - first) * binsPerToken), BINS - 1);
    // The product is rounded: like NumPy, let the edges have the last word.
    if (length < edges[bin]) bin--;
    else if (bin < BINS - 1 && length >= edges[bin + 1]) bin++;
    counts[bin]++;
  }
  return { edges, counts };
}
