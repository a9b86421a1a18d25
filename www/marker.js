// Dragging the marker of the sweep to another block size. For the keyboard there is the slider.
import { hearDragging } from './dragging.js';

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
  hearDragging(root, 'block-size-sweep', { drag: (x, _, { clientWidth }) => drag(x, clientWidth), drop });
}
