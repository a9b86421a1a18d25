//! What the vLLM paper measured (Kwon et al., SOSP 2023), to stand beside what is simulated here.

use super::config::{Config, Inputs, System};
use super::presets::Preset;
use super::reserving::Reservation;

/// What was published of one system in one experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// What the paper calls the system.
    pub name: &'static str,
    /// Requests that ran at once (Fig. 13).
    pub running: f64,
    /// Shares of the pool (Fig. 2), where they were published for this experiment.
    pub shares: Option<PublishedShares>,
}

/// Shares of the pool, from 0 to 1. Of vLLM's bar only the tokens are labelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PublishedShares {
    /// Slots that hold a token: *token states*.
    pub tokens: f64,
    /// Slots reserved for tokens to come: *reservation*. Of Orca (Oracle) it is what the bar leaves.
    pub reserved: Option<f64>,
    /// Slots lost to internal fragmentation.
    pub internal: Option<f64>,
    /// Slots lost to *external fragmentation and others*.
    pub external: Option<f64>,
}

impl Preset {
    /// What was published of `system` in this experiment; nothing of one that the paper does not have.
    pub fn published(self, system: System) -> Option<Published> {
        let (name, sharegpt, alpaca, shares) = match system {
            System::Contiguous(Reservation::Maximum) => ("Orca (Max)", 7.00, 7.00, of(0.204, 0.133, 0.573, 0.089)),
            System::Contiguous(Reservation::PowerOfTwo) => ("Orca (Pow2)", 9.81, 43.24, of(0.268, 0.179, 0.136, 0.416)),
            System::Contiguous(Reservation::Exact) => ("Orca (Oracle)", 13.62, 72.75, of(0.382, 0.252, 0.0, 0.366)),
            System::ContiguousFirstFit(_) => return None,
            System::Paged => {
                let shares = PublishedShares { tokens: 0.963, reserved: None, internal: None, external: None };
                ("vLLM", 30.42, 132.44, shares)
            }
        };
        Some(match self {
            Preset::VllmPaperShareGpt => Published { name, running: sharegpt, shares: Some(shares) },
            // Fig. 2 does not say which requests it was measured with; those of ShareGPT reproduce it.
            Preset::VllmPaperAlpaca => Published { name, running: alpaca, shares: None },
        })
    }
}

const fn of(tokens: f64, reserved: f64, internal: f64, external: f64) -> PublishedShares {
    PublishedShares { tokens, reserved: Some(reserved), internal: Some(internal), external: Some(external) }
}

impl Config {
    /// The published experiment that this is, whatever its seed and however long it runs; nothing where anything else
    /// differs.
    pub fn experiment(&self) -> Option<Preset> {
        let Inputs { steps, warm_up, seed, .. } = *self.inputs();
        Preset::ALL.into_iter().find(|preset| *self.inputs() == Inputs { steps, warm_up, ..preset.inputs(seed) })
    }
}
