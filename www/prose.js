// Puts sentences and numbers into the page. In a sentence `{tokens}` stands for the metric of that name.

/**
 * A stand-in for a number, as wide as most that a slider leads to.
 *
 * @param {string} metric
 */
function wideNumber(metric) {
  if (/utilization|reduction|-tokens$/.test(metric)) return '> 99.9 %';
  if (/bytes/.test(metric)) return '1,024 bytes';
  return /slots|internal|tokens|blocks|admitted/.test(metric) ? '100,000,000' : '1,000';
}

/**
 * The text of a sentence, and in it an element for each number.
 *
 * @param {string} template
 */
export function withNumbers(template) {
  // Text and names of metrics take turns.
  return template.split(/\{([^}]*)\}/).map((part, i) => (i % 2 ? metricElement(part) : part));
}

/** @param {string} name */
function metricElement(name) {
  const element = document.createElement('b');
  element.dataset.metric = name;
  return element;
}

/** A place in the page for one of a few sentences. */
export class Sentence {
  name;
  /** The figure that it belongs to, if it does. */
  #figure;
  #isOfModel;
  #element;
  #variants;
  #shown = -1;

  /**
   * @param {HTMLElement} element
   * @param {string} name
   * @param {string[]} variants
   */
  constructor(element, name, variants) {
    this.name = name;
    this.#figure = element.closest('figure');
    this.#isOfModel = element.closest('.in-model') !== null;
    this.#element = element;
    this.#variants = variants;
    // Of what seldom changes, nobody minds that it moves something.
    if (!('loose' in element.dataset)) keepRoom(element, variants);
  }

  /**
   * Whether a reader can see it.
   *
   * @param {boolean} hasModel
   */
  isSeen(hasModel) {
    return !this.#figure?.hidden && (hasModel || !this.#isOfModel);
  }

  /**
   * Shows a variant. Returns whether it is another than before, whose numbers are still to be filled in.
   *
   * @param {number} variant
   */
  show(variant) {
    if (this.#shown === variant) return false;
    this.#shown = variant;
    this.#element.replaceChildren(...withNumbers(this.#variants[variant]));
    return true;
  }
}

/**
 * Puts `element` above invisible ones with all that it may come to say, in wide numbers: it takes the room of the longest, and
 * nothing below it moves when it changes.
 *
 * @param {HTMLElement} element
 * @param {string[]} variants
 */
export function keepRoom(element, variants) {
  const stack = document.createElement('div');
  stack.className = 'stack';
  element.replaceWith(stack);
  stack.append(element, ...variants.map((variant) => room(element.className, variant)));
}

/**
 * @param {string} className
 * @param {string} template
 */
function room(className, template) {
  const element = document.createElement('p');
  element.className = `${className} room`;
  element.ariaHidden = 'true';
  element.textContent = template.replace(/\{([^}]*)\}/g, (_, metric) => wideNumber(metric));
  return element;
}

/** All places in the page for a number. */
export class Numbers {
  #root;
  #names;
  /** @type {{ element: HTMLElement, metric: number }[]} */
  #places = [];

  /**
   * @param {ParentNode} root
   * @param {string[]} names of all metrics that it knows
   */
  constructor(root, names) {
    this.#root = root;
    this.#names = names;
  }

  /** Looks for them anew, after one has come or gone. */
  find() {
    const elements = /** @type {HTMLElement[]} */ ([...this.#root.querySelectorAll('[data-metric]')]);
    const places = elements.map((element) => ({ element, metric: this.#names.indexOf(element.dataset.metric ?? '') }));
    this.#places = places.filter(({ metric }) => metric >= 0);
  }

  /**
   * Brings all of them up to date.
   *
   * @param {Float64Array} values in full precision, in the order of the names
   * @param {string[]} texts as a reader sees them, in the same order
   */
  show(values, texts) {
    for (const { element, metric } of this.#places) {
      // What takes a model has no value without one.
      const value = Number.isNaN(values[metric]) ? '' : String(values[metric]);
      if (element.dataset.value === value) continue;
      element.dataset.value = value;
      element.textContent = texts[metric];
    }
  }
}
