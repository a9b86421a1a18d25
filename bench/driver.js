/**
 * Runs in a page: moves its controls, times what follows, and reads the numbers it shows. All pages mark their
 * controls with `data-parameter` and their numbers with `data-metric`.
 *
 * @typedef {'sequences' | 'max-length' | 'block-size' | 'seed'} Parameter
 * @typedef {readonly [Parameter, number]} Change a control and its new value; for sliders, an exponent of two
 * @typedef {import('./frame-queue.js').FrameQueue} FrameQueue
 * @typedef {Awaited<ReturnType<typeof createDriver>>} Driver
 */

/**
 * Self-contained, for Playwright sends its source to the page.
 *
 * @param {string | null} host selector of the custom element that holds the page, if one does
 */
export async function createDriver(host) {
  const MOST_FRAMES = 100;
  const LONGEST_LOADING = 20_000;
  const { frameQueue } = /** @type {typeof window & { frameQueue: FrameQueue }} */ (window);
  const root = host === null ? document : await shadowRootOf(host);
  const canvases = [...root.querySelectorAll('canvas')].filter((canvas) => canvas.clientWidth > 0);
  const contexts = canvases.map((canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')));
  const controls = {
    sequences: control('[data-parameter="sequences"] input[type=number]'),
    'max-length': control('[data-parameter="max-length"] input[type=range]'),
    'block-size': control('[data-parameter="block-size"] input[type=range]'),
    seed: control('[data-parameter="seed"] input[type=number]'),
  };
  for (const canvas of canvases) await comeNear(canvas);
  scrollTo(0, 0);
  // What is no longer near, a page is told a moment later.
  await new Promise((done) => setTimeout(done, 300));
  frameQueue.hold();

  /** @param {string} selector */
  async function shadowRootOf(selector) {
    const element = /** @type {HTMLElement & { ready: Promise<unknown> }} */ (document.querySelector(selector));
    await element.ready;
    return /** @type {ShadowRoot} */ (element.shadowRoot);
  }

  /**
   * Until it is drawn: what a chart needs may be loaded only when a reader comes near it.
   *
   * @param {HTMLCanvasElement} canvas
   */
  async function comeNear(canvas) {
    canvas.scrollIntoView();
    const deadline = performance.now() + LONGEST_LOADING;
    while (isBlank(canvas)) {
      if (performance.now() > deadline) throw new Error(`${location.pathname} leaves a chart blank`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** @param {HTMLCanvasElement} canvas */
  function isBlank(canvas) {
    const { data } = contexts[canvases.indexOf(canvas)].getImageData(0, 0, canvas.width, canvas.height);
    return data.every((part) => part === 0);
  }

  /** @param {string} selector */
  function control(selector) {
    const element = root.querySelector(selector);
    if (element instanceof HTMLInputElement) return element;
    throw new Error(`${location.pathname} has no ${selector}`);
  }

  /** @param {Change} change */
  async function apply([parameter, value]) {
    const element = controls[parameter];
    element.value = String(value);
    if (element.valueAsNumber !== value) throw new Error(`${parameter} cannot be ${value}`);
    element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await settle();
  }

  /** Until nothing is left to do in microtasks or animation frames. */
  async function settle() {
    for (let frame = 0; frame < MOST_FRAMES; frame++) {
      // A chain of a few promises, and the frame that its end may request.
      for (let turn = 0; turn < 5; turn++) await null;
      if (!frameQueue.runFrame()) return;
    }
    throw new Error(`${location.pathname} is still busy after ${MOST_FRAMES} frames`);
  }

  /** The browser puts drawing on a canvas, and laying out text, off until someone asks what came of it. */
  function finishDrawing() {
    for (const context of contexts) context.getImageData(0, 0, 1, 1);
    document.documentElement.getBoundingClientRect();
  }

  /**
   * Makes all changes and finishes drawing after each; returns the milliseconds that one took on average.
   *
   * @param {readonly Change[]} changes
   */
  async function time(changes) {
    await settle();
    const start = performance.now();
    for (const change of changes) {
      await apply(change);
      finishDrawing();
    }
    return (performance.now() - start) / changes.length;
  }

  /** Every number that the page shows, in full precision. */
  function shown() {
    const elements = [...root.querySelectorAll('[data-metric]')].filter((element) => element instanceof HTMLElement);
    return Object.fromEntries(elements.map(({ dataset }) => [dataset.metric, Number(dataset.value)]));
  }

  /** Canvases as they look now: those that can be seen, for others may be drawn when there is time. */
  function pictures() {
    const inView = canvases.filter((canvas) => canvas.getBoundingClientRect().top < innerHeight);
    return inView.map((canvas) => canvas.toDataURL());
  }

  /** Of all canvases: the product's name of the figure, the size in CSS pixels, and that in pixels of the device. */
  function sizes() {
    return canvases.map(({ dataset, clientWidth, clientHeight, width, height }) => {
      return { figure: dataset.figure ?? '', css: `${clientWidth}x${clientHeight}`, width, height };
    });
  }

  return { time, shown, pictures, sizes };
}
