// Puts sentences and numbers into the page. In a sentence `{tokens}` stands for the metric of that name.

/**
 * A stand-in for a number, as wide as most that a slider leads to.
 *
 * @param {string} metric
 */
function wideNumber(metric) {
  if (/utilization|reduction/.test(metric)) return '> 99.9 %';
  return /slots|internal|tokens/.test(metric) ? '100,000,000' : '1,000';
}

/** @type {WeakMap<Element, string>} the sentence that each element shows */
const shown = new WeakMap();

/**
 * Shows a sentence. Its numbers come with `showNumbers`.
 *
 * @param {Element} element
 * @param {string} template
 */
export function showSentence(element, template) {
  if (shown.get(element) === template) return;
  shown.set(element, template);
  element.replaceChildren(...withNumbers(template));
}

/**
 * The text of a sentence, and in it an element for each number.
 *
 * @param {string} template
 */
export function withNumbers(template) {
  // Text and names of metrics take turns.
  return template.split(/\{([^}]*)\}/).map((part, i) => (i % 2 ? metricElement(part) : part));
}

/** @param {string} name */
function metricElement(name) {
  const element = document.createElement('b');
  element.dataset.metric = name;
  return element;
}

/**
 * Puts an element above invisible ones with all that it may come to say, in wide numbers: it takes the room of the
 * longest, and nothing below it moves when it changes.
 *
 * @param {Element} element
 * @param {string[]} templates
 */
export function keepRoom(element, templates) {
  const stack = document.createElement('div');
  stack.className = 'stack';
  element.replaceWith(stack);
  const rooms = templates.map((template) => {
    const room = document.createElement('p');
    room.className = `${element.className} room`;
    room.ariaHidden = 'true';
    room.textContent = template.replace(/\{([^}]*)\}/g, (_, metric) => wideNumber(metric));
    return room;
  });
  stack.append(element, ...rooms);
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
