//! What a reader asks for, as inputs of a simulation.

use super::config::{Config, ConfigError, Inputs};
use super::presets::Preset;
use crate::memory::Memory;
use crate::memory_map::prompt_of;
use crate::params::{LARGEST_POOL, Params, Served};
use crate::workload::{Arrivals, Pair, PairSource};

impl Config {
    /// What `params` ask for, where the comparison is about requests of these lengths in tokens.
    ///
    /// # Errors
    /// The first thing that cannot be simulated, or not in a page.
    pub fn asked(params: &Params, lengths: &[u32]) -> Result<Config, ConfigError> {
        let slots = Memory::of(params).map_or(u64::from(params.slots()), |memory| memory.slots());
        if slots > u64::from(LARGEST_POOL) {
            return Err(ConfigError::TooManySlots { slots, most: LARGEST_POOL.into() });
        }
        let (preset, lengths) = match params.served() {
            Served::Published(preset) => (preset, None),
            Served::Workload => (Preset::VllmPaperShareGpt, Some(lengths)),
        };
        let inputs = preset.inputs(params.seed()).of_steps(params.steps().into());
        let config = Config::new(Inputs {
            slots: slots as usize,
            block_size: params.block_size(),
            max_length: params.max_length(),
            watermark: params.watermark(),
            arrivals: params.rate().map_or(Arrivals::AlwaysFull, |rate| Arrivals::Poisson { rate }),
            lengths: lengths.map_or(inputs.lengths.clone(), |lengths| trace(lengths, params.max_length())),
            ..inputs
        })?;
        let Inputs { slots, lengths, max_length, .. } = config.inputs();
        // Into an empty pool, paging admits whoever brings a prompt that still fits.
        let admitted = *slots as f64 / lengths.mean_prompt(TRIES, *max_length);
        if admitted > MOST_ADMITTED {
            return Err(ConfigError::TooManyAdmitted { admitted: admitted as u64, most: MOST_ADMITTED as u64 });
        }
        Ok(config)
    }
}

/// The most requests that may be expected to be admitted at once: the step in which they are has to leave a page time to answer.
const MOST_ADMITTED: f64 = 16_000.0;

/// As many draws tell the mean length of requests to within a few percent.
const TRIES: usize = 2_000;

/// As many requests of one's own are served, before they come again: a minute's work of a large server.
const MOST_PAIRS: usize = 100_000;

/// Requests of these lengths, of which a third is taken to be the prompt, as in the memory map.
fn trace(lengths: &[u32], max_length: u32) -> PairSource {
    let pair = |&length: &u32| {
        // A request without a prompt, or without an output, is none.
        let total = length.min(max_length).max(2);
        Pair { prompt: prompt_of(total), output: total - prompt_of(total) }
    };
    PairSource::Trace(lengths.iter().take(MOST_PAIRS).map(pair).collect())
}
