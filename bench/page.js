/**
 * What the two hand-written pages share: on every `input` event all is read, computed and shown anew. Controls and
 * numbers are marked as the product marks its own (`data-parameter`, `data-metric`), so one driver serves all pages.
 */
import { compare } from './workload.js';

/** @typedef {import('./workload.js').Report} Report */

const count = new Intl.NumberFormat('en');
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percentage = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1 });

/** @param {number} value a fraction */
export const percent = (value) => percentage.format(value);

/** @param {number} value */
export const rounded = (value) => count.format(Math.round(value));

/** @type {Record<string, [value: (report: Report) => number, text: (value: number) => string]>} */
const METRICS = {
  'max-length': [(report) => report.parameters.maxLength, rounded],
  'block-size': [(report) => report.parameters.blockSize, rounded],
  'length-min': [(report) => report.shortest, rounded],
  'length-max': [(report) => report.longest, rounded],
  'length-mean': [(report) => report.mean, rounded],
  tokens: [(report) => report.tokens, rounded],
  'contiguous-slots': [(report) => report.contiguousSlots, rounded],
  'contiguous-utilization': [(report) => report.contiguousUtilization, percent],
  'paged-blocks': [(report) => report.pagedBlocks, rounded],
  'paged-slots': [(report) => report.pagedSlots, rounded],
  'paged-utilization': [(report) => report.pagedUtilization, percent],
  'memory-reduction': [(report) => report.memoryReduction, percent],
  'capacity-multiplier': [(report) => report.capacityMultiplier, (value) => oneDecimal.format(value)],
};

const controls = {
  sequences: control('sequences'),
  maxLength: control('max-length'),
  blockSize: control('block-size'),
  seed: control('seed'),
};
const metrics = Object.entries(METRICS).map(([name, [value, text]]) => {
  return { element: find(`[data-metric="${name}"]`, HTMLElement), value, text };
});
const caption = find('figcaption', HTMLElement);

/** What follows from the controls as they stand. */
export function currentReport() {
  return compare({
    sequences: controls.sequences.valueAsNumber,
    maxLength: 2 ** controls.maxLength.valueAsNumber,
    blockSize: 2 ** controls.blockSize.valueAsNumber,
    seed: controls.seed.valueAsNumber,
  });
}

/**
 * Shows all numbers, now and whenever a control moves.
 *
 * @param {(report: Report) => void} updateCharts
 */
export function start(updateCharts) {
  function update() {
    const report = currentReport();
    showNumbers(report);
    updateCharts(report);
  }
  document.addEventListener('input', update);
  update();
}

/** @param {Report} report */
function showNumbers(report) {
  for (const { element, value, text } of metrics) {
    element.dataset.value = String(value(report));
    element.textContent = text(value(report));
  }
  caption.textContent = captionOf(report);
}

/** @param {Report} report */
function captionOf({ parameters, contiguousUtilization, pagedUtilization, capacityMultiplier }) {
  return (
    `Of the memory set aside for ${rounded(parameters.sequences)} requests, contiguous allocation fills ` +
    `${percent(contiguousUtilization)}; paging fills ${percent(pagedUtilization)}. ` +
    `The same memory could hold ${oneDecimal.format(capacityMultiplier)} times as many requests.`
  );
}

/** @param {string} parameter */
function control(parameter) {
  return find(`[data-parameter="${parameter}"] input`, HTMLInputElement);
}

/**
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 */
export function find(selector, type) {
  const element = document.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`the page has no ${selector}`);
}
