// Tables: of all numbers, and of the data behind a figure.
import { withNumbers } from './prose.js';

/** Cells in a row of the table of numbers: a name, a number, its origin. */
const NUMBER_COLUMNS = 3;

/**
 * Fills the table of all numbers. They come with `Numbers`.
 *
 * @param {HTMLTableElement} table
 * @param {string[]} cells row by row; a row of nothing but a name opens a group
 */
export function buildNumbers(table, cells) {
  for (const [name, number, origin] of rowsOf(cells, NUMBER_COLUMNS)) {
    if (number) {
      table.tBodies[table.tBodies.length - 1].append(
        row([heading(name, 'row'), cell(...withNumbers(number)), cell(...withNumbers(origin))]));
    } else {
      const group = heading(name, 'rowgroup');
      const body = table.createTBody();
      if (origin) body.className = `in-${origin}`;
      body.append(row([group]));
    }
  }
  showPinned(table, []);
}

/**
 * Shows the numbers of other settings beside the present ones, each in a column.
 *
 * @param {HTMLTableElement} table built by `buildNumbers`
 * @param {{ letter: string, name: string, numbers: string[] }[]} pins
 */
export function showPinned(table, pins) {
  for (const old of table.querySelectorAll('thead, .pinned')) old.remove();
  let i = 0;
  for (const { cells } of table.rows) {
    const [first, number] = cells;
    // A heading of a group reaches over all of them.
    if (number) number.after(...pins.map(({ numbers }) => pinned(cell(numbers[i]))));
    else first.setAttribute('colspan', String(NUMBER_COLUMNS + pins.length));
    if (number) i += 1;
  }
  if (pins.length === 0) return;
  const letters = pins.map(({ letter, name }) => {
    const column = heading(letter, 'col');
    column.title = name;
    return column;
  });
  table.createTHead().append(row([heading('number', 'col'), heading('now', 'col'), ...letters, heading('origin', 'col')]));
}

/** @param {HTMLElement} cell */
function pinned(cell) {
  cell.className = 'pinned';
  return cell;
}

/**
 * Shows the data of a figure.
 *
 * @param {HTMLTableElement} table
 * @param {string[]} headings
 * @param {string[]} cells row by row, with `{metric}` where a number belongs
 */
export function showData(table, headings, cells) {
  const head = document.createElement('thead');
  head.append(row(headings.map((text) => heading(text, 'col'))));
  const body = document.createElement('tbody');
  for (const [first, ...rest] of rowsOf(cells, headings.length)) {
    body.append(row([heading(first, 'row'), ...rest.map((text) => cell(...withNumbers(text)))]));
  }
  table.replaceChildren(head, body);
}

/**
 * @param {string[]} cells
 * @param {number} columns
 */
function* rowsOf(cells, columns) {
  for (let start = 0; start < cells.length; start += columns) yield cells.slice(start, start + columns);
}

/** @param {HTMLElement[]} cells */
function row(cells) {
  const element = document.createElement('tr');
  element.append(...cells);
  return element;
}

/**
 * @param {string} text
 * @param {'row' | 'col' | 'rowgroup'} scope what it is the heading of
 */
function heading(text, scope) {
  const element = document.createElement('th');
  element.setAttribute('scope', scope);
  element.textContent = text;
  return element;
}

/** @param {(string | Node)[]} content */
function cell(...content) {
  const element = document.createElement('td');
  element.append(...content);
  return element;
}
