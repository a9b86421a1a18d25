// A canvas that keeps as many pixels as the screen gives it, and says when it must be drawn again; and whether the reader is
// near enough to see it.

/** The size of a canvas on the screen, in device pixels. */
const DEVICE_PIXELS = 'device-pixel-content-box';

/** How far from what the reader sees a canvas counts as near. */
const NEAR = '300px 0px';

/**
 * Keeps canvases at the size that they have on the screen, in device pixels, and has them drawn when it changes.
 *
 * One that is not shown, in a closed `<details>` for instance, has no size; it is drawn when it gets one.
 */
export class CanvasSizes {
  /** @type {Set<HTMLCanvasElement>} the canvases that are on the screen */
  shown = new Set();
  /** @type {Set<HTMLCanvasElement>} the canvases that the reader sees, or soon may */
  near = new Set();
  #observer;
  #draw;

  /**
   * @param {HTMLCanvasElement[]} canvases
   * @param {(canvas: HTMLCanvasElement) => void} draw is called with a canvas that may be blank
   * @param {(canvas: HTMLCanvasElement) => void} approach is called with a canvas whenever the reader comes near it
   * @param {AbortSignal} signal ends the watching
   */
  constructor(canvases, draw, approach, signal) {
    this.#draw = draw;
    this.#observer = new ResizeObserver((entries) => {
      for (const entry of entries) this.#resize(/** @type {HTMLCanvasElement} */ (entry.target), devicePixels(entry));
    });
    for (const canvas of canvases) this.#observe(canvas);
    const approached = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const canvas = /** @type {HTMLCanvasElement} */ (target);
        if (!isIntersecting) {
          this.near.delete(canvas);
        } else if (!this.near.has(canvas)) {
          this.near.add(canvas);
          approach(canvas);
        }
      }
    }, { rootMargin: NEAR });
    for (const canvas of canvases) approached.observe(canvas);
    signal.addEventListener('abort', () => {
      this.#observer.disconnect();
      approached.disconnect();
    });
    this.#watchPixelRatio(signal);
  }

  /** @param {HTMLCanvasElement} canvas */
  #observe(canvas) {
    try {
      this.#observer.observe(canvas, { box: DEVICE_PIXELS });
    } catch {
      // WebKit does not know that box; CSS pixels and their ratio come near it.
      this.#observer.observe(canvas);
    }
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{ width: number, height: number }} size
   */
  #resize(canvas, { width, height }) {
    if (width === 0 || height === 0) {
      this.shown.delete(canvas);
      return;
    }
    // Setting either, even to what it is, blanks the canvas.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    this.shown.add(canvas);
    this.#draw(canvas);
  }

  /**
   * An observer of CSS pixels does not hear of a new pixel ratio, which comes with zooming or with another screen.
   *
   * @param {AbortSignal} signal
   */
  #watchPixelRatio(signal) {
    const ratio = devicePixelRatio;
    const here = new AbortController();
    const check = () => {
      if (devicePixelRatio === ratio) return;
      here.abort();
      for (const canvas of this.shown) this.#resize(canvas, roundedPixels(canvas));
      this.#watchPixelRatio(signal);
    };
    const until = { signal: AbortSignal.any([signal, here.signal]) };
    matchMedia(`(resolution: ${ratio}dppx)`).addEventListener('change', check, until);
    window.addEventListener('resize', check, until);
  }
}

/** @param {ResizeObserverEntry} entry */
function devicePixels(entry) {
  const rounded = roundedPixels(/** @type {HTMLElement} */ (entry.target), entry.contentRect);
  const [exact] = entry.devicePixelContentBoxSize ?? [];
  // The two differ by the rounding. Where a pixel ratio is emulated, as developer tools do, the box ignores it.
  const agree = exact && Math.abs(exact.inlineSize - rounded.width) <= 1 && Math.abs(exact.blockSize - rounded.height) <= 1;
  return agree ? { width: exact.inlineSize, height: exact.blockSize } : rounded;
}

/**
 * Without what a host page may do to the whole of it, such as scaling it up from nothing: nobody says when that ends.
 *
 * @param {HTMLElement} element
 * @param {{ width: number, height: number }} [size] in CSS pixels, where it is known better than in whole ones
 */
function roundedPixels(element, { width, height } = { width: element.clientWidth, height: element.clientHeight }) {
  return { width: Math.round(width * devicePixelRatio), height: Math.round(height * devicePixelRatio) };
}
