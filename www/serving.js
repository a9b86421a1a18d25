// Serving over time: has the engine simulate what the parameters ask for, a slice at a time, and shows the run and each of its
// steps. Loaded once a reader comes near.
import { nextSize } from './pace.js';
import { Player } from './player.js';
import css from './pkg/serving-styles.js';

/** @typedef {import('./session.js').Explainer} Explainer */

/**
 * @typedef {object} Owner
 * @property {() => Explainer | undefined} explainer in the engine; nothing once that has failed
 * @property {import('./engine.js').Engine} engine
 * @property {import('./view.js').View} view
 * @property {<T>(action: () => T) => T | undefined} guard does something that calls the engine
 * @property {(name: string, text: string) => void} set a parameter
 * @property {() => void} showParameters in controls and attributes
 * @property {(canvas: HTMLCanvasElement) => void} draw now, or when somebody may see it
 * @property {(type: 'input' | 'change') => void} tell the page that something has changed
 * @property {(text: () => string) => void} announceLater to those who listen, when the reader has stopped
 */

/** Figures that the player moves: they show a step. */
const OF_STEP = ['serving-timeline', 'serving-memory'];

/** All figures of serving over time. */
const FIGURES = ['serving-waste', ...OF_STEP];

/** The first slice, in steps, and the limits of the others: of a very large pool, a step may take milliseconds. */
const FIRST_SLICE = 16;
const LIMITS = { smallest: 1, largest: 10_000 };

/** A run that takes longer has its progress shown, in milliseconds. */
const LONG = 200;

/** How long finding a step may take in a frame, in milliseconds. */
const SEEK_TIME = 12;

const RUN = `
<progress max="1" value="0" aria-label="Simulating"></progress>
<span class="serving-done"></span>
<button type="button" class="serving-cancel">Cancel</button>`;

export class Serving {
  #owner;
  #root;
  #player;
  #numbers;
  #place;
  /** Says why there is nothing to be seen, in its place. */
  #problem = document.createElement('p');
  /** @type {Map<Element, string>} what sentences say */
  #said = new Map();
  /** The timer of the next slice; 0 where none is to come. */
  #timer = 0;
  #slice = FIRST_SLICE;
  /** When the run began, in milliseconds. */
  #began = 0;
  #frame = 0;
  /** What was shown of the run: the system, how far it was, and whether it went on. */
  #shownRun = '';

  /** @param {Owner} owner */
  constructor(owner) {
    this.#owner = owner;
    this.#root = owner.view.root;
    owner.view.addStyles(css);
    this.#place = this.#part('player');
    this.#problem.className = 'serving-problem';
    this.#problem.role = 'status';
    owner.view.fill(this.#part('serving-run'), RUN);
    this.#part('moments').append(...owner.engine.systemNames().map(() => document.createElement('li')));
    owner.view.keepRoom(this.#saidOf('serving-waste')[1], owner.engine.servingWasteCaptions());
    this.#numbers = owner.view.numbersOf(owner.engine.servingMetricNames());
    this.#player = new Player(owner.view, this.#place, {
      step: () => this.#step,
      last: () => this.#recorded,
      go: (step) => this.go(step),
      rest: () => this.rest(),
      nextEvent: (step) => owner.guard(() => this.#explainer?.nextEvent(step)),
      previousEvent: (step) => owner.guard(() => this.#explainer?.previousEvent(step)),
    });
    this.#part('serving-cancel').addEventListener('click', () => owner.guard(() => this.#cancelOrGoOn()));
    this.#part('moments').addEventListener('click', ({ target }) => {
      const { system, step } = /** @type {HTMLElement} */ (target).dataset;
      if (step) this.#visit(system ?? '', step);
    });
    const sizes = new ResizeObserver(() => this.#measureSticky());
    for (const name of ['controls', 'player']) sizes.observe(this.#part(name));
    this.#arrange();
  }

  /** Takes up what the parameters ask for. */
  update() {
    const explainer = this.#explainer;
    if (!explainer) return;
    this.#arrange();
    if (this.#place.hidden || this.#owner.view.hasNoControls) this.#player.pause();
    const problem = explainer.askServing();
    this.#owner.view.showServing(!problem);
    this.#problem.textContent = problem ?? '';
    if (problem) {
      this.#halt();
      this.#part('serving-done').textContent = '';
      this.#showNumbers(explainer);
      this.#owner.showParameters();
    } else {
      if (this.#recorded === 0) this.#begin();
      this.#shownRun = '';
      this.#show();
    }
  }

  /** Shows, in the next frame, the step and the system that the parameters say. */
  soon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#owner.guard(() => this.#show());
    });
  }

  /** Goes to a step, or to the nearest that there is. */
  go(/** @type {number} */ step) {
    this.#owner.set('step', String(Math.min(Math.max(step, 0), this.#recorded)));
    this.#owner.tell('input');
    this.soon();
  }

  /** The reader has gone to another step without the player. */
  pause() {
    this.#player.pause();
  }

  /** Ends everything that goes on by itself. */
  stop() {
    this.#player.pause();
    this.#halt();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  get #explainer() {
    return this.#owner.explainer();
  }

  get #step() {
    return Math.min(Number(this.#explainer?.get('step') ?? 0), this.#recorded);
  }

  get #isRunning() {
    return this.#timer !== 0;
  }

  get #recorded() {
    return this.#explainer?.recordedSteps() ?? 0;
  }

