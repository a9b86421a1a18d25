//! What one system's pool is used for, step by step; how many requests run; and when one was refused though enough was
//! free, or preempted.

use std::ops::Range;

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;

use super::pen::{Align, Pen, Rect, SMALL, STRONG};
use super::scale::pixel;
use super::serving_parts::{Entry, Hue, Key, Part};
use super::{ColorRole, Drawn, Surface};
use crate::format;
use crate::serving::Scene;

/// Room beside the plots, in CSS pixels. It does not depend on what the labels say, so that a page can tell which step
/// lies under a pointer.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 16.0;
/// Heights in CSS pixels: of the line with the step that is looked at, of a line of text above what it is about, of the
/// plot of running requests, of the ticks in a lane, of what lies between the lanes and between all else, and of the axis.
const CURSOR_LINE: f64 = 26.0;
const TEXT_LINE: f64 = 19.0;
const RUNNING_HEIGHT: f64 = 34.0;
const TICK_HEIGHT: f64 = 9.0;
const LANE_GAP: f64 = 3.0;
const BETWEEN: f64 = 9.0;
const AXIS_HEIGHT: f64 = 42.0;
/// Thickness of the line of running requests, in CSS pixels.
const LINE: f64 = 1.5;

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, scene: Scene<'_>) -> Drawn<DB> {
    let key = Key::new(pen, key_entries(scene), 0);
    key.draw(pen)?;
    let layout = Layout::new(pen, scene, key.bottom(pen));
    let columns = columns(scene, (layout.pool.left, layout.pool.right));
    layout.draw_grid(pen)?;
    layout.draw_pool(pen, &columns)?;
    layout.draw_running(pen, &columns)?;
    layout.draw_ticks(pen, &columns)?;
    layout.draw_axis(pen)?;
    layout.draw_cursor(pen)?;
    layout.draw_captions(pen, &columns)
}

/// The step that stands `x` CSS pixels from the left in a figure of that width, of a run of so many.
pub fn step_at(x: f64, width: f64, steps: u64) -> u64 {
    let share = (x - LEFT) / (width - LEFT - RIGHT).max(1.0);
    (share.clamp(0.0, 1.0) * steps as f64).round() as u64
}

/// Every part that the system has, with its share at the step that is looked at.
fn key_entries(scene: Scene<'_>) -> Vec<Entry> {
    let pool = scene.recording.config().slots() as f64;
    let ledger = scene.recording.moment(scene.system, scene.step()).map_or_else(Default::default, |now| now.ledger);
    let entry = |part: Part| {
        let [long, short] = part.names();
        let with = |value: &str| [format!("{long} {value}"), format!("{short} {value}"), short.to_owned()].to_vec();
        let share = format::percent(part.slots(&ledger) as f64 / pool);
        Entry { samples: [(part, Hue::of(scene.system))].to_vec(), texts: with(&share), widest: with("100.0 %") }
    };
    Part::ALL.into_iter().filter(|part| part.is_of(scene.system)).map(entry).collect()
}

/// All steps that fall into one column of pixels.
struct Column {
    x: i32,
    /// Shares of the pool, each with those of all parts before it, averaged.
    tops: [f64; 4],
    /// Requests that ran: on average, and at most.
    running: f64,
    most_running: usize,
    /// How often what happened in the steps that begin here.
    fragmentation_events: u64,
    preemptions: u64,
}

/// What is recorded so far, in no more columns than there are pixels between the two `sides`. Where there are fewer steps
/// than pixels, a step lasts until the next.
fn columns(scene: Scene<'_>, sides: (i32, i32)) -> Vec<Column> {
    let steps = scene.recording.config().steps();
    let recorded = scene.recording.recorded().min(steps);
    let width = (sides.1 - sides.0).max(1) as u64;
    let mut new = 0;
    let column = |i: u64| {
        let first = i * steps / width;
        let end = ((i + 1) * steps / width).max(first + 1).min(recorded + 1);
        let column = column(scene, sides.0 + i as i32, first..end, new);
        new = end;
        column
    };
    (0..=recorded * width / steps).map(column).collect()
}

