//! What JavaScript sees of serving over time.

use wasm_bindgen::prelude::*;

use super::known;
use crate::serving::{Config, Inputs, Preset, Simulation, System};
use crate::workload::Arrivals;

/// What a run is to be like: a preset, with some of it changed.
#[wasm_bindgen]
pub struct ServingInputs {
    inputs: Inputs,
}

#[wasm_bindgen]
impl ServingInputs {
    /// The inputs of a preset.
    ///
    /// # Errors
    /// Where there is no such preset.
    #[wasm_bindgen(constructor)]
    pub fn new(preset: &str, seed: u32) -> Result<ServingInputs, JsError> {
        Ok(ServingInputs { inputs: known(Preset::named(preset), "preset", preset)?.inputs(seed) })
    }

    /// Steps in the run, a part of which averages leave out.
    #[wasm_bindgen(setter)]
    pub fn set_steps(&mut self, steps: u32) {
        self.inputs = self.inputs.clone().of_steps(steps.into());
    }

    /// Token slots in the pool.
    #[wasm_bindgen(setter)]
    pub fn set_slots(&mut self, slots: u32) {
        self.inputs.slots = slots as usize;
    }

    /// Token slots in a block.
    #[wasm_bindgen(setter, js_name = blockSize)]
    pub fn set_block_size(&mut self, block_size: u32) {
        self.inputs.block_size = block_size;
    }

    /// Longest request allowed, in tokens.
    #[wasm_bindgen(setter, js_name = maxLength)]
    pub fn set_max_length(&mut self, max_length: u32) {
        self.inputs.max_length = max_length;
    }

    /// Share of the blocks that paging keeps free when it admits a request.
    #[wasm_bindgen(setter)]
    pub fn set_watermark(&mut self, watermark: f64) {
        self.inputs.watermark = watermark;
    }

    /// Requests that arrive in a step on average. Without it, the queue is always full.
    #[wasm_bindgen(setter)]
    pub fn set_rate(&mut self, rate: f64) {
        self.inputs.arrivals = Arrivals::Poisson { rate };
    }
}

/// All systems, on the same requests.
#[wasm_bindgen]
pub struct ServingRun {
    simulation: Simulation,
}

#[wasm_bindgen]
impl ServingRun {
    /// A run before its first step.
    ///
    /// # Errors
    /// What is wrong with the inputs.
    #[wasm_bindgen(constructor)]
    pub fn new(inputs: &ServingInputs) -> Result<ServingRun, JsError> {
        Ok(ServingRun { simulation: Simulation::new(Config::new(inputs.inputs.clone())?) })
    }

    /// So many steps, or as many as are left. Returns whether there are more.
    pub fn advance(&mut self, steps: u32) -> bool {
        for _ in 0..steps {
            if self.simulation.is_over() {
                return false;
            }
            self.simulation.step();
        }
        !self.simulation.is_over()
    }

    /// Steps so far.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> f64 {
        self.simulation.steps() as f64
    }

    /// The averages of a system: shares of tokens, reserved, internal and external, requests that run; and how many
    /// fragmentation events and preemptions there were.
    ///
    /// # Errors
    /// Where there is no such system.
    pub fn report(&self, system: &str) -> Result<Vec<f64>, JsError> {
        let server = System::named(system).and_then(|system| self.simulation.server(system));
        let report = known(server, "system", system)?.report();
        let counts = report.counts;
        Ok(vec![
            report.tokens,
            report.reserved,
            report.internal,
            report.external,
            report.running,
            counts.fragmentation_events as f64,
            counts.preemptions as f64,
        ])
    }
}

/// Names of all systems.
#[wasm_bindgen(js_name = systemNames)]
pub fn system_names() -> Vec<String> {
    System::ALL.iter().map(|system| system.name().to_owned()).collect()
}
