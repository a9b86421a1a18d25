//! How long the requests are: a histogram, a solid line at their mean, a dashed one at the maximum reserved for each.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;

use super::ghosts::ghosts;
use super::length_axis::LengthAxis;
use super::pen::{Align, Pen, Rect, SMALL, STRONG};
use super::scale::pixel;
use super::{ColorRole, Drawn, Surface};
use crate::comparison::{Metric, Report};
use crate::format;

/// Headroom above the highest bar, as a share of it.
const HEADROOM: f64 = 0.06;
/// Width of the bar where all requests have one length, and NumPy's bins a thirtieth of a token. In CSS pixels: enough
/// to be seen on both sides of the line at the mean.
const ONLY_BAR: f64 = 12.0;
/// At most so many labels on the vertical axis.
const MOST_COUNT_LABELS: usize = 5;

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, pins: &[Report]) -> Drawn<DB> {
    let layout = Layout::new(pen, report);
    layout.draw_grid(pen)?;
    layout.draw_bars(pen, report)?;
    layout.draw_waste(pen, report)?;
    layout.draw_axis(pen)?;
    layout.draw_lines(pen, report)?;
    layout.draw_ghosts(pen, report, pins)
}

/// Where things stand.
struct Layout {
    plot: Rect,
    lengths: LengthAxis,
    /// Requests at the top of the plot.
    highest: f64,
    count_labels: Vec<(f64, String)>,
    /// Middle of the line of text at the very top.
    top_label_y: i32,
    /// Middle of the line below it.
    mean_label_y: i32,
    /// Whether all requests have one length.
    only_bar: bool,
    /// What is said where the axis is cut, longest first.
    cut_notes: [String; 3],
}

impl Layout {
    fn new<DB: Surface>(pen: &Pen<'_, DB>, report: &Report) -> Layout {
        let histogram = report.histogram();
        let maximum = f64::from(report.params().max_length());
        let highest = histogram.highest() as f64 * (1.0 + HEADROOM);
        let count_labels: Vec<(f64, String)> = RangedCoordf64::from(0.0..highest)
            .key_points(MOST_COUNT_LABELS)
            .into_iter()
            .filter(|count| *count > 0.0 && count.fract() == 0.0)
            .map(|count| (count, format::count(count as u64)))
            .collect();
        let widest = count_labels.iter().map(|(_, label)| pen.text_width(label, SMALL)).max().unwrap_or(0);
        let (width, height) = pen.size();
        let to_scale = format::percent(histogram.end() / maximum);
        let plot = Rect { left: widest + pen.px(8.0), top: pen.px(40.0), right: width, bottom: height - pen.px(44.0) };
        Layout {
            plot,
            lengths: LengthAxis::new(histogram.end(), maximum, (plot.left, plot.right)),
            highest,
            count_labels,
            top_label_y: pen.px(9.0),
            mean_label_y: pen.px(26.0),
            only_bar: report.shortest() == report.longest(),
            cut_notes: [
                format!("axis cut: to scale, the bars would fill {to_scale} of it"),
                "axis cut: not to scale".to_owned(),
                "axis cut".to_owned(),
            ],
        }
    }

    fn x(&self, length: f64) -> i32 {
        self.lengths.x(length)
    }

    fn y(&self, count: f64) -> i32 {
        pixel(count / self.highest, (self.plot.bottom, self.plot.top))
    }

