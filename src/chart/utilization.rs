//! The share of what each allocator reserves that holds a token: one bar each, filled as far as it is used.

use super::ghosts::{Ghost, ghosts};
use super::pen::{Align, BIG, Pen, Rect, SMALL, STRONG};
use super::scale::pixel;
use super::{ColorRole, Drawn, Surface};
use crate::comparison::{Metric, Report};
use crate::format;

/// The axis ends here, in percent, so that a full bar does not touch the top.
const AXIS_END: f64 = 105.0;
/// A bar is never wider, in CSS pixels.
const WIDEST_BAR: f64 = 112.0;

/// One of the two bars.
struct Bar {
    name: &'static str,
    percent: Metric,
    slots: Metric,
    used: ColorRole,
    unused: ColorRole,
    text: ColorRole,
}

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, pins: &[Report]) -> Drawn<DB> {
    let (width, height) = pen.size();
    let plot = Rect {
        left: pen.text_width("100 %", SMALL) + pen.px(8.0),
        right: width,
        top: pen.px(34.0),
        bottom: height - pen.px(44.0),
    };
    draw_grid(pen, plot)?;
    let [left, right] = bars();
    let middle = i32::midpoint(plot.left, plot.right);
    let columns = [Rect { right: middle, ..plot }, Rect { left: middle, ..plot }];
    let next_bar = middle + (columns[1].right - middle) / 2 - stand(pen, columns[1]).1;
    for (bar, column, end) in [(left, columns[0], next_bar), (right, columns[1], width)] {
        draw_bar(pen, report, &bar, column)?;
        draw_ghosts(pen, pins, &bar, column, end)?;
    }
    pen.horizontal(plot.left, plot.right, plot.bottom, ColorRole::HairStrong)
}

fn bars() -> [Bar; 2] {
    [
        Bar {
            name: "Contiguous",
            percent: Metric::ContiguousUtilization,
            slots: Metric::ContiguousSlots,
            used: ColorRole::Contiguous,
            unused: ColorRole::ContiguousTint,
            text: ColorRole::ContiguousText,
        },
        Bar {
            name: "Paged",
            percent: Metric::PagedUtilization,
            slots: Metric::PagedSlots,
            used: ColorRole::Paged,
            unused: ColorRole::PagedTint,
            text: ColorRole::PagedText,
        },
    ]
}

fn y(plot: Rect, percent: f64) -> i32 {
    pixel(percent / AXIS_END, (plot.bottom, plot.top))
}

fn draw_grid<DB: Surface>(pen: &Pen<'_, DB>, plot: Rect) -> Drawn<DB> {
    for percent in [50u32, 100] {
        pen.grid_line(plot, y(plot, percent.into()), &format!("{percent} %"), ColorRole::Hair)?;
    }
    Ok(())
}

/// Draws a bar in the middle of `column`, with its percentage above the part that is used.
fn draw_bar<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, bar: &Bar, column: Rect) -> Drawn<DB> {
    let (center, half) = stand(pen, column);
    let full = Rect { left: center - half, right: center + half, top: y(column, 100.0), bottom: column.bottom };
    // Something is used, however little: it is never thinner than a line.
    let filled = y(column, report.value(bar.percent) * 100.0).min(column.bottom - pen.hairline());
    pen.hatch(Rect { bottom: filled, ..full }, bar.unused, bar.used)?;
    pen.fill(Rect { top: filled, ..full }, bar.used)?;

    // The number stands above what is used, but not across the top of the bar.
    let clear = pen.px(30.0);
    let percent_y = if filled - full.top >= clear { filled } else { full.top } - pen.px(16.0);
    let percent = report.text(bar.percent);
    draw_plate(pen, &percent, (center, percent_y), full, bar.unused)?;
    pen.text(&percent, (center, percent_y), Align::Center, BIG, bar.text)?;

    pen.text(bar.name, (center, column.bottom + pen.px(15.0)), Align::Center, STRONG, ColorRole::Ink)?;
    let room = column.right - column.left - pen.px(4.0);
    if let Some(slots) = pen.first_that_fits(&slot_labels(report, bar.slots), SMALL, room) {
        pen.text(slots, (center, column.bottom + pen.px(34.0)), Align::Center, SMALL, ColorRole::Muted)?;
    }
    Ok(())
}

/// The middle of a bar, and half its width.
fn stand<DB: Surface>(pen: &Pen<'_, DB>, column: Rect) -> (i32, i32) {
    let half = (pen.px(WIDEST_BAR) / 2).min((column.right - column.left) * 2 / 5);
    (i32::midpoint(column.left, column.right), half)
}

/// How far pins would fill the bar: a line across it, and beside it letters, as far as they fit before `end`.
fn draw_ghosts<DB: Surface>(pen: &Pen<'_, DB>, pins: &[Report], bar: &Bar, column: Rect, end: i32) -> Drawn<DB> {
    let (center, half) = stand(pen, column);
    let place = |pin: &Report| Some((center + half, y(column, pin.value(bar.percent) * 100.0)));
    for Ghost { at: (right, y), name } in ghosts(pen, pins, place) {
        pen.horizontal(center - half, right + pen.px(4.0), y, ColorRole::Ink)?;
        let room = end - right - pen.px(5.0);
        if let Some(name) = pen.first_that_fits(&[name], SMALL, room) {
            pen.text(name, (right + pen.px(5.0), y), Align::Left, SMALL, ColorRole::Muted)?;
        }
    }
    Ok(())
}

/// Clears the hatching behind a number that stands inside the bar.
fn draw_plate<DB: Surface>(pen: &Pen<'_, DB>, text: &str, (x, y): (i32, i32), bar: Rect, role: ColorRole) -> Drawn<DB> {
    let (half_width, half_height) = (pen.text_width(text, BIG) / 2 + pen.px(4.0), pen.px(13.0));
    if y - half_height < bar.top {
        return Ok(());
    }
    pen.plate((x, y), half_width.min(x - bar.left).min(bar.right - x), half_height, role)
}

/// The number of slots, longest first.
fn slot_labels(report: &Report, slots: Metric) -> Vec<String> {
    let exact = report.text(slots);
    let short = format::short(report.value(slots));
    let in_bytes = report.in_bytes(report.value(slots)).into_iter();
    let in_bytes =
        in_bytes.flat_map(|bytes| [format!("{exact} slots, {bytes}"), format!("{short} slots, {bytes}"), bytes]);
    in_bytes.chain([format!("{exact} slots"), format!("{short} slots"), short.clone()]).collect()
}
