// The script of the page in a frame: tells the page around the frame what happens, and does what it asks.
import { CHOICES } from './appearance.js';
import { PagedAttentionExplainer } from './element.js';

/** What every message says of itself: who speaks, or to whom, and in which version of this language. */
const NAME = 'paged-attention-explainer';
const VERSION = 1;

/** As much of the name that the host has given this frame is repeated. */
const ID_CHARACTERS = 100;

const host = window.parent;
const query = new URLSearchParams(location.search);
const id = idFrom(query);
const explainer = /** @type {PagedAttentionExplainer} */ (document.querySelector(PagedAttentionExplainer.tagName));

for (const [name, value] of query) setParameter(name, value);
// Registered only now: a reset goes back to what the attributes say at first, which is what the host's author wrote.
customElements.define(PagedAttentionExplainer.tagName, PagedAttentionExplainer);
// Opened on its own it has nobody to talk to.
if (host !== window) {
  tellHost();
  hearHost();
}

function tellHost() {
  let told = 0;
  const resized = new ResizeObserver(() => {
    if (told !== height()) tell('resize', { height: told = height() });
  });
  // Not before there is something to see: the host keeps room, and need not follow each step on the way.
  const follow = () => resized.observe(document.documentElement);

  explainer.addEventListener('load', () => {
    tell('ready', { height: told = height() });
    follow();
  });
  explainer.addEventListener('change', () => {
    const { summary } = explainer;
    if (summary) tell('change', { summary, query: stateQuery() });
  });
  explainer.addEventListener('error', (event) => {
    tell('error', { message: /** @type {CustomEvent} */ (/** @type {Event} */ (event)).detail.message });
    follow();
  });
}

function hearHost() {
  /** @type {Record<string, (message: Record<string, unknown>) => void>} */
  const wishes = {
    set: ({ parameters }) => {
      if (typeof parameters !== 'object' || !parameters) return;
      for (const [name, value] of Object.entries(parameters)) setParameter(kebabCase(name), value);
    },
    theme: ({ theme }) => {
      if (CHOICES.theme.some((choice) => choice === theme)) setParameter('theme', theme);
    },
    reset: () => explainer.reset(),
  };
  // By the window it comes from: hosts can be anywhere, and a sandboxed one has no origin to tell it by.
  addEventListener('message', ({ source, data }) => {
    if (source !== host || data?.target !== NAME || data.version !== VERSION) return;
    if (Object.hasOwn(wishes, data.type)) wishes[data.type](data);
  });
}

/**
 * Says something to the host, whoever that is: there is no secret in it.
 *
 * @param {'ready' | 'resize' | 'change' | 'error'} type
 * @param {Record<string, unknown>} details
 */
function tell(type, details) {
  host.postMessage({ source: NAME, version: VERSION, id, type, ...details }, '*');
}

/**
 * Sets a parameter; passes over names that are none, and values that are neither text nor number.
 *
 * @param {string} name
 * @param {unknown} value
 */
function setParameter(name, value) {
  if (!PagedAttentionExplainer.observedAttributes.includes(name)) return;
  if (typeof value === 'string' || typeof value === 'number') explainer.setAttribute(name, String(value));
}

/** In whole CSS pixels, whatever the height of the frame; a fraction less, and there would be a scroll bar. */
function height() {
  return Math.ceil(document.documentElement.getBoundingClientRect().height);
}

/** The query of this page that leads to what is shown: what differs from the defaults. */
function stateQuery() {
  return new URL(explainer.addressOf(location.origin)).search.slice(1);
}

/** @param {URLSearchParams} query */
function idFrom(query) {
  const given = query.get('id') ?? '';
  return given.length > ID_CHARACTERS ? '' : given;
}

/** @param {string} name */
function kebabCase(name) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
