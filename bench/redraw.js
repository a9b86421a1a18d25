/** Runs in parts.html: draws one figure again and again, with nothing changed in between. */
import { loadWhole, presentEngine } from '../www/engine.js';
import { readColors, readFont } from '../www/theme.js';

/** @typedef {import('../www/session.js').Explainer} Explainer */

/**
 * @typedef {object} Size
 * @property {string} figure
 * @property {number} width in device pixels, as is the height
 * @property {number} height
 */

/**
 * An explainer for each number of requests, so that they can take turns without computing anything anew.
 *
 * @param {readonly number[]} sequences
 * @param {readonly Size[]} sizes
 */
export async function createRedraw(sequences, sizes) {
  await loadWhole();
  const explainers = new Map(sequences.map((count) => [count, explainerOf(count)]));
  const canvases = new Map(sizes.map((size) => [size.figure, canvasOf(size)]));

  /**
   * Milliseconds that one of so many drawings took on average.
   *
   * @param {string} figure
   * @param {number} count of requests
   * @param {number} draws
   */
  function time(figure, count, draws) {
    const [explainer, canvas, context] = parts(figure, count);
    const start = performance.now();
    for (let i = 0; i < draws; i++) {
      explainer.draw(figure, canvas, devicePixelRatio);
      // The browser puts drawing off until someone asks what came of it.
      context.getImageData(0, 0, 1, 1);
    }
    return (performance.now() - start) / draws;
  }

  /**
   * What a drawing comes to; blank, if it draws nothing.
   *
   * @param {string} figure
   * @param {number} count of requests
   */
  function picture(figure, count) {
    const [explainer, canvas, context] = parts(figure, count);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const blank = canvas.toDataURL();
    explainer.draw(figure, canvas, devicePixelRatio);
    return { picture: canvas.toDataURL(), blank };
  }

  /**
   * @param {string} figure
   * @param {number} count
   * @returns {[Explainer, HTMLCanvasElement, CanvasRenderingContext2D]}
   */
  function parts(figure, count) {
    const [explainer, canvas] = [explainers.get(count), canvases.get(figure)];
    const context = canvas?.getContext('2d');
    if (!explainer || !canvas || !context) throw new Error(`${figure} cannot be drawn for ${count} requests`);
    return [explainer, canvas, context];
  }

  return { time, picture, figures: presentEngine().figureNames() };
}

/** @param {number} sequences */
function explainerOf(sequences) {
  const engine = presentEngine();
  const explainer = new engine.Explainer();
  const probe = /** @type {HTMLElement} */ (document.querySelector('#probe'));
  explainer.setTheme(readColors(probe, engine.themeProperties()), readFont(probe));
  explainer.set('sequences', String(sequences));
  // So the sweep has its band, as it has on a page that is left alone for a moment.
  while (explainer.advance());
  // And serving over time its run.
  explainer.askServing();
  while (explainer.recordServing(1_000));
  return explainer;
}

/** @param {Size} size */
function canvasOf({ width, height }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.style.width = `${width / devicePixelRatio}px`;
  document.body.append(canvas);
  return canvas;
}
