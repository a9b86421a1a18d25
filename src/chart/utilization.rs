//! The share of what each allocator reserves that holds a token: one bar each, filled as far as it is used.

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
    utilization: f64,
    percent: Metric,
    slots: Metric,
    used: ColorRole,
    unused: ColorRole,
    text: ColorRole,
}

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
    let (width, height) = pen.size();
    let plot = Rect {
        left: pen.text_width("100 %", SMALL) + pen.px(8.0),
        right: width,
        top: pen.px(34.0),
        bottom: height - pen.px(44.0),
    };
    draw_grid(pen, plot)?;
    let [left, right] = bars(report);
    let middle = i32::midpoint(plot.left, plot.right);
    draw_bar(pen, report, &left, Rect { right: middle, ..plot })?;
    draw_bar(pen, report, &right, Rect { left: middle, ..plot })?;
    pen.horizontal(plot.left, plot.right, plot.bottom, ColorRole::HairStrong)
}

fn bars(report: &Report) -> [Bar; 2] {
    [
        Bar {
            name: "Contiguous",
            utilization: report.contiguous_utilization(),
            percent: Metric::ContiguousUtilization,
            slots: Metric::ContiguousSlots,
            used: ColorRole::Contiguous,
            unused: ColorRole::ContiguousTint,
            text: ColorRole::ContiguousText,
        },
        Bar {
            name: "Paged",
            utilization: report.paged_utilization(),
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
    let center = i32::midpoint(column.left, column.right);
    let half = (pen.px(WIDEST_BAR) / 2).min((column.right - column.left) * 2 / 5);
    let full = Rect { left: center - half, right: center + half, top: y(column, 100.0), bottom: column.bottom };
    // Something is used, however little: it is never thinner than a line.
    let filled = y(column, bar.utilization * 100.0).min(column.bottom - pen.hairline());
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

/// Clears the hatching behind a number that stands inside the bar.
fn draw_plate<DB: Surface>(pen: &Pen<'_, DB>, text: &str, (x, y): (i32, i32), bar: Rect, role: ColorRole) -> Drawn<DB> {
    let (half_width, half_height) = (pen.text_width(text, BIG) / 2 + pen.px(4.0), pen.px(13.0));
    if y - half_height < bar.top {
        return Ok(());
    }
    let plate = Rect {
        left: (x - half_width).max(bar.left),
        right: (x + half_width).min(bar.right),
        top: y - half_height,
        bottom: y + half_height,
    };
    pen.fill(plate, role)
}

/// The number of slots, longest first.
fn slot_labels(report: &Report, slots: Metric) -> [String; 3] {
    let exact = report.text(slots);
    let short = format::short(report.value(slots));
    [format!("{exact} slots"), format!("{short} slots"), short]
}
