//! What is said of what fits.

use super::{Table, Template};
use crate::comparison::{Metric, Report};
use crate::format;

pub(super) const HEADING: &str = "What fits";

pub(super) const SUBTITLE: &str = "The same memory, filled by requests as they come, until one is refused";

const COUNTED_IN_MODEL: &str = "To the {memory-slots} slots of the chosen model’s memory, contiguous allocation admits \
                                {contiguous-admitted} of the requests, and paging {paged-admitted}. That is a count. The ratio \
                                of the reserved slots, {capacity-multiplier}, is an estimate, for more requests like the \
                                first. Those that follow have lengths of their own, and the last has to fit as a whole.";
const ESTIMATED_IN_MODEL: &str = "To the {memory-slots} slots of the chosen model’s memory, contiguous allocation admits \
                                  {contiguous-admitted} of the requests, and paging about {paged-admitted}. They are too many to \
                                  count one by one, and enough for what is expected of them to be right to within a few percent.";
const COUNTED: &str = "To the {contiguous-slots} slots that contiguous allocation reserves, paging admits \
                       {paged-admitted} in place of {sequences}. That is a count. The ratio of the slots, \
                       {capacity-multiplier}, is an estimate, for more requests like the first. Those that \
                       follow have lengths of their own, and the last has to fit as a whole.";
const ESTIMATED: &str = "To the {contiguous-slots} slots that contiguous allocation reserves, paging admits about \
                         {paged-admitted} in place of {sequences}. They are too many to count one by one, and enough for \
                         what is expected of them to be right to within a few percent.";
const NONE: &str = "To the {memory-slots} slots there are, paging admits none: the first request needs more blocks of \
                    {block-size} than there are. Contiguous allocation admits {contiguous-admitted}.";
const PAGED_ALONE: &str = "To the {memory-slots} slots of the chosen model’s memory, contiguous allocation admits none: the \
                           maximum, {max-length}, is more than there is. Paging admits {paged-admitted}, for it takes what \
                           a request needs, not what it might.";
const PAGED_ALONE_ESTIMATED: &str = "To the {memory-slots} slots of the chosen model’s memory, contiguous allocation admits \
                                     none: the maximum, {max-length}, is more than there is. Paging admits about \
                                     {paged-admitted}, for it takes what a request needs, not what it might.";

pub(super) const CAPTIONS: [&str; 7] =
    [COUNTED, COUNTED_IN_MODEL, ESTIMATED, ESTIMATED_IN_MODEL, NONE, PAGED_ALONE, PAGED_ALONE_ESTIMATED];

pub(super) fn caption(report: &Report) -> &'static str {
    let capacity = report.capacity();
    match (report.memory().is_some(), capacity.is_counted()) {
        _ if capacity.paged() == 0 => NONE,
        (_, true) if capacity.contiguous() == 0 => PAGED_ALONE,
        (_, false) if capacity.contiguous() == 0 => PAGED_ALONE_ESTIMATED,
        (false, true) => COUNTED,
        (false, false) => ESTIMATED,
        (true, true) => COUNTED_IN_MODEL,
        (true, false) => ESTIMATED_IN_MODEL,
    }
}

pub(super) fn label(report: &Report) -> String {
    Template(
        "Two rows of requests in a memory of {memory-slots} slots: contiguous allocation admits {contiguous-admitted}, \
         paging {paged-admitted}.",
    )
    .plain(report)
}

pub(super) fn table(report: &Report) -> Table {
    let tokens = |requests: u64| match report.capacity().first_arrivals(requests) {
        Some(lengths) => lengths.iter().map(|&length| f64::from(length)).sum(),
        None => requests as f64 * report.capacity().typical().map_or(0.0, |(tokens, _)| tokens),
    };
    let row = |name: &str, requests: String, count: u64| {
        // A memory without a slot holds no token.
        let used = tokens(count) / report.value(Metric::MemorySlots).max(1.0);
        vec![name.to_owned(), requests, format::percent(used)]
    };
    Table {
        headings: ["Allocator", "Requests admitted", "Memory that holds a token"].map(str::to_owned).to_vec(),
        rows: vec![
            row("Contiguous", report.text(Metric::ContiguousAdmitted), report.capacity().contiguous()),
            row("Paged", report.text(Metric::PagedAdmitted), report.capacity().paged()),
        ],
    }
}
