//! What every block size would lead to: above, how much of the paged memory holds a token; below, on the same axis, how
//! many blocks there are to keep track of.

use super::ghosts::ghosts;
use super::pen::{Align, Pen, Rect, SMALL, STRONG};
use super::scale::pixel;
use super::{ColorRole, Drawn, Surface};
use crate::comparison::{Metric, Report};
use crate::format;
use crate::params::LARGEST_BLOCK_SIZE;
use crate::sweep::{Point, closed_form, gets_band};

/// The block size that vLLM has where nothing else is said (Kwon et al., SOSP 2023, §7.2).
const DEFAULT_BLOCK_SIZE: u32 = 16;

/// What the lower axis counts.
const BLOCKS: &str = "blocks";

/// Room beside the plots, in CSS pixels. It does not depend on what the labels say, so that a page can tell which block
/// size lies under a pointer.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 16.0;
/// Heights in CSS pixels: of a line of the key above the plots, of what lies below it, of the lower plot, of what lies
/// between the two, and of the axis.
const KEY_LINE: f64 = 18.0;
const KEY_GAP: f64 = 22.0;
const LOWER_HEIGHT: f64 = 58.0;
const BETWEEN: f64 = 38.0;
const AXIS_HEIGHT: f64 = 44.0;
/// Width of a sample in the key, in CSS pixels.
const SAMPLE: f64 = 18.0;
/// Thickness of the line of what was measured, in CSS pixels.
const LINE: f64 = 2.0;

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, pins: &[Report]) -> Drawn<DB> {
    let layout = Layout::new(pen, report);
    layout.draw_key(pen)?;
    layout.draw_grid(pen)?;
    layout.draw_utilization(pen, report)?;
    layout.draw_blocks(pen, report)?;
    layout.draw_axis(pen)?;
    layout.draw_choice(pen, report)?;
    layout.draw_ghosts(pen, report, pins)
}

/// The power of two nearest to the block size that stands `x` CSS pixels from the left in a figure of that width.
pub fn block_size_at(x: f64, width: f64) -> u32 {
    let share = (x - LEFT) / (width - LEFT - RIGHT).max(1.0);
    1 << (share * octaves()).round().clamp(0.0, octaves()) as u32
}

/// Powers of two from the smallest block size to the largest.
fn octaves() -> f64 {
    f64::from(LARGEST_BLOCK_SIZE).log2()
}

/// What the key explains.
#[derive(Clone, Copy, PartialEq)]
enum Sample {
    Measured,
    Band,
    Expected,
}

impl Sample {
    fn name(self) -> &'static str {
        match self {
            Sample::Measured => "this workload",
            Sample::Band => "100 other seeds",
            Sample::Expected => "L ÷ (L + (B − 1) ÷ 2)",
        }
    }
}

/// Where things stand.
struct Layout {
    /// Each sample of the key, with the left end and the middle of its line.
    key: Vec<(Sample, (i32, i32))>,
    /// The plot of utilization, from 0 to 100 %.
    upper: Rect,
    /// The plot of blocks, from those of the largest size to those of the smallest, on a logarithmic axis.
    lower: Rect,
    most_blocks: f64,
    fewest_blocks: f64,
}

impl Layout {
    fn new<DB: Surface>(pen: &Pen<'_, DB>, report: &Report) -> Layout {
        let (width, height) = pen.size();
        let (left, right) = (pen.px(LEFT), width - pen.px(RIGHT));
        let bottom = height - pen.px(AXIS_HEIGHT);
        let lower = Rect { left, right, top: bottom - pen.px(LOWER_HEIGHT), bottom };
        let key = key(pen, report);
        let key_end = key.last().map_or(0, |&(_, (_, y))| y) + pen.px(KEY_LINE / 2.0);
        let upper = Rect { left, right, top: key_end + pen.px(KEY_GAP), bottom: lower.top - pen.px(BETWEEN) };
        let blocks = |point: Option<&Point>| point.map_or(1.0, |point| point.blocks as f64);
        let points = report.sweep().points();
        Layout { key, upper, lower, most_blocks: blocks(points.first()), fewest_blocks: blocks(points.last()) }
    }

    fn x(&self, block_size: u32) -> i32 {
        pixel(f64::from(block_size).log2() / octaves(), (self.upper.left, self.upper.right))
    }

    fn utilization_y(&self, utilization: f64) -> i32 {
        pixel(utilization, (self.upper.bottom, self.upper.top))
    }

    fn blocks_y(&self, blocks: f64) -> i32 {
        // A workload whose every request fits in one token has as many blocks at every size.
        let range = (self.most_blocks / self.fewest_blocks).ln();
        let share = if range > 0.0 { (blocks / self.fewest_blocks).ln() / range } else { 0.5 };
        pixel(share, (self.lower.bottom, self.lower.top))
    }