/// The column of some steps, of which those before `new` were begun in the one before.
fn column(scene: Scene<'_>, x: i32, steps: Range<u64>, new: u64) -> Column {
    // In 64 bits: of the largest pool, a few hundred steps have more slots than 32 can count.
    let (mut slots, mut running) = ([0u64; 4], 0u64);
    let (mut most_running, mut fragmentation_events, mut preemptions) = (0, 0, 0);
    for step in steps.clone() {
        let Some(moment) = scene.recording.moment(scene.system, step) else { continue };
        for part in Part::ALL {
            slots[part as usize] += part.slots(&moment.ledger) as u64;
        }
        running += moment.running as u64;
        most_running = most_running.max(moment.running);
        if step >= new {
            fragmentation_events += moment.counts.fragmentation_events;
            preemptions += moment.counts.preemptions;
        }
    }
    let count = (steps.end - steps.start) as f64;
    let pool = count * scene.recording.config().slots() as f64;
    let mut below = 0;
    let tops = slots.map(|slots| {
        below += slots;
        below as f64 / pool
    });
    Column { x, tops, running: running as f64 / count, most_running, fragmentation_events, preemptions }
}

/// Where things stand.
struct Layout<'a> {
    scene: Scene<'a>,
    hue: Hue,
    /// Middle of the line with the step that is looked at.
    cursor_y: i32,
    /// The plot of the pool, from nothing to all of it.
    pool: Rect,
    /// The plot of running requests.
    running: Rect,
    /// Ticks of refusals, and of preemptions.
    lanes: [Rect; 2],
}

