// Dragging the marker of the sweep to another block size. For the keyboard there is the slider.

const CANVAS = 'canvas[data-figure="block-size-sweep"]';

/**
 * @typedef {object} Wishes
 * @property {(x: number, width: number) => boolean} drag to the block size that stands there: CSS pixels from the left, in
 *   a canvas of that width; whether it is another
 * @property {() => void} drop the marker where it is
 */

/**
 * @param {ShadowRoot} root
 * @param {Wishes} wishes
 */
export function hearMarker(root, { drag, drop }) {
  /** Whether the marker was moved since the pointer came down. */
  let moved = false;
  const move = (/** @type {PointerEvent} */ event) => {
    const canvas = /** @type {HTMLCanvasElement} */ (event.target);
    const { left, width } = canvas.getBoundingClientRect();
    // The host may have scaled all of it.
    const scale = canvas.clientWidth / width;
    if (drag((event.clientX - left) * scale, canvas.clientWidth)) moved = true;
  };
  root.addEventListener('pointerdown', (event) => {
    const { target, button, pointerId, pointerType } = /** @type {PointerEvent & { target: Element }} */ (event);
    if (button !== 0 || !target.matches(CANVAS)) return;
    target.setPointerCapture(pointerId);
    moved = false;
    // A finger may have come to scroll: it moves the marker once it goes across, or is lifted.
    if (pointerType !== 'touch') move(/** @type {PointerEvent} */ (event));
  });
  for (const type of ['pointermove', 'pointerup']) {
    root.addEventListener(type, (event) => {
      const { target, pointerId } = /** @type {PointerEvent & { target: Element }} */ (event);
      if (target.matches(CANVAS) && target.hasPointerCapture(pointerId)) move(/** @type {PointerEvent} */ (event));
    });
  }
  // Also where a finger's way became a scroll.
  root.addEventListener('lostpointercapture', () => {
    if (moved) drop();
    moved = false;
  });
}
