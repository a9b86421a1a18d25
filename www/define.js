// Registers <paged-attention-explainer>. Importing it twice is harmless, and so is importing it where there is no page.
import { PagedAttentionExplainer } from './element.js';

if (globalThis.customElements && !customElements.get(PagedAttentionExplainer.tagName)) {
  customElements.define(PagedAttentionExplainer.tagName, PagedAttentionExplainer);
}
