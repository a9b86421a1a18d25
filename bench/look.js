/** Sizes and colours of both hand-written pages, and the annotations that neither library draws itself. */

/** In CSS pixels. The address names the product's sizes (`?histogram=540x300`); without, they are close to those. */
export const SIZES = { histogram: size('histogram', '540x300'), utilization: size('utilization', '320x300') };

export const COLORS = {
  ink: '#1d2126',
  data: '#6f8ba8',
  contiguous: '#d55e00',
  paged: '#009e73',
};

const FONT = 'system-ui, sans-serif';

/**
 * Part of a canvas, in the coordinates of its context, of which a CSS pixel has `scale`.
 *
 * @typedef {{ context: CanvasRenderingContext2D, top: number, bottom: number, scale: number }} Plot
 */

/**
 * Draws a vertical line with a label beside its top.
 *
 * @param {Plot} plot
 * @param {{ x: number, label: string, color: string, row: number, align: 'left' | 'right', dashed?: boolean }} line
 */
export function drawLine({ context, top, bottom, scale }, { x, label, color, row, align, dashed }) {
  context.save();
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = 1.5 * scale;
  context.setLineDash(dashed ? [5 * scale, 4 * scale] : []);
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  context.stroke();
  context.font = `bold ${12 * scale}px ${FONT}`;
  context.textAlign = align;
  context.textBaseline = 'top';
  context.fillText(label, x + (align === 'left' ? 6 : -6) * scale, top + 16 * scale * row);
  context.restore();
}

/**
 * Writes a label above the top of a bar.
 *
 * @param {Plot} plot
 * @param {{ x: number, y: number, label: string, color: string }} bar
 */
export function labelBar({ context, scale }, { x, y, label, color }) {
  context.save();
  context.fillStyle = color;
  context.font = `bold ${16 * scale}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'bottom';
  context.fillText(label, x, y - 4 * scale);
  context.restore();
}

/**
 * @param {string} chart
 * @param {string} otherwise
 */
function size(chart, otherwise) {
  const [width, height] = (new URLSearchParams(location.search).get(chart) ?? otherwise).split('x').map(Number);
  return { width, height };
}
