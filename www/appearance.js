// The attributes that change how an explainer looks, not what it computes: which choices there are, and what is made
// of one that is none of them.

/** What each may say; the first is the default. */
export const CHOICES = { theme: ['auto', 'light', 'dark'], controls: ['full', 'min', 'none'] };

/** Names of all of them. */
export const APPEARANCE = [...Object.keys(CHOICES), 'figures'];

/** What somebody wrote is quoted up to here: enough to recognize it by. */
const QUOTED_CHARACTERS = 24;

/**
 * What an element's attributes ask for.
 *
 * @param {Element} element
 * @param {string[]} allFigures
 */
export function readAppearance(element, allFigures) {
  /** @type {Record<string, string | undefined>} a sentence on each attribute that could not be followed */
  const notices = {};
  const choose = (/** @type {keyof typeof CHOICES} */ name) => {
    const [fallback, ...others] = CHOICES[name];
    const given = element.getAttribute(name) ?? fallback;
    if (given === fallback || others.includes(given)) return given;
    notices[name] = `${name}: ${quoted(given)} is none of ${CHOICES[name].join(', ')}; ${fallback} is used.`;
    return fallback;
  };
  const given = (element.getAttribute('figures') ?? '').split(/\s+/).filter(Boolean);
  const unknown = given.find((name) => !allFigures.includes(name));
  if (unknown !== undefined) notices.figures = `figures: there is no ${quoted(unknown)}.`;
  const known = given.filter((name) => allFigures.includes(name));
  return { theme: choose('theme'), controls: choose('controls'), figures: known.length > 0 ? known : allFigures, notices };
}

/** @param {string} text */
function quoted(text) {
  const characters = [...text];
  const rest = characters.length > QUOTED_CHARACTERS ? '…' : '';
  return `“${characters.slice(0, QUOTED_CHARACTERS).join('')}${rest}”`;
}
