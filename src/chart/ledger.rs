//! All that each allocator reserves, as one bar each at one scale: what holds a token, and what does not.

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::DrawingBackend;

use super::ghosts::ghosts;
use super::pen::{Align, Pen, Rect, SMALL};
use super::scale::pixel;
use super::{ColorRole, Drawn, Surface};
use crate::comparison::{Metric, Report};
use crate::format;
use crate::pins::LETTERS;

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

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, pins: &[Report]) -> Drawn<DB> {
    let most = report.contiguous_slots().max(report.paged_slots()) as f64;
    let mut top = 0;
    for account in accounts() {
        draw_heading(pen, report, pins, &account, most, top)?;
        let end = draw_account(pen, report, &account, most, top)? + pen.px(GAP);
        draw_ghosts(pen, pins, &account, most, top + pen.px(NAME_HEIGHT))?;
        top = end;
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

/// Says whose slots they are, how many, and which pins would go beyond the figure.
fn draw_heading<DB: Surface>(
    pen: &Pen<'_, DB>,
    report: &Report,
    pins: &[Report],
    account: &Account,
    most: f64,
    top: i32,
) -> Drawn<DB> {
    let slots = format!("{} slots", report.text(account.slots));
    let in_bytes = report.in_bytes(report.value(account.slots)).map(|bytes| format!("{slots}, {bytes}"));
    let labels: Vec<String> = in_bytes.into_iter().chain([slots]).collect();
    let beyond = beyond(pins, account.slots, most);
    let with_pins = labels.iter().filter_map(|label| beyond.as_ref().map(|beyond| format!("{label} · {beyond}")));
    let labels: Vec<String> = with_pins.chain(labels.iter().cloned()).collect();
    pen.heading(account.name, &labels, top + pen.px(NAME_HEIGHT / 2.0 - 2.0))
}

/// Draws the bar of an account whose names begin at `top`; returns where its last line ends.
fn draw_account<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, account: &Account, most: f64, top: i32) -> End<DB> {
    let (width, _) = pen.size();
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

/// Where the bars of pins would end; those that would go beyond the figure the heading names.
fn draw_ghosts<DB: Surface>(
    pen: &Pen<'_, DB>,
    pins: &[Report],
    account: &Account,
    most: f64,
    bar_top: i32,
) -> Drawn<DB> {
    let (width, _) = pen.size();
    let middle = bar_top + pen.px(BAR_HEIGHT / 2.0);
    let share = |pin: &Report| pin.value(account.slots) / most;
    let place = |pin: &Report| (share(pin) <= 1.0).then(|| (pixel(share(pin), (0, width)), middle));
    for ghost in ghosts(pen, pins, place) {
        let x = ghost.at.0.min(width - pen.px(1.5));
        pen.vertical(x, bar_top - pen.px(2.0), bar_top + pen.px(BAR_HEIGHT + 2.0), ColorRole::Ink)?;
        // Beside the line, on the side where there is more room.
        let away = pen.px(10.0);
        ghost.draw_name(pen, (if x > width / 2 { x - away } else { x + away }, middle), (0, width))?;
    }
    Ok(())
}

/// The letters of pins whose bars would end beyond what is shown, and a sign for that.
fn beyond(pins: &[Report], slots: Metric, most: f64) -> Option<String> {
    let letters: String =
        pins.iter().zip(LETTERS).filter(|(pin, _)| pin.value(slots) > most).map(|(_, letter)| letter).collect();
    (!letters.is_empty()).then(|| format!("{letters} →"))
}

fn draw_fill<DB: Surface>(pen: &Pen<'_, DB>, rect: Rect, fill: Fill) -> Drawn<DB> {
    match fill {
        _ if rect.left == rect.right => Ok(()),
        Fill::Plain(role) => pen.fill(rect, role),
        Fill::Hatched(tint, lines) => pen.hatch(rect, tint, lines),
    }
}

/// Says what the parts are: one after the other where there is room, else each in its line, if the figure is high enough
/// for that.
fn draw_parts<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, parts: [&Part; 2], all: f64, top: i32) -> End<DB> {
    let (width, height) = pen.size();
    let (text_at, gap) = (pen.px(SWATCH + 6.0), pen.px(22.0));
    let labels = parts.map(|part| part_labels(report, part, all));
    let longest =
        labels.each_ref().map(|labels| pen.first_that_fits(labels, SMALL, width - text_at).unwrap_or_default());
    let space = |label: &str| text_at + pen.text_width(label, SMALL);
    let fit_in_line = |[one, other]: [&str; 2]| space(one) + gap + space(other) <= width;
    let has_two_lines = height >= pen.px(2.0 * (NAME_HEIGHT + BAR_HEIGHT + 4.0 + 2.0 * PART_HEIGHT) + GAP);
    let as_short = |length: usize| labels.each_ref().map(|labels| labels[length].as_str());
    let chosen = if fit_in_line(longest) || has_two_lines {
        longest
    } else {
        (0..labels[0].len()).map(as_short).find(|labels| fit_in_line(*labels)).unwrap_or(longest)
    };

    let (mut left, mut line_top) = (0, top + pen.px(4.0));
    for (part, label) in parts.into_iter().zip(chosen) {
        if left + space(label) > width {
            (left, line_top) = (0, line_top + pen.px(PART_HEIGHT));
        }
        let y = line_top + pen.px(PART_HEIGHT / 2.0);
        let half = pen.px(SWATCH) / 2;
        draw_fill(pen, Rect { left, right: left + 2 * half, top: y - half, bottom: y + half }, part.fill)?;
        pen.text(label, (left + text_at, y), Align::Left, SMALL, part.text)?;
        left += space(label) + gap;
    }
    Ok(line_top + pen.px(PART_HEIGHT))
}

/// What a part is, and how much, longest first.
fn part_labels(report: &Report, part: &Part, all: f64) -> Vec<String> {
    let (name, slots) = (part.name, report.value(part.slots));
    let percent = format::percent(slots / all);
    let exact = format!("{name} {}, {percent}", report.text(part.slots));
    let in_bytes = report.in_bytes(slots).map(|bytes| format!("{exact}, {bytes}"));
    let short = format!("{name} {}, {percent}", format::short(slots));
    in_bytes.into_iter().chain([exact, short, percent]).collect()
}
