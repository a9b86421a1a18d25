//! Which figures there are. How they are drawn is the business of [`chart`](crate::chart), what is said of them that
//! of [`prose`](crate::prose).

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
}

impl Figure {
    /// Every figure, in the order of the story.
    pub const ALL: [Figure; 6] = [
        Figure::Histogram,
        Figure::Utilization,
        Figure::Ledger,
        Figure::MemoryMap,
        Figure::Capacity,
        Figure::BlockSizeSweep,
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
        }
    }

    /// The figure of that name, if there is one.
    pub fn named(name: &str) -> Option<Figure> {
        Figure::ALL.into_iter().find(|figure| figure.name() == name)
    }
}
