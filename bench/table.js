/** The results as Markdown. */

const count = new Intl.NumberFormat('en');

/**
 * A table. What is a number stands to the right: as it is, if it comes as text, or else with the digits that matter.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 * @param {number} [text] the column that holds words
 */
export function markdown(head, rows, text = 0) {
  const rule = head.map((_, column) => (column === text ? '---' : '---:'));
  const body = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? digits(cell) : cell)));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * With a comma between thousands.
 *
 * @param {number} whole
 */
export function grouped(whole) {
  return count.format(whole);
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Two digits that matter, and no more than two behind the point; a dash for what there is not.
 *
 * @param {number} value
 */
function digits(value) {
  if (Number.isNaN(value)) return '–';
  const places = value < 0.1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
  return value < 1000 ? value.toFixed(places) : grouped(Math.round(value));
}
