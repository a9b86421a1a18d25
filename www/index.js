// What scripts import from the npm package: the element's class, not registered, and the comparison and the simulation
// without anything to look at. Importing it changes nothing.

/** @typedef {import('./compare.js').CompareOptions} CompareOptions */
/** @typedef {import('./compare.js').Summary} Summary */
/** @typedef {import('./compare.js').Workload} Workload */
/** @typedef {import('./compare.js').Model} Model */
/** @typedef {import('./simulate.js').SimulateOptions} SimulateOptions */
/** @typedef {import('./simulate.js').Simulated} Simulated */
/** @typedef {import('./simulate.js').SystemReport} SystemReport */
/** @typedef {import('./simulate.js').ServingSummary} ServingSummary */

export { compare } from './compare.js';
export { PagedAttentionExplainer } from './element.js';
export { simulate } from './simulate.js';
