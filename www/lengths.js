// Lengths of one's own, as scripts give them.

/**
 * The lengths in an iterable.
 *
 * @param {unknown} given
 * @param {{ most: number, longest: number }} limits how many there may be, and how long each, in tokens
 * @returns {Uint32Array}
 * @throws {RangeError} saying what is wrong
 */
export function checkedLengths(given, { most, longest }) {
  const rule = `must be 1 to ${most} whole numbers from 1 to ${longest}`;
  if (Object(given) !== given || !(Symbol.iterator in /** @type {object} */ (given))) {
    throw new RangeError(`${rule}, not ${named(given)}`);
  }
  const lengths = [.../** @type {Iterable<unknown>} */ (given)];
  const wrong = lengths.findIndex((length) => !Number.isInteger(length) || Number(length) < 1 || Number(length) > longest);
  if (wrong >= 0) throw new RangeError(`${rule}, not ${named(lengths[wrong])}`);
  if (lengths.length < 1 || lengths.length > most) throw new RangeError(`${rule}, not ${lengths.length} of them`);
  return Uint32Array.from(/** @type {number[]} */ (lengths));
}

/**
 * What was given, as far as it can be told in a sentence.
 *
 * @param {unknown} value
 */
export function named(value) {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : `a value of type ${typeof value}`;
}
