// Files for the reader to keep.

/** Device pixels to a CSS pixel in a saved picture. */
const PICTURE_SCALE = 2;

/**
 * @param {string} name of the file
 * @param {Blob} content
 */
export function save(name, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/**
 * A figure as a PNG, on the background that it has on the screen.
 *
 * @param {HTMLCanvasElement} shown the figure on the screen
 * @param {(canvas: HTMLCanvasElement, scale: number) => void} draw draws it on a canvas of another size
 * @param {string} background
 * @returns {Promise<Blob>}
 */
export async function picture(shown, draw, background) {
  const figure = blank(shown);
  draw(figure, PICTURE_SCALE);
  const whole = blank(shown);
  const context = whole.getContext('2d');
  if (!context) throw new Error('the browser gives no 2D drawing context');
  context.fillStyle = background;
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(figure, 0, 0);
  return new Promise((resolve, reject) => {
    whole.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no picture of it'))));
  });
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
export function csv(rows) {
  const cell = (/** @type {string | number} */ value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
  return new Blob([rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')], { type: 'text/csv' });
}
