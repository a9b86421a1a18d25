// What stands in the element before the engine is there. Figures, controls, numbers and sentences come from the engine.

/** The inside of an explainer's shadow root. */
export const MARKUP = `
<div class="schemed">
<section class="failure" role="alert" lang="en" dir="ltr" hidden>
  <p class="failure-message"></p>
  <button type="button" data-action="restart">Start again</button>
</section>
<div class="fallback"><slot></slot></div>
<section class="explainer" aria-label="Contiguous against paged allocation" lang="en" dir="ltr" tabindex="-1" hidden>
  <div class="notices" role="status"></div>
  <p class="finding" data-passage="finding"></p>
  <div class="controls" role="group" aria-label="What to compare"></div>
  <div class="figures"></div>
  <div class="foot">
    <div class="row">
      <div class="workload" role="group" aria-label="Requests"></div>
      <button type="button" data-action="random">New random workload</button>
    </div>
    <div class="row">
      <button type="button" data-action="pin" title="Keep these numbers, to compare others with">Pin</button>
      <button type="button" data-action="reset">Reset</button>
      <button type="button" data-action="link">Copy link</button>
      <slot name="actions"></slot>
    </div>
    <p class="source" data-loose data-passage="workload-source"></p>
    <div class="own" hidden></div>
    <ul class="pins" aria-label="Pinned settings"></ul>
  </div>
  <details class="more with-model">
    <summary>In GiB: choose a model</summary>
    <p>A slot holds the keys and values of one token. How many bytes that is, the model decides; how many of them there are, the memory that it leaves.</p>
    <div class="model" role="group" aria-label="Model and memory"></div>
    <div class="in-model">
      <p data-loose data-passage="model-bytes"></p>
      <p data-loose data-passage="model-blocks"></p>
    </div>
  </details>
  <details class="more">
    <summary>What the numbers are</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="What the numbers are"><table class="numbers"></table></div>
    <div class="row">
      <button type="button" data-action="copy-summary">Copy as text</button>
      <button type="button" data-action="copy-markdown">Copy as Markdown</button>
      <button type="button" data-action="save-csv">Save as CSV</button>
      <button type="button" data-action="save-json">Save as JSON</button>
    </div>
  </details>
  <details class="more">
    <summary>Reproduce in NumPy</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Lines of Python"><pre><code class="numpy"></code></pre></div>
    <button type="button" data-action="copy-numpy">Copy the lines</button>
  </details>
  <p class="announcement" role="status"></p>
</section>
<i class="probe" hidden></i>
</div>`;

/** @type {Record<string, string>} what stands between a figure and its caption; `data-parameters` have their controls there */
const BELOW = {
  'memory-map': `
  <div class="figure-controls" role="group" aria-label="What to look at" data-parameters="request grow"></div>
  <p class="block-table-key">Block table of request <span class="block-table-of"></span>: logical → physical block ·
    filled/size<span class="hint">. Tap a request in the map to see its own</span></p>
  <ol class="block-table" role="list" aria-label="Block table"></ol>`,
  'serving-waste': `
  <div class="serving-settings" role="group" aria-label="What is served" data-parameters="preset arrivals rate slots watermark steps"></div>
  <div class="serving-run row"></div>
  <ul class="moments" aria-label="Steps worth a look">${'<li></li>'.repeat(5)}</ul>`,
  'serving-timeline': `
  <div class="player" role="group" aria-label="Step by step">
    <div class="figure-controls" data-parameters="system step"></div>
  </div>
  <p class="happened"></p>`,
};

/**
 * Whether a figure is one of serving over time.
 *
 * @param {string | undefined} name
 */
export function isOfServing(name) {
  return name?.startsWith('serving') ?? false;
}

/**
 * One figure, before it has a heading.
 *
 * @param {string} name
 */
export function figureMarkup(name) {
  // Of serving over time, what is said is no choice of sentences: it comes with www/serving.js.
  const [subtitle, caption] = isOfServing(name) ? ['<p class="subtitle serving-text"></p>', '<p class="serving-text"></p>'] : [
    `<p class="subtitle" data-passage="${name}-subtitle"></p>`,
    `<p class="in-model" data-loose data-passage="${name}-memory"></p><p data-passage="${name}-caption"></p>`,
  ];
  return `
<figure data-figure-name="${name}">
  <h2></h2>
  ${subtitle}
  <p class="figure-status" role="status"></p>
  <canvas data-figure="${name}" role="img"></canvas>${BELOW[name] ?? ''}
  <figcaption>
    ${caption}
  </figcaption>
  <details class="data">
    <summary>Data as a table</summary>
    <div class="scroll" tabindex="0" role="region"><table></table></div>
    <div class="row">
      <button type="button" data-action="save-table">Save the table as CSV</button>
      <button type="button" data-action="save-picture">Save the figure as PNG</button>
      <button type="button" data-action="save-drawing">Save the figure as SVG</button>
    </div>
  </details>
</figure>`;
}
