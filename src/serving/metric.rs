//! The numbers of a run, by name: what a page shows, and what scripts are given.

use std::fmt;

use super::config::System;
use super::ledger::Report;
use crate::format;

/// One number of a [`Report`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Share of the pool that holds a token.
    Tokens,
    /// Share that is reserved for tokens to come.
    Reserved,
    /// Share that is lost to internal fragmentation.
    Internal,
    /// Share that is lost to external fragmentation, and what else is free.
    External,
    /// Requests that ran.
    Running,
    /// Requests refused although enough slots were free in total.
    FragmentationEvents,
    /// Running requests that gave up their memory to others.
    Preemptions,
}

impl Quantity {
    /// All of them, in the order in which a reader meets them.
    pub const ALL: [Quantity; 7] = [
        Quantity::Tokens,
        Quantity::Reserved,
        Quantity::Internal,
        Quantity::External,
        Quantity::Running,
        Quantity::FragmentationEvents,
        Quantity::Preemptions,
    ];

    /// Name after that of a system (`fragmentation-events`).
    pub const fn name(self) -> &'static str {
        match self {
            Quantity::Tokens => "tokens",
            Quantity::Reserved => "reserved",
            Quantity::Internal => "internal",
            Quantity::External => "external",
            Quantity::Running => "running",
            Quantity::FragmentationEvents => "fragmentation-events",
            Quantity::Preemptions => "preemptions",
        }
    }

    /// What it is in `report`: shares from 0 to 1.
    pub fn of(self, report: &Report) -> f64 {
        match self {
            Quantity::Tokens => report.tokens,
            Quantity::Reserved => report.reserved,
            Quantity::Internal => report.internal,
            Quantity::External => report.external,
            Quantity::Running => report.running,
            Quantity::FragmentationEvents => report.counts.fragmentation_events as f64,
            Quantity::Preemptions => report.counts.preemptions as f64,
        }
    }

    /// What it is in `report`, as a reader sees it.
    pub fn text(self, report: &Report) -> String {
        let value = self.of(report);
        match self {
            Quantity::Running => format::hundredths(value),
            Quantity::FragmentationEvents | Quantity::Preemptions => format::count(value as u64),
            _ => format::percent(value),
        }
    }
}

/// One number of one system. Displays as its name: `contiguous-max-tokens`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemMetric {
    /// Of which system.
    pub system: System,
    /// Which number.
    pub quantity: Quantity,
}

impl SystemMetric {
    /// All of them, system by system.
    pub fn all() -> impl Iterator<Item = SystemMetric> {
        let of = |system| Quantity::ALL.into_iter().map(move |quantity| SystemMetric { system, quantity });
        System::ALL.into_iter().flat_map(of)
    }
}

impl fmt::Display for SystemMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.system, self.quantity) {
            // `paged-internal` is the comparison's, in slots.
            (System::Paged, Quantity::Internal) => f.write_str("paged-serving-internal"),
            (system, quantity) => write!(f, "{}-{}", system.name(), quantity.name()),
        }
    }
}
