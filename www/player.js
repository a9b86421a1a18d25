// Plays a run step by step: buttons, speeds and keys. What a step is, and how it is shown, is its owner's business.

/**
 * @typedef {object} Owner
 * @property {() => number} step the one that is looked at
 * @property {() => number} last there is
 * @property {(step: number) => void} go to that step, which need not exist
 * @property {() => void} rest at a step, until the reader does something else
 * @property {() => void} none there is no such step to go to
 * @property {(step: number) => number | undefined} nextEvent the next step after that one in which something happened
 * @property {(step: number) => number | undefined} previousEvent the last step before that one in which something happened
 */

/** Steps a second. */
const SPEEDS = [5, 25, 100, 500, 2_500];
const SPEED = 100;

/** No frame counts as longer, in milliseconds: while the page was hidden, nothing was played. */
const LONGEST_FRAME = 100;

const MARKUP = `
<div class="row transport">
  <button type="button" data-play="start" aria-label="Back to the start" title="Back to the start (Home)">⏮</button>
  <button type="button" data-play="previous-event" aria-label="Previous event" title="The last event before this step">«<span class="wide"> Event</span></button>
  <button type="button" data-play="back" aria-label="Step back" title="One step back (arrow left)">‹<span class="wide"> Step</span></button>
  <button type="button" data-play="toggle" title="Play or pause (space)">Play</button>
  <button type="button" data-play="on" aria-label="Step on" title="One step on (arrow right)"><span class="wide">Step </span>›</button>
  <button type="button" data-play="next-event" aria-label="Next event" title="The next event after this step"><span class="wide">Event </span>»</button>
  <label><span class="wide">Steps a second</span> <select aria-label="Steps a second"></select></label>
</div>`;

export class Player {
  #owner;
  #toggle;
  #speed;
  /** The frame that the next step is shown in; 0 while it rests. */
  #frame = 0;

  /**
   * @param {import('./view.js').View} view
   * @param {HTMLElement} place that it is built into, and whose keys it hears
   * @param {Owner} owner
   */
  constructor(view, place, owner) {
    this.#owner = owner;
    const transport = document.createElement('div');
    view.fill(transport, MARKUP);
    place.prepend(...transport.children);
    this.#toggle = /** @type {HTMLButtonElement} */ (place.querySelector('[data-play=toggle]'));
    this.#speed = /** @type {HTMLSelectElement} */ (place.querySelector('.transport select'));
    this.#speed.append(...SPEEDS.map((speed) => new Option(speed.toLocaleString('en'), String(speed), speed === SPEED, speed === SPEED)));
    place.addEventListener('click', ({ target }) => {
      const name = /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest('[data-play]'))?.dataset.play;
      if (name) this.#actions[name]();
    });
    place.addEventListener('keydown', (event) => this.#press(event));
  }

  /** Whether it plays. */
  get isPlaying() {
    return this.#frame !== 0;
  }

  /** Stops where it is. */
  pause() {
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#toggle.textContent = 'Play';
    this.#owner.rest();
  }

  #play() {
    // From the end there is nowhere to go but to the start.
    if (this.#owner.step() >= this.#owner.last()) this.#owner.go(0);
    this.#toggle.textContent = 'Pause';
    let before = performance.now();
    let shown = this.#owner.step();
    // Of slow steps, a frame shows less than one.
    let reached = shown;
    const show = (/** @type {number} */ now) => {
      // Somebody else has gone elsewhere.
      if (this.#owner.step() !== shown) {
        this.pause();
        return;
      }
      // The first frame may have begun before the button was pressed.
      const passed = Math.min(Math.max(now - before, 0), LONGEST_FRAME);
      reached += (passed / 1_000) * Number(this.#speed.value);
      before = now;
      const last = this.#owner.last();
      shown = Math.min(Math.floor(reached), last);
      if (shown !== this.#owner.step()) this.#owner.go(shown);
      if (shown >= last) this.pause();
      else if (this.isPlaying) this.#frame = requestAnimationFrame(show);
    };
    this.#frame = requestAnimationFrame(show);
  }

  /** @type {Record<string, () => void>} what each button does */
  #actions = {
    toggle: () => (this.isPlaying ? this.pause() : this.#play()),
    start: () => this.#goTo(0),
    back: () => this.#goTo(this.#owner.step() - 1),
    on: () => this.#goTo(this.#owner.step() + 1),
    end: () => this.#goTo(this.#owner.last()),
    'previous-event': () => this.#goTo(this.#owner.previousEvent(this.#owner.step())),
    'next-event': () => this.#goTo(this.#owner.nextEvent(this.#owner.step())),
  };

  /** @param {number | undefined} step */
  #goTo(step) {
    this.pause();
    if (step === undefined) {
      this.#owner.none();
      return;
    }
    this.#owner.go(step);
    this.#owner.rest();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const { key, target, repeat, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    // What has a use for a key of its own keeps it.
    const isButton = target instanceof HTMLButtonElement;
    const isSlider = target instanceof HTMLInputElement && target.type === 'range';
    const onSpace = key === ' ' && isSlider ? 'toggle' : undefined;
    const onOthers = isButton ? KEYS[key] : undefined;
    const action = onSpace ?? onOthers;
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    // Held down, a key goes on from step to step, but does not play and pause.
    if (!repeat || action !== 'toggle') this.#actions[action]();
  }
}

/** @type {Record<string, string>} what keys do on a button; a slider knows them itself */
const KEYS = { ArrowLeft: 'back', ArrowDown: 'back', ArrowRight: 'on', ArrowUp: 'on', Home: 'start', End: 'end' };
