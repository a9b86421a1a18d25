// The page's own script.
import { followAddress } from './address.js';
import './define.js';
import { PagedAttentionExplainer } from './element.js';

const explainer = /** @type {PagedAttentionExplainer} */ (document.querySelector(PagedAttentionExplainer.tagName));
followAddress(explainer);
// What is around the explainer takes its theme as well.
document.documentElement.dataset.theme = explainer.theme;
explainer.append(embedButton());

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
