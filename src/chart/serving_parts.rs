//! What figures of serving over time share: the four parts of a pool, how each is filled and called, and the names of the
//! systems.

use plotters::style::RGBColor;

use super::pen::{Align, Pen, Rect, SMALL};
use super::{ColorRole, Drawn, Surface};
use crate::serving::{Ledger, PublishedShares, Report, Reservation, System};

/// How far what is reserved is from the tint to the solid colour.
const RESERVED_TONE: f64 = 0.45;
/// Side of the square before a name in a key, what lies between the two, and between one name and the next sample. In CSS
/// pixels.
const SWATCH: f64 = 11.0;
const SWATCH_GAP: f64 = 6.0;
const BETWEEN: f64 = 16.0;
/// Height of a line of a key, in CSS pixels.
const KEY_LINE: f64 = 18.0;
/// More lines than this a key takes only where even its shortest names need them.
const KEY_LINES: usize = 2;

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
    pub const CONTIGUOUS: Hue = Hue {
        solid: ColorRole::Contiguous,
        tint: ColorRole::ContiguousTint,
        text: ColorRole::ContiguousText,
    };
    pub const PAGED: Hue = Hue { solid: ColorRole::Paged, tint: ColorRole::PagedTint, text: ColorRole::PagedText };

    /// That of a system.
    pub fn of(system: System) -> Hue {
        match system {
            System::Contiguous(_) | System::ContiguousFirstFit(_) => Hue::CONTIGUOUS,
            System::Paged => Hue::PAGED,
        }
    }
}

/// What a system is called, longest first.
pub(super) fn system_names(system: System) -> [&'static str; 2] {
    match system {
        System::Contiguous(Reservation::Maximum) => ["Contiguous, maximum", "Maximum"],
        System::Contiguous(Reservation::PowerOfTwo) => ["Contiguous, power of two", "Power of two"],
        System::Contiguous(Reservation::Exact) => ["Contiguous, oracle", "Oracle"],
        System::ContiguousFirstFit(_) => ["Contiguous, first fit", "First fit"],
        System::Paged => ["Paged", "Paged"],
    }
}

/// Samples with their names, in as many lines as it takes.
pub(super) struct Key {
    /// Each entry, with its name, its left end and the middle of its line.
    placed: Vec<(Entry, String, (i32, i32))>,
}

/// What a key explains.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Drawn side by side.
    pub samples: Vec<(Part, Hue)>,
    /// What is said of them, longest first: as many to each entry of a key.
    pub texts: Vec<String>,
    /// The widest that may be said instead in the same place: what changes with time moves nothing else. As many.
    pub widest: Vec<String>,
}

impl Key {
    /// Places entries from `top` on: with the longest texts that take no more than two lines.
    pub fn new<DB: Surface>(pen: &Pen<'_, DB>, entries: Vec<Entry>, top: i32) -> Key {
        let lengths = entries.iter().map(|entry| entry.texts.len()).min().unwrap_or(0);
        let places = |length: usize| place(pen, &entries, length, top);
        let is_low = |places: &[(i32, i32)]| {
            places.last().is_none_or(|&(_, y)| y < top + KEY_LINES as i32 * pen.px(KEY_LINE))
        };
        let length = (0..lengths).find(|&length| is_low(&places(length))).unwrap_or(lengths.saturating_sub(1));
        let places = places(length);
        let placed = entries.into_iter().zip(places).map(|(entry, at)| {
            let text = entry.texts[length].clone();
            (entry, text, at)
        });
        Key { placed: placed.collect() }
    }

    /// Where its last line ends.
    pub fn bottom<DB: Surface>(&self, pen: &Pen<'_, DB>) -> i32 {
        self.placed.last().map_or(0, |&(_, _, (_, y))| y + pen.px(KEY_LINE / 2.0))
    }

    pub fn draw<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let side = pen.px(SWATCH);
        for (entry, text, (left, y)) in &self.placed {
            let mut sample = Rect { left: *left, right: left + side, top: y - side / 2, bottom: y - side / 2 + side };
            for &(part, hue) in &entry.samples {
                part.fill(pen, sample, hue)?;
                sample = Rect { left: sample.right + pen.px(2.0), right: sample.right + pen.px(2.0) + side, ..sample };
            }
            let at = (left + samples_width(pen, entry) + pen.px(SWATCH_GAP), *y);
            pen.text(text, at, Align::Left, SMALL, ColorRole::Muted)?;
        }
        Ok(())
    }
}

fn samples_width<DB: Surface>(pen: &Pen<'_, DB>, entry: &Entry) -> i32 {
    let count = entry.samples.len() as i32;
    count * pen.px(SWATCH) + (count - 1).max(0) * pen.px(2.0)
}

/// The left end of each entry and the middle of its line.
fn place<DB: Surface>(pen: &Pen<'_, DB>, entries: &[Entry], length: usize, top: i32) -> Vec<(i32, i32)> {
    let (mut left, mut y) = (0, top + pen.px(KEY_LINE / 2.0));
    let mut places = Vec::new();
    for entry in entries {
        let said = [&entry.texts[length], &entry.widest[length]];
        let text = said.map(|text| pen.text_width(text, SMALL)).into_iter().max().unwrap_or(0);
        let width = samples_width(pen, entry) + pen.px(SWATCH_GAP) + text;
        if left > 0 && left + width > pen.size().0 {
            (left, y) = (0, y + pen.px(KEY_LINE));
        }
        places.push((left, y));
        left += width + pen.px(BETWEEN);
    }
    places
}
