//! "What the numbers are": all of them, with where each comes from; as rows of a table, and as text to copy.

use super::{Passage, Template};
use crate::comparison::Report;
use crate::format;
use crate::params::Parameter;

/// A row of the table. Its number and its origin may hold metrics.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// What it is.
    pub name: &'static str,
    /// The number, with its unit.
    pub number: Template,
    /// How it comes about; empty where that goes without saying.
    pub origin: Template,
}

const fn number(name: &'static str, number: &'static str, origin: &'static str) -> Number {
    Number { name, number: Template(number), origin: Template(origin) }
}

/// Rows that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What they are about.
    pub name: &'static str,
    /// Whether there is anything to say only where a model was chosen.
    pub of_model: bool,
    /// The rows.
    pub numbers: &'static [Number],
}

const fn group(name: &'static str, numbers: &'static [Number]) -> Group {
    Group { name, of_model: false, numbers }
}

/// All rows, in groups.
pub const NUMBERS: [Group; 6] = [
    group(
        "Requests (sequences)",
        &[
            number("number", "{sequences}", ""),
            number("shortest", "{length-min} tokens", ""),
            number("longest", "{length-max} tokens", "none is longer than the maximum, {max-length}"),
            number("mean length", "{length-mean} tokens", "tokens ÷ requests"),
            number("in total", "{tokens} tokens", "the sum of all lengths"),
            number("seed", "{seed}", "of the random lengths, where there are any"),
        ],
    ),
    group(
        "Contiguous",
        &[
            number("reserved", "{contiguous-slots} slots", "requests × maximum length, {max-length}"),
            number("unused", "{contiguous-internal} slots", "reserved − tokens"),
            number("used", "{contiguous-utilization}", "tokens ÷ reserved"),
        ],
    ),
    group(
        "Paged",
        &[
            number("blocks", "{paged-blocks}", "each length ÷ block size, {block-size}, rounded up; all added up"),
            number("reserved", "{paged-slots} slots", "blocks × block size"),
            number("unused", "{paged-internal} slots", "reserved − tokens"),
            number("used", "{paged-utilization}", "tokens ÷ reserved"),
            number("block tables", "{block-table-bytes}", "4 bytes for each block"),
        ],
    ),
    group(
        "Paged against contiguous",
        &[
            number("memory saved", "{memory-reduction}", "1 − paged ÷ contiguous slots"),
            number("requests that fit", "{capacity-multiplier} times as many", "contiguous ÷ paged slots"),
        ],
    ),
    group(
        "Requests admitted, as they come",
        &[
            number("memory", "{memory-slots} slots", "of the chosen model, or else the contiguous slots"),
            number("contiguous", "{contiguous-admitted}", "memory ÷ maximum length, rounded down"),
            number("paged", "{paged-admitted}", "counted until one is refused; estimated above 100,000"),
        ],
    ),
    Group {
        name: "In the chosen model",
        of_model: true,
        numbers: &[
            number("a token", "{bytes-per-token}", "with numbers of {kv-dtype} bits"),
            number("a block", "{block-bytes}", "× block size, {block-size}"),
            number("memory", "{memory} GiB", ""),
            number("blocks in it", "{kv-blocks}", "memory ÷ a block, rounded down"),
            number("slots in them", "{kv-slots}", "× block size"),
            number("requests of maximum length", "{requests-at-maximum}", "these slots ÷ maximum length"),
            number("mean request", "{length-mean-bytes}", ""),
            number("its reservation", "{max-length-bytes}", "contiguous, for each request"),
            number("tokens", "{tokens-bytes}", ""),
            number("contiguous", "{contiguous-bytes}", "{contiguous-internal-bytes} of it unused"),
            number("paged", "{paged-bytes}", "{paged-internal-bytes} of it unused"),
            number("block tables", "{block-table-share}", "of what they manage"),
        ],
    },
];

/// The groups that say something of `report`.
fn groups(report: &Report) -> impl Iterator<Item = Group> {
    let has_model = report.memory().is_some();
    NUMBERS.into_iter().filter(move |group| has_model || !group.of_model)
}

/// All numbers as Markdown, for a design document, with an address that leads to them.
pub fn markdown(report: &Report, address: &str) -> String {
    let mut text = String::from("| KV cache | | |\n|---|---|---|\n");
    for group in groups(report) {
        text += &format!("| **{}** | | |\n", group.name);
        for number in group.numbers {
            text +=
                &format!("| {} | {} | {} |\n", number.name, number.number.plain(report), number.origin.plain(report));
        }
    }
    text + &format!("\n{}\n\n[These numbers, to change]({address})\n", origin(report))
}

/// All numbers as text to copy.
pub fn summary(report: &Report) -> String {
    let mut text = String::new();
    for group in groups(report) {
        text += &format!("{}\n", group.name);
        for number in group.numbers {
            let line =
                format!("  {:<20}{:<26}{}", number.name, number.number.plain(report), number.origin.plain(report));
            text += &format!("{}\n", line.trim_end());
        }
        text.push('\n');
    }
    text + &format!("{}\n", origin(report))
}

/// Where the lengths come from, and the model, if there is one.
fn origin(report: &Report) -> String {
    let params = report.params();
    let mut text = format!("Lengths: {}", Passage::Workload.of(report).plain(report));
    for parameter in [Parameter::Mean, Parameter::Mu, Parameter::Sigma] {
        if params.applies(parameter) {
            text += &format!(" {}: {}.", parameter.spec().label, format::exact(params.get(parameter)));
        }
    }
    if report.memory().is_some() {
        text += &format!(" Model: {}.", params.chosen_label(Parameter::Model).unwrap_or_default());
    }
    text
}