  // ---- the run

  #begin() {
    this.#halt();
    this.#began = performance.now();
    this.#slice = FIRST_SLICE;
    // What was worth a look in another run is none in this.
    this.#showMoments(this.#owner.engine.systemNames().map(() => ''));
    this.#record();
  }

  #record() {
    const explainer = this.#explainer;
    if (!explainer) return;
    const started = performance.now();
    const more = explainer.recordServing(Math.round(this.#slice));
    this.#slice = nextSize(this.#slice, performance.now() - started, LIMITS);
    this.#timer = more ? window.setTimeout(() => this.#owner.guard(() => this.#record())) : 0;
    this.#showProgress();
    this.soon();
  }

  #halt() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#showProgress();
  }

  #cancelOrGoOn() {
    if (!this.#isRunning) {
      this.#began = performance.now();
      this.#record();
      return;
    }
    this.#halt();
    // There is none after that.
    this.go(this.#recorded);
  }

  #showProgress() {
    const all = Number(this.#explainer?.get('steps'));
    if (Number.isNaN(all)) return;
    const isOver = this.#recorded >= all;
    // Of a short run, nobody need know how far it is.
    const isLong = this.#isRunning && performance.now() - this.#began > LONG;
    const [done, steps] = [this.#recorded, all].map((count) => count.toLocaleString('en'));
    const says = isOver ? `${steps} steps of five systems simulated.` : `${done} of ${steps} steps simulated.`;
    if (isOver || isLong || !this.#isRunning) this.#part('serving-done').textContent = says;
    const progress = /** @type {HTMLProgressElement} */ (this.#root.querySelector('.serving-run progress'));
    progress.hidden = !isLong;
    progress.value = this.#recorded / all;
    const button = this.#part('serving-cancel');
    button.textContent = this.#isRunning ? 'Cancel' : 'Go on';
    const hadFocus = this.#root.activeElement === button;
    button.hidden = isOver || !(isLong || (!this.#isRunning && this.#recorded > 0));
    if (hadFocus && button.hidden) this.#place.querySelector('button')?.focus();
    // While a long run goes on, figures show how far it is.
    this.#place.inert = isLong;
  }

  // ---- what is to be seen

  #show() {
    const explainer = this.#explainer;
    if (!explainer || this.#recorded === 0) return;
    const run = `${explainer.get('system')} ${this.#recorded} ${this.#isRunning}`;
    if (run !== this.#shownRun) this.#showRun(explainer);
    this.#shownRun = run;
    this.#showStep(explainer);
    this.#owner.showParameters();
  }

  /**
   * What stays as it is from step to step.
   *
   * @param {Explainer} explainer
   */
  #showRun(explainer) {
    this.#owner.view.controls.get('step')?.reach(this.#recorded);
    this.#showFigure('serving-waste', explainer);
    this.#say('serving-waste', explainer);
    // Whatever is worth a look may still come.
    if (!this.#isRunning) this.#showMoments(explainer.servingMoments());
    this.#owner.view.showOpenTables(['serving-waste'], explainer);
    this.#showNumbers(explainer);
  }

  /** @param {Explainer} explainer */
  #showStep(explainer) {
    if (!this.#seek(explainer)) this.soon();
    for (const name of OF_STEP) {
      this.#showFigure(name, explainer);
      this.#say(name, explainer);
    }
    this.#put(this.#part('happened'), explainer.servingHappened() ?? '');
    // A table of a thousand rows is for who has stopped.
    if (!this.#player.isPlaying && !this.#isRunning) this.#owner.view.showOpenTables(OF_STEP, explainer);
  }

  /**
   * @param {string} name
   * @param {Explainer} explainer
   */
  #showFigure(name, explainer) {
    const canvas = this.#owner.view.canvases.find(({ dataset }) => dataset.figure === name);
    if (!canvas) return;
    this.#owner.draw(canvas);
    // Whoever listens is told where it rests.
    if (!this.#player.isPlaying) this.#owner.view.describe(canvas, explainer);
  }

  /**
   * Whether the step has been found.
   *
   * @param {Explainer} explainer
   */
  #seek(explainer) {
    const started = performance.now();
    // A run that still goes on shows where it is.
    let isThere = this.#isRunning;
    while (!isThere && performance.now() - started < SEEK_TIME) isThere = explainer.seekServing(FIRST_SLICE);
    return isThere;
  }

  /** @param {Explainer} explainer */
  #showNumbers(explainer) {
    this.#numbers.find();
    this.#numbers.show(explainer.servingValues(), explainer.servingTexts());
  }

  /**
   * @param {string} name of a figure
   * @param {Explainer} explainer
   */
  #say(name, explainer) {
    const places = this.#saidOf(name);
    explainer.servingSentences(name).forEach((sentence, i) => this.#put(places[i], sentence));
  }

  /**
   * Where it is said what a figure is of, and what is seen in it.
   *
   * @param {string} name
   */
  #saidOf(name) {
    return /** @type {HTMLElement[]} */ ([...this.#root.querySelectorAll(`[data-figure-name="${name}"] .serving-text`)]);
  }

  /**
   * @param {Element} element
   * @param {string} text
   */
  #put(element, text) {
    if (this.#said.get(element) === text) return;
    this.#said.set(element, text);
    this.#owner.view.say(element, text);
  }

  /** @param {string[]} texts a sentence on each system */
  #showMoments(texts) {
    const list = this.#part('moments');
    if (this.#said.get(list) === texts.join('\n')) return;
    this.#said.set(list, texts.join('\n'));
    list.replaceChildren(...texts.map(momentItem));
  }

  /**
   * @param {string} system
   * @param {string} step
   */
  #visit(system, step) {
    this.#player.pause();
    this.#owner.set('system', system);
    this.go(Number(step));
    this.rest();
    this.#shown(OF_STEP).at(-1)?.scrollIntoView();
  }

  /**
   * Goes to where the reader points in the timeline. Returns whether that is another step.
   *
   * @param {number} x CSS pixels from the left
   * @param {number} width of the figure
   */
  scrub(x, width) {
    if (this.#owner.view.hasNoControls) return false;
    const step = Math.min(this.#owner.engine.stepAt(x, width, Number(this.#explainer?.get('steps'))), this.#recorded);
    if (step === this.#step) return false;
    this.#player.pause();
    this.go(step);
    return true;
  }

  /** The reader has come to a step. */
  rest() {
    this.#owner.tell('change');
    this.soon();
    this.#owner.announceLater(() => `Step ${this.#step.toLocaleString('en')}. ${this.#part('happened').textContent}`);
  }

  // ---- places

  /** @param {string[]} names of figures of which those are wanted that are shown */
  #shown(names) {
    const figures = /** @type {HTMLElement[]} */ ([...this.#root.querySelectorAll('figure:not([hidden])')]);
    return figures.filter(({ dataset }) => names.includes(dataset.figureName ?? ''));
  }

  /** Puts the controls of the run into the first figure of it, and the player after the first that shows a step. */
  #arrange() {
    const [first] = this.#shown(FIGURES);
    const [ofStep] = this.#shown(OF_STEP);
    const caption = first?.querySelector('figcaption');
    if (caption && this.#problem.parentElement !== first) {
      first.querySelector('canvas')?.before(this.#problem);
      caption.before(this.#part('serving-settings'), this.#part('serving-run'));
    }
    if (caption && caption.nextElementSibling !== this.#part('moments')) caption.after(this.#part('moments'));
    const happened = this.#part('happened');
    if (ofStep && ofStep.nextElementSibling !== this.#place) ofStep.after(this.#place, happened);
    this.#place.hidden = happened.hidden = !ofStep;
  }

  /** Tells the styles how high what stays in view is: the controls, and below them the player. */
  #measureSticky() {
    for (const name of ['controls', 'player']) {
      const element = this.#part(name);
      const height = getComputedStyle(element).position === 'sticky' ? element.offsetHeight : 0;
      this.#part('explainer').style.setProperty(`--${name}-height`, `${height}px`);
    }
  }

  /** @param {string} className */
  #part(className) {
    return /** @type {HTMLElement} */ (this.#root.querySelector(`.${className}`));
  }
}

/** @param {string} text a sentence on a system */
function momentItem(text) {
  const item = document.createElement('li');
  // Text, systems and steps take turns.
  const parts = text.split(/\{([^@}]*)@(\d+)\}/);
  // The system's name comes first.
  const name = document.createElement('b');
  name.textContent = parts[0].slice(0, parts[0].indexOf(':') + 1);
  parts[0] = parts[0].slice(name.textContent.length);
  item.append(name, ...parts.map((part, i) => (i % 3 === 0 ? part : i % 3 === 1 ? stepButton(part, parts[i + 1]) : '')));
  return item;
}

/**
 * @param {string} system
 * @param {string} step
 */
function stepButton(system, step) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.system = system;
  button.dataset.step = step;
  button.textContent = `step ${Number(step).toLocaleString('en')}`;
  return button;
}
