// Files for the reader to keep.

/** @typedef {import('./session.js').Session} Session */

/** Device pixels to a CSS pixel in a saved picture. */
const PICTURE_SCALE = 2;

/**
 * All numbers. As CSV, with those of the settings that are kept to compare with.
 *
 * @param {'csv' | 'json'} format
 * @param {Session} session
 */
export function saveNumbers(format, session) {
  if (format === 'csv') save('kv-cache.csv', csv(session.rows));
  else save('kv-cache.json', new Blob([JSON.stringify(session.summary, null, 2)], { type: 'application/json' }));
}

/**
 * The table in the same disclosure as a button.
 *
 * @param {HTMLElement} button
 */
export function saveTable(button) {
  const rows = /** @type {NodeListOf<HTMLTableRowElement>} */ (button.closest('details')?.querySelectorAll('tr') ?? []);
  save(`${figureOf(button).name}.csv`, csv([...rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? ''))));
}

/**
 * The figure that a button belongs to, as a PNG on the background that it has on the screen.
 *
 * @param {HTMLElement} button
 * @param {Session} session
 * @param {string} background
 */
export async function savePicture(button, session, background) {
  const { name, canvas } = figureOf(button);
  const figure = blank(canvas);
  session.explainer.draw(name, figure, PICTURE_SCALE);
  const whole = blank(canvas);
  const context = whole.getContext('2d');
  if (!context) throw new Error('The browser gives no 2D drawing context.');
  context.fillStyle = background;
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(figure, 0, 0);
  const blob = await new Promise((resolve) => whole.toBlob(resolve));
  if (!blob) throw new Error('The browser makes no picture of it.');
  save(`${name}.png`, blob);
}

/**
 * The figure that a button belongs to, as an SVG of the size that it has on the screen.
 *
 * @param {HTMLElement} button
 * @param {Session} session
 */
export function saveDrawing(button, session) {
  const { name, canvas: { clientWidth, clientHeight } } = figureOf(button);
  save(`${name}.svg`, new Blob([session.explainer.svg(name, clientWidth, clientHeight)], { type: 'image/svg+xml' }));
}

/**
 * @param {HTMLElement} inside a figure
 */
function figureOf(inside) {
  const figure = /** @type {HTMLElement} */ (inside.closest('figure'));
  const canvas = /** @type {HTMLCanvasElement} */ (figure.querySelector('canvas'));
  return { name: figure.dataset.figureName ?? '', canvas };
}

/** @param {HTMLCanvasElement} shown */
function blank({ clientWidth, clientHeight }) {
  const canvas = document.createElement('canvas');
  canvas.width = clientWidth * PICTURE_SCALE;
  canvas.height = clientHeight * PICTURE_SCALE;
  return canvas;
}

/**
 * Rows as CSV, with quotes where a cell has what would end it.
 *
 * @param {(string | number)[][]} rows
 */
function csv(rows) {
  const cell = (/** @type {string | number} */ value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
  return new Blob([rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')], { type: 'text/csv' });
}

/**
 * @param {string} name of the file
 * @param {Blob} content
 */
function save(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
