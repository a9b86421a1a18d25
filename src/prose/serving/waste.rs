//! What is said of where the memory goes on average.

use super::super::Table;
use super::name;
use crate::format;
use crate::serving::{Config, Preset, PublishedShares, Quantity, Scene, System, SystemMetric};

pub(super) fn subtitle(scene: Scene<'_>, bytes: Option<String>) -> String {
    let slots = format::count(scene.recording.config().slots() as u64);
    let in_bytes = bytes.map_or(String::new(), |bytes| format!(", {bytes} of the chosen model"));
    let warm_up = format::count(scene.recording.config().warm_up());
    format!("Shares of {slots} slots{in_bytes}, on average after the first {warm_up} steps")
}

/// All that the caption may say, so that a page can keep room for the longest.
pub const CAPTIONS: [&str; 3] = [SHAREGPT, ALPACA, OTHER];

const SHAREGPT: &str = "Tokens fill {contiguous-max-tokens} of the memory where the maximum is reserved, \
                        {contiguous-oracle-tokens} even where every length is known in advance, and {paged-tokens} with paging. \
                        The published bars are those of Kwon et al., SOSP 2023, Fig. 2, the requests running those of \
                        Fig. 13. Lengths were fitted to the paper’s two means and to its bars of reservations, so those agree \
                        by construction; the external bars and the requests running were not fitted to. Paging runs \
                        {paged-running} requests here, more than the published 30.42: if its memory was as full, those \
                        that ran in the paper held more tokens each.";

const ALPACA: &str = "Tokens fill {contiguous-max-tokens} of the memory where the maximum is reserved, and {paged-tokens} with \
                      paging. For these requests the paper has no shares, only how many ran at once (Kwon et al., SOSP 2023, \
                      Fig. 13). Mean lengths are the published ones; how much outputs vary was fitted to one number, the count \
                      of Orca (Oracle). Paging runs {paged-running} at once, more than the published 132.44: here the queue is \
                      always full, and whatever fits runs.";

const OTHER: &str = "Tokens fill {contiguous-max-tokens} of the memory where the maximum is reserved, \
                     {contiguous-oracle-tokens} even where every length is known in advance, and {paged-tokens} with paging. \
                     The published bars (Kwon et al., SOSP 2023, Fig. 2 and Fig. 13) are those of another setting: 15,728 slots, \
                     2,048 tokens at most, blocks of 16, lengths as in ShareGPT, and a queue that is always full.";

pub(super) fn caption(scene: Scene<'_>) -> String {
    let text = match scene.recording.config().experiment() {
        Some(Preset::VllmPaperShareGpt) => SHAREGPT,
        Some(Preset::VllmPaperAlpaca) => ALPACA,
        None => OTHER,
    };
    text.to_owned()
}

/// The experiment whose published numbers stand beside those of `config`.
fn experiment(config: &Config) -> Preset {
    config.experiment().unwrap_or(Preset::VllmPaperShareGpt)
}

pub(in super::super) fn label(scene: Scene<'_>) -> String {
    let experiment = experiment(scene.recording.config());
    if scene.report().steps == 0 {
        let first = format::count(scene.recording.config().warm_up() + 1);
        return format!("Bars of the memory of five systems. Nothing is averaged yet: that begins with step {first}.");
    }
    let of = |system: System| {
        let report = scene.recording.report(system);
        let published = experiment.published(system);
        let shares = published.and_then(|published| published.shares);
        let tokens = shares.map_or(String::new(), |shares| format!(", published {}", format::percent(shares.tokens)));
        let running = published.map_or(String::new(), |p| format!(", published {}", format::hundredths(p.running)));
        format!(
            "{}: tokens {}{tokens}; requests running {}{running}.",
            name(system),
            Quantity::Tokens.text(&report),
            Quantity::Running.text(&report),
        )
    };
    let systems: Vec<String> = System::ALL.into_iter().map(of).collect();
    format!("Bars of the memory of five systems, on average. {}", systems.join(" "))
}

pub(in super::super) fn table(scene: Scene<'_>) -> Table {
    let experiment = experiment(scene.recording.config());
    let rows = System::ALL.into_iter().flat_map(|system| {
        let place = |quantity| format!("{{{}}}", SystemMetric { system, quantity });
        let numbers = Quantity::ALL.into_iter().map(place);
        let ours = std::iter::once(name(system).to_owned()).chain(numbers).collect();
        let published = experiment.published(system).map(|published| {
            let shares = published.shares.map_or_else(|| vec![UNKNOWN.to_owned(); 4], published_texts);
            let name = std::iter::once(format!("published: {}", published.name));
            let running = format::hundredths(published.running);
            name.chain(shares).chain([running, UNKNOWN.to_owned(), UNKNOWN.to_owned()]).collect()
        });
        std::iter::once(ours).chain(published)
    });
    let headings = [
        "System",
        "Tokens",
        "Reserved",
        "Internal",
        "External",
        "Running",
        "Refused though free, after the warm-up",
        "Preempted, after the warm-up",
    ];
    Table { headings: headings.map(str::to_owned).to_vec(), rows: rows.collect() }
}

/// What was not published.
const UNKNOWN: &str = "–";

fn published_texts(shares: PublishedShares) -> Vec<String> {
    let PublishedShares { tokens, reserved, internal, external } = shares;
    let text = |share: Option<f64>| share.map_or(UNKNOWN.to_owned(), format::percent);
    [Some(tokens), reserved, internal, external].map(text).to_vec()
}
