//! What is drawn how, in a line above the map: only what the system can have.

use super::super::pen::{Align, Pen, Rect, SMALL};
use super::super::scale::pixel;
use super::super::{ColorRole, Drawn, Surface};
use super::cells::{self, LEVELS};
use super::paint::{Paint, Use};
use super::rows::hollow;
use crate::format;
use crate::serving::{Config, Reservation, Scene, System};

/// Height of a line, in CSS pixels.
pub(super) const LINE: f64 = 20.0;
/// A sample, in CSS pixels, and what lies between it and its name, and before the next.
const SWATCH_WIDTH: f64 = 22.0;
const SWATCH_HEIGHT: f64 = 11.0;
const SWATCH_GAP: f64 = 6.0;
const GAP: f64 = 16.0;

/// The key, set in lines.
pub(super) struct Key {
    system: System,
    entries: Vec<Entry>,
    /// How long a row is, or a cell, in as many words as there is room for.
    measure: Option<(String, i32)>,
}

/// One entry: a sample, its name, and where it begins: how far right, and in which line.
struct Entry {
    sample: Sample,
    name: &'static str,
    left: i32,
    line: i32,
}

/// What the key explains.
#[derive(Clone, Copy, PartialEq)]
enum Sample {
    Use(Use),
    Fullness,
    Free,
}

/// Lines of the key. Of all systems the same, so that the map stays in its place.
pub(super) fn lines<DB: Surface>(pen: &Pen<'_, DB>, config: &Config) -> i32 {
    let lines = |system| set(pen, &samples(system, config, false), system, 0).1;
    System::ALL.into_iter().map(lines).max().unwrap_or(1)
}

impl Key {
    pub fn new<DB: Surface>(
        pen: &Pen<'_, DB>,
        scene: Scene<'_>,
        cell: Option<usize>,
        slots_per_row: usize,
        most: i32,
    ) -> Key {
        let (system, config) = (scene.system, scene.recording.config());
        let samples = samples(system, config, cell.is_some());
        let set = |words| set(pen, &samples, system, words);
        let (entries, lines) = (0..=MOST_WORDS).rev().map(set).find(|&(_, lines)| lines <= most).unwrap_or(set(0));

        let measures = match cell {
            Some(cell) => {
                let slots = format::count(cell as u64);
                [format!("each cell stands for {slots} slots"), format!("cells of {slots} slots")]
            }
            None => {
                let slots = format::count(slots_per_row as u64);
                [format!("a row is {slots} slots"), format!("{slots} slots a row")]
            }
        };
        let last = entries.last().filter(|last| last.line + 1 == lines);
        let end = last.map_or(0, |last| last.left + width(pen, last.name)) + pen.px(GAP);
        let measure = pen.first_that_fits(&measures, SMALL, pen.size().0 - end);
        let measure = measure.map(|measure| (measure.to_owned(), lines - 1));
        Key { system, entries, measure }
    }

    pub fn draw<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        let middle = |line: i32| pen.px(LINE) * line + pen.px(LINE / 2.0);
        for entry in &self.entries {
            let top = middle(entry.line) - pen.px(SWATCH_HEIGHT) / 2;
            let (right, bottom) = (entry.left + pen.px(SWATCH_WIDTH), top + pen.px(SWATCH_HEIGHT));
            self.draw_sample(pen, entry.sample, Rect { left: entry.left, right, top, bottom })?;
            let at = (right + pen.px(SWATCH_GAP), middle(entry.line));
            pen.text(entry.name, at, Align::Left, SMALL, ColorRole::Ink)?;
        }
        match &self.measure {
            Some((text, line)) => pen.text(text, (pen.size().0, middle(*line)), Align::Right, SMALL, ColorRole::Muted),
            None => Ok(()),
        }
    }

    fn draw_sample<DB: Surface>(&self, pen: &Pen<'_, DB>, sample: Sample, rect: Rect) -> Drawn<DB> {
        let part = |i: usize, of: usize| {
            let x = |i: usize| pixel(i as f64 / of as f64, (rect.left, rect.right));
            Rect { left: x(i), right: x(i + 1), ..rect }
        };
        match sample {
            Sample::Use(kind) => {
                // Two requests, set off from each other as in the map.
                let mut paint = Paint::new(pen);
                paint.add(0, kind, Rect { right: part(0, 2).right - pen.hairline(), ..part(0, 2) });
                paint.add(1, kind, part(1, 2));
                paint.draw(pen)
            }
            Sample::Fullness => {
                (0..=LEVELS).try_for_each(|level| cells::fill(pen, self.system, level, [part(level, LEVELS + 1)]))
            }
            Sample::Free => hollow(pen, &[rect], ColorRole::HairStrong),
        }
    }
}

