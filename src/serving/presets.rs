//! Experiments of the vLLM paper.

use super::config::Inputs;
use crate::workload::{Arrivals, Lognormal, LognormalPairs, PairSource};

/// An experiment that somebody published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// OPT-13B on one A100 of 40 GB, with lengths as in ShareGPT (Kwon et al., SOSP 2023, §6.2, Fig. 2 and Fig. 13a).
    VllmPaperShareGpt,
    /// The same with lengths as in Alpaca (Fig. 13b).
    VllmPaperAlpaca,
}

/// 12 GiB of keys and values, 800 KiB a token (Table 1, and §3).
const SLOTS: usize = 15_728;

impl Inputs {
    /// The same in so many steps, of which averages leave out a fifth, but no more than before.
    pub fn of_steps(self, steps: u64) -> Inputs {
        Inputs { steps, warm_up: self.warm_up.min(steps / 5), ..self }
    }
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 2] = [Preset::VllmPaperShareGpt, Preset::VllmPaperAlpaca];

    /// Name in the address bar and in JavaScript.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::VllmPaperShareGpt => "vllm-paper-sharegpt",
            Preset::VllmPaperAlpaca => "vllm-paper-alpaca",
        }
    }

    /// The preset of that name, if there is one.
    pub fn named(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Its inputs, with that seed.
    pub fn inputs(self, seed: u32) -> Inputs {
        let (prompt, output) = match self {
            Preset::VllmPaperShareGpt => (Lognormal { mu: 4.6, sigma: 1.2 }, Lognormal { mu: 5.5, sigma: 0.85 }),
            Preset::VllmPaperAlpaca => (Lognormal { mu: 2.86, sigma: 0.5 }, Lognormal { mu: 3.73, sigma: 0.83 }),
        };
        Inputs {
            slots: SLOTS,
            block_size: 16,
            max_length: 2048,
            watermark: 0.01,
            arrivals: Arrivals::AlwaysFull,
            lengths: PairSource::Lognormal(LognormalPairs { prompt, output, shortest: 4, longest_prompt: 1024 }),
            steps: 50_000,
            warm_up: 2_000,
            seed,
        }
    }
}
