//! What is said of memory in bytes, once a model is chosen.

use crate::comparison::Report;
use crate::figure::Figure;
use crate::model::Model;

const HEADS: &str = "One token takes 2 (a key and a value) × {layers} layers × {kv-heads} KV heads × {head-dim} numbers \
                     × {kv-dtype} bits ÷ 8 = {bytes-per-token}.";
const LATENT: &str = "One token takes {layers} layers × {head-dim} numbers (one vector for the keys and values of all \
                      heads, and what is kept of the position: no factor 2) × {kv-dtype} bits ÷ 8 = {bytes-per-token}.";

pub(super) const BYTES: [&str; 2] = [HEADS, LATENT];

pub(super) fn bytes(report: &Report) -> &'static str {
    match report.params().model() {
        Some(Model::Latent { .. }) => LATENT,
        _ => HEADS,
    }
}

const SOME: &str = "Blocks: ⌊{memory} GiB ÷ ({block-size} × {bytes-per-token})⌋ = {kv-blocks}, with {kv-slots} slots. \
                    That is {requests-at-maximum} times the maximum length, {max-length}.";
const NONE: &str = "Blocks: ⌊{memory} GiB ÷ ({block-size} × {bytes-per-token})⌋ = {kv-blocks}: not even one block \
                    fits.";

pub(super) const BLOCKS: [&str; 2] = [SOME, NONE];

pub(super) fn blocks(report: &Report) -> &'static str {
    if report.memory().is_some_and(|memory| memory.blocks() == 0) { NONE } else { SOME }
}

/// What the numbers of a figure come to in the chosen model.
pub(super) fn memory(figure: Figure) -> &'static str {
    match figure {
        Figure::Histogram => {
            "In the chosen model, a request of the mean length takes {length-mean-bytes}, and {max-length-bytes} are \
             reserved for each."
        }
        Figure::Utilization => {
            "In the chosen model, the tokens take {tokens-bytes}. Contiguous allocation reserves {contiguous-bytes} for \
             them, paging {paged-bytes}."
        }
        Figure::Ledger => {
            "In the chosen model, {contiguous-internal-bytes} are never used, against {paged-internal-bytes} in the tails \
             of last blocks. The block tables take {block-table-bytes}, {block-table-share} of the {paged-bytes} that \
             they manage."
        }
        Figure::MemoryMap => {
            "In the chosen model, a block of {block-size} takes {block-bytes}, and a reservation {max-length-bytes}."
        }
        Figure::Capacity => "The memory is that of the chosen model: {memory} GiB, at {bytes-per-token} a token.",
        Figure::BlockSizeSweep => {
            "In the chosen model, a block of {block-size} takes {block-bytes}, and {memory} GiB hold {kv-blocks} of them."
        }
        // Their captions say so themselves.
        Figure::ServingWaste | Figure::ServingTimeline | Figure::ServingMemory => "",
    }
}
