// One explainer in the engine, which lives on when the engine's instance has to be replaced.
import { instanceNumber } from './engine.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./pkg/paged_attention_explainer.js').Explainer} Explainer */

export class Session {
  engine;
  /** Names of all metrics, in the engine's order. */
  metrics;
  /** @type {Explainer | undefined} */
  #explainer;
  /** The engine instance that `#explainer` lives in. */
  #instance = -1;
  /** @type {Map<string, string>} what every parameter was set to, as it was given */
  #texts = new Map();
  /** @type {{ colors: Uint8Array, font: string } | undefined} */
  #theme;

  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.metrics = engine.metricNames();
  }

  /** The explainer: a new one in the same state, where the instance of the last one is gone. */
  get explainer() {
    if (this.#explainer && this.#instance === instanceNumber()) return this.#explainer;
    const explainer = new this.engine.Explainer();
    for (const [name, text] of this.#texts) explainer.set(name, text);
    if (this.#theme) explainer.setTheme(this.#theme.colors, this.#theme.font);
    this.#explainer = explainer;
    this.#instance = instanceNumber();
    return explainer;
  }

  /**
   * All metrics in full precision, by name in camel case.
   *
   * @returns {import('./compare.js').Summary}
   */
  get summary() {
    const values = this.explainer.values();
    const metrics = this.metrics.map((name, i) => [camelCase(name), values[i]]);
    return Object.freeze(Object.fromEntries(metrics));
  }

  /**
   * Sets a parameter from text. Returns a sentence where another value had to be taken.
   *
   * @param {string} name
   * @param {string} text
   */
  set(name, text) {
    this.#texts.set(name, text);
    return this.explainer.set(name, text);
  }

  /**
   * @param {Uint8Array} colors
   * @param {string} font
   */
  setTheme(colors, font) {
    this.#theme = { colors, font };
    this.explainer.setTheme(colors, font);
  }

  /** Gives the memory back. */
  free() {
    // What lived in an instance that is gone is gone with it.
    if (this.#instance === instanceNumber()) this.#explainer?.free();
    this.#explainer = undefined;
  }
}

/**
 * The name that JavaScript has for what attributes and the engine call by `name`.
 *
 * @param {string} name
 */
export function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}
