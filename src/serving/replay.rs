//! The recording of what a reader asks for, made anew whenever that changes.

use super::config::{Config, ConfigError, System};
use super::recording::Recording;
use super::scene::Scene;
use crate::params::Params;

/// What was asked for last, and its recording as far as it goes.
#[derive(Default)]
pub struct Replay {
    asked: Option<Result<Config, ConfigError>>,
    recording: Option<Recording>,
}

impl Replay {
    /// Takes up what `params` ask for, where the comparison is about requests of these lengths in tokens. What was asked for
    /// before already keeps its recording.
    ///
    /// # Errors
    /// Why it cannot be simulated. There is no recording then.
    pub fn ask(&mut self, params: &Params, lengths: &[u32]) -> Result<(), ConfigError> {
        let asked = Config::asked(params, lengths);
        if self.asked.as_ref() != Some(&asked) {
            // Both at once may be too much.
            self.recording = None;
            self.recording = asked.clone().ok().map(Recording::new);
            self.asked = Some(asked.clone());
        }
        asked.map(|_| ())
    }

    /// Records `most` steps more at most. Returns whether there are any left.
    pub fn record(&mut self, most: u64) -> bool {
        let Some(recording) = &mut self.recording else { return false };
        recording.approach(recording.config().steps(), most);
        !recording.is_complete()
    }

    /// Goes to the end of that step, or of the last that is recorded, but simulates `most` steps at most. Returns whether it
    /// is there; else the next call goes on.
    pub fn seek(&mut self, step: u64, most: u64) -> bool {
        let Some(recording) = &mut self.recording else { return true };
        recording.approach(step.min(recording.recorded()), most)
    }

    /// What there is to be seen of a system.
    pub fn scene(&self, system: System) -> Option<Scene<'_>> {
        self.recording.as_ref().map(|recording| Scene { recording, system })
    }
}
