//! The words of the explainer that follow its numbers.
//!
//! A sentence is a [`Template`]: text in which `{tokens}` stands for the metric of that name. The page puts an element
//! that carries the number in its place, [`Template::plain`] the number as text.

mod block_size_sweep;
mod capacity;
mod finding;
mod histogram;
mod ledger;
mod memory_map;
mod model;
mod numbers;
mod numpy;
mod pin;
pub mod serving;
mod utilization;
mod workload;

use crate::comparison::{Metric, Report};
use crate::figure::{Figure, Subject};
use crate::format;
use crate::params;
use crate::pins::{MOST_PINS, PinsError};
use crate::workload::reading::{LONGEST, MOST_LENGTHS};

pub use memory_map::block_table;
pub use numbers::{Group, NUMBERS, Number, markdown, summary};
pub use numpy::numpy_lines;
pub use pin::pin_name;

/// A sentence with places for numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template(&'static str);

impl Template {
    /// The sentence with `{metric}` where a number belongs.
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// The sentence with its numbers.
    pub fn plain(self, report: &Report) -> String {
        let mut plain = String::with_capacity(self.0.len());
        let mut rest = self.0;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            plain.push_str(before);
            if let Some(metric) = Metric::named(name) {
                plain.push_str(&report.text(metric));
            }
            rest = after;
        }
        plain + rest
    }
}

/// Which text of the explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// The finding, above the figures.
    Finding,
    /// What a figure is of.
    Subtitle(Figure),
    /// What is seen in a figure.
    Caption(Figure),
    /// What the numbers of a figure come to in bytes. Only of use where a model was chosen.
    Memory(Figure),
    /// What a token takes in the chosen model.
    ModelBytes,
    /// How many blocks there are in the memory of the chosen model.
    ModelBlocks,
    /// Where the lengths come from.
    Workload,
}

impl Passage {
    /// The passage of that name: `finding`, `histogram-caption`, `utilization-subtitle` and so on.
    pub fn named(name: &str) -> Option<Passage> {
        match name {
            "finding" => return Some(Passage::Finding),
            "model-bytes" => return Some(Passage::ModelBytes),
            "model-blocks" => return Some(Passage::ModelBlocks),
            "workload-source" => return Some(Passage::Workload),
            _ => {}
        }
        let (figure, part) = name.rsplit_once('-')?;
        let figure = Figure::named(figure).filter(|figure| !figure.is_of_serving())?;
        match part {
            "subtitle" => Some(Passage::Subtitle(figure)),
            "caption" => Some(Passage::Caption(figure)),
            "memory" => Some(Passage::Memory(figure)),
            _ => None,
        }
    }

    /// What it says of `report`: one of its variants.
    pub fn of(self, report: &Report) -> Template {
        Template(match self {
            Passage::Finding => finding::of(report),
            Passage::Subtitle(Figure::Histogram) => histogram::subtitle(report),
            Passage::Subtitle(Figure::Utilization) => utilization::SUBTITLE,
            Passage::Subtitle(Figure::Ledger) => ledger::SUBTITLE,
            Passage::Subtitle(Figure::MemoryMap) => memory_map::SUBTITLE,
            Passage::Subtitle(Figure::BlockSizeSweep) => block_size_sweep::SUBTITLE,
            Passage::Subtitle(Figure::Capacity) => capacity::SUBTITLE,
            Passage::Caption(Figure::Histogram) => histogram::caption(report),
            Passage::Caption(Figure::Utilization) => utilization::caption(report),
            Passage::Caption(Figure::Ledger) => ledger::CAPTION,
            Passage::Caption(Figure::MemoryMap) => memory_map::caption(report),
            Passage::Caption(Figure::BlockSizeSweep) => block_size_sweep::caption(report),
            Passage::Caption(Figure::Capacity) => capacity::caption(report),
            // Those of serving over time say more than a template can.
            Passage::Subtitle(_) | Passage::Caption(_) => "",
            Passage::Memory(figure) => model::memory(figure),
            Passage::ModelBytes => model::bytes(report),
            Passage::ModelBlocks => model::blocks(report),
            Passage::Workload => workload::of(report),
        })
    }

