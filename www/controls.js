// The sliders, number fields and choices: native inputs, built from the engine's table of parameters.

/** @typedef {ReturnType<typeof copySpec>} Spec what the engine says of a parameter */

/**
 * The engine's description of a parameter as a plain object, which outlives the engine's instance.
 *
 * @param {import('./pkg/whole/paged_attention_explainer.js').ParameterSpec} spec is given back to the engine
 */
export function copySpec(spec) {
  const { name, label, unit, choices, choiceLabels, minimum, maximum, whole, slider, powersOfTwo, ofServing } = spec;
  const defaultValue = /** @type {Value} */ (spec.defaultValue);
  spec.free();
  return { name, label, unit, choices, choiceLabels, minimum, maximum, defaultValue, whole, slider, powersOfTwo, ofServing };
}

/** @typedef {number | string} Value of a parameter: the name of a choice is a text */

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * One parameter's field, of a number or a choice, and, if it has one, its slider.
 */
export class Control {
  /** @type {Spec} */
  spec;
  element;
  #field;
  #slider;
  /** @type {Value | undefined} the value that both show */
  #shown;

  /** @param {Spec} spec */
  constructor(spec) {
    this.spec = spec;
    this.#field = spec.choices.length > 0 ? choiceField(spec) : numberField(spec);
    this.#slider = spec.slider ? slider(spec, spec.slider) : undefined;
    this.element = document.createElement('div');
    this.element.className = 'control';
    this.element.dataset.parameter = spec.name;
    this.element.append(label(spec), unit(spec), this.#field, ...(this.#slider ? [this.#slider] : []));
  }

  /**
   * The value that an input of this control asks for, as text.
   *
   * @param {Field} input
   */
  asked(input) {
    return this.spec.powersOfTwo && input !== this.#field ? String(2 ** Number(input.value)) : input.value;
  }

  /**
   * Whether an input holds something that can be taken before the reader has finished typing.
   *
   * @param {Field} input
   */
  isComplete(input) {
    return input !== this.#field || (input.value !== '' && input.checkValidity());
  }

  /**
   * Shows a value, but not in a field in which the reader is writing something.
   *
   * @param {Value} value
   */
  show(value) {
    if (this.#shown === value) return;
    this.#shown = value;
    const isBeingWritten = this.#field.matches(':focus') && !this.isComplete(this.#field);
    const says = typeof value === 'number' ? Number(this.#field.value || NaN) : this.#field.value;
    if (says !== value && !isBeingWritten) this.#field.value = String(value);
    this.restore();
  }

  /**
   * Has it end earlier than the engine says: what there is depends on something else.
   *
   * @param {number} last
   */
  reach(last) {
    if (Number(this.#field.getAttribute('max')) === last) return;
    for (const input of [this.#field, this.#slider]) input?.setAttribute('max', String(last));
    this.restore();
  }

  /** The value that is shown. */
  get shown() {
    return this.#shown;
  }

  /** Puts the slider where the value is that is shown. */
  restore() {
    const value = this.#shown;
    if (!this.#slider || typeof value !== 'number') return;
    // A value beyond the slider's reach leaves it at its end: the browser clamps.
    this.#slider.value = String(this.spec.powersOfTwo ? Math.round(Math.log2(value)) : value);
    this.#slider.ariaValueText = `${value.toLocaleString('en')} ${this.spec.unit}`.trim();
  }

  /**
   * Replaces what stands in the field, whatever it is.
   *
   * @param {Value | undefined} value
   */
  rewrite(value) {
    this.#field.value = String(value ?? '');
  }
}

/** @param {Spec} spec */
function label(spec) {
  const element = document.createElement('label');
  element.id = `${spec.name}-label`;
  element.htmlFor = `${spec.name}-field`;
  element.textContent = spec.label;
  return element;
}

/** @param {Spec} spec */
function unit(spec) {
  const element = document.createElement('span');
  element.className = 'unit';
  element.textContent = spec.unit;
  return element;
}

/** @param {Spec} spec */
function choiceField(spec) {
  const field = document.createElement('select');
  named(field, spec);
  field.append(...spec.choices.map((choice, i) => new Option(spec.choiceLabels[i], choice)));
  field.id = `${spec.name}-field`;
  return field;
}

/** @param {Spec} spec */
function numberField(spec) {
  const field = input('number', spec);
  field.id = `${spec.name}-field`;
  field.min = String(spec.minimum);
  field.max = String(spec.maximum);
  field.step = spec.whole ? '1' : 'any';
  field.inputMode = spec.whole ? 'numeric' : 'decimal';
  return field;
}

/**
 * @param {Spec} spec
 * @param {Uint32Array} positions
 */
function slider(spec, [first, last]) {
  const range = input('range', spec);
  // The limits come before any value, which they would clamp.
  range.min = String(first);
  range.max = String(last);
  range.step = '1';
  return range;
}

/**
 * @param {'number' | 'range'} type
 * @param {Spec} spec
 */
function input(type, spec) {
  const element = document.createElement('input');
  element.type = type;
  named(element, spec);
  return element;
}

/**
 * @param {Field} element
 * @param {Spec} spec
 */
function named(element, spec) {
  element.autocomplete = 'off';
  element.setAttribute('aria-labelledby', `${spec.name}-label`);
}
