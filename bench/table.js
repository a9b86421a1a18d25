/** The results as Markdown. */

/**
 * @typedef {object} Row
 * @property {number} sequences
 * @property {string} change
 * @property {readonly number[]} medians in ms: the product, uPlot, Chart.js, the product with all figures
 */

const count = new Intl.NumberFormat('en');

/** @param {readonly Row[]} rows */
export function markdown(rows) {
  const head = ['requests', 'change', 'this page, ms', 'uPlot, ms', 'Chart.js, ms', '÷ uPlot', '÷ Chart.js', 'all figures, ms'];
  const body = rows.map(({ sequences, change, medians: [product, uplot, chartjs, whole] }) => [
    count.format(sequences),
    change,
    ...[product, uplot, chartjs, product / uplot, product / chartjs, whole].map(digits),
  ]);
  const rule = head.map((_, column) => (column === 1 ? '---' : '---:'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Two digits that matter, and no more than two behind the point.
 *
 * @param {number} value
 */
function digits(value) {
  return value.toFixed(value < 0.1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0);
}