    fn draw_key<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        for &(sample, (left, y)) in &self.key {
            let right = left + pen.px(SAMPLE);
            let as_high_as = |css: f64| Rect { left, right, top: y - pen.px(css / 2.0), bottom: y + pen.px(css / 2.0) };
            match sample {
                Sample::Measured => pen.fill(as_high_as(LINE), ColorRole::Paged)?,
                Sample::Band => pen.fill(as_high_as(10.0), ColorRole::PagedTint)?,
                Sample::Expected => pen.dashed_curve(&[(left, y), (right, y)], ColorRole::Ink)?,
            }
            pen.text(sample.name(), (right + pen.px(6.0), y), Align::Left, SMALL, ColorRole::Muted)?;
        }
        Ok(())
    }

    fn draw_grid<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        for percent in [0u32, 50, 100] {
            let y = self.utilization_y(f64::from(percent) / 100.0);
            let role = if percent == 0 { ColorRole::HairStrong } else { ColorRole::Hair };
            pen.grid_line(self.upper, y, &format!("{percent} %"), role)?;
        }
        Ok(())
    }

    fn draw_utilization<DB: Surface>(&self, pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
        let points = report.sweep().points();
        let at = |point: &Point, utilization: f64| (self.x(point.block_size), self.utilization_y(utilization));
        if report.sweep().has_band() {
            let edges: Vec<_> = points.iter().filter_map(|point| point.band.map(|band| (point, band))).collect();
            let low = edges.iter().map(|(point, (low, _))| at(point, *low));
            let high = edges.iter().rev().map(|(point, (_, high))| at(point, *high));
            pen.fill_polygon(low.chain(high).collect(), ColorRole::PagedTint)?;
        }
        let measured: Vec<_> = points.iter().map(|point| at(point, point.utilization)).collect();
        pen.curve(&measured, LINE, ColorRole::Paged)?;
        let mean = report.mean_length();
        let expected: Vec<_> = points.iter().map(|point| at(point, closed_form(mean, point.block_size))).collect();
        pen.dashed_curve(&expected, ColorRole::Ink)
    }

    fn draw_blocks<DB: Surface>(&self, pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
        let Rect { left, right, top, bottom } = self.lower;
        pen.text(BLOCKS, (0, top - pen.px(16.0)), Align::Left, SMALL, ColorRole::Muted)?;
        pen.horizontal(left, right, bottom, ColorRole::HairStrong)?;
        let points = report.sweep().points();
        let curve: Vec<_> =
            points.iter().map(|point| (self.x(point.block_size), self.blocks_y(point.blocks as f64))).collect();
        pen.curve(&curve, LINE, ColorRole::Data)?;
        for blocks in [self.most_blocks, self.fewest_blocks] {
            let labels = [format::count(blocks as u64), format::shortest(blocks)];
            let at = (left - pen.px(8.0), self.blocks_y(blocks));
            if let Some(label) = pen.first_that_fits(&labels, SMALL, at.0) {
                pen.text(label, at, Align::Right, SMALL, ColorRole::Muted)?;
            }
            if self.most_blocks == self.fewest_blocks {
                break;
            }
        }
        Ok(())
    }

    fn draw_axis<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let y = self.lower.bottom + pen.px(15.0);
        let widest = pen.text_width("4,096", SMALL) + pen.px(16.0);
        let room_for_all = (self.upper.right - self.upper.left) / 6 >= widest;
        let step = if room_for_all { 2 } else { 4 };
        for exponent in (0..=octaves() as u32).step_by(step) {
            let label = format::count(1 << exponent);
            pen.centered_text_within(&label, (self.x(1 << exponent), y), SMALL, ColorRole::Muted)?;
        }
        let titles = ["block size in tokens", "block size", "size"].map(str::to_owned);
        let room = self.upper.right - self.default_end(pen) - pen.px(12.0);
        let title = pen.first_that_fits(&titles, SMALL, room).unwrap_or_default();
        pen.text(title, (self.upper.right, y + pen.px(19.0)), Align::Right, SMALL, ColorRole::Muted)
    }

    /// Where the word below the default ends.
    fn default_end<DB: Surface>(&self, pen: &Pen<'_, DB>) -> i32 {
        self.x(DEFAULT_BLOCK_SIZE) + pen.text_width("default", SMALL) / 2
    }

    /// The reader's choice through both plots, and the default where that is another.
    fn draw_choice<DB: Surface>(&self, pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
        let chosen = report.params().block_size();
        let Rect { top, .. } = self.upper;
        let bottom = self.lower.bottom;
        let label_y = top - pen.px(12.0);
        let x = self.x(chosen);
        pen.vertical(x, top - pen.px(4.0), bottom, ColorRole::Ink)?;
        let label = format!("{}: {}", report.text(Metric::BlockSize), report.text(Metric::PagedUtilization));
        pen.centered_text_within(&label, (x, label_y), STRONG, ColorRole::PagedText)?;

        let blocks_y = self.blocks_y(report.paged_blocks() as f64);
        let utilization_y = self.utilization_y(report.paged_utilization());
        for (y, role) in [(utilization_y, ColorRole::Paged), (blocks_y, ColorRole::Data)] {
            pen.dot((x, y), role)?;
        }
        // Beside the line, above the curve, which falls from the left.
        let count = report.text(Metric::PagedBlocks);
        let blocks = [format!("{count} blocks"), count];
        let (y, space) = (self.lower.top - pen.px(16.0), pen.px(7.0));
        let fits_right = x + space + pen.text_width(&blocks[0], STRONG) <= pen.size().0;
        let (at, align) = if fits_right { (x + space, Align::Left) } else { (x - space, Align::Right) };
        // To the left, the name of the axis stands in the same line, and says what is counted.
        let room = if fits_right { pen.size().0 } else { at - pen.text_width(BLOCKS, SMALL) - space };
        let text = pen.first_that_fits(&blocks, STRONG, room).unwrap_or_default();
        pen.text(text, (at, y), align, STRONG, ColorRole::Ink)?;
        self.draw_default(pen, chosen)
    }

    /// Where pins would be.
    fn draw_ghosts<DB: Surface>(&self, pen: &Pen<'_, DB>, report: &Report, pins: &[Report]) -> Drawn<DB> {
        let at = |pin: &Report| (self.x(pin.params().block_size()), self.utilization_y(pin.paged_utilization()));
        // The reader's choice has its own mark.
        for at in pins.iter().map(at).filter(|&there| there != at(report)) {
            pen.ring(at, ColorRole::Muted)?;
        }
        let place = |pin: &Report| Some(at(pin));
        for ghost in ghosts(pen, pins, place) {
            // Below the curve, which is where there is room, but within the plot.
            let (x, y) = ghost.at;
            let away = pen.px(15.0);
            let is_low = y + away + pen.px(8.0) > self.upper.bottom;
            ghost.draw_name(pen, (x, if is_low { y - away } else { y + away }), (self.upper.left, pen.size().0))?;
        }
        Ok(())
    }

    fn draw_default<DB: Surface>(&self, pen: &Pen<'_, DB>, chosen: u32) -> Drawn<DB> {
        let x = self.x(DEFAULT_BLOCK_SIZE);
        let Rect { top, bottom, .. } = self.upper;
        if chosen != DEFAULT_BLOCK_SIZE {
            pen.dashed_vertical(x, top, bottom, ColorRole::HairStrong)?;
        }
        let y = self.lower.bottom + pen.px(34.0);
        pen.centered_text_within("default", (x, y), SMALL, ColorRole::Muted)
    }
}

