/**
 * Runs in a page before its own scripts. Takes `requestAnimationFrame` over, so that a measurement is of the page's
 * work alone and not of waiting for the display.
 *
 * @typedef {object} FrameQueue
 * @property {() => void} hold from now on frames run when `runFrame` is called, and not with the display
 * @property {() => boolean} runFrame runs what was requested so far; says whether that was anything
 */

/** Self-contained, for Playwright sends its source to the page. */
export function installFrameQueue() {
  const realRequest = window.requestAnimationFrame.bind(window);
  /** @type {Map<number, FrameRequestCallback>} */
  let requests = new Map();
  let lastId = 0;
  let held = false;

  window.requestAnimationFrame = (callback) => {
    requests.set(++lastId, callback);
    // Until it is held, the page loads as it always does.
    if (!held) realRequest(() => void (held || runFrame()));
    return lastId;
  };
  // What waits for idle moments would run in another page's turn.
  window.requestIdleCallback = () => 0;
  window.cancelAnimationFrame = (id) => void requests.delete(id);

  function runFrame() {
    const due = requests;
    requests = new Map();
    const now = performance.now();
    for (const callback of due.values()) callback(now);
    return due.size > 0;
  }

  /** @type {FrameQueue} */
  const frameQueue = { hold: () => void (held = true), runFrame };
  Object.assign(window, { frameQueue });
}
