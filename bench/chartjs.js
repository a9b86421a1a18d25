/** The explainer's job by hand with Chart.js: see page.js for what happens on each event. */
import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js';
import { COLORS, SIZES, drawLine, labelBar } from './look.js';
import { currentReport, find, percent, rounded, start } from './page.js';

/** What the charts show; their plugins look here. */
let report = currentReport();

// No more than is drawn: no legend, tooltip, title, or hover.
Chart.register(BarController, BarElement, CategoryScale, LinearScale);
const STATIC = { animation: /** @type {const} */ (false), responsive: false, events: [] };

const histogram = new Chart(canvas('histogram'), {
  type: 'bar',
  data: {
    datasets: [
      {
        data: bins(),
        backgroundColor: COLORS.data,
        barPercentage: 0.95,
        categoryPercentage: 1,
      },
    ],
  },
  options: {
    ...STATIC,
    // The bins come sorted and in the form that is drawn from.
    parsing: false,
    normalized: true,
    scales: {
      x: {
        type: 'linear',
        offset: false,
        min: 0,
        max: axisEnd(),
        ticks: { includeBounds: false },
        title: { display: true, text: 'length in tokens' },
      },
      y: {
        beginAtZero: true,
        grace: '6%',
        ticks: { includeBounds: false, precision: 0 },
        title: { display: true, text: 'requests' },
      },
    },
  },
  plugins: [{ id: 'lines', afterDatasetsDraw: drawLines }],
});

const utilization = new Chart(canvas('utilization'), {
  type: 'bar',
  data: {
    labels: ['Contiguous', 'Paged'],
    datasets: [{ data: percentages(), backgroundColor: [COLORS.contiguous, COLORS.paged] }],
  },
  options: {
    ...STATIC,
    scales: {
      x: { grid: { display: false } },
      y: {
        min: 0,
        max: 105,
        ticks: { includeBounds: false },
        title: { display: true, text: 'memory utilization (%)' },
      },
    },
  },
  plugins: [{ id: 'labels', afterDatasetsDraw: labelBars }],
});

start((next) => {
  report = next;
  histogram.data.datasets[0].data = bins();
  const lengths = histogram.options.scales?.x;
  if (lengths) lengths.max = axisEnd();
  histogram.update('none');
  utilization.data.datasets[0].data = percentages();
  utilization.update('none');
});

/** @param {'histogram' | 'utilization'} chart */
function canvas(chart) {
  // Chart.js takes the size that it finds, and multiplies it by the device pixel ratio.
  return Object.assign(find(`#${chart}`, HTMLCanvasElement), SIZES[chart]);
}

function bins() {
  const { edges, counts } = report.histogram;
  return Array.from(counts, (count, bin) => ({ x: (edges[bin] + edges[bin + 1]) / 2, y: count }));
}

function axisEnd() {
  return Math.max(report.longest, report.parameters.maxLength) * 1.05;
}

function utilizations() {
  return [report.contiguousUtilization, report.pagedUtilization];
}

function percentages() {
  return utilizations().map((utilization) => 100 * utilization);
}

/** @param {Chart} chart */
function drawLines(chart) {
  const { mean, parameters } = report;
  drawLine(plotOf(chart), {
    x: chart.scales.x.getPixelForValue(parameters.maxLength),
    label: `reserved ${rounded(parameters.maxLength)}`,
    color: COLORS.contiguous,
    row: 0,
    align: 'right',
    dashed: true,
  });
  drawLine(plotOf(chart), {
    x: chart.scales.x.getPixelForValue(mean),
    label: `mean ${rounded(mean)}`,
    color: COLORS.ink,
    row: 1,
    align: 'left',
  });
}

/** @param {Chart} chart */
function labelBars(chart) {
  const colors = [COLORS.contiguous, COLORS.paged];
  chart.getDatasetMeta(0).data.forEach(({ x, y }, bar) => {
    labelBar(plotOf(chart), { x, y, label: percent(utilizations()[bar]), color: colors[bar] });
  });
}

/** @param {Chart} chart */
function plotOf({ ctx, chartArea }) {
  // Chart.js has scaled the context to CSS pixels already.
  return { context: ctx, top: chartArea.top, bottom: chartArea.bottom, scale: 1 };
}
