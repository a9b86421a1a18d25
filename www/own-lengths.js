// The panel for lengths that the reader brings along: pasted, or from a file that is picked or dropped.
import { isPanic, replaceInstance } from './engine.js';
import { setMarkup } from './markup.js';
import css from './pkg/own-lengths-styles.js';
import { readLengths, sniff } from './slices.js';

/** @typedef {import('./engine.js').Engine} Engine */

/**
 * @typedef {object} Owner
 * @property {Engine} engine
 * @property {(styles: string) => void} addStyles to those of the element
 * @property {(lengths: Uint32Array, told: string) => void} take lengths in tokens that the reader wants used, and what
 *   the reader was told of them
 */

const MARKUP = `
<label class="own-text">Lengths in tokens, one for each request
  <textarea rows="3" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="120 35 900 …"></textarea>
</label>
<div class="own-file">
  <label>Or a file of numbers, CSV or JSON lines <input type="file"></label>
  <p>Commas part numbers: 1,234 is two of them. A file may be picked, or dropped here. What you give is read in this page and never leaves it.</p>
</div>
<div class="own-choices row" role="group" aria-label="What the length is" hidden>
  <label><span class="own-kind"></span> <select class="own-first"></select></label>
  <label class="own-second-label">plus <select class="own-second"></select></label>
</div>
<div class="row">
  <button type="button" class="own-use">Use these lengths</button>
  <div class="own-progress row" hidden>
    <progress max="100" value="0" aria-label="Reading"></progress>
    <span class="own-percentage">0 %</span>
    <button type="button" class="own-cancel">Cancel</button>
  </div>
</div>
<div class="own-outcome" role="status"></div>`;

/** A longer text is not shown when it is pasted: a browser takes seconds to lay it out. */
const LONGEST_SHOWN = 200_000;

/** A file of more bytes has its progress shown. */
const LONG = 1 << 20;

const KEPT = 'The lengths in use stay as they were.';

/** What the choices are called. */
const KINDS = /** @type {Record<string, [string, string, string]>} */ ({
  csv: ['Column', 'CSV', 'columns'],
  'json-lines': ['Field', 'JSON lines', 'fields that hold numbers'],
});

/**
 * Builds the panel into `place`.
 *
 * @param {HTMLElement} place
 * @param {Owner} owner
 */
export function ownLengthsPanel(place, owner) {
  owner.addStyles(css);
  const panel = new OwnLengthsPanel(owner);
  place.append(panel.element);
  return panel;
}

class OwnLengthsPanel {
  element = document.createElement('div');
  #owner;
  /** @type {Blob | undefined} what the reader gave last */
  #given;
  /** What that looks like, once that is known. */
  #kind = '';
  /** Settled once that is known, and its choices are on show. */
  #looked = Promise.resolve();
  /** The choices that are on show, as one text. */
  #choices = '';
  /** Ends the reading that goes on, if one does. */
  #reading = new AbortController();

  /** @param {Owner} owner */
  constructor(owner) {
    this.#owner = owner;
    this.element.className = 'own-lengths';
    setMarkup(this.element, MARKUP);
    this.#hear();
    this.#hearDrops();
  }

  /** Ends the reading that goes on, if one does; what is in use stays in use. */
  cancel() {
    this.#reading.abort();
  }

  /** Takes the panel away. */
  remove() {
    this.cancel();
    this.element.remove();
  }

