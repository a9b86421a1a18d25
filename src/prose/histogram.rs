//! What is said of the histogram.

use super::{Table, Template};
use crate::comparison::Report;
use crate::format;

pub(super) const HEADING: &str = "Lengths of the requests";

const ONE: &str = "{sequences} request of length {length-min}, in tokens";
const ALIKE: &str = "{sequences} requests of length {length-min}, in tokens";
const DIFFERENT: &str = "{sequences} requests of {length-min} to {length-max} tokens";

pub(super) const SUBTITLES: [&str; 3] = [ONE, ALIKE, DIFFERENT];

pub(super) fn subtitle(report: &Report) -> &'static str {
    match (report.params().sequences(), report.shortest() == report.longest()) {
        (1, _) => ONE,
        (_, true) => ALIKE,
        (_, false) => DIFFERENT,
    }
}

const NONE_REACHES: &str = "Dashed: the length reserved for every request, {max-length}. Solid: the mean length, \
                            {length-mean}. No request reaches into the hatched part.";
const SOME_FILL: &str = "Dashed: the length reserved for every request, {max-length}. Solid: the mean length, \
                         {length-mean}. Requests cut off at the maximum fill what they have.";
const ALL_FILL: &str = "Dashed: the length reserved for every request, {max-length}. Solid: the mean length, \
                        {length-mean}. Every request fills what it has.";

pub(super) const CAPTIONS: [&str; 3] = [NONE_REACHES, SOME_FILL, ALL_FILL];

pub(super) fn caption(report: &Report) -> &'static str {
    if report.tokens() == report.contiguous_slots() {
        ALL_FILL
    } else if report.longest() < report.params().max_length() {
        NONE_REACHES
    } else {
        SOME_FILL
    }
}

pub(super) fn label(report: &Report) -> String {
    let lengths = Template(subtitle(report)).plain(report);
    let lines = Template("mean length {length-mean}, reserved for each {max-length}").plain(report);
    format!("Histogram of request lengths: {lengths}; {lines}.")
}

pub(super) fn table(report: &Report) -> Table {
    let histogram = report.histogram();
    let bins = histogram.edges.windows(2).zip(&histogram.counts);
    Table {
        headings: ["From (tokens)", "To (tokens)", "Requests"].map(str::to_owned).to_vec(),
        rows: bins
            .map(|(edges, count)| {
                vec![format::hundredths(edges[0]), format::hundredths(edges[1]), format::count(*count)]
            })
            .collect(),
    }
}
