// Makes frames of the right height of links to embed.html: docs/embedding.md says how. The build makes a classic script
// of it, for any page on any host. Loading it twice is harmless.
import { hostTheme, roots } from './www/host.js';

const NAME = 'paged-attention-explainer';
const VERSION = 1;
/** Marks links to make frames of, and the frames. */
const MARK = `data-${NAME}`;

/** How high the explainer is at first, in CSS pixels: with its figures side by side, or below one another. */
const HEIGHTS = { wide: 875, narrow: 1_420 };
const WIDE = 760;
/** How long a frame may stay empty after it was loaded, in milliseconds. */
const PATIENCE = 5_000;

/** @type {() => NodeListOf<HTMLIFrameElement>} */
const frames = () => document.querySelectorAll(`iframe[${MARK}]`);

/** @param {number} height */
const pixels = (height) => `${Math.min(20_000, Math.max(100, height))}px`;

/** @param {HTMLAnchorElement} link */
function addFrame(link) {
  const { theme, height } = link.dataset;
  const url = new URL(link.href);
  if (theme) url.searchParams.set('theme', theme);
  const frame = document.createElement('iframe');
  frame.setAttribute(MARK, '');
  frame.title = link.text.trim() || NAME;
  frame.loading = 'lazy';
  frame.allow = 'clipboard-write';
  frame.src = url.href;
  Object.assign(frame.style, { display: 'block', width: '100%', border: 0 });
  // The link lies on the frame while that is empty, so that nothing moves when it goes; above a frame that stays so.
  Object.assign(link.style, { display: '', position: 'absolute' });
  frame.onload = () => setTimeout(() => { link.style.position = ''; }, PATIENCE);
  link.after(frame);
  frame.style.height = pixels(Number(height) || (frame.clientWidth > WIDE ? HEIGHTS.wide : HEIGHTS.narrow));
  suit(frame);
}

/**
 * Behind a frame whose colour scheme is not that of its document the browser paints, and hides the page. The document
 * has the frame's, and that is the page's; but where the page says nothing of its own, it is the reader's.
 *
 * @param {HTMLIFrameElement} frame
 */
function suit(frame) {
  const around = frame.parentElement && getComputedStyle(frame.parentElement).colorScheme;
  frame.style.colorScheme = hostTheme() ?? (around === 'normal' ? 'light dark' : '');
}

/** @param {MessageEvent} event */
function hear({ source, data }) {
  if (data?.source !== NAME || data.version !== VERSION) return;
  for (const frame of frames()) {
    if (frame.contentWindow !== source) continue;
    if (Number.isFinite(data.height)) frame.style.height = pixels(data.height);
    const link = frame.previousElementSibling;
    if (!(link instanceof HTMLAnchorElement)) continue;
    if (data.type === 'ready') link.style.display = 'none';
    if (data.type === 'error') link.style.display = link.style.position = '';
  }
}

/** Also where there was one before: a framework that takes over a page removes what is not its own. */
function addFrames() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(`a[${MARK}]`);
  for (const link of links) {
    if (/^https?:$/.test(link.protocol) && !link.nextElementSibling?.hasAttribute(MARK)) addFrame(link);
  }
}

function start() {
  addEventListener('message', hear);
  addFrames();
  // Hosts swap what is on the page, and switch its theme.
  new MutationObserver(addFrames).observe(document, { childList: true, subtree: true });
  const themes = new MutationObserver(() => frames().forEach(suit));
  for (const element of roots()) themes.observe(element, { attributes: true });
}

// Noted on the document, for there is no global name, and the document outlives pages that a host swaps without loading.
const loaded = Symbol.for(NAME);
if (!Reflect.has(document, loaded)) {
  Reflect.set(document, loaded, true);
  // Not amid a link.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
}
