// What an explainer shows, inside its shadow root: text, numbers, controls, tables. Pictures are drawn by the engine.
import { HEARD } from './clipboard.js';
import { Control, copySpec } from './controls.js';
import { setMarkup } from './markup.js';
import { showBlockTable } from './memory-map.js';
import { keepRoom, Numbers, Sentence, withNumbers } from './prose.js';
import css from './pkg/styles.js';
import { styleSheet } from './styles.js';
import { buildNumbers, showData, showPinned } from './tables.js';
import { figureMarkup, MARKUP } from './template.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./engine.js').Engine} Engine */

/** Parameters about the model and its memory. */
const IN_MODEL = ['model', 'layers', 'kv-heads', 'head-dim', 'kv-dtype', 'memory'];

/** How long a button says that it has copied, in milliseconds. */
const COPIED_FOR = 2_000;

export class View {
  root;
  /** @type {Map<string, Control>} by parameter; empty before `build` */
  controls = new Map();
  /** @type {HTMLCanvasElement[]} */
  canvases = [];
  /** @type {Sentence[]} */
  #sentences = [];
  /** @type {Numbers | undefined} */
  #numbers;
  /** What was shown of the pins. */
  #pins = '';
  /** @type {string[]} what it looks like */
  #styles = [css];
  /** @type {string[]} how pins are called, by their place: as many as there can be */
  #letters = [];

  /** @param {ShadowRoot} root */
  constructor(root) {
    this.root = root;
    setMarkup(root, MARKUP);
    this.applyStyles();
  }

  /** Once for each document that the element comes to. */
  applyStyles() {
    this.root.adoptedStyleSheets = this.#styles.map((styles) => styleSheet(this.root.ownerDocument, styles));
  }

  /**
   * Adds styles of what is not there at first.
   *
   * @param {string} styles
   */
  addStyles(styles) {
    this.#styles.push(styles);
    this.applyStyles();
  }

  /**
   * Builds what is not there at first.
   *
   * @param {Element} place
   * @param {string} markup
   */
  fill(place, markup) {
    setMarkup(place, markup);
  }

  /**
   * Has a place say something, with `{metric}` where a number belongs.
   *
   * @param {Element} place
   * @param {string} text
   */
  say(place, text) {
    place.replaceChildren(...withNumbers(text));
  }

  /**
   * Keeps room for the longest of what a place may come to say.
   *
   * @param {HTMLElement} place
   * @param {string[]} variants
   */
  keepRoom(place, variants) {
    keepRoom(place, variants);
  }

  /**
   * All places for numbers of such names.
   *
   * @param {string[]} names
   */
  numbersOf(names) {
    return new Numbers(this.root, names);
  }

  /** An element whose computed style tells colours. */
  get probe() {
    return this.#part('probe');
  }

