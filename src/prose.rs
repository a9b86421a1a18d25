//! The sentences that follow the numbers.
//!
//! A sentence is a [`Template`]: text in which `{tokens}` stands for the metric of that name. The page puts an element
//! that carries the number in its place, [`Template::plain`] the number as text.

use crate::chart::Figure;
use crate::comparison::{Metric, Report};
use crate::format;
use crate::params::Params;

/// A sentence with places for numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(String);

impl Template {
    /// The sentence with `{metric}` where a number belongs.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The sentence with its numbers.
    pub fn plain(&self, report: &Report) -> String {
        let mut plain = String::with_capacity(self.0.len());
        let mut rest = self.0.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            plain.push_str(before);
            if let Some(metric) = Metric::named(name) {
                plain.push_str(&report.text(metric));
            }
            rest = after;
        }
        plain + rest
    }
}

/// Which text of the explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// The finding, above the figures.
    Finding,
    /// What the histogram is of.
    HistogramSubtitle,
    /// What is seen in the histogram.
    HistogramCaption,
    /// What the utilization bars are of.
    UtilizationSubtitle,
    /// What is seen in the utilization bars.
    UtilizationCaption,
}

impl Passage {
    /// Every passage.
    pub const ALL: [Passage; 5] = [
        Passage::Finding,
        Passage::HistogramSubtitle,
        Passage::HistogramCaption,
        Passage::UtilizationSubtitle,
        Passage::UtilizationCaption,
    ];

    /// Name in a page (`data-passage`).
    pub const fn name(self) -> &'static str {
        match self {
            Passage::Finding => "finding",
            Passage::HistogramSubtitle => "histogram-subtitle",
            Passage::HistogramCaption => "histogram-caption",
            Passage::UtilizationSubtitle => "utilization-subtitle",
            Passage::UtilizationCaption => "utilization-caption",
        }
    }

    /// What it says of `report`.
    pub fn of(self, report: &Report) -> Template {
        Template(match self {
            Passage::Finding => finding(report),
            Passage::HistogramSubtitle => histogram_subtitle(report),
            Passage::HistogramCaption => histogram_caption(report),
            Passage::UtilizationSubtitle => utilization_subtitle(report),
            Passage::UtilizationCaption => utilization_caption(report),
        })
    }
}

/// How paging compares with contiguous allocation.
enum Outcome {
    /// Paging takes less memory, enough to be seen in a rounded number.
    Saves,
    /// Paging takes less memory, but the difference is lost in rounding.
    SavesHardly,
    /// Both take the same.
    Ties,
    /// Paging takes more.
    Loses,
}

fn outcome(report: &Report) -> Outcome {
    let (paged, contiguous) = (report.paged_slots(), report.contiguous_slots());
    if paged > contiguous {
        Outcome::Loses
    } else if paged == contiguous {
        Outcome::Ties
    } else if report.capacity_multiplier() < 1.05 {
        Outcome::SavesHardly
    } else {
        Outcome::Saves
    }
}

fn finding(report: &Report) -> String {
    let of_these = format!("Of the memory reserved for {}, contiguous allocation fills", these_requests(report));
    match outcome(report) {
        Outcome::Saves => format!(
            "{of_these} {{contiguous-utilization}}; paging fills {{paged-utilization}}. \
             The same memory could hold {{capacity-multiplier}} times as many requests."
        ),
        Outcome::SavesHardly => format!(
            "{of_these} {{contiguous-utilization}}; paging fills {{paged-utilization}}. \
             Paging saves just {{memory-reduction}} of the memory."
        ),
        Outcome::Ties => format!(
            "{of_these} {{contiguous-utilization}}, and paging no more. \
             In whole blocks, every request takes the full maximum: paging gains nothing."
        ),
        Outcome::Loses => format!(
            "Here paging loses: contiguous allocation fills {{contiguous-utilization}} of its memory, \
             paging {{paged-utilization}}. {}.",
            why_paging_loses(report)
        ),
    }
}

fn why_paging_loses(report: &Report) -> &'static str {
    if report.params().block_size() > report.params().max_length() {
        "One block of {block-size} tokens is larger than the longest request allowed, {max-length}"
    } else {
        "Whole blocks of {block-size} tokens round requests up past the longest allowed, {max-length}"
    }
}

fn these_requests(report: &Report) -> &'static str {
    if report.params().sequences() == 1 { "the one request" } else { "these {sequences} requests" }
}

fn histogram_subtitle(report: &Report) -> String {
    match (report.params().sequences(), report.shortest() == report.longest()) {
        (1, _) => "{sequences} request of {length-min} tokens",
        (_, true) => "{sequences} requests, all of {length-min} tokens",
        (_, false) => "{sequences} requests, {length-min} to {length-max} tokens",
    }
    .to_owned()
}

fn histogram_caption(report: &Report) -> String {
    let uses = if report.params().sequences() == 1 {
        "The request is given room for {max-length} tokens. It uses {length-mean} of them"
    } else {
        "Every request is given room for {max-length} tokens. The average one uses {length-mean} of them"
    };
    if report.tokens() == report.contiguous_slots() {
        format!("{uses}: nothing is reserved in vain.")
    } else if report.longest() < report.params().max_length() {
        format!("{uses}; the hatched rest is reserved in vain.")
    } else {
        format!("{uses}; only the longest needs the rest.")
    }
}

