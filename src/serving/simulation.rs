//! Several systems, step by step, on the same requests.

use super::config::{Config, System};
use super::server::Server;
use crate::workload::{ArrivalTimes, Arrivals, PairStream};

/// Systems that serve the same requests side by side.
pub struct Simulation {
    config: Config,
    requests: PairStream,
    /// `None` where the queue is always full.
    arrivals: Option<ArrivalTimes>,
    state: Snapshot,
}

/// All that a step changes: what was drawn for requests follows from the seed, and is not part of it.
#[derive(Clone)]
pub struct Snapshot {
    step: u64,
    servers: Vec<Server>,
}

impl Simulation {
    /// All systems with empty pools, before the first step.
    pub fn new(config: Config) -> Self {
        Simulation::of(config, &System::ALL)
    }

    /// These systems only. None depends on which others there are.
    pub fn of(config: Config, systems: &[System]) -> Self {
        let inputs = config.inputs();
        let requests = PairStream::new(inputs.lengths.clone(), inputs.max_length, inputs.seed);
        let arrivals = match inputs.arrivals {
            Arrivals::AlwaysFull => None,
            Arrivals::Poisson { rate } => Some(ArrivalTimes::new(rate, inputs.seed)),
        };
        let servers = systems.iter().map(|&system| Server::new(system, &config)).collect();
        Simulation { config, requests, arrivals, state: Snapshot { step: 0, servers } }
    }

    /// What it is run with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Steps so far.
    pub fn steps(&self) -> u64 {
        self.state.step
    }

    /// Whether the run is as long as it should be. It may go on all the same.
    pub fn is_over(&self) -> bool {
        self.state.step >= self.config.steps()
    }

    /// One more step of every system.
    pub fn step(&mut self) {
        self.state.step += 1;
        let arrived = self.arrivals.as_mut().map(|arrivals| arrivals.arrived_by(self.state.step));
        for server in &mut self.state.servers {
            server.step(&mut self.requests, arrived);
        }
    }

    /// Steps on to the end of the run.
    pub fn run(&mut self) {
        while !self.is_over() {
            self.step();
        }
    }

    /// The systems, in the order in which they were asked for.
    pub fn servers(&self) -> &[Server] {
        &self.state.servers
    }

    /// That system, if it is one of them.
    pub fn server(&self, system: System) -> Option<&Server> {
        self.state.servers.iter().find(|server| server.system() == system)
    }

    /// The state after the last step, to return to.
    pub fn snapshot(&self) -> Snapshot {
        self.state.clone()
    }

    /// Returns to a state of this simulation, or of one with the same configuration and systems.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.state = snapshot.clone();
    }
}

impl Snapshot {
    /// Steps before it.
    pub fn steps(&self) -> u64 {
        self.step
    }
}
