//! What figures of serving over time share: the four parts of a pool, how each is filled and called, and the names of the
//! systems.

use plotters::style::RGBColor;

use super::pen::{Align, Pen, Rect, SMALL};
use super::{ColorRole, Drawn, Surface};
use crate::serving::{Ledger, PublishedShares, Report, System};

/// How far what is reserved is from the tint to the solid colour.
const RESERVED_TONE: f64 = 0.45;
/// In a key, in CSS pixels: side of a sample, what lies between two of them, between them and their name, and between a
/// name and the next sample.
const SWATCH: f64 = 11.0;
const SAMPLE_GAP: f64 = 2.0;
const SWATCH_GAP: f64 = 6.0;
const BETWEEN: f64 = 16.0;
/// Height of a line of a key, in CSS pixels.
const KEY_LINE: f64 = 18.0;

/// One of the four kinds of slots: see [`Ledger`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Tokens,
    Reserved,
    Internal,
    External,
}

impl Part {
    /// All, in the order in which they are stacked.
    pub const ALL: [Part; 4] = [Part::Tokens, Part::Reserved, Part::Internal, Part::External];

    /// What it is called, longest first.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Part::Tokens => ["tokens", "tokens"],
            Part::Reserved => ["reserved for later", "reserved"],
            Part::Internal => ["internal fragmentation", "internal"],
            Part::External => ["external and others", "external"],
        }
    }

    /// Slots of this kind.
    pub fn slots(self, ledger: &Ledger) -> usize {
        match self {
            Part::Tokens => ledger.tokens,
            Part::Reserved => ledger.reserved,
            Part::Internal => ledger.internal,
            Part::External => ledger.external,
        }
    }

    /// Its average share of the pool.
    pub fn share(self, report: &Report) -> f64 {
        match self {
            Part::Tokens => report.tokens,
            Part::Reserved => report.reserved,
            Part::Internal => report.internal,
            Part::External => report.external,
        }
    }

    /// Its published share of the pool, where there is one.
    pub fn published(self, shares: &PublishedShares) -> Option<f64> {
        match self {
            Part::Tokens => Some(shares.tokens),
            Part::Reserved => shares.reserved,
            Part::Internal => shares.internal,
            Part::External => shares.external,
        }
    }

    /// Whether a system can have slots of this kind: paging reserves nothing.
    pub fn is_of(self, system: System) -> bool {
        !(self == Part::Reserved && system == System::Paged)
    }

    /// Fills `rect`: solid, in a tone between, hatched, or only in outline, so that parts are told apart without their
    /// hue.
    pub fn fill<DB: Surface>(self, pen: &Pen<'_, DB>, rect: Rect, hue: Hue) -> Drawn<DB> {
        if rect.left >= rect.right || rect.top >= rect.bottom {
            return Ok(());
        }
        match self {
            Part::Tokens | Part::Reserved => pen.fill_all([rect], self.color(pen, hue)),
            Part::Internal => pen.hatch(rect, hue.tint, hue.solid),
            Part::External => pen.outline(rect, hue.solid),
        }
    }

    /// Its colour, apart from any pattern.
    pub fn color<DB: Surface>(self, pen: &Pen<'_, DB>, hue: Hue) -> RGBColor {
        match self {
            Part::Tokens => pen.color(hue.solid),
            Part::Reserved => pen.between(hue.tint, hue.solid, RESERVED_TONE),
            Part::Internal => pen.color(hue.tint),
            Part::External => pen.color(ColorRole::Panel),
        }
    }
}

/// The colours of one way to allocate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hue {
    pub solid: ColorRole,
    pub tint: ColorRole,
    pub text: ColorRole,
}

impl Hue {
    pub const CONTIGUOUS: Hue =
        Hue { solid: ColorRole::Contiguous, tint: ColorRole::ContiguousTint, text: ColorRole::ContiguousText };
    pub const PAGED: Hue = Hue { solid: ColorRole::Paged, tint: ColorRole::PagedTint, text: ColorRole::PagedText };

    /// That of a system.
    pub fn of(system: System) -> Hue {
        match system {
            System::Contiguous(_) | System::ContiguousFirstFit(_) => Hue::CONTIGUOUS,
            System::Paged => Hue::PAGED,
        }
    }
}

/// Samples with their names: in one line where they fit, else in two, and in more where even the shortest names need them.
pub(super) struct Key {
    placed: Vec<Placed>,
}

/// What a key explains.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Drawn side by side.
    pub samples: Vec<(Part, Hue)>,
    /// What is said of them, longest first: as many texts to each entry of a key.
    pub texts: Vec<String>,
    /// The widest texts that may be said instead, as many: where values change with time, nothing else moves.
    pub widest: Vec<String>,
}

