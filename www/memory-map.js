// The memory map: pointing at a request, and the block table of the one that is looked at. For the keyboard there is the
// field.
import { hearDragging } from './dragging.js';

/**
 * @typedef {object} Wishes
 * @property {(x: number, y: number, size: { width: number, height: number }) => boolean} select the request at that place,
 *   in device pixels of a canvas of that size; whether it is another
 * @property {() => void} settle on it
 */

/**
 * @param {ShadowRoot} root
 * @param {Wishes} wishes
 */
export function hearMemoryMap(root, { select, settle }) {
  hearDragging(root, 'memory-map', {
    drag: (x, y, canvas) =>
      select((x * canvas.width) / canvas.clientWidth, (y * canvas.height) / canvas.clientHeight, canvas),
    drop: settle,
  });
}

/**
 * @param {Element} list
 * @param {string[]} entries the empty ones at the end keep the room that they may need another time
 */
export function showBlockTable(list, entries) {
  while (list.children.length < entries.length) list.append(document.createElement('li'));
  for (const [i, item] of [...list.children].entries()) {
    // A no-break space is as high as a text.
    item.textContent = entries[i] || '\u00a0';
    item.classList.toggle('room', !entries[i]);
  }
}
