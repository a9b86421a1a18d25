// Registers <paged-attention-explainer>. Importing it twice is harmless.
import { PagedAttentionExplainer } from './element.js';

if (!customElements.get(PagedAttentionExplainer.tagName)) {
  customElements.define(PagedAttentionExplainer.tagName, PagedAttentionExplainer);
}
