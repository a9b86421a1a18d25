// Reads a file a little at a time, so that the page answers to its reader meanwhile.
import { instanceNumber } from './engine.js';
import { breathe, nextSize } from './pace.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./pkg/whole/paged_attention_explainer.js').LengthsRead} LengthsRead */

/** Limits of a slice, in bytes. */
const LIMITS = { smallest: 4 << 10, largest: 256 << 10 };

/** What a slice begins with: little enough for a slow machine. */
const FIRST = 32 << 10;

/**
 * What a file looks like, by its first bytes.
 *
 * @param {Engine} engine
 * @param {Blob} file
 */
export async function sniff(engine, file) {
  return look(engine, await bytesOf(file, 0, engine.sniffedBytes()), ({ kind, choices, guess }) => ({ kind, choices, guess: [...guess] }));
}

/**
 * Reads the lengths in a file.
 *
 * @param {Engine} engine
 * @param {Blob} file
 * @param {ArrayLike<number>} chosen which of the choices add up to a length
 * @param {AbortSignal} signal
 * @param {(share: number) => void} progress told the share that is read, from 0 to 1, after each slice
 * @returns {Promise<LengthsRead>}
 * @throws where the signal is aborted, or the file cannot be read
 */
export async function readLengths(engine, file, chosen, signal, progress) {
  const beginning = await bytesOf(file, 0, engine.sniffedBytes());
  const reader = look(engine, beginning, (sniffed) => new engine.LengthsReader(sniffed, Uint32Array.from(chosen)));
  const instance = instanceNumber();
  const check = () => {
    signal.throwIfAborted();
    if (instance !== instanceNumber()) throw new Error('the engine was started afresh meanwhile');
  };
  try {
    for (let at = 0, size = FIRST; at < file.size;) {
      const bytes = await bytesOf(file, at, size);
      check();
      const started = performance.now();
      reader.push(bytes);
      size = nextSize(size, performance.now() - started, LIMITS);
      at += bytes.length;
      progress(at / file.size);
      await breathe();
      check();
    }
  } catch (error) {
    // What lived in an instance that is gone is gone with it.
    if (instance === instanceNumber()) reader.free();
    throw error;
  }
  return reader.finish();
}

/**
 * @template T
 * @param {Engine} engine
 * @param {Uint8Array} beginning
 * @param {(sniffed: import('./pkg/whole/paged_attention_explainer.js').SniffedLengths) => T} see
 * @returns {T}
 */
function look(engine, beginning, see) {
  const sniffed = engine.sniffLengths(beginning);
  try {
    return see(sniffed);
  } finally {
    sniffed.free();
  }
}

/**
 * @param {Blob} file
 * @param {number} at
 * @param {number} size
 */
async function bytesOf(file, at, size) {
  return new Uint8Array(await file.slice(at, at + size).arrayBuffer());
}
