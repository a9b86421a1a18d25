//! All that each allocator reserves, as one bar each at one scale: what holds a token, and what does not.

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::DrawingBackend;

use super::pen::{Align, Pen, Rect, SMALL};
use super::scale::pixel;
use super::{ColorRole, Drawn, Surface};
use crate::comparison::{Metric, Report};
use crate::format;

/// From the top of one bar's line of names to the top of its bar, in CSS pixels.
const NAME_HEIGHT: f64 = 22.0;
const BAR_HEIGHT: f64 = 24.0;
/// A line of what the parts are, in CSS pixels.
const PART_HEIGHT: f64 = 20.0;
/// From the last line of one bar to the names of the next, in CSS pixels.
const GAP: f64 = 16.0;
/// Side of the square before the name of a part, in CSS pixels.
const SWATCH: f64 = 10.0;

/// Where what was drawn ends, or what went wrong.
type End<DB> = Result<i32, DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// What one allocator reserves.
struct Account {
    name: &'static str,
    slots: Metric,
    used: Part,
    unused: Part,
}

/// A part of it.
struct Part {
    name: &'static str,
    slots: Metric,
    fill: Fill,
    text: ColorRole,
}

#[derive(Clone, Copy)]
enum Fill {
    Plain(ColorRole),
    Hatched(ColorRole, ColorRole),
}

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
    let most = report.contiguous_slots().max(report.paged_slots()) as f64;
    let mut top = 0;
    for account in accounts() {
        top = draw_account(pen, report, &account, most, top)? + pen.px(GAP);
    }
    Ok(())
}

fn accounts() -> [Account; 2] {
    [
        Account {
            name: "Contiguous",
            slots: Metric::ContiguousSlots,
            used: Part {
                name: "tokens",
                slots: Metric::Tokens,
                fill: Fill::Plain(ColorRole::Contiguous),
                text: ColorRole::Ink,
            },
            unused: Part {
                name: "never used",
                slots: Metric::ContiguousInternal,
                fill: Fill::Hatched(ColorRole::ContiguousTint, ColorRole::Contiguous),
                text: ColorRole::ContiguousText,
            },
        },
        Account {
            name: "Paged",
            slots: Metric::PagedSlots,
            used: Part {
                name: "tokens",
                slots: Metric::Tokens,
                fill: Fill::Plain(ColorRole::Paged),
                text: ColorRole::Ink,
            },
            unused: Part {
                name: "tails of last blocks",
                slots: Metric::PagedInternal,
                fill: Fill::Hatched(ColorRole::PagedTint, ColorRole::Paged),
                text: ColorRole::PagedText,
            },
        },
    ]
}

/// Draws the bar of an account whose names begin at `top`; returns where its last line ends.
fn draw_account<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, account: &Account, most: f64, top: i32) -> End<DB> {
    let (width, _) = pen.size();
    let slots = format!("{} slots", report.text(account.slots));
    pen.heading(account.name, &[slots], top + pen.px(NAME_HEIGHT / 2.0 - 2.0))?;

    let bar_top = top + pen.px(NAME_HEIGHT);
    let all = report.value(account.slots);
    // Something is reserved, and something used, however little: neither is ever thinner than a line.
    let end = pixel(all / most, (0, width)).max(2 * pen.hairline());
    let filled = pixel(report.value(account.used.slots) / most, (0, width)).max(pen.hairline());
    // Nor is what is left unused, if it is anything.
    let filled = if report.value(account.unused.slots) > 0.0 { filled.min(end - pen.hairline()) } else { end };
    let bar = Rect { left: 0, right: end, top: bar_top, bottom: bar_top + pen.px(BAR_HEIGHT) };
    draw_fill(pen, Rect { right: filled, ..bar }, account.used.fill)?;
    draw_fill(pen, Rect { left: filled, ..bar }, account.unused.fill)?;
    draw_parts(pen, report, [&account.used, &account.unused], all, bar.bottom)
}

fn draw_fill<DB: Surface>(pen: &Pen<'_, DB>, rect: Rect, fill: Fill) -> Drawn<DB> {
    match fill {
        _ if rect.left == rect.right => Ok(()),
        Fill::Plain(role) => pen.fill(rect, role),
        Fill::Hatched(tint, lines) => pen.hatch(rect, tint, lines),
    }
}

/// Says what the parts are: one after the other where there is room, else each in its line.
fn draw_parts<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, parts: [&Part; 2], all: f64, top: i32) -> End<DB> {
    let (width, _) = pen.size();
    let text_at = pen.px(SWATCH + 6.0);
    let (mut left, mut line_top) = (0, top + pen.px(4.0));
    for part in parts {
        let labels = part_labels(report, part, all);
        let label = pen.first_that_fits(&labels, SMALL, width - text_at).unwrap_or_default();
        let end = left + text_at + pen.text_width(label, SMALL);
        if end > width {
            (left, line_top) = (0, line_top + pen.px(PART_HEIGHT));
        }
        let y = line_top + pen.px(PART_HEIGHT / 2.0);
        let half = pen.px(SWATCH) / 2;
        draw_fill(pen, Rect { left, right: left + 2 * half, top: y - half, bottom: y + half }, part.fill)?;
        pen.text(label, (left + text_at, y), Align::Left, SMALL, part.text)?;
        left += text_at + pen.text_width(label, SMALL) + pen.px(22.0);
    }
    Ok(line_top + pen.px(PART_HEIGHT))
}

/// What a part is, and how much, longest first.
fn part_labels(report: &Report, part: &Part, all: f64) -> [String; 3] {
    let (name, slots) = (part.name, report.value(part.slots));
    let percent = format::percent(slots / all);
    let short = format::short(slots);
    [format!("{name} {}, {percent}", report.text(part.slots)), format!("{name} {short}, {percent}"), percent]
}
