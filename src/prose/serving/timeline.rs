//! What is said of a system step by step.

use super::super::Table;
use super::{is_paged, name};
use crate::format;
use crate::serving::{Config, Moment, Reservation, Scene, System};

pub(super) fn subtitle(scene: Scene<'_>) -> String {
    format!("{}: what the slots of the pool are used for, and how many requests run", name(scene.system))
}

const MAXIMUM: &str = "Each request has the maximum reserved, so all reservations are alike, and none is refused for where the \
                       holes are. What is left of the pool beside them is of no use to anyone; and of a reservation, what no \
                       token will ever have is internal fragmentation.";
const BUDDY: &str = "Reserved are slots for tokens to come. What counts as external are holes, and what the allocator gives \
                     beyond a reservation: it cuts memory into chunks of a power of two, and rounds up. A tick is a request \
                     refused although as many slots as it asks for were free.";
const FIRST_FIT: &str = "A request takes just what it will need, from the lowest hole that is large enough. Holes are what \
                         requests that have gone leave between those that run. A tick is a request refused although as many \
                         slots as it asks for were free.";
const PAGED: &str = "Nothing is reserved ahead: what holds no token is the end of a last block, or free. No request is ever \
                     refused while enough blocks are free, for any block will do. When none is left, the request admitted last \
                     gives up its blocks, and is computed again later: a tick is such a preemption.";

pub(super) fn caption(scene: Scene<'_>) -> &'static str {
    match scene.system {
        System::Contiguous(Reservation::Maximum) if fits_no_more(scene.recording.config()) => MAXIMUM,
        System::Contiguous(_) => BUDDY,
        System::ContiguousFirstFit(_) => FIRST_FIT,
        System::Paged => PAGED,
    }
}

/// Whether what is left of the pool beside as many chunks as there are is too little for another reservation of the maximum.
fn fits_no_more(config: &Config) -> bool {
    config.slots() % config.largest_chunk() < config.max_length() as usize
}

pub(in super::super) fn label(scene: Scene<'_>) -> String {
    let moments = || scene.moments();
    let (refused, preempted) = moments().fold((0, 0), |(refused, preempted), moment| {
        (refused + moment.counts.fragmentation_events, preempted + moment.counts.preemptions)
    });
    let slots = scene.recording.config().slots() as f64;
    let share = |tokens: Option<usize>| format::percent(tokens.unwrap_or(0) as f64 / slots);
    let averaged = scene.recording.averaged();
    let tokens = || moments().skip(*averaged.start() as usize).map(|moment| moment.ledger.tokens);
    let happened = if is_paged(scene.system) {
        format!("No request was refused while enough slots were free; {} one gave up its blocks", times(preempted))
    } else {
        format!("{} a request was refused although enough slots were free in total", times(refused))
    };
    format!(
        "{}, steps {} to {}. Tokens fill between {} and {} of {} slots. Over all steps: {happened}.",
        name(scene.system),
        format::count(*averaged.start()),
        format::count(*averaged.end()),
        share(tokens().min()),
        share(tokens().max()),
        format::count(slots as u64),
    )
}

fn times(count: u64) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        _ => format!("{} times", format::count(count)),
    }
}

/// So many steps are listed at most.
const MOST_ROWS: u64 = 500;

pub(in super::super) fn table(scene: Scene<'_>) -> Table {
    let stride = scene.recording.recorded().div_ceil(MOST_ROWS).max(1);
    let row = |(step, moment): (u64, &Moment)| {
        let Moment { ledger, running, waiting, counts } = moment;
        let numbers =
            [ledger.tokens, ledger.reserved, ledger.internal, ledger.external, *running, *waiting].map(|n| n as u64);
        let counts = [counts.admitted, counts.finished, counts.fragmentation_events, counts.preemptions];
        std::iter::once(step).chain(numbers).chain(counts).map(format::count).collect()
    };
    let steps = (0..).zip(scene.moments()).step_by(stride as usize);
    let step = if stride == 1 { "Step".to_owned() } else { format!("Step, one in {}", format::count(stride)) };
    let headings = [
        "Tokens",
        "Reserved",
        "Internal",
        "External",
        "Running",
        "Waiting",
        "Admitted",
        "Finished",
        "Refused though free",
        "Preempted",
    ];
    Table {
        headings: std::iter::once(step).chain(headings.map(str::to_owned)).collect(),
        rows: steps.map(row).collect(),
    }
}
