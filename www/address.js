// The explainer's state in an address.

/**
 * `address` with `state` in its query. Of what else stands there nothing is touched.
 *
 * @param {string} address
 * @param {Iterable<string>} names all that could be part of a state
 * @param {Iterable<[string, string]>} state
 */
export function addressWith(address, names, state) {
  const url = new URL(address);
  for (const name of names) url.searchParams.delete(name);
  for (const [name, value] of state) url.searchParams.set(name, value);
  return url.href;
}
