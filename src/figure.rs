//! Which figures there are. How they are drawn is the business of [`chart`](crate::chart), what is said of them that
//! of [`prose`](crate::prose).

use crate::comparison::Report;
use crate::serving::Scene;

/// One figure of the explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// How long the requests are, against what is reserved for each.
    Histogram,
    /// The share of what each allocator reserves that holds a token.
    Utilization,
    /// All that each allocator reserves, and what becomes of it.
    Ledger,
    /// What stands at which address.
    MemoryMap,
    /// What every block size would lead to.
    BlockSizeSweep,
    /// How many requests fit into the same memory.
    Capacity,
    /// What becomes of the memory while requests come and go, beside what was published.
    ServingWaste,
    /// What becomes of it step by step.
    ServingTimeline,
    /// Who has which slot at one step.
    ServingMemory,
}

/// What figures show.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The comparison.
    pub report: &'a Report,
    /// Settings to compare it with.
    pub pins: &'a [Report],
    /// Serving over time, once it was simulated.
    pub scene: Option<Scene<'a>>,
}

impl<'a> Subject<'a> {
    /// The comparison alone.
    pub fn of(report: &'a Report) -> Self {
        Subject { report, pins: &[], scene: None }
    }
}

impl Figure {
    /// Every figure, in the order of the story.
    pub const ALL: [Figure; 9] = [
        Figure::Histogram,
        Figure::Utilization,
        Figure::Ledger,
        Figure::MemoryMap,
        Figure::Capacity,
        Figure::BlockSizeSweep,
        Figure::ServingWaste,
        Figure::ServingTimeline,
        Figure::ServingMemory,
    ];

    /// Name in a page (`data-figure`).
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Histogram => "histogram",
            Figure::Utilization => "utilization",
            Figure::Ledger => "ledger",
            Figure::MemoryMap => "memory-map",
            Figure::BlockSizeSweep => "block-size-sweep",
            Figure::Capacity => "capacity",
            Figure::ServingWaste => "serving-waste",
            Figure::ServingTimeline => "serving-timeline",
            Figure::ServingMemory => "serving-memory",
        }
    }

    /// Whether a page can do without it at first: only the whole module has it (Cargo feature `whole`).
    pub const fn comes_later(self) -> bool {
        matches!(self, Figure::MemoryMap | Figure::BlockSizeSweep) || self.is_of_serving()
    }

    /// Whether it is in this module.
    pub(crate) const fn is_here(self) -> bool {
        cfg!(feature = "whole") || !self.comes_later()
    }

    /// Whether it is of serving over time.
    pub const fn is_of_serving(self) -> bool {
        matches!(self, Figure::ServingWaste | Figure::ServingTimeline | Figure::ServingMemory)
    }

    /// The figure of that name, if there is one.
    pub fn named(name: &str) -> Option<Figure> {
        Figure::ALL.into_iter().find(|figure| figure.name() == name)
    }
}
