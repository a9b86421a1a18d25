// <paged-attention-explainer>: hears the reader and the host page, tells the engine, and has the view show, once a
// frame, what the engine says.
import { addressWith, inMarkdown } from './address.js';
import { APPEARANCE, CHOICES, readAppearance } from './appearance.js';
import { CanvasSizes } from './canvas-sizes.js';
import { copyText } from './clipboard.js';
import { hearDragging } from './dragging.js';
import { isPanic, loadEngine, loadWhole, presentEngine, replaceInstance } from './engine.js';
import { hostTheme, watchHostTheme, whenNear } from './host.js';
import { workWhenIdle } from './idle.js';
import { checkedLengths } from './lengths.js';
import { hearMarker } from './marker.js';
import { hearMemoryMap } from './memory-map.js';
import { hearReader } from './reader.js';
import { camelCase, Session } from './session.js';
import { Settleable } from './settleable.js';
import { readColors, readFont, watchPreferences } from './theme.js';
import { isOfServing } from './template.js';
import { View } from './view.js';

/** The engine's parameters, which are attributes here. */
const PARAMETERS = [
  'sequences', 'max-length', 'block-size',
  'workload', 'mean', 'mu', 'sigma', 'seed',
  // A model by name goes before a description: it is read after it.
  'layers', 'kv-heads', 'head-dim', 'model', 'kv-dtype', 'memory',
  'request', 'grow',
  'preset', 'arrivals', 'rate', 'slots', 'watermark', 'steps', 'system', 'step',
];

/** Of these, what is but looked at in serving over time. */
const OF_SCENE = ['system', 'step'];

/** What else leads to what is shown: the reader's own lengths, and the settings that are kept to compare with. */
const MORE_STATE = ['lengths', 'pins'];

const STATE = [...PARAMETERS, ...MORE_STATE];

/** Attributes that are read when the element is connected, and not heard of later. */
const ON_CONNECTION = ['loading', 'wasm-url'];

/** How long after the last change the finding is announced to those who listen, in milliseconds. */
const ANNOUNCE_AFTER = 1_000;

/**
 * An interactive comparison of contiguous and paged KV-cache allocation. Its children are shown while, and where, it
 * cannot run.
 *
 * Before the engine is there, a number property says what its attribute says, or `undefined` without one. A value that
 * is not allowed becomes the nearest that is, or the default, and the reader is told.
 *
 * @fires input while the reader changes a value
 * @fires change when the reader has committed a value
 * @fires load once everything is drawn
 * @fires error with `detail.message`, when it cannot go on
 */
export class PagedAttentionExplainer extends (globalThis.HTMLElement ?? class {}) {
  static tagName = 'paged-attention-explainer';
  static observedAttributes = [...STATE, ...APPEARANCE];

  #view = new View(this.attachShadow({ mode: 'open' }));
  #ready = new Settleable();
  /** @type {Session | undefined} there while the element is connected and has not failed */
  #session;
  /** @type {CanvasSizes | undefined} */
  #sizes;
  /** Ends listeners and observers with the connection to a document. */
  #connection = new AbortController();

  /** @type {Map<string, string>} what had to be corrected, by what it was of */
  #notices = new Map();
  /** @type {Set<string>} attributes that say something else than what is used */
  #misread = new Set();
  /** @type {Map<string, string> | undefined} the parameters that the page's author gave */
  #authored;
  #reflecting = false;
  #frame = 0;
  #announcement = 0;
  /** @type {Set<HTMLCanvasElement>} canvases that show what was before, for nobody sees them */
  #stale = new Set();
  /** Ends the work for idle moments. */
  #stopWork = () => {};
  /** @type {'none' | 'loading' | 'failed' | { cancel: () => void }} the panel for the reader's own lengths */
  #panel = 'none';
  /** @type {import('./serving.js').Serving | undefined} serving over time, once the reader has come to it */
  #serving;
  /** @type {Promise<string | undefined> | undefined} */
  #servingLoads;
  /** @type {Uint32Array | undefined} the reader's own lengths, where they are too many for the attribute */
  #longLengths;

