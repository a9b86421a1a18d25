//! What is said of serving over time. Sentences have places for numbers of the whole run, such as `{paged-tokens}`, and for
//! steps to go to, such as `{paged@213}`.

mod happened;
mod memory;
mod moments;
mod timeline;
mod waste;

use crate::figure::Figure;
use crate::serving::{Scene, System};

pub use happened::happened;
pub use moments::moments;

pub(super) use memory::{label as memory_label, table as memory_table};
pub(super) use timeline::{label as timeline_label, table as timeline_table};
pub(super) use waste::{label as waste_label, table as waste_table};

pub(super) const WASTE: &str = "Where the memory goes, over time";
pub(super) const TIMELINE: &str = "Step by step";
pub(super) const MEMORY: &str = "Who has which slot";

pub use waste::CAPTIONS as WASTE_CAPTIONS;

/// What a figure of serving over time is of; nothing for any other. `bytes` is what the pool comes to in a chosen model.
pub fn subtitle(figure: Figure, scene: Scene<'_>, bytes: Option<String>) -> String {
    match figure {
        Figure::ServingWaste => waste::subtitle(scene, bytes),
        Figure::ServingTimeline => timeline::subtitle(scene),
        Figure::ServingMemory => memory::subtitle(scene),
        _ => String::new(),
    }
}

/// What is seen in a figure of serving over time; nothing for any other.
pub fn caption(figure: Figure, scene: Scene<'_>) -> String {
    match figure {
        Figure::ServingWaste => waste::caption(scene),
        Figure::ServingTimeline => timeline::caption(scene).to_owned(),
        Figure::ServingMemory => memory::caption(scene).to_owned(),
        _ => String::new(),
    }
}

/// What a system is called.
fn name(system: System) -> &'static str {
    system.titles()[0]
}

/// Whether a system gives memory in blocks.
fn is_paged(system: System) -> bool {
    system == System::Paged
}

/// Whether a system has its memory from a buddy allocator.
fn is_buddy(system: System) -> bool {
    matches!(system, System::Contiguous(_))
}
