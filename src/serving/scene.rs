//! What is looked at in a recording.

use super::config::System;
use super::ledger::{Moment, Report};
use super::recording::Recording;
use super::server::Server;

/// One system in a recording, at the step that was sought last.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The whole of it.
    pub recording: &'a Recording,
    /// The system that is looked at.
    pub system: System,
}

impl<'a> Scene<'a> {
    /// The system as it stands.
    pub fn server(&self) -> &'a Server {
        self.recording.server(self.system)
    }

    /// The step that it stands at the end of.
    pub fn step(&self) -> u64 {
        self.recording.simulation().steps()
    }

    /// Its moments so far, from the empty pool on.
    pub fn moments(&self) -> impl ExactSizeIterator<Item = &'a Moment> {
        self.recording.moments(self.system)
    }

    /// Its averages so far, without the warm-up.
    pub fn report(&self) -> Report {
        self.recording.report(self.system)
    }
}
