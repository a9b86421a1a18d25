//! Steps of a recording that are worth a look.

use super::config::System;
use super::ledger::{Counts, Moment};
use super::recording::Recording;

/// Steps of one system at which something is seen best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notable {
    /// Of the steps that are averaged over, the first with the most tokens.
    pub fullest: u64,
    /// Of these, the first with the fewest tokens.
    pub emptiest: u64,
    /// The first in which a request was refused although enough slots were free in total.
    pub first_fragmentation: Option<u64>,
    /// Of those steps, the first with the most slots that are external, as a [`Ledger`](super::Ledger) has them.
    pub worst_fragmentation: Option<u64>,
    /// The first in which a running request gave up its memory.
    pub first_preemption: Option<u64>,
}

impl Counts {
    /// Whether something happened in the step that a reader will want to see.
    pub fn is_eventful(&self) -> bool {
        self.fragmentation_events > 0 || self.preemptions > 0
    }
}

impl Recording {
    /// What is worth a look in a system, as far as it is recorded.
    pub fn notable(&self, system: System) -> Notable {
        let tokens = |step| self.at(system, step).ledger.tokens;
        let averaged = self.averaged();
        let fragmented = || self.steps_where(system, |moment| moment.counts.fragmentation_events > 0);
        let worst = fragmented().max_by_key(|&step| (self.at(system, step).ledger.external, std::cmp::Reverse(step)));
        Notable {
            fullest: averaged.clone().max_by_key(|&step| (tokens(step), std::cmp::Reverse(step))).unwrap_or(0),
            emptiest: averaged.min_by_key(|&step| tokens(step)).unwrap_or(0),
            first_fragmentation: fragmented().next(),
            worst_fragmentation: worst,
            first_preemption: self.steps_where(system, |moment| moment.counts.preemptions > 0).next(),
        }
    }

    /// The next recorded step after that one in which something eventful happened to a system.
    pub fn next_event(&self, system: System, after: u64) -> Option<u64> {
        self.steps_where(system, |moment| moment.counts.is_eventful()).find(|&step| step > after)
    }

    /// The last recorded step before that one in which something eventful happened to a system.
    pub fn previous_event(&self, system: System, before: u64) -> Option<u64> {
        self.steps_where(system, |moment| moment.counts.is_eventful()).take_while(|&step| step < before).last()
    }

    fn steps_where(&self, system: System, is_meant: impl Fn(&Moment) -> bool) -> impl Iterator<Item = u64> {
        let steps = (0..).zip(self.moments(system));
        steps.filter(move |(_, moment)| is_meant(moment)).map(|(step, _)| step)
    }

    /// The moment of a recorded step; of any other, that of the empty pool.
    fn at(&self, system: System, step: u64) -> Moment {
        self.moment(system, step).copied().unwrap_or_default()
    }
}
