//! The stages from parameters to report, each keeping its result: a change recomputes only what lies below it.

use crate::capacity::{Arrivals, Capacity};
use crate::comparison::Report;
use crate::params::Params;
use crate::sweep::Sweep;
use crate::workload::{ExponentialDraws, Histogram, Tally};

/// Parameters in, report out, with everything between kept for the next change.
///
/// Nothing is computed before it is asked for.
pub struct Pipeline {
    params: Params,
    draws: ExponentialDraws,
    workload: Option<Workload>,
    report: Option<Report>,
}

/// The requests, and what depends on nothing but them.
struct Workload {
    lengths: Vec<u32>,
    tally: Tally,
    histogram: Histogram,
    sweep: Sweep,
    arrivals: Arrivals,
}

/// The uppermost stage that a change makes stale. All stages below it are stale, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// Nothing: the parameters are what they were.
    Nothing,
    /// The report alone: the requests stay as they are.
    Report,
    /// The requests' lengths, from the random numbers already drawn (more are drawn where there are not enough).
    Lengths,
    /// The random numbers.
    Draws,
}

impl Pipeline {
    /// A pipeline that has computed nothing yet.
    pub fn new(params: Params) -> Self {
        Pipeline { params, draws: ExponentialDraws::new(params.seed()), workload: None, report: None }
    }

    /// The parameters in force.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Changes the parameters and forgets just what no longer holds; says how much that was.
    pub fn set_params(&mut self, params: Params) -> Stale {
        let stale = stale(&self.params, &params);
        self.params = params;
        match stale {
            Stale::Nothing => return stale,
            Stale::Report => {}
            Stale::Lengths => self.workload = None,
            Stale::Draws => {
                self.draws = ExponentialDraws::new(params.seed());
                self.workload = None;
            }
        }
        self.report = None;
        stale
    }

    /// Length of each request in tokens, in order of arrival.
    pub fn lengths(&mut self) -> &[u32] {
        &self.workload().0.lengths
    }

    /// The numbers of the present parameters.
    pub fn report(&mut self) -> &Report {
        let report = match self.report.take() {
            Some(report) => report,
            None => self.compare(),
        };
        self.report.insert(report)
    }

    fn compare(&mut self) -> Report {
        let params = self.params;
        let (Workload { tally, histogram, sweep, arrivals, .. }, draws) = self.workload();
        let capacity = Capacity::of(&params, tally, arrivals, draws);
        Report::new(params, tally, histogram.clone(), sweep.clone(), capacity)
    }

    /// Does a small part of what no number waits for: another seed for the band of the sweep. Returns whether there was
    /// anything left to do.
    pub fn advance(&mut self) -> bool {
        let params = self.params;
        let sweep = &mut self.workload().0.sweep;
        let had_band = sweep.has_band();
        let worked = sweep.widen_band(&params);
        if sweep.has_band() != had_band {
            self.report = None;
        }
        worked
    }

    /// The requests, and the random numbers that they come from.
    fn workload(&mut self) -> (&mut Workload, &mut ExponentialDraws) {
        let Pipeline { params, draws, workload, .. } = self;
        let workload = workload.get_or_insert_with(|| {
            let lengths = draws.lengths(params.sequences(), params.mean(), params.max_length());
            let tally = Tally::of(&lengths);
            let histogram = Histogram::of(&tally);
            let sweep = Sweep::of(&tally);
            Workload { lengths, tally, histogram, sweep, arrivals: Arrivals::none() }
        });
        (workload, draws)
    }
}

fn stale(old: &Params, new: &Params) -> Stale {
    let requests = |params: &Params| (params.sequences(), params.mean().to_bits(), params.max_length());
    if new.seed() != old.seed() {
        Stale::Draws
    } else if requests(new) != requests(old) {
        Stale::Lengths
    } else if new != old {
        Stale::Report
    } else {
        Stale::Nothing
    }
}
