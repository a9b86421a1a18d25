// What stands in the element before any number does. Sentences and numbers come from the engine.

/** What each figure is called. */
const HEADINGS = {
  histogram: 'How long the requests really are',
  utilization: 'How much of it is used',
};

/** @typedef {keyof typeof HEADINGS} FigureName */

const NUMBERS = [
  ['Requests', [
    ['number', '{sequences}', ''],
    ['shortest', '{length-min} tokens', ''],
    ['longest', '{length-max} tokens', ''],
    ['mean length', '{length-mean} tokens', 'tokens ÷ requests'],
    ['all together', '{tokens} tokens', 'the sum of all lengths'],
  ]],
  ['Contiguous', [
    ['reserved', '{contiguous-slots} slots', 'requests × maximum length, {max-length}'],
    ['never used', '{contiguous-internal} slots', 'reserved − tokens'],
    ['used', '{contiguous-utilization}', 'tokens ÷ reserved'],
  ]],
  ['Paged', [
    ['blocks', '{paged-blocks}', 'each length ÷ block size, {block-size}, rounded up; added'],
    ['reserved', '{paged-slots} slots', 'blocks × block size'],
    ['never used', '{paged-internal} slots', 'reserved − tokens'],
    ['used', '{paged-utilization}', 'tokens ÷ reserved'],
  ]],
  ['Paged against contiguous', [
    ['memory saved', '{memory-reduction}', '1 − paged ÷ contiguous slots'],
    ['requests that fit', '{capacity-multiplier} times as many', 'contiguous ÷ paged slots'],
  ]],
];

/** The rows of the table of numbers, in which `{metric}` stands for a number. */
const numberRows = NUMBERS.map(([group, rows]) => `
  <tbody>
    <tr><th colspan="3" scope="rowgroup">${group}</th></tr>
    ${/** @type {string[][]} */ (rows).map(([name, number, origin]) => `
    <tr><th scope="row">${name}</th><td>${withMetrics(number)}</td><td>${withMetrics(origin)}</td></tr>`).join('')}
  </tbody>`).join('');

/** @param {string} text */
function withMetrics(text) {
  return text.replace(/\{([^}]*)\}/g, '<b data-metric="$1"></b>');
}

/** @param {string} name */
function figure(name) {
  return `
    <figure data-figure-name="${name}">
      <h2>${HEADINGS[/** @type {FigureName} */ (name)]}</h2>
      <p class="subtitle" data-passage="${name}-subtitle"></p>
      <canvas data-figure="${name}" role="img" dir="ltr"></canvas>
      <figcaption data-passage="${name}-caption"></figcaption>
      <details class="data">
        <summary>Data as a table</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="Data: ${HEADINGS[/** @type {FigureName} */ (name)]}">
          <table></table>
        </div>
      </details>
    </figure>`;
}

/** The inside of an explainer's shadow root. */
export const MARKUP = `
<section class="failure" role="alert" hidden>
  <p><strong class="failure-message"></strong> What follows does without it.</p>
  <button type="button" data-action="restart">Start again</button>
</section>
<div class="fallback"><slot></slot></div>
<section class="explainer" aria-label="Contiguous against paged allocation" hidden>
  <div class="notices" role="status"></div>
  <div class="stack">
    <p class="finding" data-passage="finding"></p>
    <p class="finding room" aria-hidden="true"></p>
  </div>
  <div class="controls" role="group" aria-label="What to compare"></div>
  <div class="figures">${Object.keys(HEADINGS).map(figure).join('')}</div>
  <div class="foot">
    <div class="workload" role="group" aria-label="Workload"></div>
    <button type="button" data-action="random">New random workload</button>
    <span class="grow"></span>
    <button type="button" data-action="reset">Reset</button>
    <button type="button" data-action="link">Copy link</button>
  </div>
  <details class="more">
    <summary>What the numbers are</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="What the numbers are">
      <table class="numbers">${numberRows}</table>
    </div>
    <button type="button" data-action="copy-summary">Copy as text</button>
  </details>
  <details class="more">
    <summary>Reproduce in NumPy</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Lines of Python"><pre><code class="numpy"></code></pre></div>
    <button type="button" data-action="copy-numpy">Copy the lines</button>
  </details>
  <p class="announcement" role="status"></p>
</section>
<i class="probe" hidden></i>`;