    /// All that it may say, so that a page can keep room for the longest.
    pub fn variants(self) -> Vec<Template> {
        let variants: &[&'static str] = match self {
            Passage::Finding => &finding::VARIANTS,
            Passage::Subtitle(Figure::Histogram) => &histogram::SUBTITLES,
            Passage::Subtitle(Figure::Utilization) => &[utilization::SUBTITLE],
            Passage::Subtitle(Figure::Ledger) => &[ledger::SUBTITLE],
            Passage::Subtitle(Figure::MemoryMap) => &[memory_map::SUBTITLE],
            Passage::Subtitle(Figure::BlockSizeSweep) => &[block_size_sweep::SUBTITLE],
            Passage::Subtitle(Figure::Capacity) => &[capacity::SUBTITLE],
            Passage::Caption(Figure::Histogram) => &histogram::CAPTIONS,
            Passage::Caption(Figure::Utilization) => &utilization::CAPTIONS,
            Passage::Caption(Figure::Ledger) => &[ledger::CAPTION],
            Passage::Caption(Figure::MemoryMap) => &memory_map::CAPTIONS,
            Passage::Caption(Figure::BlockSizeSweep) => &block_size_sweep::CAPTIONS,
            Passage::Caption(Figure::Capacity) => &capacity::CAPTIONS,
            Passage::Subtitle(_) | Passage::Caption(_) => &[""],
            Passage::Memory(figure) => &[model::memory(figure)],
            Passage::ModelBytes => &model::BYTES,
            Passage::ModelBlocks => &model::BLOCKS,
            Passage::Workload => &workload::VARIANTS,
        };
        variants.iter().copied().map(Template).collect()
    }
}

/// Says that something given for the lengths of requests is none, and what is done about it.
pub fn no_length(part: &str) -> String {
    let (quoted, longest) = (params::quoted(part), format::count(LONGEST.into()));
    let most = format::count(MOST_LENGTHS as u64);
    format!(
        "Lengths: {quoted} is no length from 1 to {longest} tokens, or makes more than {most} of them; those before are kept."
    )
}

/// Says what is wrong with settings to compare with, and what is done about it.
pub fn no_pins(error: &PinsError<'_>) -> String {
    match error {
        PinsError::Unreadable(part) => {
            format!("Pins: {} is no setting that can be pinned; those before are kept.", params::quoted(part))
        }
        PinsError::TooMany => format!("Pins: there can be {MOST_PINS} at most; those before are kept."),
    }
}

/// What `figure` is called.
pub fn heading(figure: Figure) -> &'static str {
    match figure {
        Figure::Histogram => histogram::HEADING,
        Figure::Utilization => utilization::HEADING,
        Figure::Ledger => ledger::HEADING,
        Figure::MemoryMap => memory_map::HEADING,
        Figure::BlockSizeSweep => block_size_sweep::HEADING,
        Figure::Capacity => capacity::HEADING,
        Figure::ServingWaste => serving::WASTE,
        Figure::ServingTimeline => serving::TIMELINE,
        Figure::ServingMemory => serving::MEMORY,
    }
}

/// What `figure` shows, in words, for those who do not see it.
pub fn label(figure: Figure, Subject { report, scene, .. }: Subject<'_>) -> String {
    match (figure, scene) {
        _ if !figure.is_here() => heading(figure).to_owned(),
        (Figure::Histogram, _) => histogram::label(report),
        (Figure::Utilization, _) => utilization::label(report),
        (Figure::Ledger, _) => ledger::label(report),
        (Figure::MemoryMap, _) => memory_map::label(report),
        (Figure::BlockSizeSweep, _) => block_size_sweep::label(report),
        (Figure::Capacity, _) => capacity::label(report),
        (Figure::ServingWaste, Some(scene)) => serving::waste_label(scene),
        (Figure::ServingTimeline, Some(scene)) => serving::timeline_label(scene),
        (Figure::ServingMemory, Some(scene)) => serving::memory_label(scene),
        (_, None) => heading(figure).to_owned(),
    }
}

/// The data behind a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// What each column is.
    pub headings: Vec<String>,
    /// The cells of each row, as many as there are headings.
    pub rows: Vec<Vec<String>>,
}

/// The data of `figure`, as numbers to read; nothing where there is none.
pub fn table(figure: Figure, Subject { report, scene, .. }: Subject<'_>) -> Table {
    match (figure, scene) {
        _ if !figure.is_here() => Table::default(),
        (Figure::Histogram, _) => histogram::table(report),
        (Figure::Utilization, _) => utilization::table(report),
        (Figure::Ledger, _) => ledger::table(report),
        (Figure::MemoryMap, _) => memory_map::table(report),
        (Figure::BlockSizeSweep, _) => block_size_sweep::table(report),
        (Figure::Capacity, _) => capacity::table(report),
        (Figure::ServingWaste, Some(scene)) => serving::waste_table(scene),
        (Figure::ServingTimeline, Some(scene)) => serving::timeline_table(scene),
        (Figure::ServingMemory, Some(scene)) => serving::memory_table(scene),
        (_, None) => Table::default(),
    }
}