  #hear() {
    const { element } = this;
    const text = this.#text;
    const file = this.#file;
    for (const type of ['input', 'change']) {
      element.addEventListener(type, (event) => event.stopPropagation());
    }
    text.addEventListener('input', () => {
      file.value = '';
      this.#give(text.value === '' ? undefined : new Blob([text.value]));
    });
    text.addEventListener('paste', (event) => this.#paste(event));
    file.addEventListener('change', () => {
      if (file.files?.[0]) this.#giveFile(file.files[0]);
    });
    this.#part('.own-use').addEventListener('click', () => this.#use());
    this.#part('.own-cancel').addEventListener('click', () => {
      this.cancel();
      this.#say(`Reading was cancelled. ${KEPT}`);
    });
  }

  /** A file may be dropped anywhere on the panel; what else is dropped is for the text field. */
  #hearDrops() {
    const { element } = this;
    const show = (/** @type {boolean} */ isOver) => element.toggleAttribute('data-drop', isOver);
    for (const type of /** @type {const} */ (['dragenter', 'dragover', 'drop'])) {
      element.addEventListener(type, (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        event.stopPropagation();
        show(type !== 'drop');
        if (type === 'drop') this.#drop(event.dataTransfer.files);
      });
    }
    element.addEventListener('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) show(false);
    });
  }

  /** @param {FileList} files */
  #drop(files) {
    if (files.length !== 1) {
      this.#say(`One file at a time can be read, and these are ${files.length}. ${KEPT}`);
      return;
    }
    // So the name stands where that of a picked file does.
    this.#file.files = files;
    this.#giveFile(files[0]);
  }

  /** @param {File} file */
  #giveFile(file) {
    this.#text.value = '';
    this.#give(file);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (pasted.length <= LONGEST_SHOWN) return;
    event.preventDefault();
    this.#file.value = '';
    this.#text.value = '';
    this.#give(new Blob([pasted]), `${count(pasted.length, 'character')} were pasted, too many to show here. They are ready to be used.`);
  }

  /**
   * Takes what the reader gives, in the place of what was there, and offers what can be chosen of it.
   *
   * @param {Blob | undefined} given
   * @param {string} [message]
   */
  #give(given, message = '') {
    this.cancel();
    this.#given = given;
    this.#say(message);
    this.#looked = this.#look(given);
  }

  /** @param {Blob | undefined} given */
  async #look(given) {
    const { engine } = this.#owner;
    try {
      const sniffed = given && given.size <= engine.mostBytes() ? await sniff(engine, given) : undefined;
      if (given === this.#given) this.#offer(sniffed);
    } catch (error) {
      if (given === this.#given) this.#fail(error);
    }
  }

  /** @param {Awaited<ReturnType<typeof sniff>> | undefined} sniffed */
  #offer(sniffed) {
    this.#kind = sniffed?.kind ?? '';
    const [label, name, choices] = KINDS[this.#kind] ?? [];
    this.#part('.own-choices').hidden = !label;
    if (!sniffed || !label) {
      this.#choices = '';
      return;
    }
    // A choice is kept while the reader goes on typing.
    const key = JSON.stringify([sniffed.kind, sniffed.choices]);
    if (key === this.#choices) return;
    this.#choices = key;
    this.#part('.own-kind').textContent = label;
    const options = () => sniffed.choices.map((choice, i) => new Option(choice, String(i)));
    const [first, second] = [this.#select('.own-first'), this.#select('.own-second')];
    first.replaceChildren(...options());
    second.replaceChildren(new Option('nothing', ''), ...options());
    first.value = String(sniffed.guess[0] ?? 0);
    second.value = String(sniffed.guess[1] ?? '');
    this.#part('.own-second-label').hidden = sniffed.choices.length < 2;
    const count = sniffed.choices.length;
    this.#say(count === 1
      ? `${name}: ${sniffed.choices[0]} is the length.`
      : `${name} with ${count.toLocaleString('en')} ${choices}: say which is the length, or which two add up to it.`);
  }

  /** Reads what was given, and hands it on. */
  async #use() {
    this.cancel();
    const { engine, take } = this.#owner;
    const given = this.#given;
    const reason = given ? refusal(given, engine.mostBytes()) : 'There is nothing to read yet.';
    if (!given || reason) {
      this.#say(`${reason} ${KEPT}`);
      return;
    }
    const reading = new AbortController();
    this.#reading = reading;
    this.#say('');
    this.#showProgress(given.size > LONG ? 0 : undefined);
    reading.signal.addEventListener('abort', () => this.#showProgress(undefined));
    try {
      await this.#looked;
      reading.signal.throwIfAborted();
      if (this.#kind === 'binary') throw new Refusal('This does not look like text. Numbers, CSV and JSON lines can be read.');
      const chosen = this.#kind in KINDS ? this.#chosen : [];
      const read = await readLengths(engine, given, chosen, reading.signal, (share) => {
        if (given.size > LONG) this.#showProgress(share);
      });
      const { lengths } = read;
      const lines = outcome(lengths.length, read);
      read.free();
      this.#showProgress(undefined);
      this.#say(...lines);
      if (lengths.length > 0) take(lengths, lines.join(' '));
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#showProgress(undefined);
      this.#fail(error);
    }
  }

  /** Which of the choices add up to a length. */
  get #chosen() {
    const values = [this.#select('.own-first').value, this.#select('.own-second').value];
    return values.filter((value) => value !== '').map(Number);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (isPanic(error)) replaceInstance();
    const reason = error instanceof Refusal ? error.message : 'This could not be read to its end.';
    this.#say(`${reason} ${KEPT}`);
  }

  /**
   * Shows how much is read, from 0 to 1; nothing, where nothing is being read.
   *
   * @param {number | undefined} share
   */
  #showProgress(share) {
    const row = this.#part('.own-progress');
    // The focus is not lost with the button that has it.
    if (share === undefined && row.contains(activeIn(row))) this.#part('.own-use').focus();
    row.hidden = share === undefined;
    const percentage = Math.floor((share ?? 0) * 100);
    const bar = /** @type {HTMLProgressElement} */ (this.#part('progress'));
    // A large page takes longer to lay out than a slice to read.
    if (bar.value === percentage) return;
    bar.value = percentage;
    this.#part('.own-percentage').textContent = `${percentage} %`;
  }

  /** @param {string[]} lines one below the other */
  #say(...lines) {
    this.#part('.own-outcome').replaceChildren(...lines.filter(Boolean).map((line) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = line;
      return paragraph;
    }));
  }

  get #text() {
    return /** @type {HTMLTextAreaElement} */ (this.#part('textarea'));
  }

  get #file() {
    return /** @type {HTMLInputElement} */ (this.#part('[type=file]'));
  }

  /** @param {string} selector */
  #select(selector) {
    return /** @type {HTMLSelectElement} */ (this.#part(selector));
  }

  /** @param {string} selector */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.element.querySelector(selector));
  }
}

