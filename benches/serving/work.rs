//! What is measured.

use std::time::{Duration, Instant};

use paged_attention_explainer::serving::{Config, Inputs, Preset, Report, Simulation, System};

/// Steps until a pool is full, and requests are at all ages in it.
const FILLING: u64 = 3_000;

fn simulation(system: System, pools: usize) -> Simulation {
    let inputs = Preset::VllmPaperShareGpt.inputs(42);
    let inputs = Inputs { slots: inputs.slots * pools, ..inputs };
    Simulation::of(Config::new(inputs).expect("a preset"), &[system])
}

/// A system that has served so many requests at the paper's pool.
pub struct Served {
    pub steps: u64,
    /// Requests that ran at the end of each step, all steps added up.
    pub ran: u64,
    pub report: Report,
}

/// One system alone, from an empty pool until so many requests are done. Their lengths are drawn on the way.
pub fn served(system: System, requests: u64) -> Served {
    let mut simulation = simulation(system, 1);
    let (mut finished, mut ran) = (0, 0);
    while finished < requests {
        simulation.step();
        let moment = simulation.servers()[0].moment();
        finished += moment.counts.finished;
        ran += moment.running as u64;
    }
    Served { steps: simulation.steps(), ran, report: simulation.servers()[0].report() }
}

/// One system at work in pools so many times the paper's, all of them full, which do the same in turn, step by step.
pub struct Pools(Vec<Simulation>);

impl Pools {
    /// One pool, or several.
    pub fn filled(system: System, size: usize, count: usize) -> Self {
        let filled = || {
            let mut simulation = simulation(system, size);
            (0..FILLING).for_each(|_| simulation.step());
            simulation
        };
        Pools((0..count).map(|_| filled()).collect())
    }

    /// Takes so many steps, and says how many token steps those are: a running request that gains a token is one.
    pub fn advance(&mut self, steps: u64) -> u64 {
        (0..steps).map(|_| self.step()).sum()
    }

    /// How long so many token steps take: whole steps, at least as many as are asked for, in proportion.
    pub fn time(&mut self, token_steps: u64) -> Duration {
        let start = Instant::now();
        let mut done = 0;
        while done < token_steps {
            done += self.step();
        }
        start.elapsed().mul_f64(token_steps as f64 / done as f64)
    }

    fn step(&mut self) -> u64 {
        let step = |simulation: &mut Simulation| {
            simulation.step();
            simulation.servers()[0].counts().generated
        };
        self.0.iter_mut().map(step).sum()
    }

    /// Requests that run in all of them.
    pub fn running(&self) -> usize {
        self.0.iter().map(|simulation| simulation.servers()[0].moment().running).sum()
    }

    /// Any of them, for they do the same.
    pub fn any(&self) -> &Simulation {
        &self.0[0]
    }
}
