//! A simulation that can be wound back: what a reader who scrubs needs.

use std::ops::RangeInclusive;

use super::config::{Config, System};
use super::ledger::{Moment, Report};
use super::server::Server;
use super::simulation::{Simulation, Snapshot};

/// Keyframes kept at most. When they would be more, every second is dropped, and they are made half as often.
const MOST_KEYFRAMES: usize = 64;
/// And at least, however large the pool.
const FEWEST_KEYFRAMES: usize = 4;
/// Slots of all keyframes together: each takes memory in proportion to its pool.
const KEPT_SLOTS: usize = 1 << 24;

/// A simulation with all its moments so far, and some of its states.
pub struct Recording {
    simulation: Simulation,
    /// Of every step so far, the first being the empty pool: the moments of all systems, one after another.
    moments: Vec<Moment>,
    /// Averages of all systems over all that is recorded.
    reports: Vec<Report>,
    /// States at multiples of `interval`, from step 0.
    keyframes: Vec<Snapshot>,
    most_keyframes: usize,
    interval: u64,
}

impl Recording {
    /// A recording of all systems, before the first step.
    pub fn new(config: Config) -> Self {
        let most_keyframes = (KEPT_SLOTS / config.slots()).clamp(FEWEST_KEYFRAMES, MOST_KEYFRAMES);
        let simulation = Simulation::new(config);
        Recording {
            moments: moments(&simulation).collect(),
            reports: simulation.servers().iter().map(Server::report).collect(),
            keyframes: vec![simulation.snapshot()],
            most_keyframes,
            simulation,
            interval: 64,
        }
    }

    /// What it is a recording of.
    pub fn config(&self) -> &Config {
        self.simulation.config()
    }

    /// The simulation at the step that was sought last.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Steps recorded so far.
    pub fn recorded(&self) -> u64 {
        (self.moments.len() / System::ALL.len()) as u64 - 1
    }

    /// Whether the whole run is recorded.
    pub fn is_complete(&self) -> bool {
        self.recorded() >= self.config().steps()
    }

    /// The moments of a system at the end of every step that has been recorded, from the empty pool on.
    pub fn moments(&self, system: System) -> impl ExactSizeIterator<Item = &Moment> {
        self.moments.iter().skip(system.place()).step_by(System::ALL.len())
    }

    /// The moment of a system at the end of a step that has been recorded.
    pub fn moment(&self, system: System, step: u64) -> Option<&Moment> {
        let start = usize::try_from(step).ok()?.checked_mul(System::ALL.len())?;
        self.moments.get(start + system.place())
    }

    /// Averages of a system over all that is recorded, without the warm-up.
    pub fn report(&self, system: System) -> Report {
        self.reports[system.place()]
    }

    /// A system as it stood at the end of the step that was sought last.
    pub fn server(&self, system: System) -> &Server {
        &self.simulation.servers()[system.place()]
    }

    /// The recorded steps that averages are over: those after the warm-up. While there are none, all.
    pub fn averaged(&self) -> RangeInclusive<u64> {
        let first = self.config().warm_up() + 1;
        let last = self.recorded();
        if first <= last { first..=last } else { 0..=last }
    }

    /// Brings the simulation to the end of that step: back by way of the last keyframe before it, onward by recording what
    /// is new.
    pub fn seek(&mut self, step: u64) {
        self.approach(step, u64::MAX);
    }

    /// Like [`seek`](Recording::seek), but simulates `most` steps at most. Returns whether it is there; else the next call
    /// goes on.
    pub fn approach(&mut self, step: u64, most: u64) -> bool {
        let keyframe = self.keyframes.partition_point(|keyframe| keyframe.steps() <= step) - 1;
        let keyframe = &self.keyframes[keyframe];
        if step < self.simulation.steps() || self.simulation.steps() < keyframe.steps() {
            self.simulation.restore(keyframe);
        }
        let end = step.min(self.simulation.steps().saturating_add(most));
        while self.simulation.steps() < end {
            self.simulation.step();
            self.record();
        }
        self.simulation.steps() == step
    }

    fn record(&mut self) {
        if self.simulation.steps() <= self.recorded() {
            return;
        }
        self.moments.extend(moments(&self.simulation));
        self.reports = self.simulation.servers().iter().map(Server::report).collect();
        if self.simulation.steps().is_multiple_of(self.interval) {
            self.keyframes.push(self.simulation.snapshot());
        }
        if self.keyframes.len() > self.most_keyframes {
            self.interval *= 2;
            let interval = self.interval;
            self.keyframes.retain(|keyframe| keyframe.steps().is_multiple_of(interval));
        }
    }
}

fn moments(simulation: &Simulation) -> impl Iterator<Item = Moment> {
    simulation.servers().iter().map(|server| *server.moment())
}
