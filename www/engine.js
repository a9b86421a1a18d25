// Loads the WebAssembly module, once for all explainers of a page: at first one that does all but what a page can do without
// for a while, and the whole of it when it is wanted. Replaces an instance that has panicked.

/** @typedef {typeof import('./pkg/whole/paged_attention_explainer.js')} Engine what only the whole module has included */

/** @typedef {(url: URL) => Promise<Response>} Get how to get a module */

/** @type {Promise<void> | undefined} */
let loading;

/** @type {Promise<void> | undefined} */
let loadingWhole;

/** @type {Engine | undefined} the one that is in use */
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
 * @param {Get} [get] how to get the module, the first time
 * @returns {Promise<Engine>}
 * @throws {Error} with a message for the reader
 */
export function loadEngine(get = fetch) {
  loading ??= startFirst(get).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading.then(presentEngine);
}

/**
 * Puts the whole module in the place of the first. What explainers had in that, they make anew in this (`Session`).
 *
 * @param {Get} [get] how to get the module, the first time
 * @throws {Error} with a message for the reader
 */
export async function loadWhole(get = fetch) {
  await loading;
  if (isWhole()) return;
  loadingWhole ??= startWhole(get).catch((error) => {
    loadingWhole = undefined;
    throw error;
  });
  await loadingWhole;
}

/** Whether the whole module is there. */
export function isWhole() {
  return loaded !== undefined && 'LengthsReader' in loaded;
}

/** The functions of the module that is in use; of those of the whole, none before that is there. */
export function presentEngine() {
  if (!loaded) throw new Error('The WebAssembly module is not there yet.');
  return loaded;
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

/**
 * `fetch`, which in Node reads no files.
 *
 * @param {URL} url of a module
 */
export async function read(url) {
  // Asked for like this, and not imported, for a bundler would look for it where there is none.
  const files = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs/promises');
  if (!files) return fetch(url);
  return new Response(await files.readFile(url), { headers: { 'content-type': 'application/wasm' } });
}

/** @param {Get} get */
async function startFirst(get) {
  const bindings = /** @type {Promise<Engine>} */ (import('./pkg/paged_attention_explainer.js'));
  loaded = await start(bindings, get, new URL('./pkg/paged_attention_explainer_bg.wasm', import.meta.url));
}

/** @param {Get} get */
async function startWhole(get) {
  const bindings = import('./pkg/whole/paged_attention_explainer.js');
  loaded = await start(bindings, get, new URL('./pkg/whole/paged_attention_explainer_bg.wasm', import.meta.url));
  generation += 1;
}

/**
 * @param {Promise<Engine>} bindings
 * @param {Get} get
 * @param {URL} url of the module
 */
async function start(bindings, get, url) {
  if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly, which the figures need.');
  const [engine, response] = await Promise.all([fetched(bindings), fetchModule(get, url)]);
  try {
    await engine.default({ module_or_path: response });
  } catch (cause) {
    throw new Error(explainCompilation(cause), { cause });
  }
  return engine;
}

/** @param {Promise<Engine>} bindings */
async function fetched(bindings) {
  try {
    return await bindings;
  } catch (cause) {
    throw new Error('A part of the explainer could not be fetched.', { cause });
  }
}

/**
 * @param {Get} get
 * @param {URL} url
 */
async function fetchModule(get, url) {
  let response;
  try {
    response = await get(url);
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
