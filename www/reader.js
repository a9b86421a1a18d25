// Hears the reader: turns the events of inputs and buttons into wishes. They stay inside: the element sends its own.

/** @typedef {import('./controls.js').Control} Control */

/**
 * @typedef {object} Wishes
 * @property {(name: string, text: string) => void} change another value for a parameter, perhaps one of many to come
 * @property {(control: Control, input: import('./controls.js').Field) => void} commit the value that an input has come to
 * @property {(action: string, button: HTMLButtonElement) => void} act what a button is for
 */

/** Keys that an input answers to itself. A host page may turn pages with them. */
const KEYS_OF_INPUTS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** And those that only a field of several lines answers to. */
const KEYS_OF_TEXTS = [...KEYS_OF_INPUTS, 'Enter', 'Backspace', 'Delete'];

/**
 * @param {ShadowRoot} root
 * @param {Map<string, Control>} controls by parameter
 * @param {Wishes} wishes
 */
export function hearReader(root, controls, { change, commit, act }) {
  const source = (/** @type {Event} */ event) => {
    event.stopPropagation();
    const input = /** @type {import('./controls.js').Field} */ (event.target);
    return { input, control: controlOf(input, controls) };
  };
  root.addEventListener('input', (event) => {
    const { input, control } = source(event);
    if (control?.isComplete(input)) change(control.spec.name, control.asked(input));
  });
  root.addEventListener('change', (event) => {
    const { input, control } = source(event);
    if (control) commit(control, input);
  });
  root.addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('button');
    if (button?.dataset.action) act(button.dataset.action, button);
  });
  root.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey } = /** @type {KeyboardEvent} */ (event);
    // Letters and digits are for the field they are typed in, and no shortcuts either, unless they are meant to be.
    const isTyped = key.length === 1 && !ctrlKey && !metaKey;
    const field = /** @type {Element} */ (target).closest('input, select, textarea');
    const keys = field?.localName === 'textarea' ? KEYS_OF_TEXTS : KEYS_OF_INPUTS;
    if (field && (isTyped || keys.includes(key))) event.stopPropagation();
  });
  takeBackSwipes(root, controls, change);
}

/**
 * A finger that comes down on a slider moves it at once, and may then turn out to have come to scroll the page: the
 * parameter goes back to what it was, which may be a value that the slider does not reach.
 *
 * @param {ShadowRoot} root
 * @param {Map<string, Control>} controls
 * @param {Wishes['change']} change
 */
function takeBackSwipes(root, controls, change) {
  /** @type {{ control: Control, value: import('./controls.js').Value } | undefined} */
  let touched;
  root.addEventListener('pointerdown', (event) => {
    const { target, pointerType } = /** @type {PointerEvent} */ (event);
    const isSlider = pointerType === 'touch' && target instanceof HTMLInputElement && target.type === 'range';
    const control = isSlider ? controlOf(target, controls) : undefined;
    touched = control?.shown === undefined ? undefined : { control, value: control.shown };
  });
  root.addEventListener('pointercancel', () => {
    if (!touched) return;
    const { control, value } = touched;
    touched = undefined;
    change(control.spec.name, String(value));
    control.restore();
  });
}

/**
 * @param {Element} input
 * @param {Map<string, Control>} controls
 */
function controlOf(input, controls) {
  const name = /** @type {HTMLElement | null} */ (input.closest('[data-parameter]'))?.dataset.parameter;
  return controls.get(name ?? '');
}
