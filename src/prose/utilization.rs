//! What is said of the utilization bars.

use super::{Table, Template};
use crate::comparison::{Metric, Report};

pub(super) const HEADING: &str = "Use of the reserved memory";

pub(super) const SUBTITLE: &str = "Share of reserved slots that hold a token";

const TAILS: &str = "Hatched: slots left unused. Contiguous allocation leaves {contiguous-internal}; paging leaves \
                     {paged-internal}, at the ends of last blocks.";
const FULL: &str = "Hatched: slots left unused. Contiguous allocation leaves {contiguous-internal}; paging leaves \
                    {paged-internal}, for every block is full.";

pub(super) const CAPTIONS: [&str; 2] = [TAILS, FULL];

pub(super) fn caption(report: &Report) -> &'static str {
    if report.paged_slots() == report.tokens() { FULL } else { TAILS }
}

pub(super) fn label(report: &Report) -> String {
    Template(
        "Two bars. Contiguous allocation uses {contiguous-utilization} of {contiguous-slots} slots; paging uses \
         {paged-utilization} of {paged-slots} slots.",
    )
    .plain(report)
}

pub(super) fn table(report: &Report) -> Table {
    let row = |name: &str, metrics: [Metric; 3]| {
        let numbers = metrics.into_iter().map(|metric| report.text(metric));
        std::iter::once(name.to_owned()).chain(numbers).collect()
    };
    Table {
        headings: ["Allocator", "Tokens", "Slots", "Used"].map(str::to_owned).to_vec(),
        rows: vec![
            row("Contiguous", [Metric::Tokens, Metric::ContiguousSlots, Metric::ContiguousUtilization]),
            row("Paged", [Metric::Tokens, Metric::PagedSlots, Metric::PagedUtilization]),
        ],
    }
}
