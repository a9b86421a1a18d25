//! What is said of the sweep of block sizes.

use super::{Table, Template};
use crate::comparison::Report;
use crate::format;
use crate::params::Workload;
use crate::sweep::{self, Point};

pub(super) const HEADING: &str = "Which block size";

pub(super) const SUBTITLE: &str =
    "How much of the paged memory holds a token, and how many blocks there are, by block size";

/// 16 is the default of vLLM (Kwon et al., SOSP 2023, §7.2).
const BAND: &str = "Small blocks usually waste less, but each has to be kept track of: {paged-blocks} at the block \
                    size {block-size}, {tokens} at 1. vLLM’s default is 16. The band is where 100 other seeds lead; \
                    dashed, what to expect of the mean length L, as long as a block of B is small against it.";
const BAND_AT_ONE: &str = "Small blocks usually waste less, but each has to be kept track of: at the block size 1, as \
                           many as there are tokens, {tokens}. vLLM’s default is 16. The band is where 100 other \
                           seeds lead; dashed, what to expect of the mean length L, as long as a block of B is small \
                           against it.";
const OWN: &str = "Small blocks usually waste less, but each has to be kept track of: {paged-blocks} at the block \
                   size {block-size}, {tokens} at 1. vLLM’s default is 16. The band is where 100 random draws from \
                   your lengths lead; dashed, what to expect of the mean length L, as long as a block of B is small \
                   against it.";
const OWN_AT_ONE: &str = "Small blocks usually waste less, but each has to be kept track of: at the block size 1, as \
                          many as there are tokens, {tokens}. vLLM’s default is 16. The band is where 100 random \
                          draws from your lengths lead; dashed, what to expect of the mean length L, as long as a \
                          block of B is small against it.";
const LINE: &str = "Small blocks usually waste less, but each has to be kept track of: {paged-blocks} at the block \
                    size {block-size}, {tokens} at 1. vLLM’s default is 16. Other seeds would lead to the same line; \
                    dashed, what to expect of the mean length L, as long as a block of B is small against it.";
const LINE_AT_ONE: &str = "Small blocks usually waste less, but each has to be kept track of: at the block size 1, as \
                           many as there are tokens, {tokens}. vLLM’s default is 16. Other seeds would lead to the \
                           same line; dashed, what to expect of the mean length L, as long as a block of B is small \
                           against it.";
const SAME: &str = "Small blocks usually waste less, but each has to be kept track of: {paged-blocks} at the block \
                    size {block-size}, {tokens} at 1. vLLM’s default is 16. Dashed, what to expect of the mean length \
                    L, as long as a block of B is small against it.";
const SAME_AT_ONE: &str = "Small blocks usually waste less, but each has to be kept track of: at the block size 1, as \
                           many as there are tokens, {tokens}. vLLM’s default is 16. Dashed, what to expect of the \
                           mean length L, as long as a block of B is small against it.";

pub(super) const CAPTIONS: [&str; 8] = [BAND, BAND_AT_ONE, OWN, OWN_AT_ONE, LINE, LINE_AT_ONE, SAME, SAME_AT_ONE];

pub(super) fn caption(report: &Report) -> &'static str {
    let params = report.params();
    let [caption, at_one] = match params.workload() {
        Workload::Constant => [SAME, SAME_AT_ONE],
        _ if !sweep::gets_band(params) => [LINE, LINE_AT_ONE],
        Workload::Custom if !report.own_lengths().lengths().is_empty() => [OWN, OWN_AT_ONE],
        _ => [BAND, BAND_AT_ONE],
    };
    if params.block_size() == 1 { at_one } else { caption }
}

pub(super) fn label(report: &Report) -> String {
    let named = powers_of_two(report).filter(|point| [1, 16, 256, 4_096].contains(&point.block_size));
    let shares: Vec<String> = named
        .map(|point| {
            format!("{} with blocks of {}", format::percent(point.utilization), format::count(point.block_size.into()))
        })
        .collect();
    let chosen = Template("{paged-utilization} with the chosen {block-size}").plain(report);
    format!("Line chart: paging uses {}; {chosen}.", shares.join(", "))
}

pub(super) fn table(report: &Report) -> Table {
    let row = |point: &Point| {
        let band = point.band.filter(|_| report.sweep().has_band());
        let band =
            band.map_or_else(|| ["–".to_owned(), "–".to_owned()], |(low, high)| [low, high].map(format::percent));
        let expected = sweep::closed_form(report.mean_length(), point.block_size);
        let [low, high] = band;
        vec![
            format::count(point.block_size.into()),
            format::count(point.blocks),
            format::percent(point.utilization),
            low,
            high,
            format::percent(expected),
        ]
    };
    let headings = ["Block size", "Blocks", "Used", "Lowest of 100", "Highest", "L ÷ (L + (B − 1) ÷ 2)"];
    Table { headings: headings.map(str::to_owned).to_vec(), rows: powers_of_two(report).map(row).collect() }
}

/// The powers of two, which are what people choose from.
fn powers_of_two(report: &Report) -> impl Iterator<Item = &Point> {
    report.sweep().points().iter().filter(|point| point.block_size.is_power_of_two())
}
