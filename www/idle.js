// Work that nothing waits for, a little at a time, whenever the browser has nothing better to do.

/** How long a step may take where the browser does not say how much time there is, in milliseconds. */
const STEP = 8;

/**
 * Calls `step` again and again, in idle moments, until it says that nothing was left to do; and then `done`, if there was.
 *
 * @param {() => boolean} step does a few milliseconds' work; whether there was any
 * @param {() => unknown} done
 * @returns {() => void} stops it
 */
export function workWhenIdle(step, done) {
  let stopped = false;
  let worked = false;
  /** @param {{ timeRemaining: () => number } | undefined} [deadline] */
  const work = (deadline) => {
    if (stopped) return;
    const started = performance.now();
    const isTime = () => (deadline ? deadline.timeRemaining() > 2 : performance.now() - started < STEP);
    let more = step();
    worked ||= more;
    while (more && isTime()) more = step();
    if (more && !stopped) ask(work);
    else if (worked) done();
  };
  ask(work);
  return () => { stopped = true; };
}

/** @param {(deadline?: { timeRemaining: () => number }) => void} work */
function ask(work) {
  // WebKit has no such callback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, STEP);
}