    fn draw_grid<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        for (count, label) in &self.count_labels {
            pen.grid_line(self.plot, self.y(*count), label, ColorRole::Hair)?;
        }
        pen.text("requests", (0, self.top_label_y), Align::Left, SMALL, ColorRole::Muted)
    }

    fn draw_bars<DB: Surface>(&self, pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
        let histogram = report.histogram();
        for (edges, &count) in histogram.edges.windows(2).zip(&histogram.counts) {
            if count > 0 {
                let (left, right) = self.bar(pen, edges);
                // A single request among a million is still seen.
                let top = self.y(count as f64).min(self.plot.bottom - pen.hairline());
                pen.fill(Rect { left, right, top, bottom: self.plot.bottom }, ColorRole::Data)?;
            }
        }
        Ok(())
    }

    /// The sides of the bar between two edges of a bin, with a gap to its neighbour where there is room.
    fn bar<DB: Surface>(&self, pen: &Pen<'_, DB>, edges: &[f64]) -> (i32, i32) {
        let (left, right) = (self.x(edges[0]), self.x(edges[1]));
        if self.only_bar {
            let (middle, half) = (i32::midpoint(left, right), pen.px(ONLY_BAR) / 2);
            (middle - half, middle + half)
        } else {
            let gap = if right - left >= pen.px(4.0) { pen.hairline() } else { 0 };
            (left, (right - gap).max(left + 1))
        }
    }

    /// What is reserved beyond the longest request.
    fn draw_waste<DB: Surface>(&self, pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
        let from = self.x(report.histogram().end());
        let to = self.x(report.params().max_length().into());
        if from >= to {
            return Ok(());
        }
        pen.hatch(Rect { left: from, right: to, ..self.plot }, ColorRole::ContiguousTint, ColorRole::Contiguous)
    }

    fn draw_axis<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let Rect { left, right, bottom, .. } = self.plot;
        pen.horizontal(left, right, bottom, ColorRole::HairStrong)?;
        let widest = pen.text_width(&format::count(self.lengths.end() as u64), SMALL) + pen.px(20.0);
        let scaled_width = self.lengths.cut().unwrap_or(right) - left;
        let most = (scaled_width / widest.max(1) + 1).clamp(2, 7) as usize;
        for length in self.lengths.ticks(most) {
            let (label, x) = (format::count(length as u64), self.x(length));
            // The sign of the cut needs its place.
            let crowded = self.lengths.cut().is_some_and(|cut| x + pen.text_width(&label, SMALL) > cut);
            if !crowded {
                pen.centered_text_within(&label, (x, bottom + pen.px(15.0)), SMALL, ColorRole::Muted)?;
            }
        }
        let title = "length in tokens";
        let title_y = bottom + pen.px(34.0);
        pen.text(title, (right, title_y), Align::Right, SMALL, ColorRole::Muted)?;
        if let Some(cut) = self.lengths.cut() {
            self.draw_cut(pen, cut)?;
            let room = right - pen.text_width(title, SMALL) - pen.px(16.0);
            if let Some(note) = pen.first_that_fits(&self.cut_notes, SMALL, room) {
                pen.text(note, (0, title_y), Align::Left, SMALL, ColorRole::Ink)?;
            }
        }
        Ok(())
    }

    /// Mean lengths of pins.
    fn draw_ghosts<DB: Surface>(&self, pen: &Pen<'_, DB>, report: &Report, pins: &[Report]) -> Drawn<DB> {
        let Rect { left, right, top, bottom } = self.plot;
        let y = top + pen.px(10.0);
        let place = |pin: &Report| {
            let is_on_axis = pin.mean_length() <= report.params().max_length().into();
            is_on_axis.then(|| (self.x(pin.mean_length()), y))
        };
        for ghost in ghosts(pen, pins, place) {
            pen.dashed_vertical(ghost.at.0, top, bottom, ColorRole::Muted)?;
            ghost.draw_name(pen, ghost.at, (left, right))?;
        }
        Ok(())
    }

    /// A gap through the plot, and two short strokes across the axis: the sign for "something is left out here".
    fn draw_cut<DB: Surface>(&self, pen: &Pen<'_, DB>, cut: i32) -> Drawn<DB> {
        let half = pen.px(3.0).max(1);
        let Rect { top, bottom, .. } = self.plot;
        let gap = Rect { left: cut - half, right: cut + half, top, bottom: bottom + pen.hairline() };
        pen.fill(gap, ColorRole::Panel)?;
        for x in [gap.left, gap.right] {
            pen.stroke((x - half, bottom + 2 * half), (x + half, bottom - 2 * half), ColorRole::Muted)?;
        }
        Ok(())
    }

    fn draw_lines<DB: Surface>(&self, pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
        let Rect { right, bottom, .. } = self.plot;
        let space = pen.px(7.0);

        let reserved = format!("reserved {}", report.text(Metric::MaxLength));
        let reserved_x = self.x(report.params().max_length().into());
        pen.dashed_vertical(reserved_x, pen.px(2.0), bottom, ColorRole::Contiguous)?;
        pen.text(&reserved, (reserved_x - space, self.top_label_y), Align::Right, STRONG, ColorRole::ContiguousText)?;

        let mean = format!("mean {}", report.text(Metric::LengthMean));
        let x = self.x(report.mean_length());
        pen.vertical(x, self.mean_label_y - pen.px(7.0), bottom, ColorRole::Ink)?;
        // Neither out of the plot nor across the other line.
        let end = x + space + pen.text_width(&mean, STRONG);
        let fits_right = end <= right && !(x..end).contains(&reserved_x);
        let (at, align) = if fits_right { (x + space, Align::Left) } else { (x - space, Align::Right) };
        pen.text(&mean, (at, self.mean_label_y), align, STRONG, ColorRole::Ink)
    }
}
