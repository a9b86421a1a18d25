// Puts sentences and numbers into the page.

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Shows a sentence in which `{tokens}` stands for the metric of that name. Its numbers come with `showNumbers`.
 *
 * @param {Element} element
 * @param {string} template
 */
export function showSentence(element, template) {
  if (shown.get(element) === template) return;
  shown.set(element, template);
  // Text and names of metrics take turns.
  const parts = template.split(/\{([^}]*)\}/);
  element.replaceChildren(...parts.map((part, i) => (i % 2 ? metricElement(part) : part)));
}

/** A stand-in for any number, about as wide as the widest that a slider leads to. */
const WIDE_NUMBER = '> 99.9 %';

/**
 * Fills an invisible element with the longest sentence so far, in wide numbers, so that it takes the room that the
 * sentence may come to need, and nothing below moves with a slider.
 *
 * @param {Element} element
 * @param {string} template
 */
export function keepRoom(element, template) {
  const sentence = template.replace(/\{[^}]*\}/g, WIDE_NUMBER);
  if (sentence.length > (element.textContent ?? '').length) element.textContent = sentence;
}

/** @param {string} name */
function metricElement(name) {
  const element = document.createElement('b');
  element.dataset.metric = name;
  return element;
}

/**
 * Brings every number within `root` up to date.
 *
 * @param {ParentNode} root
 * @param {string[]} names of all metrics
 * @param {Float64Array} values in full precision, in the order of `names`
 * @param {string[]} texts as a reader sees them, in the same order
 */
export function showNumbers(root, names, values, texts) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-metric]'))) {
    const i = names.indexOf(element.dataset.metric ?? '');
    const value = String(values[i]);
    if (element.dataset.value === value) continue;
    element.dataset.value = value;
    element.textContent = texts[i];
  }
}

/**
 * Shows a table.
 *
 * @param {HTMLTableElement} table
 * @param {string[]} headings
 * @param {string[]} cells row by row
 */
export function showTable(table, headings, cells) {
  const head = document.createElement('thead');
  head.append(row(headings.map((text) => cell('th', text, 'col'))));
  const body = document.createElement('tbody');
  for (let start = 0; start < cells.length; start += headings.length) {
    const [first, ...rest] = cells.slice(start, start + headings.length);
    body.append(row([cell('th', first, 'row'), ...rest.map((text) => cell('td', text))]));
  }
  table.replaceChildren(head, body);
}

/** @param {HTMLElement[]} cells */
function row(cells) {
  const element = document.createElement('tr');
  element.append(...cells);
  return element;
}

/**
 * @param {'th' | 'td'} tag
 * @param {string} text
 * @param {string} [scope]
 */
function cell(tag, text, scope) {
  const element = document.createElement(tag);
  if (scope) element.setAttribute('scope', scope);
  element.textContent = text;
  return element;
}