  constructor() {
    super();
    const { root } = this.#view;
    hearReader(root, this.#view.controls, {
      change: (name, text) => {
        this.#setForReader(name, text);
        this.#tell('input');
      },
      commit: (control, input) => this.#commit(control, input),
      act: (action, button) => this.#actions[action]?.(button),
    });
    hearMarker(root, {
      drag: (x, width) => {
        const blockSize = this.#session?.isWhole ? this.#guard(() => this.#session?.engine.blockSizeAt(x, width)) : undefined;
        // Without controls, the figures are for looking.
        if (blockSize === undefined || blockSize === this.blockSize || this.controls === 'none') return false;
        this.#setForReader('block-size', String(blockSize));
        this.#tell('input');
        return true;
      },
      drop: () => this.#tell('change'),
    });
    hearMemoryMap(root, {
      select: (x, y, { width, height }) => {
        const explainer = this.#session?.explainer;
        if (!this.#session?.isWhole) return false;
        const request = this.#guard(() => explainer?.requestAt(x, y, width, height, devicePixelRatio));
        if (request === undefined || request === this.#number('request') || this.controls === 'none') return false;
        this.#setForReader('request', String(request));
        this.#tell('input');
        return true;
      },
      settle: () => this.#tell('change'),
    });
    hearDragging(root, 'serving-timeline', {
      drag: (x, _, { clientWidth }) => this.#guard(() => this.#serving?.scrub(x, clientWidth)) ?? false,
      drop: () => this.#serving?.rest(),
    });
    // A table or a listing that opens is filled then.
    root.addEventListener('toggle', (event) => this.#open(/** @type {Element} */ (event.target)), { capture: true });
  }

  connectedCallback() {
    this.#adoptProperties();
    this.#authored ??= new Map(this.#attributesOf(STATE));
    this.#connection = new AbortController();
    if (this.loading === 'lazy') whenNear(this, () => this.#start(), this.#connection.signal);
    else this.#start();
  }

  adoptedCallback() {
    this.#view.applyStyles();
  }

  disconnectedCallback() {
    // To set an attribute lets what waits run first: that the element is connected again, for instance, where it was moved.
    const unsaid = this.#unsaid();
    this.#stop();
    this.#say(unsaid);
  }

  /**
   * @param {string} name
   * @param {string | null} _before
   * @param {string | null} value
   */
  attributeChangedCallback(name, _before, value) {
    if (this.#reflecting || !this.#session) return;
    this.#guard(() => {
      if (PARAMETERS.includes(name)) this.#setFromAttribute(name, value);
      else if (MORE_STATE.includes(name)) this.#readState(name, value);
      else this.#applyAppearance();
      this.#schedule();
    });
  }

  /** Number of requests, 1 to 1,000,000. */
  get sequences() { return this.#number('sequences'); }
  set sequences(value) { this.#assign('sequences', value); }

  /** Longest request allowed, 1 to 1,048,576 tokens. */
  get maxLength() { return this.#number('max-length'); }
  set maxLength(value) { this.#assign('max-length', value); }

  /** Token slots in a block, 1 to 4,096. */
  get blockSize() { return this.#number('block-size'); }
  set blockSize(value) { this.#assign('block-size', value); }

  /** Seed of the workload, 0 to 4,294,967,295. */
  get seed() { return this.#number('seed'); }
  set seed(value) { this.#assign('seed', value); }

  /**
   * Where lengths come from: `exponential`, `lognormal`, `uniform`, `constant`, `azure-2023-conversation`,
   * `azure-2023-code`, `mooncake-conversation` or `custom`.
   */
  get workload() { return this.#choice('workload') ?? 'exponential'; }
  set workload(value) { this.#assign('workload', value); }

  /** Mean length before clipping, of exponential, uniform and constant lengths: 1 to 100,000 tokens. */
  get mean() { return this.#number('mean'); }
  set mean(value) { this.#assign('mean', value); }

  /** Mean of the logarithms of lognormal lengths, 0 to 14. */
  get mu() { return this.#number('mu'); }
  set mu(value) { this.#assign('mu', value); }

  /** Standard deviation of the logarithms of lognormal lengths, 0 to 4. */
  get sigma() { return this.#number('sigma'); }
  set sigma(value) { this.#assign('sigma', value); }

  /** The reader's own lengths, in tokens, for the workload `custom`: each from 1 to 1,048,576, a million at most. */
  get lengths() { return this.#session?.ownLengths ?? new Uint32Array(); }
  set lengths(value) {
    if (!this.#session) this.#assign('lengths', value && [...value].join('_'));
    else if (value) this.#takeFromScript(value);
    else this.#guard(() => this.#readState('lengths', null));
    this.#schedule();
  }

  /** The model whose keys and values are kept: `none`, the name of a model, or `custom`. */
  get model() { return this.#choice('model') ?? 'none'; }
  set model(value) { this.#assign('model', value); }

  /** Layers of the model `custom`, 1 to 1,000. */
  get layers() { return this.#number('layers'); }
  set layers(value) { this.#assign('layers', value); }

  /** Heads with keys and values of their own, in a layer of the model `custom`, 1 to 1,024. */
  get kvHeads() { return this.#number('kv-heads'); }
  set kvHeads(value) { this.#assign('kv-heads', value); }

  /** Numbers in the key of one head of the model `custom`, 1 to 8,192. */
  get headDim() { return this.#number('head-dim'); }
  set headDim(value) { this.#assign('head-dim', value); }

  /** Bits in one number of a key or a value, 16 or 8. */
  get kvDtype() { return Number(this.#choice('kv-dtype') ?? 16); }
  set kvDtype(value) { this.#assign('kv-dtype', value); }

  /** Memory for keys and values, 0.01 to 65,536 GiB. */
  get memory() { return this.#number('memory'); }
  set memory(value) { this.#assign('memory', value); }

  /** Which request of the memory map is looked at, from 1. */
  get request() { return this.#number('request'); }
  set request(value) { this.#assign('request', value); }

  /** How far requests of the memory map have grown from their prompts to their ends, 0 to 100 %. */
  get grow() { return this.#number('grow'); }
  set grow(value) { this.#assign('grow', value); }

  /** Which requests are served over time: `vllm-paper-sharegpt`, `vllm-paper-alpaca`, or `workload` for those above. */
  get preset() { return this.#choice('preset') ?? 'vllm-paper-sharegpt'; }
  set preset(value) { this.#assign('preset', value); }

  /** Whether there is `always-full`, another request to be served, or some come at random, `poisson`. */
  get arrivals() { return this.#choice('arrivals') ?? 'always-full'; }
  set arrivals(value) { this.#assign('arrivals', value); }

  /** Requests that come in a step on average, where they come at random: 0.0001 to 100. */
  get rate() { return this.#number('rate'); }
  set rate(value) { this.#assign('rate', value); }

  /** Token slots that are served from, where no model is chosen: 1 to 2,097,152. */
  get slots() { return this.#number('slots'); }
  set slots(value) { this.#assign('slots', value); }

  /** Share of the blocks that paging keeps free when it admits a request: 0 to 0.5. */
  get watermark() { return this.#number('watermark'); }
  set watermark(value) { this.#assign('watermark', value); }

  /** Steps that are served for, 10 to 50,000. */
  get steps() { return this.#number('steps'); }
  set steps(value) { this.#assign('steps', value); }

  /** Which way to manage the memory is looked at, such as `contiguous-pow2` or `paged`. */
  get system() { return this.#choice('system') ?? 'contiguous-pow2'; }
  set system(value) { this.#assign('system', value); }

  /** Which step is looked at, from 0, the empty pool; the last where nothing is said. */
  get step() { return this.#number('step'); }
  set step(value) { this.#assign('step', value); }

  /** Settings that are kept to compare with, such as `block-size:256,seed:7;defaults`: four at most. */
  get pins() { return this.getAttribute('pins') ?? ''; }
  set pins(value) { this.#assign('pins', value); }

  /** Colours: `auto`, `light` or `dark`. */
  get theme() { return this.getAttribute('theme') ?? CHOICES.theme[0]; }
  set theme(value) { this.#assign('theme', value); }

  /** Controls: `full`, `min` for the three sliders, or `none`. */
  get controls() { return this.getAttribute('controls') ?? CHOICES.controls[0]; }
  set controls(value) { this.#assign('controls', value); }

  /** Names of the figures to show, in order, separated by spaces; empty for all. */
  get figures() { return this.getAttribute('figures') ?? ''; }
  set figures(value) { this.#assign('figures', value); }

  /** When to load: `eager`, or `lazy`, once the reader comes near. Read when the element is connected. */
  get loading() { return this.getAttribute('loading') ?? 'eager'; }
  set loading(value) { this.#assign('loading', value); }

  /** Where the WebAssembly module is, for pages that keep it elsewhere than beside the modules. Read as `loading` is. */
  get wasmUrl() { return this.getAttribute('wasm-url') ?? ''; }
  set wasmUrl(value) { this.#assign('wasm-url', value); }

  /**
   * Settled after the first draw; rejected where that fails. An element that is not shown is not drawn.
   *
   * @returns {Promise<void>}
   */
  get ready() {
    return this.#ready.promise;
  }

  /**
   * All metrics in full precision, by name in camel case. Ratios are fractions. `null` while there is nothing to tell. Those of
   * serving over time are there once the reader has come to its figures, and the run is over.
   *
   * @returns {(import('./compare.js').Summary & Partial<import('./simulate.js').ServingSummary>) | null}
   */
  get summary() {
    return this.#guard(() => this.#session?.summary) ?? null;
  }

  /**
   * Sets every parameter back to what the page's author gave, or else to its default. Settings that the reader has pinned
   * stay.
   */
  reset() {
    this.#stopReading();
    for (const name of [...PARAMETERS, 'lengths']) {
      const given = this.#authored?.get(name);
      this.#assign(name, given);
      // The reader may have moved on from an attribute that still says what it said at first.
      if (!this.#session) continue;
      if (PARAMETERS.includes(name)) this.#guard(() => this.#setFromAttribute(name, given ?? null));
      else this.#guard(() => this.#readState(name, given ?? null));
    }
    this.#schedule();
  }

  /**
   * Scrolls to a figure, if it is shown.
   *
   * @param {string} name
   */
  async showFigure(name) {
    this.#view.scrollTo(name);
    if (!isOfServing(name) || this.#serving) return;
    // What it brings along moves it.
    await this.#loadServing();
    requestAnimationFrame(() => requestAnimationFrame(() => this.#view.scrollTo(name)));
  }

  /**
   * `address` with a query that leads to what is shown: parameters that differ from their defaults, and attributes of
   * appearance that are set.
   *
   * @param {string} address
   */
  addressOf(address) {
    const state = this.#guard(() => this.#session?.state) ?? this.#attributesOf(STATE);
    const names = PagedAttentionExplainer.observedAttributes;
    return addressWith(address, names, [...state, ...this.#attributesOf(APPEARANCE)]);
  }

  // ---- from nothing to the first draw, and back

  async #start() {
    if (this.#ready.failed) this.#ready = new Settleable();
    const { signal } = this.#connection;
    this.#view.show('fallback');
    try {
      const engine = await this.#loadEngine();
      if (signal.aborted) return;
      this.#view.build(engine);
      this.#session = new Session();
      this.#notices.clear();
      for (const [name, value] of this.#attributesOf(PARAMETERS)) this.#setFromAttribute(name, value);
      for (const [name, value] of this.#attributesOf(MORE_STATE)) this.#readState(name, value);
      if (this.#longLengths) this.#session.ownLengths = this.#longLengths;
      this.#applyAppearance();
      // At once, for a page that is about to be printed waits for no frame.
      const recolor = () => this.#guard(() => {
        this.#applyTheme();
        this.#update();
      });
      watchPreferences(recolor, signal);
      watchHostTheme(recolor, signal);
      this.#update();
      this.#view.show('explainer');
      const draw = (/** @type {HTMLCanvasElement} */ canvas) => this.#guard(() => this.#present(canvas));
      this.#sizes = new CanvasSizes(this.#view.canvases, draw, (canvas) => this.#approach(canvas), signal);
      window.addEventListener('beforeprint', () => [...this.#stale].forEach(draw), { signal });
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  #loadEngine() {
    const { wasmUrl } = this;
    return wasmUrl ? loadEngine(() => fetch(wasmUrl)) : loadEngine();
  }

  /**
   * The reader opens a table or a listing.
   *
   * @param {Element} details
   */
  async #open(details) {
    this.#schedule();
    const lines = details.querySelector('.numpy');
    if (!lines || this.#session?.isWhole) return;
    const reason = await this.#wantWhole();
    if (reason) lines.textContent = `# The lines could not be loaded. ${reason}`;
  }

  /**
   * The reader comes near a figure.
   *
   * @param {HTMLCanvasElement} canvas
   */
  async #approach(canvas) {
    if (this.#stale.has(canvas)) this.#guard(() => this.#present(canvas));
    const needsServing = isOfServing(canvas.dataset.figure);
    const isThere = needsServing ? this.#serving : this.#session?.isWhole || !isLater(canvas);
    if (isThere) return;
    this.#view.showStatus(canvas, 'This figure is on its way.');
    const reason = await (needsServing ? this.#loadServing() : this.#wantWhole());
    this.#view.showStatus(canvas, reason && `This figure could not be loaded. ${reason} Come back to it to try again.`);
  }

  /** Loads what few readers come to. Until it is there, and where it cannot be had, all the rest is. Says why it cannot. */
  async #wantWhole() {
    const { wasmUrl } = this;
    const beside = () => new URL('whole/paged_attention_explainer_bg.wasm', new URL(wasmUrl, document.baseURI));
    try {
      await (wasmUrl ? loadWhole(() => fetch(beside())) : loadWhole());
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    // What was made in the first module is made in the whole one now.
    this.#guard(() => this.#update());
    return undefined;
  }

  /** Loads serving over time, which few readers come to at once. Says why it cannot be had. */
  #loadServing() {
    this.#servingLoads ??= this.#buildServing().finally(() => { this.#servingLoads = undefined; });
    return this.#servingLoads;
  }

  async #buildServing() {
    let module;
    try {
      module = await import('./serving.js');
    } catch {
      return 'A part of the explainer could not be fetched.';
    }
    const reason = await this.#wantWhole();
    if (reason) return reason;
    this.#serving ??= new module.Serving({
      explainer: () => this.#guard(() => this.#session?.explainer),
      engine: presentEngine(),
      view: this.#view,
      guard: (action) => this.#guard(action),
      set: (name, text) => this.#guard(() => this.#set(name, text)),
      showParameters: () => this.#showParameters(),
      draw: (canvas) => {
        if (this.#sizes?.near.has(canvas)) this.#draw(canvas);
        else this.#stale.add(canvas);
      },
      tell: (type) => this.#tell(type),
      announceLater: (text) => this.#announceLater(text),
    });
    this.#guard(() => this.#update());
    return undefined;
  }

  #stop() {
    this.#connection.abort();
    this.#serving?.stop();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    clearTimeout(this.#announcement);
    this.#stopWork();
    this.#stale.clear();
    this.#stopReading();
    this.#sizes = undefined;
    this.#session?.free();
    this.#session = undefined;
  }

  /**
   * Does something that calls the engine. If it fails, so does this element, where the reader can see it.
   *
   * @template T
   * @param {() => T} action
   * @returns {T | undefined}
   */
  #guard(action) {
    try {
      return action();
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    const panicked = isPanic(error);
    if (panicked) replaceInstance();
    this.#stop();
    const reason = error instanceof Error ? error.message : String(error);
    const message = panicked ? 'The simulator has stopped unexpectedly.' : reason;
    this.#view.showFailure(message);
    this.#ready.reject(new Error(message, { cause: error }));
    this.dispatchEvent(new CustomEvent('error', { detail: { message } }));
  }

  async #restart() {
    this.#connection = new AbortController();
    await this.#start();
    if (this.#session) this.#view.focus();
  }

  /** Takes over properties that a script has set before this class was there to hear of it. */
  #adoptProperties() {
    for (const name of [...PagedAttentionExplainer.observedAttributes, ...ON_CONNECTION].map(camelCase)) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  // ---- once a frame

  /** Asks for an update in the next frame; asking again before then changes nothing. */
  #schedule = () => {
    if (this.#frame || !this.#session) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#guard(() => this.#update());
    });
  };

  #update() {
    if (!this.#session) return;
    this.#view.update(this.#session);
    this.#view.showNotices([...this.#notices.values()]);
    this.#reflect();
    this.#serving?.update();
    for (const canvas of this.#sizes?.shown ?? []) {
      if (this.#sizes?.near.has(canvas)) this.#present(canvas);
      else this.#stale.add(canvas);
    }
    this.#workOn();
    this.#showPanel();
  }

  /** @param {HTMLCanvasElement} canvas that is drawn, and told of in words */
  #present(canvas) {
    this.#draw(canvas);
    if (this.#session) this.#view.describe(canvas, this.#session.explainer);
  }

  /** What is said in controls and attributes alone. */
  #showParameters() {
    if (!this.#session) return;
    this.#view.showParameters(this.#session.explainer);
    this.#reflect();
  }

  /** In idle moments, figures that nobody sees are drawn, and what no number waits for is computed, and then drawn. */
  #workOn() {
    this.#stopWork();
    const waiting = this.#view.canvases.find((canvas) => canvas.dataset.figure === 'block-size-sweep');
    const isSwept = !waiting?.closest('figure')?.hidden;
    let advanced = false;
    const step = () => {
      const [canvas] = this.#stale;
      if (canvas) {
        this.#present(canvas);
        return true;
      }
      const more = isSwept && this.#session?.isWhole ? this.#session.explainer.advance() : false;
      advanced ||= more;
      return more;
    };
    this.#stopWork = workWhenIdle(() => this.#guard(step) ?? false, () => advanced && this.#schedule());
  }

  /** @param {HTMLCanvasElement} canvas */
  #draw(canvas) {
    this.#stale.delete(canvas);
    this.#session?.explainer.draw(canvas.dataset.figure ?? '', canvas, devicePixelRatio);
    if (this.#ready.settled) return;
    const due = this.#view.canvases.filter((each) => !each.closest('figure')?.hidden);
    if (due.every((each) => each === canvas || this.#sizes?.shown.has(each))) {
      this.#ready.resolve();
      this.dispatchEvent(new Event('load'));
    }
  }

  /** Has the attributes say what the values are, where they say something else. */
  #reflect() {
    this.#say(this.#unsaid());
  }

  /**
   * What attributes would have to say, where they say something else: a text, or nothing.
   *
   * @returns {[string, string][]}
   */
  #unsaid() {
    if (!this.#session) return [];
    const { explainer, moreState } = this.#session;
    /** @type {[string, string][]} */
    const unsaid = [];
    for (const name of PARAMETERS) {
      const value = explainer.get(name);
      const attribute = this.getAttribute(name);
      const saysSo = attribute === null ? explainer.isDefault(name) : (typeof value === 'number' ? Number(attribute) : attribute) === value;
      if (!saysSo) unsaid.push([name, String(value)]);
    }
    unsaid.push(...moreState.filter(([name, text]) => (this.getAttribute(name) ?? '') !== text));
    // What the author wrote stays as it is until the reader changes it.
    return unsaid.filter(([name]) => !this.#misread.has(name));
  }

  /** @param {[string, string][]} texts of attributes; an empty one for none */
  #say(texts) {
    this.#reflecting = true;
    for (const [name, text] of texts) this.#assign(name, text || null);
    this.#reflecting = false;
  }

  // ---- attributes and properties

  /**
   * Sets a parameter from its attribute; to its default where there is none.
   *
   * @param {string} name
   * @param {string | null} text
   */
  #setFromAttribute(name, text) {
    if (text === null) {
      this.#session?.reset(name);
      this.#note(name, undefined);
      this.#misread.delete(name);
    } else if (this.#set(name, text) !== undefined) {
      this.#misread.add(name);
    }
  }

  /**
   * Takes the reader's own lengths, or the settings that are kept to compare with, from their attribute.
   *
   * @param {string} name
   * @param {string | null} text
   */
  #readState(name, text) {
    const session = this.#session;
    if (!session) return;
    const count = session.ownLengths.length;
    const notice = name === 'pins' ? session.readPins(text ?? '') : session.readOwnLengths(text ?? '');
    this.#note(name, notice);
    if (notice === undefined) this.#misread.delete(name);
    else this.#misread.add(name);
    if (name !== 'lengths') return;
    if (notice === undefined) this.#longLengths = undefined;
    this.#useLengths(count);
  }

  /** @param {Iterable<number>} given */
  #takeFromScript(given) {
    this.#stopReading();
    const limit = (/** @type {string} */ name) => this.#view.controls.get(name)?.spec.maximum ?? 0;
    let lengths;
    try {
      lengths = checkedLengths(given, { most: limit('sequences'), longest: limit('max-length') });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#note('lengths', `Lengths ${error.message}; those before are kept.`);
      return;
    }
    this.#guard(() => this.#takeLengths(lengths));
  }

  /** @param {Uint32Array} lengths of the reader's own */
  #takeLengths(lengths) {
    if (!this.#session) return;
    this.#view.dropByHand();
    const count = this.#session.ownLengths.length;
    this.#session.ownLengths = lengths;
    this.#longLengths = this.#session.explainer.ownLengthsInLink() === undefined ? lengths : undefined;
    this.#note('lengths', undefined);
    this.#misread.delete('lengths');
    this.#useLengths(count);
    this.#schedule();
  }

  /**
   * Who gives lengths means them, and all of them, unless something else is said.
   *
   * @param {number} before how many there were
   */
  #useLengths(before) {
    const count = this.#session?.ownLengths.length;
    if (!count) return;
    if (!this.hasAttribute('workload')) this.#set('workload', 'custom');
    const wereAllUsed = this.workload === 'custom' && this.sequences === before;
    if (!this.hasAttribute('sequences') || wereAllUsed) this.#set('sequences', String(count));
  }

  /**
   * Sets a parameter, and notes what had to be corrected.
   *
   * @param {string} name
   * @param {string} text
   */
  #set(name, text) {
    this.#view.dropByHand();
    const notice = this.#session?.set(name, text);
    this.#note(name, notice);
    this.#misread.delete(name);
    return notice;
  }

  #applyAppearance() {
    const { controls, figures, notices } = readAppearance(this, this.#session?.engine.figureNames() ?? []);
    for (const name of APPEARANCE) this.#note(name, notices[name]);
    this.#view.showControls(controls);
    this.#view.showFigures(figures);
    this.#applyTheme();
  }

  #applyTheme() {
    if (!this.#session) return;
    const { probe } = this.#view;
    // An attribute that says so goes before the page, and the page before the reader's preference.
    this.#view.showScheme(this.theme === 'light' || this.theme === 'dark' ? this.theme : hostTheme());
    this.#session.setTheme(readColors(probe, this.#session.engine.themeProperties()), readFont(probe));
    this.#schedule();
  }

  /**
   * @param {string} attribute
   * @param {string | undefined} notice
   */
  #note(attribute, notice) {
    if (notice === undefined) this.#notices.delete(attribute);
    else this.#notices.set(attribute, notice);
  }

  /**
   * The value of a parameter; before the engine is there, the number that its attribute says, if it says one.
   *
   * @param {string} name
   * @returns {number | undefined}
   */
  #number(name) {
    const session = this.#session;
    if (session) return this.#guard(() => session.explainer.get(name));
    const said = Number(this.getAttribute(name) ?? NaN);
    return Number.isNaN(said) ? undefined : said;
  }

  /**
   * What was chosen; before the engine is there, what the attribute says, if it says anything.
   *
   * @param {string} name
   * @returns {string | undefined}
   */
  #choice(name) {
    const session = this.#session;
    return (session ? this.#guard(() => session.explainer.get(name)) : this.getAttribute(name)) ?? undefined;
  }

  /**
   * @param {string} name
   * @param {unknown} value
   */
  #assign(name, value) {
    if (value === undefined || value === null) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  }

  /** @param {string[]} names */
  *#attributesOf(names) {
    for (const name of names) {
      const value = this.getAttribute(name);
      if (value !== null) yield /** @type {[string, string]} */ ([name, value]);
    }
  }

  // ---- the reader

  /**
   * @param {import('./controls.js').Control} control
   * @param {import('./controls.js').Field} input
   */
  #commit(control, input) {
    const { name, label } = control.spec;
    if (input.validity.badInput) this.#note(name, `${label}: that is not a number; ${this.#number(name)} is kept.`);
    // A field that was emptied is no wish for another value: it shows the present one again.
    else if (input.value !== '' && !control.isComplete(input)) this.#setForReader(name, control.asked(input));
    this.#schedule();
    control.rewrite(this.#number(name));
    this.#tell('change');
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  #setForReader(name, text) {
    this.#guard(() => this.#set(name, text));
    if (!this.#session) return;
    if (OF_SCENE.includes(name) && this.#serving) {
      this.#serving.pause();
      this.#serving.soon();
      return;
    }
    this.#schedule();
    this.#announceLater();
  }

  /** @type {Record<string, (button: HTMLButtonElement) => void>} what each button does */
  #actions = {
    restart: () => this.#restart(),
    random: () => {
      const seed = this.#freshSeed();
      if (seed === undefined) return;
      this.#setForReader('seed', String(seed));
      this.#tell('input');
      this.#tell('change');
    },
    pin: () => {
      const before = this.#session?.pins;
      this.#guard(() => this.#session?.pin());
      // The same again, or one too many.
      if (this.#session?.pins !== before) this.#changePins();
    },
    unpin: ({ dataset }) => {
      this.#guard(() => this.#session?.unpin(Number(dataset.place)));
      this.#changePins();
      // The button is gone with what it removed.
      this.#view.focusPins();
    },
    reset: () => {
      this.reset();
      this.#announceLater();
      this.#tell('input');
      this.#tell('change');
    },
    link: (button) => this.#copy(button, this.addressOf(document.URL)),
    'copy-summary': (button) => this.#copy(button, this.#guard(() => this.#session?.explainer.summary())),
    'copy-markdown': (button) => {
      const address = inMarkdown(this.addressOf(document.URL));
      this.#copy(button, this.#guard(() => this.#session?.explainer.markdown(address)));
    },
    'save-csv': (button) => this.#save(button, ({ saveNumbers }, session) => saveNumbers('csv', session)),
    'save-json': (button) => this.#save(button, ({ saveNumbers }, session) => saveNumbers('json', session)),
    'save-table': (button) => this.#save(button, ({ saveTable }) => saveTable(button), isLater(button)),
    'save-picture': (button) => this.#save(button, ({ savePicture }, session) =>
      savePicture(button, session, this.#view.background), isLater(button)),
    'save-drawing': (button) => this.#save(button, ({ saveDrawing }, session) => saveDrawing(button, session), true),
    'copy-numpy': async (button) => !(await this.#wantWhole()) && this.#copy(button, this.#guard(() => this.#session?.explainer.numpyLines())),
  };

  /** A seed that nobody has seen; where the browser gives no random numbers, the reader is told. */
  #freshSeed() {
    try {
      return this.#session?.engine.freshSeed();
    } catch (error) {
      if (isPanic(error)) this.#fail(error);
      this.#note('seed', 'Seed: this browser gives no random numbers here; the field takes any number.');
      this.#schedule();
      return undefined;
    }
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string | undefined} text
   */
  async #copy(button, text) {
    if (text === undefined) return;
    const copied = await copyText(text, this.#view.root);
    if (copied) this.#view.confirmCopy(button);
    else this.#view.showByHand(button, text);
  }

  /**
   * Saves something. What few readers do is loaded when one does; where it cannot be had, a line below the button says so.
   *
   * @param {HTMLButtonElement} button
   * @param {(saving: typeof import('./save.js'), session: Session) => unknown} work
   * @param {boolean} [takesWhole] whether it takes the whole module
   */
  async #save(button, work, takesWhole = false) {
    try {
      const [saving, reason] = await Promise.all([import('./save.js'), takesWhole ? this.#wantWhole() : undefined]);
      if (reason) throw new Error(reason);
      if (this.#session) await work(saving, this.#session);
    } catch (error) {
      if (isPanic(error)) this.#fail(error);
      else this.#view.tell(button, `This could not be saved. ${error instanceof Error ? error.message : error}`);
    }
  }

  /** At once: who has pressed a button is not in the middle of anything. */
  #changePins() {
    this.#view.dropByHand();
    this.#note('pins', undefined);
    this.#misread.delete('pins');
    this.#guard(() => this.#update());
    this.#tell('input');
    this.#tell('change');
  }

  /** The panel for the reader's own lengths, which few need: it is not loaded before. */
  async #showPanel() {
    const place = this.#view.own;
    place.hidden = this.workload !== 'custom';
    if (place.hidden) this.#stopReading();
    // What has failed is tried again when it is chosen again.
    if (place.hidden && this.#panel === 'failed') this.#panel = 'none';
    if (place.hidden || this.#panel !== 'none' || !this.#session) return;
    this.#panel = 'loading';
    try {
      const [{ ownLengthsPanel }, reason] = await Promise.all([import('./own-lengths.js'), this.#wantWhole()]);
      if (reason) throw new Error(reason);
      this.#panel = ownLengthsPanel(place, {
        engine: presentEngine(),
        addStyles: (styles) => this.#view.addStyles(styles),
        take: (lengths) => this.#takeFromReader(lengths),
      });
      place.querySelector('.missing')?.remove();
    } catch (error) {
      this.#panel = 'failed';
      const reason = error instanceof Error && !/module/.test(error.name) ? error.message : '';
      place.replaceChildren(missing(`Lengths cannot be read here now. ${reason} Choose them again to try again.`));
    }
    this.#schedule();
  }

  /** Another choice than lengths that are still being read. */
  #stopReading() {
    if (typeof this.#panel === 'object') this.#panel.cancel();
  }

  /** @param {Uint32Array} lengths of at least one request */
  #takeFromReader(lengths) {
    if (!this.#session) return;
    this.#guard(() => {
      this.#takeLengths(lengths);
      this.#set('workload', 'custom');
      this.#set('sequences', String(lengths.length));
    });
    this.#announceLater();
    this.#tell('input');
    this.#tell('change');
  }

  /** @param {() => string} [text] says what is announced: the finding, where nothing else is */
  #announceLater(text = () => this.#view.finding) {
    clearTimeout(this.#announcement);
    this.#announcement = window.setTimeout(() => this.#view.announce(text()), ANNOUNCE_AFTER);
  }

  /** @param {'input' | 'change'} type */
  #tell(type) {
    this.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
}

/** @param {string} text that stands in the place of what could not be loaded */
function missing(text) {
  const element = document.createElement('p');
  element.className = 'missing';
  element.role = 'status';
  element.textContent = text;
  return element;
}

/** @param {HTMLElement} element in a figure that may come later */
function isLater(element) {
  return element.closest('[data-later]') !== null;
}
