//! What JavaScript sees of serving over time.

use wasm_bindgen::prelude::*;

use super::{Explainer, figure, known, subject};
use crate::chart;
use crate::figure::Subject;
use crate::prose::serving as prose;
use crate::serving::{Config, Inputs, Preset, Quantity, Scene, Simulation, System, SystemMetric};
use crate::workload::Arrivals;

/// What a run is to be like: a preset, with some of it changed.
#[wasm_bindgen]
pub struct ServingInputs {
    inputs: Inputs,
    /// What the preset leaves out of averages, of a run as long as its own.
    warm_up: u64,
}

#[wasm_bindgen]
impl ServingInputs {
    /// The inputs of a preset.
    ///
    /// # Errors
    /// Where there is no such preset.
    #[wasm_bindgen(constructor)]
    pub fn new(preset: &str, seed: u32) -> Result<ServingInputs, JsError> {
        let inputs = known(Preset::named(preset), "preset", preset)?.inputs(seed);
        Ok(ServingInputs { warm_up: inputs.warm_up, inputs })
    }

    /// Steps in the run, a part of which averages leave out.
    #[wasm_bindgen(setter)]
    pub fn set_steps(&mut self, steps: u32) {
        self.inputs.warm_up = self.warm_up;
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

/// All systems, on the same requests, or one of them.
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

    /// A run of one system alone, in which it does as among the others.
    ///
    /// # Errors
    /// Where there is no such system, or what is wrong with the inputs.
    #[wasm_bindgen(js_name = ofSystem)]
    pub fn of_system(inputs: &ServingInputs, system: &str) -> Result<ServingRun, JsError> {
        let system = known(System::named(system), "system", system)?;
        Ok(ServingRun { simulation: Simulation::of(Config::new(inputs.inputs.clone())?, &[system]) })
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

    /// The averages of a system, in the order of `quantityNames`.
    ///
    /// # Errors
    /// Where there is no such system.
    pub fn report(&self, system: &str) -> Result<Vec<f64>, JsError> {
        let server = System::named(system).and_then(|system| self.simulation.server(system));
        let report = known(server, "system", system)?.report();
        Ok(Quantity::ALL.iter().map(|quantity| quantity.of(&report)).collect())
    }
}

/// Names of all systems.
#[wasm_bindgen(js_name = systemNames)]
pub fn system_names() -> Vec<String> {
    System::ALL.iter().map(|system| system.name().to_owned()).collect()
}

/// Names of all numbers of a system.
#[wasm_bindgen(js_name = quantityNames)]
pub fn quantity_names() -> Vec<String> {
    Quantity::ALL.iter().map(|quantity| quantity.name().to_owned()).collect()
}

/// Names of all numbers of all systems. `Explainer.servingValues` and `Explainer.servingTexts` follow this order.
#[wasm_bindgen(js_name = servingMetricNames)]
pub fn serving_metric_names() -> Vec<String> {
    SystemMetric::all().map(|metric| metric.to_string()).collect()
}

/// All that may be said below `serving-waste`.
#[wasm_bindgen(js_name = servingWasteCaptions)]
pub fn serving_waste_captions() -> Vec<String> {
    prose::WASTE_CAPTIONS.map(str::to_owned).to_vec()
}

/// The step that stands `x` CSS pixels from the left in a `serving-timeline` of that width and so many steps.
#[wasm_bindgen(js_name = stepAt)]
pub fn step_at(x: f64, width: f64, steps: u32) -> u32 {
    chart::step_at(x, width, steps.into()) as u32
}

#[wasm_bindgen]
impl Explainer {
    /// Takes up what the parameters ask for. Returns a sentence where that cannot be simulated. What was asked for before
    /// already keeps its recording.
    #[wasm_bindgen(js_name = askServing)]
    pub fn ask_serving(&mut self) -> Option<String> {
        let params = *self.pipeline.params();
        self.replay.ask(&params, self.pipeline.lengths()).err().map(|error| error.to_string())
    }

    /// Records so many steps more at most. Returns whether there are any left.
    #[wasm_bindgen(js_name = recordServing)]
    pub fn record_serving(&mut self, most: u32) -> bool {
        self.replay.record(most.into())
    }

    /// Steps that are recorded.
    #[wasm_bindgen(js_name = recordedSteps)]
    pub fn recorded_steps(&self) -> u32 {
        self.scene().map_or(0, |scene| scene.recording.recorded() as u32)
    }

    /// Goes to the step that is looked at, or to the last that is recorded, but simulates so many steps at most. Returns
    /// whether it is there; else the next call goes on.
    #[wasm_bindgen(js_name = seekServing)]
    pub fn seek_serving(&mut self, most: u32) -> bool {
        self.replay.seek(self.pipeline.params().step().into(), most.into())
    }

    /// The next step after that one in which something eventful happened to the system that is looked at, if there is one.
    #[wasm_bindgen(js_name = nextEvent)]
    pub fn next_event(&self, after: u32) -> Option<u32> {
        let scene = self.scene()?;
        scene.recording.next_event(scene.system, after.into()).map(|step| step as u32)
    }

    /// The last step before that one in which something eventful happened to the system that is looked at, if there is one.
    #[wasm_bindgen(js_name = previousEvent)]
    pub fn previous_event(&self, before: u32) -> Option<u32> {
        let scene = self.scene()?;
        scene.recording.previous_event(scene.system, before.into()).map(|step| step as u32)
    }

    /// All numbers of all systems so far, in full precision; NaN before anything was averaged.
    #[wasm_bindgen(js_name = servingValues)]
    pub fn serving_values(&self) -> Vec<f64> {
        self.of_systems(f64::NAN, |metric, scene| metric.quantity.of(&scene.recording.report(metric.system)))
    }

    /// All numbers of all systems as a reader sees them.
    #[wasm_bindgen(js_name = servingTexts)]
    pub fn serving_texts(&self) -> Vec<String> {
        let text =
            |metric: SystemMetric, scene: Scene<'_>| metric.quantity.text(&scene.recording.report(metric.system));
        self.of_systems("–".to_owned(), text)
    }

    /// What a figure of serving over time is of, and what is seen in it, with `{metric}` where a number belongs.
    ///
    /// # Errors
    /// Where there is no such figure.
    #[wasm_bindgen(js_name = servingSentences)]
    pub fn serving_sentences(&mut self, name: &str) -> Result<Vec<String>, JsError> {
        let figure = figure(name)?;
        let Subject { report, scene, .. } = subject(&mut self.pipeline, &self.pins, &self.replay);
        let sentences = |scene: Scene<'_>| {
            let bytes = report.in_bytes(scene.recording.config().slots() as f64);
            vec![prose::subtitle(figure, scene, bytes), prose::caption(figure, scene)]
        };
        Ok(scene.map_or_else(Vec::new, sentences))
    }

    /// What happened in the step that is looked at.
    #[wasm_bindgen(js_name = servingHappened)]
    pub fn serving_happened(&self) -> Option<String> {
        self.scene().map(prose::happened)
    }

    /// A sentence on each system, with `{system@step}` where a step to go to is named.
    #[wasm_bindgen(js_name = servingMoments)]
    pub fn serving_moments(&self) -> Vec<String> {
        self.scene().map_or_else(Vec::new, |scene| prose::moments(scene.recording))
    }
}

impl Explainer {
    fn scene(&self) -> Option<Scene<'_>> {
        self.replay.scene(self.pipeline.params().system())
    }

    /// Something for each number of each system; `nothing` for all of them before anything was averaged.
    fn of_systems<T: Clone>(&self, nothing: T, of: impl Fn(SystemMetric, Scene<'_>) -> T) -> Vec<T> {
        let averaged = self.scene().filter(|scene| scene.report().steps > 0);
        SystemMetric::all().map(|metric| averaged.map_or_else(|| nothing.clone(), |scene| of(metric, scene))).collect()
    }
}