/// What is drawn how: the curves lie too near to each other to have their names beside them. In as many lines as it takes.
fn key<DB: Surface>(pen: &Pen<'_, DB>, report: &Report) -> Vec<(Sample, (i32, i32))> {
    let (mut left, mut y) = (0, pen.px(KEY_LINE / 2.0));
    let mut key = Vec::new();
    for sample in [Sample::Measured, Sample::Band, Sample::Expected] {
        // Named before it is there, so that nothing moves when it comes.
        if sample == Sample::Band && !gets_band(report.params()) {
            continue;
        }
        let width = pen.px(SAMPLE + 6.0) + pen.text_width(sample.name(), SMALL);
        if left > 0 && left + width > pen.size().0 {
            (left, y) = (0, y + pen.px(KEY_LINE));
        }
        key.push((sample, (left, y)));
        left += width + pen.px(18.0);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_finds_the_nearest_power_of_two() {
        let width = LEFT + 1200.0 + RIGHT;
        assert_eq!(block_size_at(LEFT, width), 1);
        assert_eq!(block_size_at(LEFT + 400.0, width), 16);
        assert_eq!(block_size_at(LEFT + 449.0, width), 16);
        assert_eq!(block_size_at(LEFT + 451.0, width), 32);
        assert_eq!(block_size_at(LEFT + 1200.0, width), 4096);
        for outside in [-1e9, -1.0, 0.0, 1e9, f64::INFINITY, f64::NEG_INFINITY] {
            assert!([1, 4096].contains(&block_size_at(outside, width)), "{outside}");
        }
        assert_eq!(block_size_at(f64::NAN, 0.0), 1);
    }
}