  /**
   * Adds what only the engine knows. Does nothing the second time.
   *
   * @param {Engine} engine
   */
  build(engine) {
    if (this.controls.size > 0) return;
    this.#letters = engine.pinLetters();
    this.#buildFigures(engine);
    this.#buildControls(engine);
    buildNumbers(this.#numberTable, engine.numberRows());
    this.canvases = [...this.root.querySelectorAll('canvas')];
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll('[data-passage]'))) {
      const name = element.dataset.passage ?? '';
      this.#sentences.push(new Sentence(element, name, engine.passageVariants(name)));
    }
    this.#numbers = new Numbers(this.root, engine.metricNames());
  }

  /** @param {Engine} engine */
  #buildControls(engine) {
    for (const spec of engine.parameters().map(copySpec)) {
      const control = new Control(spec);
      this.controls.set(spec.name, control);
      const inFigure = this.root.querySelector(`[data-parameters~="${spec.name}"]`);
      (inFigure ?? this.#part(IN_MODEL.includes(spec.name) ? 'model' : spec.slider ? 'controls' : 'workload')).append(control.element);
    }
  }

  /** @param {Engine} engine */
  #buildFigures(engine) {
    setMarkup(this.#part('figures'), engine.figureNames().map(figureMarkup).join(''));
    for (const figure of this.root.querySelectorAll('figure')) {
      const heading = engine.figureHeading(figure.dataset.figureName ?? '');
      const [title, region] = figure.querySelectorAll('h2, [role=region]');
      title.textContent = heading;
      figure.toggleAttribute('data-later', engine.comesLater(figure.dataset.figureName ?? ''));
      region.ariaLabel = `Data: ${heading}`;
    }
  }

  /** @param {'explainer' | 'fallback' | 'failure'} what */
  show(what) {
    this.#part('explainer').hidden = what !== 'explainer';
    this.#part('fallback').hidden = what === 'explainer';
    this.#part('failure').hidden = what !== 'failure';
  }

  /** @param {string} message */
  showFailure(message) {
    this.#part('failure-message').textContent = message;
    this.show('failure');
  }

  /**
   * Brings everything up to date but the pictures, and what tells of them.
   *
   * @param {Session} session
   */
  update(session) {
    const { explainer, engine, isWhole } = session;
    this.#part('explainer').toggleAttribute('data-whole', isWhole);
    const hasModel = explainer.get('model') !== 'none';
    const seen = this.#sentences.filter((sentence) => sentence.isSeen(hasModel));
    const changed = seen.filter((sentence) => sentence.show(explainer.passage(sentence.name)));
    if (changed.length > 0) this.#numbers?.find();
    this.#numbers?.show(explainer.values(), explainer.texts());
    this.showOpenTables(engine.figureNames(), explainer);
    const lines = this.root.querySelector('details[open] .numpy');
    if (lines) lines.textContent = explainer.numpyLines();
    this.showParameters(explainer);
    // Where chance has no part, there is nothing to draw anew.
    this.#button('random').hidden = !explainer.applies('seed');
    this.#part('explainer').toggleAttribute('data-model', hasModel);
    this.#showPins(session);
  }

  /**
   * Tells in words what a picture shows.
   *
   * @param {HTMLCanvasElement} canvas
   * @param {import('./session.js').Explainer} explainer
   */
  describe(canvas, explainer) {
    const { figure = '' } = canvas.dataset;
    canvas.ariaLabel = explainer.figureLabel(figure);
    if (figure !== 'memory-map') return;
    showBlockTable(this.#part('block-table'), explainer.blockTable());
    this.#part('block-table-of').textContent = explainer.get('request').toLocaleString('en');
  }

  /** @param {import('./session.js').Explainer} explainer */
  showParameters(explainer) {
    for (const [name, control] of this.controls) {
      control.show(explainer.get(name));
      control.element.hidden = !explainer.applies(name);
    }
  }

  /** @param {Session} session */
  #showPins({ explainer, pinsNotInLink }) {
    const text = `${explainer.pins()} ${pinsNotInLink}`;
    if (text === this.#pins) return;
    this.#pins = text;
    const names = explainer.pinNames();
    this.#part('pins').replaceChildren(...names.map((name, place) => pinItem(this.#letters[place], name, place)));
    if (pinsNotInLink > 0) this.#part('pins').append(unlinkedItem(pinsNotInLink));
    // Not `disabled`, which would take the focus from who has just pressed it.
    this.#button('pin').ariaDisabled = String(names.length === this.#letters.length);
    showPinned(this.#numberTable, names.map((name, i) => ({ letter: this.#letters[i], name, numbers: explainer.pinNumbers(i) })));
  }

  get #numberTable() {
    return /** @type {HTMLTableElement} */ (this.#part('numbers'));
  }

  /**
   * Brings the tables that the reader has open up to date.
   *
   * @param {string[]} figures whose they are
   * @param {import('./session.js').Explainer} explainer
   */
  showOpenTables(figures, explainer) {
    for (const details of this.root.querySelectorAll('details.data[open]')) {
      if (figures.includes(details.closest('figure')?.dataset.figureName ?? '')) this.#showData(details, explainer);
    }
  }

  /**
   * @param {Element} details
   * @param {import('./session.js').Explainer} explainer
   */
  #showData(details, explainer) {
    const table = details.querySelector('table');
    const name = details.closest('figure')?.dataset.figureName;
    if (!table || !name) return;
    const data = explainer.figureTable(name);
    showData(table, data.headings, data.cells);
    data.free();
  }

  /** @param {string[]} texts what had to be corrected */
  showNotices(texts) {
    const notices = this.#part('notices');
    if (notices.textContent === texts.join('')) return;
    notices.replaceChildren(...texts.map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    }));
  }

  /**
   * Shows the figures of those names, in that order.
   *
   * @param {string[]} names
   */
  showFigures(names) {
    const figures = [...this.root.querySelectorAll('figure')];
    const place = (/** @type {HTMLElement} */ figure) => names.indexOf(figure.dataset.figureName ?? '');
    for (const figure of figures) figure.hidden = place(figure) < 0;
    const ordered = figures.toSorted((one, other) => place(one) - place(other));
    // Moved only where they must be, for that interrupts who reads in one.
    if (ordered.some((figure, i) => figure !== figures[i])) this.#part('figures').append(...ordered);
  }

  /** @param {'light' | 'dark' | undefined} scheme which colours; the reader's preference where nothing is said */
  showScheme(scheme) {
    this.#part('schemed').style.colorScheme = scheme ?? '';
  }

  /** @param {string} controls which controls there are: full, min or none */
  showControls(controls) {
    this.#part('explainer').dataset.controls = controls;
  }

  /** Whether figures are but for looking. */
  get hasNoControls() {
    return this.#part('explainer').dataset.controls === 'none';
  }

  /** The colour behind the figures. */
  get background() {
    return getComputedStyle(this.#part('explainer')).backgroundColor;
  }

  /** What the numbers come to, in a sentence. */
  get finding() {
    return this.#part('finding').textContent ?? '';
  }

  /** @param {HTMLElement} button what was pressed to copy */
  confirmCopy(button) {
    this.announce(HEARD.copied);
    button.dataset.copied = '';
    setTimeout(() => delete button.dataset.copied, COPIED_FOR);
  }

  /**
   * Shows, beside the button that was pressed, what could not be copied. It goes with the next change.
   *
   * @param {HTMLElement} button
   * @param {string} text
   */
  showByHand(button, text) {
    this.dropByHand();
    const element = document.createElement('p');
    element.className = 'by-hand';
    element.textContent = text;
    button.after(element);
    getSelection()?.selectAllChildren(element);
    this.announce(HEARD.refused);
  }

  /**
   * Says something below a button. It goes with the next change.
   *
   * @param {HTMLElement} button
   * @param {string} text
   */
  tell(button, text) {
    this.dropByHand();
    const element = document.createElement('p');
    element.className = 'by-hand';
    element.textContent = text;
    button.closest('.row')?.append(element);
    this.announce(text);
  }

  /** Takes away what was shown below a button. */
  dropByHand() {
    this.root.querySelector('.by-hand')?.remove();
  }

  /**
   * @param {HTMLCanvasElement} canvas of a figure that comes later
   * @param {string | undefined} text why it is not there; nothing where it is
   */
  showStatus(canvas, text) {
    const status = canvas.closest('figure')?.querySelector('.figure-status');
    if (status) status.textContent = text ?? '';
  }

  /** @param {boolean} isThere whether there is something to be seen of serving over time */
  showServing(isThere) {
    this.#part('explainer').toggleAttribute('data-serving', isThere);
  }

  /** @param {string} name of a figure that is scrolled to, if it is shown */
  scrollTo(name) {
    this.root.querySelector(`figure:not([hidden])[data-figure-name="${CSS.escape(name)}"]`)?.scrollIntoView();
  }

  /** Takes the focus from a pin that is gone to what adds one. */
  focusPins() {
    this.#button('pin').focus();
  }

  /** Takes the focus from what is no longer shown to what is. */
  focus() {
    this.#part('explainer').focus();
  }

  /** @param {string} text is said to those who listen */
  announce(text) {
    this.#part('announcement').textContent = text;
  }

  /** Where the reader's own lengths are given; shown or not. */
  get own() {
    return this.#part('own');
  }

  /** @param {string} action */
  #button(action) {
    return /** @type {HTMLButtonElement} */ (this.root.querySelector(`[data-action=${action}]`));
  }

  /** @param {string} className */
  #part(className) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`.${className}`));
  }
}

/** @param {number} count of pins that a link does not carry */
function unlinkedItem(count) {
  const item = document.createElement('li');
  item.className = 'unlinked';
  item.textContent = `A link has but the present lengths of your own: ${count} of these ${count === 1 ? 'is' : 'are'} not in it.`;
  return item;
}

/**
 * @param {string} letter
 * @param {string} name
 * @param {number} place
 */
function pinItem(letter, name, place) {
  const item = document.createElement('li');
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.dataset.action = 'unpin';
  remove.dataset.place = String(place);
  remove.ariaLabel = `Remove pin ${letter}`;
  remove.textContent = '×';
  item.append(`${letter}: ${name} `, remove);
  return item;
}
