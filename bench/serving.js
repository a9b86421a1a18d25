/** Runs in parts.html: serving over time in the whole module, one system at a time. */
import { loadWhole, presentEngine } from '../www/engine.js';

/** @typedef {import('../www/engine.js').Engine['ServingRun']['prototype']} ServingRun */

const PRESET = 'vllm-paper-sharegpt';
const SEED = 42;

/** More than are ever taken. */
const ENDLESS = 2 ** 32 - 1;

export async function createServing() {
  await loadWhole();

  /** @type {Map<number, ServingRun>} by the slots in the pool */
  const filled = new Map();

  /** Names of all systems. */
  function systems() {
    return presentEngine().systemNames();
  }

  /**
   * A system serves in the pool of the preset for so many steps, from an empty pool on.
   *
   * @param {string} system
   * @param {number} steps
   */
  function serve(system, steps) {
    const start = performance.now();
    const run = begin(system, steps);
    run.advance(steps);
    const took = performance.now() - start;
    const report = [...run.report(system)];
    run.free();
    return { took, report };
  }

  /**
   * A system fills a pool, for so many steps.
   *
   * @param {string} system
   * @param {number} slots
   * @param {number} steps
   */
  function fill(system, slots, steps) {
    const run = begin(system, ENDLESS, slots);
    filled.set(slots, run);
    run.advance(steps);
    return { report: [...run.report(system)] };
  }

  /**
   * It goes on for so many more.
   *
   * @param {string} system
   * @param {number} slots
   * @param {number} steps
   */
  function advance(system, slots, steps) {
    const run = filled.get(slots);
    if (!run) throw new Error(`no pool of ${slots} slots is filled`);
    const start = performance.now();
    run.advance(steps);
    const took = performance.now() - start;
    return { took, report: [...run.report(system)] };
  }

  /** No pool is filled any more. */
  function clear() {
    for (const run of filled.values()) run.free();
    filled.clear();
  }

  return { systems, serve, fill, advance, clear };
}

/**
 * @param {string} system
 * @param {number} steps
 * @param {number} [slots] as the preset has it, where nothing is said
 */
function begin(system, steps, slots) {
  const engine = presentEngine();
  const inputs = new engine.ServingInputs(PRESET, SEED);
  inputs.steps = steps;
  if (slots !== undefined) inputs.slots = slots;
  const run = engine.ServingRun.ofSystem(inputs, system);
  inputs.free();
  return run;
}
