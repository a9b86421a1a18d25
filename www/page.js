// The page's own script: keeps the address bar and the explainer in step, through nothing but the element's public
// interface.
import './define.js';
import { PagedAttentionExplainer } from './element.js';

/** The address follows a moving slider, but browsers count how often it is rewritten. In milliseconds. */
const REWRITE_AFTER = 250;

const explainer = /** @type {PagedAttentionExplainer} */ (document.querySelector(PagedAttentionExplainer.tagName));

for (const [name, value] of new URLSearchParams(location.search)) {
  if (PagedAttentionExplainer.observedAttributes.includes(name)) explainer.setAttribute(name, value);
}
document.documentElement.dataset.theme = explainer.theme;

let rewriting = 0;
explainer.addEventListener('input', () => {
  clearTimeout(rewriting);
  rewriting = window.setTimeout(rewriteAddress, REWRITE_AFTER);
});
explainer.addEventListener('change', rewriteAddress);

function rewriteAddress() {
  clearTimeout(rewriting);
  history.replaceState(history.state, '', explainer.addressOf(location.href));
}
