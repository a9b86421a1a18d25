//! The stages from parameters to report, each keeping its result: a change recomputes only what lies below it.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::capacity::{Arrivals, Capacity};
use crate::comparison::{Report, Stages};
use crate::memory_map::MemoryMap;
use crate::params::{self, Parameter, Params};
use crate::sweep::Sweep;
use crate::workload::{Histogram, Own, Source, Tally};

/// Parameters in, report out, with everything between kept for the next change.
///
/// Nothing is computed before it is asked for.
pub struct Pipeline {
    params: Params,
    source: Source,
    workload: Option<Workload>,
    report: Option<Report>,
}

/// The requests, and what depends on nothing but them.
struct Workload {
    lengths: Rc<[u32]>,
    tally: Tally,
    histogram: Histogram,
    sweep: Sweep,
    arrivals: Arrivals,
    /// By the block size that it is of; empty until somebody looks at it.
    memory_map: (u32, Rc<OnceCell<MemoryMap>>),
}

/// The uppermost stage that a change makes stale. All stages below it are stale, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// Nothing: the parameters are what they were.
    Nothing,
    /// What is looked at: the numbers stay as they are.
    View,
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
        Pipeline { params, source: Source::new(&params, Own::default()), workload: None, report: None }
    }

    /// The parameters in force.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Changes the parameters and forgets just what no longer holds; says how much that was.
    pub fn set_params(&mut self, params: Params) -> Stale {
        let stale = self.stale(&params);
        self.params = params;
        match stale {
            Stale::Nothing => return stale,
            Stale::View => {
                if let Some(report) = &mut self.report {
                    report.look(params);
                }
                return stale;
            }
            Stale::Report => {}
            Stale::Lengths => self.workload = None,
            Stale::Draws => {
                self.source = Source::new(&params, self.source.own().clone());
                self.workload = None;
            }
        }
        self.report = None;
        stale
    }

    /// Takes the reader's own lengths, for the workload `custom`.
    pub fn set_own_lengths(&mut self, own: Own) {
        self.source.set_own(own);
        if self.params.workload() == params::Workload::Custom {
            self.workload = None;
        }
        self.report = None;
    }

    /// The reader's own lengths.
    pub fn own_lengths(&self) -> &Own {
        self.source.own()
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
        let (Workload { lengths, tally, histogram, sweep, arrivals, memory_map }, source) = self.workload();
        if memory_map.0 != params.block_size() {
            *memory_map = (params.block_size(), Rc::default());
        }
        let capacity = Capacity::of(&params, tally, arrivals, source);
        let stages = Stages {
            lengths: Rc::clone(lengths),
            own: source.own().clone(),
            histogram: histogram.clone(),
            sweep: sweep.clone(),
            capacity,
            memory_map: Rc::clone(&memory_map.1),
        };
        Report::new(params, tally, stages)
    }

    /// Does a small part of what no number waits for: another seed for the band of the sweep. Returns whether there was
    /// anything left to do.
    pub fn advance(&mut self) -> bool {
        let params = self.params;
        let (Workload { sweep, .. }, source) = self.workload();
        let had_band = sweep.has_band();
        let worked = sweep.widen_band(&params, source);
        if sweep.has_band() != had_band {
            self.report = None;
        }
        worked
    }

    /// The requests, and where they come from.
    fn workload(&mut self) -> (&mut Workload, &mut Source) {
        let Pipeline { params, source, workload, .. } = self;
        let workload = workload.get_or_insert_with(|| {
            let lengths: Rc<[u32]> = source.lengths(params.sequences(), params).into();
            let tally = Tally::of(&lengths);
            let histogram = Histogram::of(&tally);
            let sweep = Sweep::of(&tally);
            let memory_map = (params.block_size(), Rc::default());
            Workload { lengths, tally, histogram, sweep, arrivals: Arrivals::none(), memory_map }
        });
        (workload, source)
    }

    fn stale(&self, new: &Params) -> Stale {
        let differ = |parameters: &[Parameter]| parameters.iter().any(|&each| new.get(each) != self.params.get(each));
        if !self.source.serves(new) {
            Stale::Draws
        } else if differ(&LENGTHS_DEPEND_ON) {
            Stale::Lengths
        } else if Parameter::ALL.into_iter().any(|each| each.is_compared() && differ(&[each])) {
            Stale::Report
        } else if *new != self.params {
            Stale::View
        } else {
            Stale::Nothing
        }
    }
}

/// What the lengths follow from, beside the random numbers.
const LENGTHS_DEPEND_ON: [Parameter; 6] =
    [Parameter::Sequences, Parameter::MaxLength, Parameter::Workload, Parameter::Mean, Parameter::Mu, Parameter::Sigma];