/** Why something is not read, in words for the reader. */
class Refusal extends Error {}

/**
 * Why a file is not read at all, if it is not.
 *
 * @param {Blob} file
 * @param {number} most
 */
function refusal(file, most) {
  if (file.size === 0) return 'The file is empty.';
  if (file.size <= most) return '';
  return `The file has ${count(file.size, 'byte')}, and no more than ${most / 2 ** 20} MB can be read here.`;
}

/**
 * @param {number} lengths how many were read
 * @param {{ unreadable: number, firstUnreadable: string[], excess: number }} read
 */
function outcome(lengths, { unreadable, firstUnreadable, excess }) {
  const all = lengths > 0 ? `${count(lengths, 'length')} read` : 'No length could be read';
  const lines = [];
  if (unreadable === 0) {
    lines.push(`${all}.`);
  } else {
    const more = unreadable - firstUnreadable.length;
    const named = [...firstUnreadable, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('; ');
    lines.push(lengths > 0 ? `${all}; ${unreadable.toLocaleString('en')} could not be: ${named}.` : `${all}: ${named}.`);
  }
  if (excess > 0) lines.push(`There are ${excess.toLocaleString('en')} more than can be used here; they are left out.`);
  if (lengths === 0) lines.push(KEPT);
  return lines;
}

/**
 * @param {number} number
 * @param {string} noun
 */
function count(number, noun) {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** @param {Node} node */
function activeIn(node) {
  return /** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement ?? null;
}
