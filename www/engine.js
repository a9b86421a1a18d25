// Loads the WebAssembly module, once for all explainers of a page, and replaces an instance that has panicked.

/** @typedef {typeof import('./pkg/paged_attention_explainer.js')} Engine */

/** @type {Promise<Engine> | undefined} */
let loading;

/** @type {Engine | undefined} */
let loaded;

/** How many instances there have been. What was made by an earlier one is of no use any more. */
let generation = 0;

/** The number of the present instance. */
export function instanceNumber() {
  return generation;
}

/**
 * The module's functions, once it is there. After a failure, another call tries again.
 *
 * @param {(url: URL) => Promise<Response>} [get] how to get the module, the first time
 * @returns {Promise<Engine>}
 * @throws {Error} with a message for the reader
 */
export function loadEngine(get = fetch) {
  loading ??= fetchEngine(get).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Whether an error means that the instance has panicked.
 *
 * @param {unknown} error
 */
export function isPanic(error) {
  return typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError;
}

/** Starts afresh after a panic: the memory of an instance that has panicked cannot be trusted. */
export function replaceInstance() {
  generation += 1;
  loaded?.__wbg_reset_state();
}

/** @param {(url: URL) => Promise<Response>} get */
async function fetchEngine(get) {
  if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly, which the figures need.');
  const [engine, response] = await Promise.all([fetchBindings(), fetchModule(get)]);
  try {
    await engine.default({ module_or_path: response });
  } catch (cause) {
    throw new Error(explainCompilation(cause), { cause });
  }
  loaded = engine;
  return engine;
}

/** @returns {Promise<Engine>} */
async function fetchBindings() {
  try {
    return await import('./pkg/paged_attention_explainer.js');
  } catch (cause) {
    throw new Error('A part of the explainer could not be fetched.', { cause });
  }
}

/** @param {(url: URL) => Promise<Response>} get */
async function fetchModule(get) {
  let response;
  try {
    response = await get(new URL('./pkg/paged_attention_explainer_bg.wasm', import.meta.url));
  } catch (cause) {
    throw new Error('The WebAssembly module could not be fetched.', { cause });
  }
  if (!response.ok) throw new Error(`The WebAssembly module could not be fetched (status ${response.status}).`);
  return response;
}

/** @param {unknown} cause */
function explainCompilation(cause) {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/content security policy|unsafe-eval/i.test(message)) {
    return "The content security policy of this page does not allow WebAssembly: it lacks 'wasm-unsafe-eval'.";
  }
  return `The WebAssembly module could not be started (${message}).`;
}
