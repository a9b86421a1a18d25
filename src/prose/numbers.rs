//! "What the numbers are": all of them, with where each comes from; as rows of a table, and as text to copy.

use super::Template;
use crate::comparison::Report;
use crate::format;

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

/// All rows, in groups.
pub const NUMBERS: [(&str, &[Number]); 4] = [
    (
        "Requests (sequences)",
        &[
            number("number", "{sequences}", ""),
            number("shortest", "{length-min} tokens", "none is shorter than 50 tokens, unless the maximum is"),
            number("longest", "{length-max} tokens", "none is longer than the maximum, {max-length}"),
            number("mean length", "{length-mean} tokens", "tokens ÷ requests"),
            number("in total", "{tokens} tokens", "the sum of all lengths"),
            number("seed", "{seed}", "of the random lengths"),
        ],
    ),
    (
        "Contiguous",
        &[
            number("reserved", "{contiguous-slots} slots", "requests × maximum length, {max-length}"),
            number("unused", "{contiguous-internal} slots", "reserved − tokens"),
            number("used", "{contiguous-utilization}", "tokens ÷ reserved"),
        ],
    ),
    (
        "Paged",
        &[
            number("blocks", "{paged-blocks}", "each length ÷ block size, {block-size}, rounded up; all added up"),
            number("reserved", "{paged-slots} slots", "blocks × block size"),
            number("unused", "{paged-internal} slots", "reserved − tokens"),
            number("used", "{paged-utilization}", "tokens ÷ reserved"),
            number("block tables", "{block-table-bytes}", "4 bytes for each block"),
        ],
    ),
    (
        "Paged against contiguous",
        &[
            number("memory saved", "{memory-reduction}", "1 − paged ÷ contiguous slots"),
            number("requests that fit", "{capacity-multiplier} times as many", "contiguous ÷ paged slots"),
            number(
                "admitted",
                "{paged-admitted}",
                "requests to the contiguous slots, as they come; estimated above 100,000",
            ),
        ],
    ),
];

/// All numbers as Markdown, for a design document, with an address that leads to them.
pub fn markdown(report: &Report, address: &str) -> String {
    let mut text = String::from("| KV cache | | |\n|---|---|---|\n");
    for (group, numbers) in NUMBERS {
        text += &format!("| **{group}** | | |\n");
        for number in numbers {
            text +=
                &format!("| {} | {} | {} |\n", number.name, number.number.plain(report), number.origin.plain(report));
        }
    }
    text + &format!("\n[These numbers, to change]({address})\n")
}

/// All numbers as text to copy.
pub fn summary(report: &Report) -> String {
    let mut text = String::new();
    for (group, numbers) in NUMBERS {
        text += &format!("{group}\n");
        for number in numbers {
            let line =
                format!("  {:<20}{:<26}{}", number.name, number.number.plain(report), number.origin.plain(report));
            text += &format!("{}\n", line.trim_end());
        }
        text.push('\n');
    }
    text + &format!("Workload: exponential, mean {} before clipping\n", format::exact(report.params().mean()))
}
