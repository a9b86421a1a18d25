// A run of the simulation, recorded a slice at a time, with its progress, and a button that stops it and goes on with it.
import { nextSize } from './pace.js';

/** @typedef {import('./session.js').Explainer} Explainer */

/**
 * @typedef {object} Owner
 * @property {() => Explainer | undefined} explainer in the engine; nothing once that has failed
 * @property {<T>(action: () => T) => T | undefined} guard does something that calls the engine
 * @property {() => void} progressed some steps more are recorded
 * @property {(text: string) => void} stopped a run that took long is over, or was stopped
 */

/** Limits of a slice, in steps: of a very large pool, a step takes milliseconds. */
const LIMITS = { smallest: 1, largest: 10_000 };

/** A run that takes longer has its progress shown, in milliseconds. */
const LONG = 200;

const MARKUP = `
<progress max="1" value="0" aria-label="Simulating" hidden></progress>
<span class="serving-done"></span>
<button type="button" class="serving-cancel" hidden>Cancel</button>`;

export class Run {
  #owner;
  #progress;
  #done;
  #button;
  /** The timer of the next slice; 0 where none is to come. */
  #timer = 0;
  #slice = LIMITS.smallest;
  /** When it began, or went on, in milliseconds. */
  #began = 0;

  /**
   * @param {import('./view.js').View} view
   * @param {HTMLElement} place that it is built into
   * @param {Owner} owner
   */
  constructor(view, place, owner) {
    this.#owner = owner;
    view.fill(place, MARKUP);
    const [progress, done, button] = /** @type {[HTMLProgressElement, HTMLElement, HTMLButtonElement]} */ ([...place.children]);
    this.#progress = progress;
    this.#done = done;
    this.#button = button;
    button.addEventListener('click', () => owner.guard(() => (this.isGoingOn ? this.#cancel() : this.goOn())));
  }

  get isGoingOn() {
    return this.#timer !== 0;
  }

  /** Whether it has gone on for so long that the reader is shown how far it is. */
  get isLong() {
    return this.isGoingOn && performance.now() - this.#began > LONG;
  }

  /** So many steps as take a moment. */
  get slice() {
    return this.#slice;
  }

  /** Whether its button has the focus. */
  get hasFocus() {
    return this.#button.matches(':focus');
  }

  /** Begins with what the explainer was asked for last. */
  begin() {
    this.#slice = LIMITS.smallest;
    this.goOn();
  }

  /** Records what is left. */
  goOn() {
    this.#began = performance.now();
    // Not at once: to be asked was work enough for a moment.
    this.#later();
    this.show();
  }

  /** Stops, without a word. */
  halt() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #cancel() {
    this.halt();
    this.show();
    this.#owner.progressed();
    this.#owner.stopped(this.#done.textContent ?? '');
  }

  #later() {
    this.#timer = window.setTimeout(() => this.#owner.guard(() => this.#record()));
  }

  #record() {
    const explainer = this.#owner.explainer();
    if (!explainer) return;
    const started = performance.now();
    const more = explainer.recordServing(this.#slice);
    this.#slice = nextSize(this.#slice, performance.now() - started, LIMITS);
    const wasLong = this.isLong;
    if (more) this.#later();
    else this.halt();
    this.show();
    this.#owner.progressed();
    if (!more && wasLong) this.#owner.stopped(this.#done.textContent ?? '');
  }

  /** Shows how far it is; of one that is soon over, only that it is. */
  show() {
    const explainer = this.#owner.explainer();
    if (!explainer) return;
    const [recorded, all] = [explainer.recordedSteps(), Number(explainer.get('steps'))];
    const isOver = recorded >= all;
    const { isLong } = this;
    this.#progress.hidden = !isLong;
    this.#progress.value = recorded / all;
    this.#button.textContent = this.isGoingOn ? 'Cancel' : 'Go on';
    this.#button.hidden = this.isGoingOn ? !isLong : isOver || recorded === 0;
    const [done, steps] = [recorded, all].map((count) => count.toLocaleString('en'));
    if (isOver) this.#done.textContent = `${steps} steps simulated`;
    else if (recorded === 0 && !this.isGoingOn) this.#done.textContent = '';
    else if (isLong || !this.isGoingOn) this.#done.textContent = `${done} of ${steps} steps simulated`;
  }
}
