// Makes frames of the right height of links to embed.html: docs/embedding.md says how. The build makes a classic script
// of it, for any page on any host. Loading it twice is harmless.
import { hostTheme, SIGNALS } from './www/host.js';

const NAME = 'paged-attention-explainer';
const VERSION = 1;
/** Marks links to make frames of. */
const MARK = `data-${NAME}`;

/** How high the explainer is at first, in CSS pixels: with its figures side by side, or below one another. */
const HEIGHTS = { wide: 5_840, narrow: 6_640 };
const WIDE = 760;
/** How long a frame may stay empty after it was loaded, in milliseconds. */
const PATIENCE = 5_000;
/** How often a link gets another frame, where a page removes one after the other. */
const TRIES = 9;

/** @type {Map<HTMLAnchorElement, { frame: HTMLIFrameElement, href: string, tries: number }>} what each link has */
const made = new Map();
let waiting = /** @type {any} */ (0);

/** @param {number} height */
const pixels = (height) => `${Math.min(20_000, Math.max(100, height))}px`;

/** @param {HTMLAnchorElement} link */
const show = ({ style }) => { style.display = style.position = ''; };

/**
 * @param {HTMLAnchorElement} link
 * @param {number} tries
 */
function addFrame(link, tries) {
  const { href, dataset: { theme, height } } = link;
  const url = new URL(href);
  if (theme) url.searchParams.set('theme', theme);
  const frame = document.createElement('iframe');
  frame.title = link.text.trim() || NAME;
  frame.loading = 'lazy';
  frame.allow = 'clipboard-write';
  frame.src = url.href;
  Object.assign(frame.style, { display: 'block', width: '100%', border: 0 });
  // The link lies on the frame while that is empty, so that nothing moves when it goes; above a frame that stays so.
  show(link);
  link.style.position = 'absolute';
  frame.onload = () => setTimeout(() => { link.style.position = ''; }, PATIENCE);
  link.after(frame);
  frame.style.height = pixels(+(height ?? 0) || (frame.clientWidth > WIDE ? HEIGHTS.wide : HEIGHTS.narrow));
  made.set(link, { frame, href, tries });
}

/**
 * Behind a frame whose colour scheme is not that of its document the browser paints, and hides the page. The document
 * has the frame's, and that is the page's; but where the page says nothing of its own, it is the reader's.
 *
 * @param {HTMLIFrameElement} frame
 */
function suit({ parentElement, style }) {
  style.colorScheme = hostTheme() ?? (parentElement && getComputedStyle(parentElement).colorScheme === 'normal' ? 'light dark' : '');
}

/** @param {MessageEvent} event */
function hear({ source, data }) {
  if (data?.source !== NAME || data.version !== VERSION) return;
  for (const [link, { frame }] of made) {
    if (frame.contentWindow !== source) continue;
    if (Number.isFinite(data.height)) frame.style.height = pixels(data.height);
    if (data.type === 'ready') link.style.display = 'none';
    if (data.type === 'error') show(link);
  }
}

/** Gives every link its frame, and takes those away whose link is gone. */
function update() {
  waiting = 0;
  for (const [link, { frame }] of made) {
    if (link.isConnected) continue;
    frame.remove();
    made.delete(link);
  }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(`a[${MARK}]`))) {
    const { frame, href, tries = 0 } = made.get(link) ?? {};
    // Frameworks remove what is not theirs when they take over a page, move a link, or give it another address.
    if (/^https?:$/.test(link.protocol) && (frame?.previousSibling !== link || href !== link.href)) {
      frame?.remove();
      if (tries < TRIES) addFrame(link, tries + 1);
      else show(link);
    }
  }
  made.forEach(({ frame }) => suit(frame));
}

function start() {
  addEventListener('message', hear);
  update();
  // Hosts swap what is on the page, and switch its theme. Not at once, for they may answer what is done here.
  new MutationObserver(() => { waiting ||= setTimeout(update); }).observe(document, {
    childList: true, subtree: true, attributeFilter: ['href', ...SIGNALS.map(([attribute]) => attribute)],
  });
}

// Noted on the document, for there is no global name, and the document outlives pages that a host swaps without loading.
const note = /** @type {any} */ (document);
const loaded = Symbol.for(NAME);
if (!note[loaded]) {
  note[loaded] = true;
  // Not amid a link.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
}
