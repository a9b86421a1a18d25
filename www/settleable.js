// A promise that is settled from outside, and knows whether it is.

export class Settleable {
  settled = false;
  failed = false;
  /** @type {() => void} */
  #resolve = () => {};
  /** @type {(error: Error) => void} */
  #reject = () => {};
  /** @type {Promise<void>} */
  promise = new Promise((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });

  constructor() {
    // Whoever waits for it hears of a failure; nobody has to wait.
    this.promise.catch(() => {});
  }

  resolve() {
    this.settled = true;
    this.#resolve();
  }

  /** @param {Error} error */
  reject(error) {
    this.settled = true;
    this.failed = true;
    this.#reject(error);
  }
}
