// One explainer in the engine, which lives on when the engine's instance has to be replaced.
import { instanceNumber, isWhole, presentEngine } from './engine.js';

/** @typedef {import('./pkg/whole/paged_attention_explainer.js').Explainer} Explainer */

/** What stands between two settings in a text. */
const PIN_SEPARATOR = ';';

/** @param {string} pin */
function isOfOwn(pin) {
  return pin.split(',').includes('workload:custom');
}

/**
 * @param {Uint32Array} one
 * @param {Uint32Array} other
 */
function sameLengths(one, other) {
  return one === other || (one.length === other.length && one.every((length, i) => length === other[i]));
}

/** Inputs that are no metrics, and part of a summary all the same. */
const OTHER_INPUTS = ['workload', 'mean', 'mu', 'sigma', 'model'];

export class Session {
  /** Names of all metrics, in the engine's order. */
  metrics;
  /** @type {Explainer | undefined} */
  #explainer;
  /** The engine instance that `#explainer` lives in. */
  #instance = -1;
  /** @type {Map<string, string>} what every parameter was set to, as it was given, the latest last */
  #texts = new Map();
  /** @type {Uint32Array} the reader's own lengths */
  #own = new Uint32Array();
  /** @type {{ text: string, own: Uint32Array }[]} the settings that are kept to compare with, and the reader's lengths then */
  #pins = [];
  /** @type {{ colors: Uint8Array, font: string } | undefined} */
  #theme;

  constructor() {
    this.metrics = presentEngine().metricNames();
  }

  /** The functions of the module: of the whole, once that is there. */
  get engine() {
    return presentEngine();
  }

  /** Whether what only the whole module has is there. */
  get isWhole() {
    return isWhole();
  }

