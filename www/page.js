// The page's own script.
import { followAddress } from './address.js';
import { APPEARANCE } from './appearance.js';
import './define.js';
import { PagedAttentionExplainer } from './element.js';

/** What a case leaves as it is, unless it has its own. */
const KEPT = ['pins', 'lengths'];

/** The part of an address that leads to serving over time, inside the explainer. */
const SERVING = '#serving';

const explainer = /** @type {PagedAttentionExplainer} */ (document.querySelector(PagedAttentionExplainer.tagName));
followAddress(explainer);
// What is around the explainer takes its theme as well.
document.documentElement.dataset.theme = explainer.theme;
explainer.append(embedButton());
showPlace();
window.addEventListener('hashchange', showPlace);
for (const link of document.querySelectorAll(`a[href="${SERVING}"]`)) {
  link.addEventListener('click', (event) => {
    // A place on the page, and no page to come back from: the address is that of what is shown.
    event.preventDefault();
    history.replaceState(history.state, '', SERVING);
    showPlace();
  });
}
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.cases a, .steps a'))) {
  link.addEventListener('click', (event) => {
    // Another tab, another window: the browser knows better.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    showCase(link);
  });
}

/**
 * Shows what a link leads to, without loading the page again.
 *
 * @param {HTMLAnchorElement} link
 */
function showCase({ href }) {
  const { searchParams: given, hash } = new URL(href);
  for (const name of PagedAttentionExplainer.observedAttributes) {
    const value = given.get(name);
    // What the reader has pinned, or given, is kept.
    if (APPEARANCE.includes(name) || (value === null && KEPT.includes(name))) continue;
    if (value === null) explainer.removeAttribute(name);
    else explainer.setAttribute(name, value);
  }
  // As after any change: the address is that of what is shown.
  explainer.dispatchEvent(new Event('change', { bubbles: true }));
  explainer.tabIndex = -1;
  explainer.focus({ preventScroll: true });
  if (hash === SERVING) void explainer.showFigure('serving-memory');
  else explainer.scrollIntoView();
}

/** Goes to where the address leads within the explainer, once that is there. */
async function showPlace() {
  if (location.hash !== SERVING) return;
  try {
    await explainer.ready;
  } catch {
    // The explainer says so itself.
    return;
  }
  await explainer.showFigure('serving-memory');
}

/** Opens the dialog for authors, which few readers need: it is not loaded before. */
function embedButton() {
  const button = document.createElement('button');
  button.type = 'button';
  button.slot = 'actions';
  button.textContent = 'Embed';
  button.addEventListener('click', async () => {
    try {
      const { showSnippets } = await import('./embed-dialog.js');
      button.textContent = 'Embed';
      showSnippets(explainer);
    } catch {
      button.textContent = 'Embed: could not be loaded, try again';
    }
  });
  return button;
}
