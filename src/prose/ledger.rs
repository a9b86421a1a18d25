//! What is said of the ledger.

use super::{Table, Template};
use crate::comparison::{Metric, Report};
use crate::format;

pub(super) const HEADING: &str = "Where the slots go";

pub(super) const SUBTITLE: &str = "What the shares are shares of: every slot that is reserved, at one scale";

/// A small model and a large one: 2 × layers × KV heads × head dimension × 2 bytes, 24 × 2 × 64 and 40 × 40 × 128.
pub(super) const CAPTION: &str = "To find its blocks, paging keeps a table for each request, 4 bytes a block: {block-table-bytes} for {paged-blocks}. The keys and \
     values of one token alone take 12,288 bytes in a model as small as Qwen2.5-0.5B, and 819,200 in OPT-13B.";

pub(super) fn label(report: &Report) -> String {
    Template(
        "Two bars at one scale. Contiguous allocation reserves {contiguous-slots} slots: {tokens} hold a token, \
         {contiguous-internal} are never used. Paging reserves {paged-slots}: {tokens} hold a token, {paged-internal} \
         are the tails of last blocks.",
    )
    .plain(report)
}

pub(super) fn table(report: &Report) -> Table {
    let row = |name: &str, part: Metric, all: Metric| {
        vec![name.to_owned(), report.text(part), format::percent(report.value(part) / report.value(all))]
    };
    Table {
        headings: ["Part", "Slots", "Share"].map(str::to_owned).to_vec(),
        rows: vec![
            row("Contiguous: tokens", Metric::Tokens, Metric::ContiguousSlots),
            row("Contiguous: never used", Metric::ContiguousInternal, Metric::ContiguousSlots),
            row("Contiguous: reserved", Metric::ContiguousSlots, Metric::ContiguousSlots),
            row("Paged: tokens", Metric::Tokens, Metric::PagedSlots),
            row("Paged: tails of last blocks", Metric::PagedInternal, Metric::PagedSlots),
            row("Paged: reserved", Metric::PagedSlots, Metric::PagedSlots),
        ],
    }
}
