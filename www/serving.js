// Serving over time: has the engine simulate what the parameters ask for, a slice at a time, and shows the run and each of its
// steps. Loaded once a reader comes near.
import { Player } from './player.js';
import { Run } from './serving-run.js';

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

/** How long finding a step may take in a frame, in milliseconds. */
const SEEK_TIME = 12;

export class Serving {
  #owner;
  #root;
  #player;
  #run;
  #numbers;
  #place;
  /** In the place of each figure: why there is nothing to be seen. */
  #problems = FIGURES.map(problemElement);
  /** @type {Map<Element, string>} what sentences say */
  #said = new Map();
  #frame = 0;
  /** What was shown of the run: the system, how far it was, and whether it went on. */
  #shownRun = '';

  /** @param {Owner} owner */
  constructor(owner) {
    this.#owner = owner;
    this.#root = owner.view.root;
    this.#place = this.#part('player');
    this.#numbers = owner.view.numbersOf(owner.engine.servingMetricNames());
    this.#run = new Run(owner.view, this.#part('serving-run'), {
      explainer: owner.explainer,
      guard: owner.guard,
      progressed: () => this.soon(),
      stopped: (text) => owner.announceLater(() => text),
    });
    this.#player = new Player(owner.view, this.#place, {
      step: () => this.#step,
      last: () => this.#recorded,
      go: (step) => this.go(step),
      rest: () => this.rest(),
      nextEvent: (step) => owner.guard(() => this.#explainer?.nextEvent(step)),
      previousEvent: (step) => owner.guard(() => this.#explainer?.previousEvent(step)),
      none: () => owner.announceLater(() => 'There is no such event.'),
    });
    this.#part('moments').addEventListener('click', ({ target }) => {
      const { system, step } = /** @type {HTMLElement} */ (target).dataset;
      if (step) this.#visit(system ?? '', step);
    });
    for (const [i, name] of FIGURES.entries()) {
      this.#root.querySelector(`canvas[data-figure="${name}"]`)?.before(this.#problems[i]);
    }
    owner.view.keepRoom(this.#saidOf('serving-waste')[1], owner.engine.servingWasteCaptions());
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
    for (const element of this.#problems) element.textContent = problem ?? '';
    this.#shownRun = '';
    if (problem) {
      this.#run.halt();
      this.#showNumbers(explainer);
      this.#owner.showParameters();
    } else if (this.#recorded === 0) {
      // What was worth a look in another run is none in this; it keeps the room for what is.
      this.#part('moments').inert = true;
      this.#run.begin();
    } else {
      this.#show();
    }
    this.#run.show();
  }

  /** Shows, in the next frame, the step and the system that the parameters say. */
  soon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#owner.guard(() => this.#show());
    });
  }

  /**
   * Goes to a step, or to the nearest that there is.
   *
   * @param {number} step
   */
  go(step) {
    const last = this.#recorded;
    if (last > 0) {
      this.#owner.set('step', String(Math.min(Math.max(step, 0), last)));
      this.#owner.tell('input');
    }
    this.soon();
  }

  /** The reader stays at the step that was gone to. */
  rest() {
    this.#owner.tell('change');
    this.soon();
    this.#owner.announceLater(() => `Step ${this.#step.toLocaleString('en')}. ${this.#part('happened').textContent}`);
  }

  /** The reader has gone to another step without the player. */
  pause() {
    this.#player.pause();
  }

  /** Ends everything that goes on by itself. */
  stop() {
    this.#player.pause();
    this.#run.halt();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  get #explainer() {
    return this.#owner.explainer();
  }

  get #step() {
    return this.#owner.guard(() => Math.min(Number(this.#explainer?.get('step') ?? 0), this.#recorded)) ?? 0;
  }

  get #recorded() {
    return this.#owner.guard(() => this.#explainer?.recordedSteps()) ?? 0;
  }

  // ---- what is to be seen

  #show() {
    const explainer = this.#explainer;
    if (!explainer) return;
    if (this.#recorded === 0) {
      // In a new instance, nobody has been asked yet.
      if (!this.#run.isGoingOn && explainer.askServing() === undefined) this.#run.begin();
      return;
    }
    const run = `${explainer.get('system')} ${this.#recorded} ${this.#run.isGoingOn}`;
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
    // While a long run goes on, figures show how far it is.
    const hadFocus = this.#run.hasFocus;
    this.#place.inert = this.#run.isLong;
    this.#run.show();
    if (hadFocus && !this.#run.hasFocus) this.#place.querySelector('button')?.focus();
    if (!this.#run.isGoingOn) this.#reach();
    this.#showFigure('serving-waste', explainer);
    this.#say('serving-waste', explainer);
    // Whatever is worth a look may still come.
    if (!this.#run.isGoingOn) this.#showMoments(explainer.servingMoments());
    this.#owner.view.showOpenTables(['serving-waste'], explainer);
    this.#showNumbers(explainer);
  }

  /** There is no step after the last that is recorded. */
  #reach() {
    const last = this.#recorded;
    this.#owner.view.controls.get('step')?.reach(last);
    if (last < Number(this.#explainer?.get('step'))) this.go(last);
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
    if (!this.#player.isPlaying && !this.#run.isGoingOn) this.#owner.view.showOpenTables(OF_STEP, explainer);
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
    let isThere = this.#run.isGoingOn;
    while (!isThere && performance.now() - started < SEEK_TIME) isThere = explainer.seekServing(this.#run.slice);
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
    list.inert = false;
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
    const [run, moments, happened] = ['serving-run', 'moments', 'happened'].map((name) => this.#part(name));
    if (caption && run.parentElement !== first) caption.before(this.#part('serving-settings'), run);
    if (caption && caption.nextElementSibling !== moments) caption.after(moments);
    if (ofStep && ofStep.nextElementSibling !== this.#place) ofStep.after(this.#place, happened);
    for (const element of [this.#place, happened, moments]) element.hidden = !ofStep;
    // Once is enough for those who listen.
    for (const [i, problem] of this.#problems.entries()) {
      problem.role = first?.dataset.figureName === FIGURES[i] ? 'status' : 'presentation';
    }
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

/** What stands in the place of a figure. */
function problemElement() {
  const element = document.createElement('p');
  element.className = 'serving-problem';
  return element;
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
