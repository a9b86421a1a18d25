// Pointing at a place in a figure, by a click, a tap or a drag. Page scroll is left alone.

/**
 * @typedef {object} Wishes
 * @property {(x: number, y: number, canvas: HTMLCanvasElement) => boolean} drag to that place: CSS pixels from the left and
 *   from the top of the canvas; whether that changes anything
 * @property {() => void} drop what was dragged where it is
 */

/**
 * @param {ShadowRoot} root
 * @param {string} figure the name of the figure
 * @param {Wishes} wishes
 */
export function hearDragging(root, figure, { drag, drop }) {
  const selector = `canvas[data-figure="${figure}"]`;
  /** Whether anything has changed since the pointer came down. */
  let moved = false;
  const move = (/** @type {PointerEvent} */ event) => {
    const canvas = /** @type {HTMLCanvasElement} */ (event.target);
    const { left, top, width, height } = canvas.getBoundingClientRect();
    // The host may have scaled all of it.
    const x = ((event.clientX - left) * canvas.clientWidth) / width;
    const y = ((event.clientY - top) * canvas.clientHeight) / height;
    if (drag(x, y, canvas)) moved = true;
  };
  root.addEventListener('pointerdown', (event) => {
    const { target, button, pointerId, pointerType } = /** @type {PointerEvent & { target: Element }} */ (event);
    if (button !== 0 || !target.matches(selector)) return;
    target.setPointerCapture(pointerId);
    moved = false;
    // A finger may have come to scroll: it drags once it goes across, or is lifted.
    if (pointerType !== 'touch') move(/** @type {PointerEvent} */ (event));
  });
  for (const type of ['pointermove', 'pointerup']) {
    root.addEventListener(type, (event) => {
      const { target, pointerId } = /** @type {PointerEvent & { target: Element }} */ (event);
      if (target.matches(selector) && target.hasPointerCapture(pointerId)) move(/** @type {PointerEvent} */ (event));
    });
  }
  // Also where a finger's way became a scroll.
  root.addEventListener('lostpointercapture', () => {
    if (moved) drop();
    moved = false;
  });
}
