/** Runs in parts.html: the band of the sweep, by the engine and by hand. */
import { loadWhole, presentEngine } from '../www/engine.js';
import { BLOCK_SIZES, bandByHand } from './sweep-by-hand.js';

/** Where the product starts; only seeds and the number of requests change here. */
const MAX_LENGTH = 2_048;

/** The columns of the figure's table that have the band. */
const LOW = 3;
const HIGH = 4;

export async function createSweep() {
  await loadWhole();

  /**
   * The engine's, in as many steps as it makes of it, each of which a page could put off to another idle moment.
   *
   * @param {number} sequences
   * @param {number} seed
   */
  function ours(sequences, seed) {
    const engine = presentEngine();
    const explainer = new engine.Explainer();
    explainer.set('sequences', String(sequences));
    explainer.set('seed', String(seed));
    // The page has shown all numbers before it turns to the band.
    explainer.values();
    let longest = 0;
    const start = performance.now();
    let now = start;
    for (let more = true; more;) {
      const before = now;
      more = explainer.advance();
      now = performance.now();
      longest = Math.max(longest, now - before);
    }
    const band = bandOf(explainer);
    explainer.free();
    return { took: now - start, longest, band };
  }

  /**
   * The same by hand.
   *
   * @param {number} sequences
   * @param {number} seed
   */
  function byHand(sequences, seed) {
    const start = performance.now();
    const { low, high } = bandByHand({ sequences, maxLength: MAX_LENGTH, seed });
    const took = performance.now() - start;
    const points = BLOCK_SIZES.map((blockSize, i) => [blockSize, low[i], high[i]]);
    return { took, band: points.filter(([blockSize]) => Number.isInteger(Math.log2(blockSize))) };
  }

  return { ours, byHand };
}

/**
 * Block size, lowest and highest, as the figure's table says them: at the powers of two.
 *
 * @param {import('../www/session.js').Explainer} explainer
 */
function bandOf(explainer) {
  const table = explainer.figureTable('block-size-sweep');
  const { headings, cells } = table;
  table.free();
  const rows = Array.from({ length: cells.length / headings.length }, (_, i) => cells.slice(i * headings.length));
  return rows.map((row) => [row[0], row[LOW], row[HIGH]]);
}
