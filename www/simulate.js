// Serving over time, without anything to look at: for scripts, in Node as in a browser.
import { compare } from './compare.js';
import { instanceNumber, isPanic, loadEngine, loadWhole, presentEngine, read, replaceInstance } from './engine.js';
import { named } from './lengths.js';
import { breathe, nextSize } from './pace.js';
import { camelCase } from './session.js';

/**
 * What to simulate. A field that is left out has the value that its preset gives it.
 *
 * @typedef {object} SimulateOptions
 * @property {'vllm-paper-sharegpt' | 'vllm-paper-alpaca'} [preset] lengths, pool and rules of an experiment of the vLLM paper
 * @property {number} [seed] seed of lengths and arrivals: whole, 0 to 4,294,967,295; 42 where nothing is said
 * @property {number} [steps] steps in the run, in each of which every running request gains a token: whole
 * @property {number} [slots] token slots in the pool: whole, up to 33,554,432
 * @property {import('./compare.js').Model} [model] instead of `slots`: whose keys and values fill `memory`, as in `compare`
 * @property {number} [memory] in GiB
 * @property {16 | 8} [kvDtype] bits in a number of a key or a value
 * @property {number} [blockSize] token slots in a block of the paged system: whole
 * @property {number} [maxLength] longest request allowed, prompt and output, in tokens: whole
 * @property {number} [watermark] share of the blocks that paging keeps free when it admits a request: 0 to below 1
 * @property {'always-full' | 'poisson'} [arrivals] whether there is always another request, or `rate` of them a step
 * @property {number} [rate] requests that arrive in a step on average; above 0
 * @property {AbortSignal} [signal] ends the run; the promise is then rejected with its reason
 */

/**
 * What became of one system: averages over all steps after the warm-up, and counts in these. The first four are shares of
 * the pool and add up to 1, as in Fig. 2 of the paper (Kwon et al., SOSP 2023).
 *
 * @typedef {object} SystemReport
 * @property {number} tokens share of the slots that hold a token
 * @property {number} reserved share reserved for tokens to come
 * @property {number} internal share lost to internal fragmentation
 * @property {number} external share lost to external fragmentation, and what else is free
 * @property {number} running requests that ran
 * @property {number} fragmentationEvents requests refused although as many slots as they asked for were free in total
 * @property {number} preemptions requests stopped, to be computed again, for want of a block
 */

/**
 * The same numbers as an explainer's `summary` has them, once its run is over: the name of a system and that of a number in
 * one, such as `contiguousMaxTokens`. The internal fragmentation of paging is `pagedServingInternal` there, for `pagedInternal`
 * is the comparison's, in slots.
 *
 * @typedef {Record<`${'contiguousMax' | 'contiguousPow2' | 'contiguousOracle' | 'contiguousFirstFit' | 'paged'}${Capitalize<keyof SystemReport>}` | 'pagedServingInternal', number>} ServingSummary
 */

/** @typedef {'contiguous-max' | 'contiguous-pow2' | 'contiguous-oracle' | 'contiguous-first-fit' | 'paged'} SystemName */

/**
 * @typedef {object} Simulated
 * @property {number} steps in the run
 * @property {Readonly<Record<SystemName, Readonly<SystemReport>>>} systems
 */

/** Fields that go to the engine as they are, and whether each is a whole number. */
const FIELDS = new Map([['steps', true], ['slots', true], ['blockSize', true], ['maxLength', true], ['watermark', false], ['rate', false]]);

/** Fields that lead to `slots`. */
const OF_MODEL = ['model', 'memory', 'kvDtype'];

const OTHERS = ['preset', 'seed', 'arrivals', 'signal', ...OF_MODEL];

/** Limits of a slice, in steps: of a very large pool, a step may take milliseconds. */
const LIMITS = { smallest: 16, largest: 10_000 };

/**
 * Serves the same requests with five systems: contiguous reservations of the maximum, of powers of two, and of what an
 * oracle knows, from a buddy allocator; the last from the lowest hole that fits; and paging.
 *
 * @param {SimulateOptions} [options]
 * @returns {Promise<Simulated>} frozen
 * @throws {RangeError} saying what is not allowed
 * @throws {TypeError} naming a field that does not exist
 */
