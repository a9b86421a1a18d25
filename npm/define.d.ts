import type { PagedAttentionExplainer } from './element.js';

declare global {
  interface HTMLElementTagNameMap {
    'paged-attention-explainer': PagedAttentionExplainer;
  }
}
