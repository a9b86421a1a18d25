//! What is said of who has which slot.

use super::super::Table;
use super::{is_paged, name};
use crate::format;
use crate::serving::{Extent, Scene, System};

pub(super) fn subtitle(scene: Scene<'_>) -> String {
    format!("{}: the pool at the end of step {}", name(scene.system), format::count(scene.step()))
}

const BUDDY: &str = "A request’s slots lie side by side, in one chunk. Where a chunk is given back, the hole stays until a \
                     request comes that fits into it, or the other half of a larger chunk is free as well.";
const FIRST_FIT: &str = "A request’s slots lie side by side. Where one ends, its hole stays until a request comes that fits \
                         into it, or a neighbour ends as well.";
const PAGED: &str = "A request’s blocks lie wherever one was free when it was needed. Every free block will do for any request, \
                     so there are no holes.";

pub(super) fn caption(scene: Scene<'_>) -> &'static str {
    match scene.system {
        System::Contiguous(_) => BUDDY,
        System::ContiguousFirstFit(_) => FIRST_FIT,
        System::Paged => PAGED,
    }
}

pub(in super::super) fn label(scene: Scene<'_>) -> String {
    let moment = scene.server().moment();
    let ledger = moment.ledger;
    let count = |slots: usize| format::count(slots as u64);
    let of_running = if is_paged(scene.system) {
        format!("ends of last blocks {}", count(ledger.internal))
    } else {
        format!("reserved for later {}, reserved and never used {}", count(ledger.reserved), count(ledger.internal))
    };
    format!(
        "A map of the pool at the end of step {}. Requests running: {}. Slots: {} in all; tokens {}, {of_running}, free or lost {}.{}",
        format::count(scene.step()),
        count(moment.running),
        count(ledger.total()),
        count(ledger.tokens),
        count(ledger.external),
        super::happened::waiting(scene).map_or(String::new(), |waiting| format!(" {waiting}")),
    )
}

/// So many ranges are listed at most.
const MOST_ROWS: usize = 1_000;

pub(in super::super) fn table(scene: Scene<'_>) -> Table {
    let mut extents = scene.server().extents();
    extents.sort_by_key(|extent| extent.slots.start);
    let row = |extent: &Extent| {
        let Extent { request, slots, tokens, reserved, internal } = extent;
        let beyond = slots.len() - tokens - reserved - internal;
        let numbers = [*request + 1, slots.start, slots.end - 1, *tokens, *reserved, *internal, beyond];
        numbers.map(|number| format::count(number as u64)).to_vec()
    };
    let headings = ["Request", "From slot", "To slot", "Tokens", "Reserved", "Internal", "Beyond what it asked for"];
    Table { headings: headings.map(str::to_owned).to_vec(), rows: extents.iter().take(MOST_ROWS).map(row).collect() }
}
