// The comparison without anything to look at: for scripts, in Node as in a browser.
import { copySpec } from './controls.js';
import { isPanic, loadEngine, replaceInstance } from './engine.js';
import { camelCase, Session } from './session.js';

/**
 * What to compare. A field that is left out has its default.
 *
 * @typedef {object} CompareOptions
 * @property {number} [sequences] number of requests: whole, 1 to 1,000,000
 * @property {number} [maxLength] longest request allowed, in tokens: whole, 1 to 1,048,576
 * @property {number} [blockSize] token slots in a block: whole, 1 to 4,096
 * @property {number} [seed] seed of the workload: whole, 0 to 4,294,967,295
 * @property {number} [mean] mean of the exponential distribution before clipping, in tokens: 1 to 100,000
 */

/**
 * All metrics in full precision. Ratios are fractions.
 *
 * @typedef {Readonly<Metrics>} Summary
 */

/**
 * @typedef {object} Metrics
 * @property {number} sequences number of requests
 * @property {number} maxLength longest request allowed, in tokens
 * @property {number} blockSize token slots in a block
 * @property {number} seed seed of the workload
 * @property {number} lengthMin tokens of the shortest request
 * @property {number} lengthMax tokens of the longest request
 * @property {number} lengthMean tokens of a request on average
 * @property {number} tokens tokens of all requests, each of which uses a slot
 * @property {number} contiguousSlots slots that contiguous allocation reserves
 * @property {number} contiguousInternal of these, slots never used
 * @property {number} contiguousUtilization share of these in use
 * @property {number} pagedBlocks blocks that paging takes
 * @property {number} pagedSlots slots in these blocks
 * @property {number} pagedInternal of these, slots of last blocks never used
 * @property {number} pagedUtilization share of these in use
 * @property {number} blockTableBytes bytes that the block tables take, 4 for each block
 * @property {number} memoryReduction share of the contiguous slots that paging saves; negative where it needs more
 * @property {number} capacityMultiplier how many times the requests fit with paging in the same memory
 * @property {number} pagedAdmitted how many requests paging admits to that memory, as they come; estimated above
 *   100,000
 */

/**
 * Compares contiguous with paged allocation, as an element with the same parameters does.
 *
 * @param {CompareOptions} [options]
 * @returns {Promise<Summary>} frozen; what `summary` of an element says
 * @throws {RangeError} naming the field whose value is not allowed
 * @throws {TypeError} naming a field that does not exist
 */
export async function compare(options = {}) {
  if (Object(options) !== options) throw new TypeError(`compare takes an object, not ${named(options)}`);
  const engine = await loadEngine(read);
  const specs = new Map(engine.parameters().map(copySpec).map((spec) => [camelCase(spec.name), spec]));
  const session = new Session();
  try {
    for (const [field, value] of Object.entries(options)) {
      const spec = specs.get(field);
      if (!spec) throw new TypeError(`there is no field ${field}; there are ${[...specs.keys()].join(', ')}`);
      if (value === undefined) continue;
      // What is allowed the engine decides; it also says what it would take instead, which is no use here.
      if (typeof value !== 'number' || session.set(spec.name, String(value)) !== undefined) {
        throw new RangeError(`${field} must be ${kind(spec)} from ${spec.minimum} to ${spec.maximum}, not ${named(value)}`);
      }
    }
    return session.summary;
  } catch (error) {
    if (isPanic(error)) replaceInstance();
    throw error;
  } finally {
    session.free();
  }
}

/**
 * `fetch`, which in Node reads no files.
 *
 * @param {URL} url
 */
async function read(url) {
  // Asked for like this, and not imported, for a bundler would look for it where there is none.
  const files = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (!files) return fetch(url);
  return new Response(await files.readFile(url), { headers: { 'content-type': 'application/wasm' } });
}

/** @param {{ whole: boolean }} spec */
function kind({ whole }) {
  return whole ? 'a whole number' : 'a number';
}

/** @param {unknown} value */
function named(value) {
  return typeof value === 'number' ? String(value) : `a value of type ${typeof value}`;
}