export async function simulate(options = {}) {
  if (Object(options) !== options) throw new TypeError(`simulate takes an object, not ${named(options)}`);
  const unknown = Object.keys(options).find((field) => !FIELDS.has(field) && !OTHERS.includes(field));
  if (unknown) throw new TypeError(`there is no field ${unknown}; there are ${[...OTHERS, ...FIELDS.keys()].join(', ')}`);
  const hasModel = options.model !== undefined && options.model !== 'none';
  if (!hasModel && options.memory !== undefined) throw new RangeError('memory takes a model');
  if (hasModel && options.slots !== undefined) throw new RangeError('slots or a model can be given, not both');
  await loadEngine(read);
  await loadWhole(read);
  const given = { ...options, slots: options.slots ?? (await slotsOf(options)) };
  try {
    return await run(given);
  } catch (error) {
    if (isPanic(error)) replaceInstance();
    throw error;
  }
}

/**
 * The slots of a model's memory, where there is a model.
 *
 * @param {SimulateOptions} options
 */
async function slotsOf(options) {
  const ofModel = Object.fromEntries(Object.entries(options).filter(([field]) => OF_MODEL.includes(field)));
  const { memory, bytesPerToken } = await compare(ofModel);
  if (memory === null || bytesPerToken === null) return undefined;
  const slots = Math.floor((memory * 2 ** 30) / bytesPerToken);
  if (slots >= 2 ** 32) throw new RangeError(`memory holds ${slots} tokens of the model, which are too many to simulate`);
  return slots;
}

/** @param {SimulateOptions} options */
async function run({ signal, ...options }) {
  const engine = presentEngine();
  const serving = made(engine, options);
  const instance = instanceNumber();
  try {
    for (let size = LIMITS.smallest, more = true; more;) {
      const started = performance.now();
      more = serving.advance(size);
      size = nextSize(size, performance.now() - started, LIMITS);
      await breathe();
      signal?.throwIfAborted();
      if (instance !== instanceNumber()) throw new Error('the engine was started afresh meanwhile');
    }
    return reported(engine, serving);
  } finally {
    // What lived in an instance that is gone is gone with it.
    if (instance === instanceNumber()) serving.free();
  }
}

/**
 * A run before its first step.
 *
 * @param {import('./engine.js').Engine} engine
 * @param {SimulateOptions} options
 */
function made(engine, { preset = 'vllm-paper-sharegpt', seed = 42, arrivals, ...fields }) {
  if (arrivals !== undefined && !['always-full', 'poisson'].includes(arrivals)) {
    throw new RangeError(`arrivals must be one of always-full, poisson, not ${named(arrivals)}`);
  }
  if (arrivals === 'poisson' && fields.rate === undefined) throw new RangeError('arrivals of poisson take a rate');
  if (typeof preset !== 'string') throw new RangeError(`preset must be the name of one, not ${named(preset)}`);
  const inputs = said(() => new engine.ServingInputs(preset, checked('seed', seed, true)));
  try {
    for (const [field, isWhole] of FIELDS) {
      const value = Reflect.get(fields, field);
      if (value === undefined || (field === 'rate' && arrivals === 'always-full')) continue;
      Reflect.set(inputs, field, checked(field, value, isWhole));
    }
    return said(() => new engine.ServingRun(inputs));
  } finally {
    inputs.free();
  }
}

/**
 * @param {import('./engine.js').Engine} engine
 * @param {import('./pkg/whole/paged_attention_explainer.js').ServingRun} serving
 * @returns {Simulated}
 */
function reported(engine, serving) {
  const quantities = engine.quantityNames().map(camelCase);
  const reportOf = (/** @type {Float64Array} */ numbers) =>
    Object.freeze(Object.fromEntries(quantities.map((name, i) => [name, numbers[i]])));
  const reports = engine.systemNames().map((name) => [name, reportOf(serving.report(name))]);
  const systems = /** @type {Simulated['systems']} */ (Object.freeze(Object.fromEntries(reports)));
  return Object.freeze({ steps: serving.steps, systems });
}

/**
 * A number that the engine can take: what it makes of it, it says itself.
 *
 * @param {string} field
 * @param {unknown} value
 * @param {boolean} isWhole
 */
function checked(field, value, isWhole) {
  const isNumber = typeof value === 'number' && (isWhole ? Number.isInteger(value) && value >= 0 && value < 2 ** 32 : Number.isFinite(value));
  if (!isNumber) throw new RangeError(`${field} must be ${isWhole ? 'a whole number from 0 to 4294967295' : 'a finite number'}, not ${named(value)}`);
  return value;
}

/**
 * What the engine refuses is out of some range.
 *
 * @template T
 * @param {() => T} make
 */
function said(make) {
  try {
    return make();
  } catch (error) {
    throw error instanceof Error && !isPanic(error) ? new RangeError(error.message) : error;
  }
}