impl<'a> Layout<'a> {
    fn new<DB: Surface>(pen: &Pen<'_, DB>, scene: Scene<'a>, key_bottom: i32) -> Layout<'a> {
        let (width, height) = pen.size();
        let (left, right) = (pen.px(LEFT), width - pen.px(RIGHT));
        let above = |bottom: i32, css: f64| Rect { left, right, top: bottom - pen.px(css), bottom };
        let preempted = above(height - pen.px(AXIS_HEIGHT), TICK_HEIGHT);
        let refused = above(preempted.top - pen.px(TEXT_LINE + LANE_GAP), TICK_HEIGHT);
        let running = above(refused.top - pen.px(TEXT_LINE + BETWEEN), RUNNING_HEIGHT);
        let top = key_bottom + pen.px(CURSOR_LINE);
        let bottom = (running.top - pen.px(TEXT_LINE + BETWEEN + 4.0)).max(top + 1);
        Layout {
            scene,
            hue: Hue::of(scene.system),
            cursor_y: top - pen.px(11.0),
            pool: Rect { left, right, top, bottom },
            running,
            lanes: [refused, preempted],
        }
    }

    fn x(&self, step: u64) -> i32 {
        pixel(step as f64 / self.scene.recording.config().steps() as f64, (self.pool.left, self.pool.right))
    }

    fn y(&self, share: f64) -> i32 {
        pixel(share, (self.pool.bottom, self.pool.top))
    }

    fn draw_grid<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        for percent in [0u32, 50, 100] {
            let role = if percent == 0 { ColorRole::HairStrong } else { ColorRole::Hair };
            pen.grid_line(self.pool, self.y(f64::from(percent) / 100.0), &format!("{percent} %"), role)?;
        }
        Ok(())
    }

    /// One part above the other: each is drawn from the bottom, and those below it over it.
    fn draw_pool<DB: Surface>(&self, pen: &Pen<'_, DB>, columns: &[Column]) -> Drawn<DB> {
        let (Some(first), Some(last)) = (columns.first(), columns.last()) else { return Ok(()) };
        if first.x == last.x {
            return Ok(());
        }
        let Rect { top, bottom, .. } = self.pool;
        let tops = |part: Part| columns.iter().map(move |column| (column.x, self.y(column.tops[part as usize])));
        let has = |part: Part| columns.iter().any(|column| column.tops[part as usize] > column.tops[part as usize - 1]);
        if has(Part::Internal) {
            // Only rectangles can be hatched: what is external is cleared again.
            pen.hatch(Rect { right: last.x, ..self.pool }, self.hue.tint, self.hue.solid)?;
            let external = tops(Part::Internal).chain([(last.x, top), (first.x, top)]).collect();
            pen.fill_shape(external, Part::External.color(pen, self.hue))?;
        }
        for part in [Part::Reserved, Part::Tokens] {
            if part == Part::Tokens || has(part) {
                let area = tops(part).chain([(last.x, bottom), (first.x, bottom)]).collect();
                pen.fill_shape(area, part.color(pen, self.hue))?;
            }
        }
        // What is external has an outline, as everywhere.
        let line = pen.hairline();
        let side = |left: i32, column: &Column| Rect {
            left,
            right: left + line,
            top,
            bottom: self.y(column.tops[Part::Internal as usize]),
        };
        let upper = Rect { left: first.x, right: last.x, top, bottom: top + line };
        let outline = [upper, side(first.x, first), side(last.x - line, last)];
        pen.fill_all(outline, pen.color(self.hue.solid))
    }

    fn draw_running<DB: Surface>(&self, pen: &Pen<'_, DB>, columns: &[Column]) -> Drawn<DB> {
        let Rect { left, right, top, bottom } = self.running;
        pen.grid_line(self.running, bottom, "0", ColorRole::HairStrong)?;
        let most = most_running(columns);
        if most == 0 {
            return Ok(());
        }
        pen.horizontal(left, right, top, ColorRole::Hair)?;
        let labels = [format::count(most as u64), format::shortest(most as f64)];
        let at = (left - pen.px(8.0), top);
        let label = pen.first_that_fits(&labels, SMALL, at.0).unwrap_or_default();
        pen.text(label, at, Align::Right, SMALL, ColorRole::Muted)?;
        let y = |column: &Column| pixel(column.running / most as f64, (bottom, top));
        let curve: Vec<_> = columns.iter().map(|column| (column.x, y(column))).collect();
        if curve.len() > 1 { pen.curve(&curve, LINE, ColorRole::Ink) } else { Ok(()) }
    }

    /// A tick in every column in which something happened.
    fn draw_ticks<DB: Surface>(&self, pen: &Pen<'_, DB>, columns: &[Column]) -> Drawn<DB> {
        let counts = [|column: &Column| column.fragmentation_events, |column: &Column| column.preemptions];
        for (lane, count) in self.lanes.into_iter().zip(counts) {
            let happened = columns.iter().filter(|column| count(column) > 0);
            let width = pen.hairline();
            let ticks = happened.map(|column| Rect { left: column.x, right: column.x + width, ..lane });
            pen.fill_all(ticks, pen.color(self.hue.solid))?;
            pen.horizontal(lane.left, lane.right, lane.bottom, ColorRole::Hair)?;
        }
        Ok(())
    }

    /// What is said of all that stands below the plot of the pool.
    fn draw_captions<DB: Surface>(&self, pen: &Pen<'_, DB>, columns: &[Column]) -> Drawn<DB> {
        let now = format::count(self.scene.server().moment().running as u64);
        let most = format::count(most_running(columns) as u64);
        let running = [
            format!("requests running: {now}, at most {most}"),
            format!("running {now}, at most {most}"),
            format!("running {now}"),
        ];
        let refused = times(columns.iter().map(|column| column.fragmentation_events).sum());
        let preempted = times(columns.iter().map(|column| column.preemptions).sum());
        let refused =
            ["refused though enough slots were free", "refused though free"].map(|what| format!("{what}: {refused}"));
        self.draw_caption(pen, &running, self.running.top)?;
        self.draw_caption(pen, &refused, self.lanes[0].top)?;
        self.draw_caption(pen, &[format!("preempted: {preempted}")], self.lanes[1].top)
    }

    /// Says something above what begins at `top`, and keeps the cursor out of it.
    fn draw_caption<DB: Surface>(&self, pen: &Pen<'_, DB>, texts: &[String], top: i32) -> Drawn<DB> {
        let left = self.pool.left;
        let text = pen.first_that_fits(texts, SMALL, pen.size().0 - left).unwrap_or_default();
        let y = top - pen.px(TEXT_LINE / 2.0);
        let right = left + pen.text_width(text, SMALL) + pen.px(2.0);
        let behind = Rect { left: left - pen.px(2.0), right, top: y - pen.px(8.0), bottom: y + pen.px(8.0) };
        pen.fill(Rect { right: right.min(pen.size().0), ..behind }, ColorRole::Panel)?;
        pen.text(text, (left, y), Align::Left, SMALL, ColorRole::Muted)
    }

    fn axis_y(&self) -> i32 {
        self.lanes[1].bottom
    }

    fn draw_axis<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let Rect { left, right, .. } = self.pool;
        let config = self.scene.recording.config();
        pen.horizontal(left, right, self.axis_y(), ColorRole::HairStrong)?;
        let widest = pen.text_width(&format::count(config.steps()), SMALL) + pen.px(24.0);
        let most = ((right - left) / widest.max(1) + 1).clamp(2, 7) as usize;
        let y = self.axis_y() + pen.px(15.0);
        for step in RangedCoordf64::from(0.0..config.steps() as f64).key_points(most) {
            if step.fract() == 0.0 {
                let label = format::count(step as u64);
                pen.centered_text_within(&label, (self.x(step as u64), y), SMALL, ColorRole::Muted)?;
            }
        }
        let y = y + pen.px(18.0);
        pen.text("step", (right, y), Align::Right, SMALL, ColorRole::Muted)?;
        let pool = format!("100 % = {}", format::counted(config.slots() as u64, "slot"));
        let names = self.scene.system.titles().map(|name| format!("{name}; {pool}"));
        let texts: Vec<String> = names.into_iter().chain([pool]).collect();
        let room = right - pen.text_width("step", SMALL) - pen.px(12.0);
        let text = pen.first_that_fits(&texts, SMALL, room).unwrap_or_default();
        pen.text(text, (0, y), Align::Left, SMALL, ColorRole::Muted)
    }

    /// The step that is looked at, through all plots.
    fn draw_cursor<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let x = self.x(self.scene.step());
        pen.vertical(x, self.pool.top - pen.px(3.0), self.axis_y(), ColorRole::Ink)?;
        pen.dot((x, self.axis_y()), ColorRole::Ink)?;
        let label = format!("step {}", format::count(self.scene.step()));
        pen.centered_text_within(&label, (x, self.cursor_y), STRONG, ColorRole::Ink)
    }
}

