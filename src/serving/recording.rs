//! A simulation that can be wound back: what a reader who scrubs needs.

use super::config::Config;
use super::ledger::Moment;
use super::simulation::{Simulation, Snapshot};

/// Keyframes kept at most. When they would be more, every second is dropped, and they are made half as often.
const MOST_KEYFRAMES: usize = 64;

/// A simulation with all its moments so far, and some of its states.
pub struct Recording {
    simulation: Simulation,
    /// Of every step so far, the first being the empty pool: the moments of all systems, one after another.
    moments: Vec<Moment>,
    /// States at multiples of `interval`, from step 0.
    keyframes: Vec<Snapshot>,
    interval: u64,
}

impl Recording {
    /// A recording of all systems, before the first step.
    pub fn new(config: Config) -> Self {
        let simulation = Simulation::new(config);
        let (moments, keyframes) = (moments(&simulation).collect(), vec![simulation.snapshot()]);
        Recording { simulation, moments, keyframes, interval: 64 }
    }

    /// The simulation at the step that was sought last.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Steps recorded so far.
    pub fn recorded(&self) -> u64 {
        (self.moments.len() / self.systems()) as u64 - 1
    }

    /// The moments of all systems at the end of a step that has been recorded, in the order of
    /// [`System::ALL`](super::System::ALL).
    pub fn moments(&self, step: u64) -> Option<&[Moment]> {
        let start = usize::try_from(step).ok()?.checked_mul(self.systems())?;
        self.moments.get(start..start + self.systems())
    }

    /// Brings the simulation to the end of that step: back by way of the last keyframe before it, onward by recording what
    /// is new.
    pub fn seek(&mut self, step: u64) {
        let keyframe = self.keyframes.partition_point(|keyframe| keyframe.steps() <= step) - 1;
        let keyframe = &self.keyframes[keyframe];
        if step < self.simulation.steps() || self.simulation.steps() < keyframe.steps() {
            self.simulation.restore(keyframe);
        }
        while self.simulation.steps() < step {
            self.simulation.step();
            self.record();
        }
    }

    fn record(&mut self) {
        if self.simulation.steps() <= self.recorded() {
            return;
        }
        self.moments.extend(moments(&self.simulation));
        if self.simulation.steps().is_multiple_of(self.interval) {
            self.keyframes.push(self.simulation.snapshot());
        }
        if self.keyframes.len() > MOST_KEYFRAMES {
            self.interval *= 2;
            let interval = self.interval;
            self.keyframes.retain(|keyframe| keyframe.steps().is_multiple_of(interval));
        }
    }

    fn systems(&self) -> usize {
        self.simulation.servers().len()
    }
}

fn moments(simulation: &Simulation) -> impl Iterator<Item = Moment> {
    simulation.servers().iter().map(|server| *server.moment())
}
