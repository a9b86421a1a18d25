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
  /** @type {[type: 'pointerdown' | 'pointermove' | 'pointerup', heard: (event: PointerEvent) => void][]} */
  const events = [
    ['pointerdown', (event) => {
      if (event.button !== 0) return;
      /** @type {Element} */ (event.target).setPointerCapture(event.pointerId);
      moved = false;
      // A finger may have come to scroll: it moves the marker once it goes across, or is lifted.
      if (event.pointerType !== 'touch') move(event);
    }],
    ['pointermove', (event) => {
      if (/** @type {Element} */ (event.target).hasPointerCapture(event.pointerId)) move(event);
    }],
    ['pointerup', (event) => {
      if (/** @type {Element} */ (event.target).hasPointerCapture(event.pointerId)) move(event);
    }],
  ];
  for (const [type, heard] of events) {
    root.addEventListener(type, (event) => {
      if (/** @type {Element} */ (event.target).matches(CANVAS)) heard(/** @type {PointerEvent} */ (event));
    });
  }
  // Also where a finger's way became a scroll.
  root.addEventListener('lostpointercapture', () => {
    if (moved) drop();
    moved = false;
  });
}
