//! Steps that are worth a look, in every system.

use super::name;
use crate::format;
use crate::serving::{Notable, Recording, Reservation, System};

/// A sentence or two on each system, in the order of [`System::ALL`], with places for the steps to go to: `{paged@213}`.
pub fn moments(recording: &Recording) -> Vec<String> {
    System::ALL.into_iter().map(|system| format!("{}: {}", name(system), of(recording, system))).collect()
}

fn of(recording: &Recording, system: System) -> String {
    let Notable { fullest, emptiest, first_fragmentation, worst_fragmentation, first_preemption } =
        recording.notable(system);
    let at = |step: u64| format!("{{{}@{step}}}", system.name());
    let tokens = |step| share(recording, system, step, |ledger| ledger.tokens);
    let external = |step| share(recording, system, step, |ledger| ledger.external);
    let full = format!("fullest at {}, when tokens fill {} of the pool", at(fullest), tokens(fullest));
    let lost = if matches!(system, System::ContiguousFirstFit(_)) { "holes" } else { "holes and rounding" };
    match system {
        System::Paged => match first_preemption {
            Some(step) => format!(
                "{full}. At {} no block is left for the first time, and a request gives up its own to the others; none is \
                 ever refused while enough blocks are free.",
                at(step)
            ),
            None => {
                format!("{full}. There is always a block left, and no request is ever refused while enough are free.")
            }
        },
        System::Contiguous(Reservation::Maximum) => {
            format!("{full}, and emptiest at {}, with {}.", at(emptiest), tokens(emptiest))
        }
        _ => match (first_fragmentation, worst_fragmentation) {
            (Some(first), Some(worst)) if first != worst => format!(
                "at {} a request is refused for the first time although enough slots are free. At {} one waits while {} of \
                 the pool is lost to {}.",
                at(first),
                at(worst),
                external(worst),
                lost
            ),
            (Some(first), _) => format!(
                "at {} a request is refused although enough slots are free: {} of the pool is lost to {}.",
                at(first),
                external(first),
                lost
            ),
            _ => format!("{full}. No request is refused while enough slots are free."),
        },
    }
}

fn share(recording: &Recording, system: System, step: u64, slots: impl Fn(&crate::serving::Ledger) -> usize) -> String {
    let ledger = recording.moment(system, step).map(|moment| moment.ledger).unwrap_or_default();
    format::percent(slots(&ledger) as f64 / ledger.total().max(1) as f64)
}
