// The page's own script.
import { followAddress } from './address.js';
import './define.js';
import { PagedAttentionExplainer } from './element.js';

const explainer = /** @type {PagedAttentionExplainer} */ (document.querySelector(PagedAttentionExplainer.tagName));
followAddress(explainer);
// What is around the explainer takes its theme as well.
document.documentElement.dataset.theme = explainer.theme;
