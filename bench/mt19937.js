/** The Mersenne Twister of Matsumoto and Nishimura (2002), the generator behind NumPy's `RandomState`. */

const SIZE = 624;
const SHIFT = 397;

/** A stream of random numbers that depends on its seed alone. */
export class MersenneTwister {
  // Signed, for V8 keeps signed 32-bit integers in registers; every use below looks at bits, not at the sign.
  #state = new Int32Array(SIZE);
  #next = SIZE;

  /** @param {number} seed a 32-bit unsigned integer */
  constructor(seed) {
    const state = this.#state;
    state[0] = seed;
    for (let i = 1; i < SIZE; i++) {
      const previous = state[i - 1];
      state[i] = Math.imul(1812433253, previous ^ (previous >>> 30)) + i;
    }
  }

  /** A double in [0, 1) with 53 random bits: 27 of one output, 26 of the next. */
  nextDouble() {
    const high = this.#nextBits() >>> 5;
    const low = this.#nextBits() >>> 6;
    return (high * 0x4000000 + low) / 0x20000000000000;
  }

  #nextBits() {
    if (this.#next === SIZE) {
      twist(this.#state);
      this.#next = 0;
    }
    let bits = this.#state[this.#next++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return bits ^ (bits >>> 18);
  }
}

/**
 * Replaces the whole state. Three loops, so that no index needs a remainder.
 *
 * @param {Int32Array} state
 */
function twist(state) {
  let i = 0;
  for (; i < SIZE - SHIFT; i++) state[i] = state[i + SHIFT] ^ mixed(state[i], state[i + 1]);
  for (; i < SIZE - 1; i++) state[i] = state[i + SHIFT - SIZE] ^ mixed(state[i], state[i + 1]);
  state[i] = state[SHIFT - 1] ^ mixed(state[i], state[0]);
}

/**
 * @param {number} upper gives the highest bit
 * @param {number} lower gives all others
 */
function mixed(upper, lower) {
  const bits = (upper & 0x80000000) | (lower & 0x7fffffff);
  return (bits >>> 1) ^ (-(bits & 1) & 0x9908b0df);
}
