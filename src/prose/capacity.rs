//! What is said of what fits.

use super::{Table, Template};
use crate::comparison::{Metric, Report};
use crate::format;

pub(super) const HEADING: &str = "What fits";

pub(super) const SUBTITLE: &str = "The same memory, filled by requests as they come, until one is refused";

const COUNTED: &str = "To the {contiguous-slots} slots that contiguous allocation reserves, paging admits \
                       {paged-admitted} in place of {sequences}. That is a count. The ratio of the slots, \
                       {capacity-multiplier}, is an estimate, for more requests like the first. Those that \
                       follow are as long as chance has them, and the last has to fit as a whole.";
const ESTIMATED: &str = "To the {contiguous-slots} slots that contiguous allocation reserves, paging admits about \
                         {paged-admitted} in place of {sequences}. They are too many to count one by one, and enough for \
                         what is expected of them to be right to within a percent.";
const NONE: &str = "To the {contiguous-slots} slots that contiguous allocation reserves, paging admits none: the first \
                    request needs more blocks of {block-size} than there are.";

pub(super) const CAPTIONS: [&str; 3] = [COUNTED, ESTIMATED, NONE];

pub(super) fn caption(report: &Report) -> &'static str {
    match (report.capacity().paged(), report.capacity().admitted()) {
        (0, _) => NONE,
        (_, Some(_)) => COUNTED,
        (_, None) => ESTIMATED,
    }
}

pub(super) fn label(report: &Report) -> String {
    Template(
        "Two rows of requests in a memory of {contiguous-slots} slots: contiguous allocation admits {sequences}, paging \
         {paged-admitted}.",
    )
    .plain(report)
}

pub(super) fn table(report: &Report) -> Table {
    let memory = report.value(Metric::ContiguousSlots);
    let row = |name: &str, requests: String, used: f64| vec![name.to_owned(), requests, format::percent(used)];
    let paged_tokens = match report.capacity().admitted() {
        Some(lengths) => lengths.iter().map(|&length| f64::from(length)).sum(),
        None => report.capacity().paged() as f64 * report.mean_length(),
    };
    Table {
        headings: ["Allocator", "Requests admitted", "Memory that holds a token"].map(str::to_owned).to_vec(),
        rows: vec![
            row("Contiguous", report.text(Metric::Sequences), report.contiguous_utilization()),
            row("Paged", report.text(Metric::PagedAdmitted), paged_tokens / memory),
        ],
    }
}