  /** The explainer: a new one in the same state, where the instance of the last one is gone. */
  get explainer() {
    if (this.#explainer && this.#instance === instanceNumber()) return this.#explainer;
    const explainer = new this.engine.Explainer();
    for (const { text, own } of this.#pins) {
      explainer.setOwnLengths(own);
      explainer.addPin(text);
    }
    explainer.setOwnLengths(this.#own);
    for (const [name, text] of this.#texts) explainer.set(name, text);
    if (this.#theme) explainer.setTheme(this.#theme.colors, this.#theme.font);
    this.#explainer = explainer;
    this.#instance = instanceNumber();
    return explainer;
  }

  /**
   * All metrics in full precision, by name in camel case: those of serving over time once that was simulated.
   *
   * @returns {import('./compare.js').Summary & Partial<import('./simulate.js').ServingSummary>}
   */
  get summary() {
    const { explainer } = this;
    const inputs = OTHER_INPUTS.map((name) => [name, explainer.get(name)]);
    return Object.freeze({ ...this.numbersOf(explainer.values()), ...Object.fromEntries(inputs), ...this.#serving });
  }

  /** The numbers of serving over time; none before it was simulated. */
  get #serving() {
    if (!this.isWhole || this.explainer.recordedSteps() < this.explainer.get('steps')) return {};
    const names = this.engine.servingMetricNames();
    const values = this.explainer.servingValues();
    return Object.fromEntries(names.map((name, i) => [camelCase(name), values[i]]).filter(([, value]) => !Number.isNaN(value)));
  }

  /**
   * Metrics by name in camel case.
   *
   * @param {Float64Array} values in the engine's order
   */
  numbersOf(values) {
    // What takes a model is not a number without one.
    const metrics = this.metrics.map((name, i) => [camelCase(name), Number.isNaN(values[i]) ? null : values[i]]);
    return Object.fromEntries(metrics);
  }

  /**
   * What leads to all of this: parameters that make a difference and differ from their defaults, and more.
   *
   * @returns {[string, string][]}
   */
  get state() {
    const { explainer } = this;
    const parameters = explainer.changed().map((name) => /** @type {[string, string]} */ ([name, String(explainer.get(name))]));
    const isUsed = explainer.get('workload') === 'custom' || this.#pinsInLink.some(isOfOwn);
    const more = this.moreState.filter(([name, text]) => text && (name !== 'lengths' || isUsed));
    return [...parameters, ...more];
  }

  /**
   * The reader's own lengths, if they are few enough, and the settings that are kept to compare with; as text, or nothing.
   *
   * @returns {[string, string][]}
   */
  get moreState() {
    return [['lengths', this.explainer.ownLengthsInLink() ?? ''], ['pins', this.#pinsInLink.join(PIN_SEPARATOR)]];
  }

  /** All numbers as rows of a table: a metric, its value, and its values in the settings that are kept. */
  get rows() {
    const { explainer } = this;
    const pins = explainer.pinNames().map((name, place) => {
      const inputs = OTHER_INPUTS.map((input) => [input, explainer.pinGet(place, input)]);
      return { name, numbers: { ...this.numbersOf(explainer.pinValues(place)), ...Object.fromEntries(inputs) } };
    });
    const numbers = Object.entries(this.summary).map(([name, value]) => [name, value, ...pins.map(({ numbers }) => numbers[name])]);
    return [['metric', 'value', ...pins.map(({ name }) => name)], ...numbers].map((row) => row.map((cell) => cell ?? ''));
  }

  /**
   * Sets a parameter from text. Returns a sentence where another value had to be taken.
   *
   * @param {string} name
   * @param {string} text
   */
  set(name, text) {
    const { explainer } = this;
    const notice = explainer.set(name, text);
    this.#remember(name, text);
    // Who describes a model chooses it.
    this.#remember('model', explainer.get('model'));
    return notice;
  }

  /**
   * @param {string} name
   * @param {string} text what it was set to, after all others
   */
  #remember(name, text) {
    this.#texts.delete(name);
    this.#texts.set(name, text);
  }

  /**
   * Sets a parameter to its default.
   *
   * @param {string} name
   */
  reset(name) {
    this.#texts.delete(name);
    this.explainer.reset(name);
  }

  /** The reader's own lengths, in tokens. */
  get ownLengths() {
    return this.#own.slice();
  }

  /** @param {Uint32Array} lengths */
  set ownLengths(lengths) {
    this.#own = lengths;
    this.explainer.setOwnLengths(lengths);
  }

  /**
   * Takes the reader's own lengths from a text such as `275_369_50*3`. Returns a sentence where it could not be read.
   *
   * @param {string} text
   */
  readOwnLengths(text) {
    const notice = this.explainer.readOwnLengths(text);
    this.#own = this.explainer.ownLengths();
    return notice;
  }

  /** The settings that are kept to compare with, as text. */
  get pins() {
    return this.#pins.map(({ text }) => text).join(PIN_SEPARATOR);
  }

  /** Of these, those that a link can carry: it has but the present lengths of the reader's own. */
  get #pinsInLink() {
    return this.#pins.filter(({ text, own }) => !isOfOwn(text) || sameLengths(own, this.#own)).map(({ text }) => text);
  }

  /** How many of these a link cannot carry. */
  get pinsNotInLink() {
    return this.#pins.length - this.#pinsInLink.length;
  }

  /** Keeps the present setting to compare others with. */
  pin() {
    this.explainer.pin();
    const texts = this.#pinTexts();
    if (texts.length > this.#pins.length) this.#pins.push({ text: texts[this.#pins.length], own: this.#own });
  }

  /** @param {number} place of a setting that is to be kept no longer */
  unpin(place) {
    this.explainer.unpin(place);
    this.#pins.splice(place, 1);
  }

  #pinTexts() {
    return this.explainer.pins().split(PIN_SEPARATOR).filter(Boolean);
  }

  /**
   * Keeps the settings that a text such as `block-size:256,seed:7;defaults` says. Returns a sentence where it could not be
   * read.
   *
   * @param {string} text
   */
  readPins(text) {
    const notice = this.explainer.readPins(text);
    if (notice === undefined) this.#pins = this.#pinTexts().map((each) => ({ text: each, own: this.#own }));
    return notice;
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
    // What lived in another instance is gone with it, or collected with the object.
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