/// An entry where it stands: its left end, and the middle of its line.
struct Placed {
    samples: Vec<(Part, Hue)>,
    text: String,
    at: (i32, i32),
}

impl Key {
    /// Places entries from `top` on.
    pub fn new<DB: Surface>(pen: &Pen<'_, DB>, entries: Vec<Entry>, top: i32) -> Key {
        let lengths = entries.iter().map(|entry| entry.texts.len()).min().unwrap_or(0);
        let widths = |length: usize| entries.iter().map(|entry| entry_width(pen, entry, length)).collect::<Vec<_>>();
        let room = Room { width: pen.size().0, gap: pen.px(BETWEEN) };
        let fitting = [1, 2].into_iter().flat_map(|lines| (0..lengths).map(move |length| (lines, length)));
        let fitting = fitting.filter_map(|(lines, length)| Some((length, room.in_columns(&widths(length), lines)?)));
        let shortest = lengths.saturating_sub(1);
        let (length, places) = fitting.into_iter().next().unwrap_or_else(|| (shortest, room.flow(&widths(shortest))));
        let placed = entries.iter().zip(places).map(|(entry, (left, line))| Placed {
            samples: entry.samples.clone(),
            text: entry.texts[length].clone(),
            at: (left, top + line * pen.px(KEY_LINE) + pen.px(KEY_LINE / 2.0)),
        });
        Key { placed: placed.collect() }
    }

    /// Where its last line ends.
    pub fn bottom<DB: Surface>(&self, pen: &Pen<'_, DB>) -> i32 {
        self.placed.last().map_or(0, |last| last.at.1 + pen.px(KEY_LINE / 2.0))
    }

    pub fn draw<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let side = pen.px(SWATCH);
        for Placed { samples, text, at: (left, y) } in &self.placed {
            let top = y - side / 2;
            for (i, &(part, hue)) in samples.iter().enumerate() {
                let left = left + samples_width(pen, i) + if i > 0 { pen.px(SAMPLE_GAP) } else { 0 };
                part.fill(pen, Rect { left, right: left + side, top, bottom: top + side }, hue)?;
            }
            let at = (left + samples_width(pen, samples.len()) + pen.px(SWATCH_GAP), *y);
            pen.text(text, at, Align::Left, SMALL, ColorRole::Muted)?;
        }
        Ok(())
    }
}

fn entry_width<DB: Surface>(pen: &Pen<'_, DB>, entry: &Entry, length: usize) -> i32 {
    let said = [&entry.texts[length], &entry.widest[length]];
    let text = said.map(|text| pen.text_width(text, SMALL)).into_iter().max().unwrap_or(0);
    samples_width(pen, entry.samples.len()) + pen.px(SWATCH_GAP) + text
}

/// Width of so many samples side by side.
fn samples_width<DB: Surface>(pen: &Pen<'_, DB>, count: usize) -> i32 {
    let count = count as i32;
    count * pen.px(SWATCH) + (count - 1).max(0) * pen.px(SAMPLE_GAP)
}

/// What entries of a key have to themselves.
struct Room {
    width: i32,
    gap: i32,
}

impl Room {
    /// The left end and the line of each entry, in so many lines of which the entries stand one below the other, if they
    /// fit.
    fn in_columns(&self, widths: &[i32], lines: usize) -> Option<Vec<(i32, i32)>> {
        let columns = widths.len().div_ceil(lines).max(1);
        let widest = |column: usize| widths.iter().skip(column).step_by(columns).copied().max().unwrap_or(0);
        let mut lefts = vec![0];
        for column in 0..columns {
            lefts.push(lefts[column] + widest(column) + self.gap);
        }
        let fits = lefts[columns] - self.gap <= self.width;
        fits.then(|| (0..widths.len()).map(|i| (lefts[i % columns], (i / columns) as i32)).collect())
    }

    /// The same, one after the other, in as many lines as it takes.
    fn flow(&self, widths: &[i32]) -> Vec<(i32, i32)> {
        let (mut left, mut line) = (0, 0);
        let mut places = Vec::new();
        for width in widths {
            if left > 0 && left + width > self.width {
                (left, line) = (0, line + 1);
            }
            places.push((left, line));
            left += width + self.gap;
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_two_lines_stands_in_columns() {
        let room = Room { width: 100, gap: 10 };
        assert_eq!(room.in_columns(&[20, 30, 40], 1), None);
        assert_eq!(room.in_columns(&[20, 30, 30], 1), Some(vec![(0, 0), (30, 0), (70, 0)]));
        assert_eq!(room.in_columns(&[20, 30, 40, 50], 2), Some(vec![(0, 0), (50, 0), (0, 1), (50, 1)]));
        assert_eq!(room.flow(&[60, 60, 30, 200]), [(0, 0), (0, 1), (70, 1), (0, 2)]);
    }
}
