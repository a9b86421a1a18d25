/** The explainer's job by hand with uPlot: see page.js for what happens on each event. */
import uPlot from 'uplot';
import { COLORS, SIZES, drawLine, labelBar } from './look.js';
import { currentReport, find, percent, rounded, start } from './page.js';

/** What the charts show; their hooks look here. */
let report = currentReport();

/** @type {Partial<uPlot.Options>} */
const STATIC = { legend: { show: false }, cursor: { show: false } };

/** Between labels of an axis that counts: 1, 2, 5, 10, … */
const WHOLE_STEPS = Array.from({ length: 18 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));

/** One for each bar. @type {uPlot.Series.BarsPathBuilderDisplay} */
const BAR_COLORS = { fill: { unit: 3, values: () => [COLORS.contiguous, COLORS.paged] } };

/** @param {uPlot.Series.BarsPathBuilderOpts} options @returns {uPlot.Series} */
const bars = (options) => ({
  fill: COLORS.data,
  width: 0,
  paths: uPlot.paths.bars?.(options),
  points: { show: false },
});

const histogram = new uPlot(
  {
    ...STATIC,
    ...SIZES.histogram,
    scales: {
      x: { time: false, range: () => [0, Math.max(report.longest, report.parameters.maxLength) * 1.05] },
      y: { range: (_, __, highest) => [0, highest * 1.06] },
    },
    axes: [{ label: 'length in tokens' }, { label: 'requests', incrs: WHOLE_STEPS }],
    series: [{}, bars({ size: [1], gap: 1 })],
    hooks: { draw: [drawLines] },
  },
  histogramData(),
  find('#histogram', HTMLElement),
);

const utilization = new uPlot(
  {
    ...STATIC,
    ...SIZES.utilization,
    scales: { x: { time: false, range: [-0.5, 1.5] }, y: { range: [0, 105] } },
    axes: [
      { splits: [0, 1], values: () => ['Contiguous', 'Paged'], grid: { show: false } },
      { label: 'memory utilization (%)' },
    ],
    series: [{}, bars({ size: [0.7], disp: BAR_COLORS })],
    hooks: { draw: [labelBars] },
  },
  utilizationData(),
  find('#utilization', HTMLElement),
);

start((next) => {
  report = next;
  histogram.setData(histogramData());
  utilization.setData(utilizationData());
});

/** @returns {uPlot.AlignedData} */
function histogramData() {
  const { edges, counts } = report.histogram;
  const centers = Float64Array.from(counts, (_, bin) => (edges[bin] + edges[bin + 1]) / 2);
  return [centers, counts];
}

/** @returns {uPlot.AlignedData} */
function utilizationData() {
  return [[0, 1], utilizations().map((utilization) => 100 * utilization)];
}

function utilizations() {
  return [report.contiguousUtilization, report.pagedUtilization];
}

/** @param {uPlot} chart */
function drawLines(chart) {
  const { mean, parameters } = report;
  drawLine(plotOf(chart), {
    x: chart.valToPos(parameters.maxLength, 'x', true),
    label: `reserved ${rounded(parameters.maxLength)}`,
    color: COLORS.contiguous,
    row: 0,
    align: 'right',
    dashed: true,
  });
  drawLine(plotOf(chart), {
    x: chart.valToPos(mean, 'x', true),
    label: `mean ${rounded(mean)}`,
    color: COLORS.ink,
    row: 1,
    align: 'left',
  });
}

/** @param {uPlot} chart */
function labelBars(chart) {
  const colors = [COLORS.contiguous, COLORS.paged];
  utilizations().forEach((utilization, bar) => {
    labelBar(plotOf(chart), {
      x: chart.valToPos(bar, 'x', true),
      y: chart.valToPos(100 * utilization, 'y', true),
      label: percent(utilization),
      color: colors[bar],
    });
  });
}

/** @param {uPlot} chart */
function plotOf({ ctx, bbox }) {
  return { context: ctx, top: bbox.top, bottom: bbox.top + bbox.height, scale: uPlot.pxRatio };
}
