// The dialog on the page that has something to paste for whoever wants to show what is on screen elsewhere.
import { copyText, HEARD } from './clipboard.js';
import { setMarkup } from './markup.js';
import { EXAMPLE_SITE, snippets } from './snippets.js';

/** @typedef {import('./element.js').PagedAttentionExplainer} PagedAttentionExplainer */

const MARKUP = `
<form method="dialog">
  <h2 id="embed-heading">Embed what is shown</h2>
  <div class="embed-where"><label for="embed-place">Where to?</label> <select id="embed-place"></select></div>
  <p id="embed-note"></p>
  <pre><code></code></pre>
  <p class="embed-site"></p>
  <div class="embed-buttons">
    <button type="button" class="embed-copy">Copy</button>
    <span role="status"></span>
    <button>Close</button>
  </div>
</form>`;

/** Where this site is, if it is anywhere: in a file of its own, the page has no site. */
const SITE = new URL('../', import.meta.url);

/** @type {HTMLDialogElement | undefined} */
let dialog;

/**
 * Opens the dialog with snippets for what an explainer shows now.
 *
 * @param {PagedAttentionExplainer} explainer
 */
export function showSnippets(explainer) {
  dialog ??= build();
  fill(dialog, explainer);
  dialog.showModal();
}

function build() {
  const built = document.createElement('dialog');
  built.className = 'embed';
  built.setAttribute('aria-labelledby', 'embed-heading');
  setMarkup(built, MARKUP);
  document.body.append(built);
  // A press beside it closes it, as the Escape key does; but not one that began inside, to select text.
  let began = /** @type {EventTarget | null} */ (null);
  built.addEventListener('pointerdown', ({ target }) => { began = target; });
  built.addEventListener('click', ({ target }) => {
    if (target === built && began === built) built.close();
  });
  return built;
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {PagedAttentionExplainer} explainer
 */
function fill(dialog, explainer) {
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (dialog.querySelector(selector));
  const select = /** @type {HTMLSelectElement} */ (part('select'));
  const code = part('code');
  const status = part('[role=status]');
  const isSomewhere = /^https?:$/.test(SITE.protocol);
  const groups = snippets(isSomewhere ? SITE.href : EXAMPLE_SITE, (address) => explainer.addressOf(address));
  const all = [...groups.values()].flat();

  const chosen = Math.max(0, select.selectedIndex);
  select.replaceChildren(...[...groups].map(([label, places]) => {
    const group = document.createElement('optgroup');
    group.label = label;
    group.append(...places.map(({ place }) => new Option(place)));
    return group;
  }));
  select.selectedIndex = chosen;
  part('.embed-site').textContent = isSomewhere ? localNotice() : `Put the site on a server, and its address in the place of ${EXAMPLE_SITE}.`;

  const show = () => {
    const { note, text } = all[select.selectedIndex];
    part('#embed-note').textContent = note;
    code.textContent = text;
    status.textContent = '';
  };
  select.onchange = show;
  part('.embed-copy').onclick = async () => {
    const copied = await copyText(code.textContent ?? '', dialog);
    if (!copied) getSelection()?.selectAllChildren(code);
    status.textContent = copied ? HEARD.copied : HEARD.refused;
  };
  show();
}

/** What authors who look at a page of their own machine have to know. */
function localNotice() {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(SITE.hostname);
  return isLocal ? 'This page comes from your own machine. For your readers, put the site on a server, and its address in the place of this one.' : '';
}
