// The comparison without anything to look at: for scripts, in Node as in a browser.
import { copySpec } from './controls.js';
import { isPanic, loadEngine, read, replaceInstance } from './engine.js';
import { checkedLengths, named } from './lengths.js';
import { camelCase, Session } from './session.js';

/**
 * What to compare. A field that is left out has its default.
 *
 * @typedef {object} CompareOptions
 * @property {number} [sequences] number of requests: whole, 1 to 1,000,000
 * @property {number} [maxLength] longest request allowed, in tokens: whole, 1 to 1,048,576
 * @property {number} [blockSize] token slots in a block: whole, 1 to 4,096
 * @property {Workload} [workload] where lengths come from
 * @property {number} [mean] mean length before clipping, of exponential, uniform and constant lengths, in tokens: 1 to
 *   100,000
 * @property {number} [mu] mean of the logarithms of lognormal lengths: 0 to 14
 * @property {number} [sigma] standard deviation of the logarithms of lognormal lengths: 0 to 4
 * @property {number} [seed] seed of the workload: whole, 0 to 4,294,967,295
 * @property {Iterable<number>} [lengths] lengths of your own, in tokens: whole, 1 to 1,048,576, and a million at most. Where
 *   nothing else is said, the workload is then `custom`, and has a request for each
 * @property {Model} [model] whose keys and values are kept; `custom` where only `layers`, `kvHeads` or `headDim` is given
 * @property {number} [layers] layers of the model `custom`: whole, 1 to 1,000
 * @property {number} [kvHeads] heads with keys and values of their own, in a layer of that model: whole, 1 to 1,024
 * @property {number} [headDim] numbers in the key of one head of that model: whole, 1 to 8,192
 * @property {16 | 8} [kvDtype] bits in such a number
 * @property {number} [memory] memory for keys and values, in GiB: 0.01 to 65,536
 * @property {number} [request] which request of the memory map is looked at: whole, 1 to 1,000,000. No number depends on it
 * @property {number} [grow] how far its requests have grown, in percent: 0 to 100. No number depends on it
 */

/**
 * @typedef {'exponential' | 'lognormal' | 'uniform' | 'constant' | 'azure-2023-conversation' | 'azure-2023-code'
 *   | 'mooncake-conversation' | 'custom'} Workload
 */

/**
 * @typedef {'none' | 'opt-13b' | 'llama-2-7b' | 'llama-2-13b' | 'llama-2-70b' | 'llama-3-8b' | 'llama-3-70b' | 'mistral-7b'
 *   | 'qwen2.5-7b' | 'qwen2.5-0.5b' | 'deepseek-v3' | 'custom'} Model
 */

/**
 * All metrics in full precision, and the inputs that they follow from. Ratios are fractions.
 *
 * @typedef {Readonly<Metrics>} Summary
 */

/**
 * @typedef {object} Metrics
 * @property {number} sequences number of requests
 * @property {number} maxLength longest request allowed, in tokens
 * @property {number} blockSize token slots in a block
 * @property {number} seed seed of the workload
 * @property {number} ownLengths how many lengths of the reader's own there are
 * @property {number} ownLengthsCut how many of these are longer than the maximum, and cut off there
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
 * @property {number} memorySlots slots that there are for requests as they come: of the chosen model's memory, or else the
 *   contiguous ones
 * @property {number} contiguousAdmitted how many requests contiguous allocation admits to these
 * @property {number} pagedAdmitted how many requests paging admits to these; estimated above 100,000
 * @property {number | null} layers layers of the chosen model; like all below, `null` without one
 * @property {number | null} kvHeads its heads with keys and values of their own, in a layer; 1 where all share a vector
 * @property {number | null} headDim numbers in the key of one head, or in that vector
 * @property {number | null} kvDtype bits in such a number
 * @property {number | null} memory memory for keys and values, in GiB
 * @property {number | null} bytesPerToken bytes that one token takes
 * @property {number | null} blockBytes bytes that one block takes
 * @property {number | null} kvBlocks blocks in the memory
 * @property {number | null} kvSlots slots of these
 * @property {number | null} requestsAtMaximum how many requests of the maximum length fit in them
 * @property {number | null} lengthMeanBytes bytes of a request of mean length
 * @property {number | null} maxLengthBytes bytes that contiguous allocation reserves for each request
 * @property {number | null} tokensBytes bytes of all tokens
 * @property {number | null} contiguousBytes bytes that contiguous allocation reserves
 * @property {number | null} contiguousInternalBytes of these, bytes never used
 * @property {number | null} pagedBytes bytes that paging reserves
 * @property {number | null} pagedInternalBytes of these, bytes of last blocks never used
 * @property {number | null} blockTableShare block tables against what they manage
 * @property {Workload} workload where lengths come from
 * @property {number} mean mean length before clipping, of exponential, uniform and constant lengths, in tokens
 * @property {number} mu mean of the logarithms of lognormal lengths
 * @property {number} sigma standard deviation of the logarithms of lognormal lengths
 * @property {Model} model whose keys and values are kept
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
  // Serving over time has a function of its own.
  const compared = engine.parameters().map(copySpec).filter(({ ofServing }) => !ofServing);
  const specs = new Map(compared.map((spec) => [camelCase(spec.name), spec]));
  const session = new Session();
  try {
    const { lengths, model, ...others } = options;
    if (lengths !== undefined) {
      session.ownLengths = ownLengths(lengths, specs);
      session.set('workload', 'custom');
      session.set('sequences', String(session.ownLengths.length));
    }
    // A model by name goes before a description, so it comes last.
    for (const [field, value] of Object.entries({ ...others, model })) {
      const spec = specs.get(field);
      if (!spec) throw new TypeError(`there is no field ${field}; there are ${[...specs.keys(), 'lengths'].join(', ')}`);
      if (value === undefined) continue;
      // What is allowed the engine decides; it also says what it would take instead, which is no use here.
      const isOfType = typeof value === 'number' || (typeof value === 'string' && spec.choices.length > 0);
      if (!isOfType || session.set(spec.name, String(value)) !== undefined) {
        throw new RangeError(`${field} must be ${allowed(spec)}, not ${named(value)}`);
      }
    }
    if (session.summary.workload === 'custom' && lengths === undefined) throw new TypeError('the workload custom takes lengths');
    return session.summary;
  } catch (error) {
    if (isPanic(error)) replaceInstance();
    throw error;
  } finally {
    session.free();
  }
}

/**
 * @param {unknown} lengths
 * @param {Map<string, import('./controls.js').Spec>} specs
 */
function ownLengths(lengths, specs) {
  const limit = (/** @type {string} */ field) => specs.get(field)?.maximum ?? 0;
  try {
    return checkedLengths(lengths, { most: limit('sequences'), longest: limit('maxLength') });
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`lengths ${error.message}`) : error;
  }
}

/** @param {import('./controls.js').Spec} spec */
function allowed({ choices, whole, minimum, maximum }) {
  if (choices.length > 0) return `one of ${choices.join(', ')}`;
  return `${whole ? 'a whole number' : 'a number'} from ${minimum} to ${maximum}`;
}