fn utilization_subtitle(_: &Report) -> String {
    "{tokens} tokens, in the slots each reserves".to_owned()
}

fn utilization_caption(report: &Report) -> String {
    let contiguous = "Contiguous allocation leaves {contiguous-internal} slots empty.";
    if report.paged_slots() == report.tokens() {
        return format!("{contiguous} Paging leaves none: every block is full.");
    }
    let tails = match outcome(report) {
        Outcome::Saves | Outcome::SavesHardly => "leaves only the tail of each last block empty",
        Outcome::Ties => "leaves the tail of each last block empty, here just as much",
        Outcome::Loses => "leaves the tail of each last block empty, here even more",
    };
    let blocks = if report.paged_blocks() == 1 { "block" } else { "blocks" };
    format!("{contiguous} Paging {tails}: {{paged-internal}} slots in {{paged-blocks}} {blocks}.")
}

/// All numbers as text to copy, in lines of a label and a value.
pub fn summary(report: &Report) -> String {
    let params = report.params();
    let line = |label: &str, value: String| format!("  {label:<22}{value}\n");
    let slots = |metric| format!("{} slots", report.text(metric));
    let allocator = |reserved, unused, utilization| {
        line("reserved", slots(reserved)) + &line("never used", slots(unused)) + &line("used", report.text(utilization))
    };
    [
        "Requests\n".to_owned(),
        line("number", report.text(Metric::Sequences)),
        line("lengths", format!("{} to {} tokens", report.text(Metric::LengthMin), report.text(Metric::LengthMax))),
        line("mean length", format!("{} tokens", report.text(Metric::LengthMean))),
        line("all together", format!("{} tokens", report.text(Metric::Tokens))),
        format!("\nContiguous: {} slots for each request\n", report.text(Metric::MaxLength)),
        allocator(Metric::ContiguousSlots, Metric::ContiguousInternal, Metric::ContiguousUtilization),
        format!("\nPaged: blocks of {} slots\n", report.text(Metric::BlockSize)),
        line("blocks", report.text(Metric::PagedBlocks)),
        allocator(Metric::PagedSlots, Metric::PagedInternal, Metric::PagedUtilization),
        "\nPaged against contiguous\n".to_owned(),
        line("memory saved", report.text(Metric::MemoryReduction)),
        line("requests that fit", format!("{} times as many", report.text(Metric::CapacityMultiplier))),
        format!("\nWorkload: exponential, mean {}, seed {}\n", format::exact(params.mean()), params.seed()),
    ]
    .concat()
}

/// Lines of Python that draw the same requests with NumPy.
pub fn numpy_lines(params: &Params) -> String {
    format!(
        "import numpy as np\n\
         \n\
         generator = np.random.RandomState({seed})\n\
         generator.random_sample(8)  # drawn and not used\n\
         lengths = generator.exponential({mean}, {sequences})\n\
         lengths = np.clip(lengths, 50, {max_length}).astype(int)\n\
         counts, edges = np.histogram(lengths, bins=30)\n\
         \n\
         tokens = int(lengths.sum())\n\
         contiguous = {sequences} * {max_length}\n\
         paged = int(np.ceil(lengths / {block_size}).sum()) * {block_size}\n\
         print(tokens, contiguous, paged, tokens / contiguous, tokens / paged)\n",
        seed = params.seed(),
        mean = params.mean(),
        sequences = params.sequences(),
        max_length = params.max_length(),
        block_size = params.block_size(),
    )
}

/// What `figure` shows, in words, for those who do not see it.
pub fn figure_label(figure: Figure, report: &Report) -> String {
    let template = match figure {
        Figure::Histogram => {
            "Histogram of request lengths: {sequences} requests of {length-min} to {length-max} tokens, \
             {length-mean} on average, against {max-length} reserved for each."
        }
        Figure::Utilization => {
            "Two bars. Contiguous allocation uses {contiguous-utilization} of {contiguous-slots} slots; \
             paging uses {paged-utilization} of {paged-slots} slots."
        }
    };
    Template(template.to_owned()).plain(report)
}

/// The data behind a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What each column is.
    pub headings: Vec<String>,
    /// The cells of each row, as many as there are headings.
    pub rows: Vec<Vec<String>>,
}

/// The data of `figure`, as numbers to read.
pub fn figure_table(figure: Figure, report: &Report) -> Table {
    match figure {
        Figure::Histogram => histogram_table(report),
        Figure::Utilization => utilization_table(report),
    }
}

fn histogram_table(report: &Report) -> Table {
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

fn utilization_table(report: &Report) -> Table {
    let row = |name: &str, metrics: [Metric; 3]| {
        let numbers = metrics.into_iter().map(|metric| report.text(metric));
        std::iter::once(name.to_owned()).chain(numbers).collect()
    };
    Table {
        headings: ["Allocator", "Tokens", "Slots reserved", "Used"].map(str::to_owned).to_vec(),
        rows: vec![
            row("Contiguous", [Metric::Tokens, Metric::ContiguousSlots, Metric::ContiguousUtilization]),
            row("Paged", [Metric::Tokens, Metric::PagedSlots, Metric::PagedUtilization]),
        ],
    }
}
