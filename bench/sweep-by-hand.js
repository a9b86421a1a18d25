/** The band of the sweep in plain JavaScript, the way that the product computes it. */
import { drawLengths } from './workload.js';

const LARGEST_BLOCK_SIZE = 4_096;
const STEPS_PER_OCTAVE = 8;
const SEEDS = 100;

/** Every block size that the product's sweep has, from the smallest. */
export const BLOCK_SIZES = [...new Set(Array.from({ length: Math.log2(LARGEST_BLOCK_SIZE) * STEPS_PER_OCTAVE + 1 }, (_, step) => {
  return Math.round(2 ** (step / STEPS_PER_OCTAVE));
}))];

/**
 * The lowest and the highest utilization by block size, as the seeds after `seed` have them.
 *
 * @param {{ sequences: number, maxLength: number, seed: number }} parameters
 */
export function bandByHand({ sequences, maxLength, seed }) {
  const low = new Float64Array(BLOCK_SIZES.length).fill(Infinity);
  const high = new Float64Array(BLOCK_SIZES.length).fill(-Infinity);
  for (let i = 1; i <= SEEDS; i++) {
    const lengths = drawLengths({ sequences, maxLength, seed: (seed + i) >>> 0, blockSize: 1 });
    const { distinct, counts, tokens } = tally(lengths, maxLength);
    for (let point = 0; point < BLOCK_SIZES.length; point++) {
      const blockSize = BLOCK_SIZES[point];
      let blocks = 0;
      for (let j = 0; j < distinct.length; j++) blocks += Math.ceil(distinct[j] / blockSize) * counts[j];
      const utilization = tokens / (blocks * blockSize);
      if (utilization < low[point]) low[point] = utilization;
      if (utilization > high[point]) high[point] = utilization;
    }
  }
  return { low, high };
}

/**
 * The distinct lengths, and how many requests have each: few, however many requests there are.
 *
 * @param {Int32Array} lengths
 * @param {number} maxLength
 */
function tally(lengths, maxLength) {
  const byLength = new Int32Array(maxLength + 1);
  let tokens = 0;
  for (let i = 0; i < lengths.length; i++) {
    byLength[lengths[i]]++;
    tokens += lengths[i];
  }
  const distinct = new Int32Array(maxLength + 1);
  const counts = new Int32Array(maxLength + 1);
  let found = 0;
  for (let length = 0; length <= maxLength; length++) {
    if (byLength[length] === 0) continue;
    distinct[found] = length;
    counts[found++] = byLength[length];
  }
  return { distinct: distinct.subarray(0, found), counts: counts.subarray(0, found), tokens };
}