fn most_running(columns: &[Column]) -> usize {
    columns.iter().map(|column| column.most_running).max().unwrap_or(0)
}

/// How often something happened.
fn times(count: u64) -> String {
    match count {
        0 => "none".to_owned(),
        1 => "once".to_owned(),
        count => format!("{} times", format::count(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the cursor of a step is drawn, in a figure of that width at one device pixel to a CSS pixel.
    fn x(step: u64, width: f64, steps: u64) -> f64 {
        pixel(step as f64 / steps as f64, (LEFT as i32, (width - RIGHT) as i32)).into()
    }

    #[test]
    fn a_pointer_on_the_cursor_finds_its_step() {
        for width in [240.0, 612.0, 900.0] {
            for steps in [1, 7, 150] {
                for step in 0..=steps {
                    assert_eq!(step_at(x(step, width, steps), width, steps), step, "{step} of {steps} in {width}");
                }
            }
        }
    }

    #[test]
    fn of_more_steps_than_pixels_it_finds_one_in_the_same_column() {
        let (width, steps) = (612.0, 50_000);
        for step in 0..=steps {
            let column = x(step, width, steps);
            assert_eq!(x(step_at(column, width, steps), width, steps), column, "{step}");
        }
    }

    #[test]
    fn a_pointer_beside_the_plots_finds_an_end() {
        for outside in [-1e9, 0.0, LEFT, f64::NEG_INFINITY] {
            assert_eq!(step_at(outside, 612.0, 4000), 0, "{outside}");
        }
        for outside in [612.0 - RIGHT, 612.0, 1e9, f64::INFINITY] {
            assert_eq!(step_at(outside, 612.0, 4000), 4000, "{outside}");
        }
        assert_eq!(step_at(f64::NAN, 0.0, 4000), 0);
    }
}
