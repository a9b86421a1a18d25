//! The finding: how paging compares with contiguous allocation, in a sentence or two.

use crate::comparison::Report;

const SAVES: &str = "Contiguous allocation uses {contiguous-utilization} of the memory it reserves; paging uses \
                     {paged-utilization}. In the same memory, paging holds {capacity-multiplier} times as many requests.";
/// For a saving that would be lost in rounding, told as a multiple.
const SAVES_LITTLE: &str = "Contiguous allocation uses {contiguous-utilization} of the memory it reserves; paging uses \
                            {paged-utilization}. The memory saved is {memory-reduction}.";
const TIES: &str = "Contiguous allocation uses {contiguous-utilization} of the memory it reserves. Here paging gains \
                    nothing: in whole blocks, these requests take just as much.";
const LOSES_BY_BLOCK: &str = "Here paging loses: it uses {paged-utilization} of the memory it reserves, contiguous \
                              allocation {contiguous-utilization}. A block of {block-size} is larger than the \
                              longest request allowed, {max-length}.";
const LOSES_BY_ROUNDING: &str = "Here paging loses: it uses {paged-utilization} of the memory it reserves, contiguous \
                                 allocation {contiguous-utilization}. Whole blocks of {block-size} go beyond the \
                                 longest request allowed, {max-length}.";

pub(super) const VARIANTS: [&str; 5] = [SAVES, SAVES_LITTLE, TIES, LOSES_BY_BLOCK, LOSES_BY_ROUNDING];

/// A multiple below this would read as 1.0.
const LEAST_MULTIPLE: f64 = 1.05;

pub(super) fn of(report: &Report) -> &'static str {
    let (paged, contiguous) = (report.paged_slots(), report.contiguous_slots());
    if paged == contiguous {
        TIES
    } else if paged < contiguous {
        if report.capacity_multiplier() < LEAST_MULTIPLE { SAVES_LITTLE } else { SAVES }
    } else if report.params().block_size() > report.params().max_length() {
        LOSES_BY_BLOCK
    } else {
        LOSES_BY_ROUNDING
    }
}