/// What a system can have.
fn samples(system: System, config: &Config, in_cells: bool) -> Vec<Sample> {
    if in_cells {
        return vec![Sample::Fullness, Sample::Free];
    }
    let uses: &[Use] = match system {
        // The longest request is rounded up as well, unless it is a power of two.
        System::Contiguous(Reservation::Maximum) if config.max_length().is_power_of_two() => {
            &[Use::Token, Use::Reserved, Use::Internal]
        }
        System::Contiguous(Reservation::Exact) => &[Use::Token, Use::Reserved, Use::Rounding],
        System::Contiguous(_) => &Use::ALL,
        System::ContiguousFirstFit(Reservation::Exact) => &[Use::Token, Use::Reserved],
        System::ContiguousFirstFit(_) => &[Use::Token, Use::Reserved, Use::Internal],
        System::Paged => &[Use::Token, Use::Internal],
    };
    uses.iter().map(|&kind| Sample::Use(kind)).chain([Sample::Free]).collect()
}

/// Names come in lengths from 0 to this; the longest say what they count as in a ledger.
const MOST_WORDS: usize = 3;

fn name(sample: Sample, system: System, words: usize) -> &'static str {
    let names = match (sample, system) {
        (Sample::Use(Use::Token), _) => ["tokens", "tokens", "tokens, by request", "tokens, by request"],
        (Sample::Use(Use::Reserved), _) => {
            ["reserved", "reserved for later", "reserved for later", "reserved for later"]
        }
        (Sample::Use(Use::Internal), System::Paged) => {
            ["tails", "tails of last blocks", "tails of last blocks", "tails of last blocks (internal)"]
        }
        (Sample::Use(Use::Internal), _) => {
            ["never used", "never used", "reserved, never used", "never used (internal)"]
        }
        (Sample::Use(Use::Rounding), _) => {
            ["rounding", "rounded up", "rounded up to a power of two", "rounded up (external)"]
        }
        (Sample::Fullness, _) => {
            ["tokens", "few to many tokens", "from no token to full of tokens", "from no token to full of tokens"]
        }
        (Sample::Free, System::Paged) => ["free", "free blocks", "free blocks", "free blocks (external)"],
        (Sample::Free, _) => ["holes", "holes", "holes", "holes (external)"],
    };
    names[words]
}

/// How wide an entry is.
fn width<DB: Surface>(pen: &Pen<'_, DB>, name: &str) -> i32 {
    pen.px(SWATCH_WIDTH) + pen.px(SWATCH_GAP) + pen.text_width(name, SMALL)
}

/// Entries one after the other, and how many lines they take.
fn set<DB: Surface>(pen: &Pen<'_, DB>, samples: &[Sample], system: System, words: usize) -> (Vec<Entry>, i32) {
    let (mut left, mut line) = (0, 0);
    let entries = samples.iter().map(|&sample| {
        let name = name(sample, system, words);
        let width = width(pen, name);
        if left > 0 && left + width > pen.size().0 {
            (left, line) = (0, line + 1);
        }
        let entry = Entry { sample, name, left, line };
        left += width + pen.px(GAP);
        entry
    });
    let entries: Vec<Entry> = entries.collect();
    (entries, line + 1)
}
