//! Serving over time.

mod config;
mod ledger;
mod memory;
mod paging;
mod presets;
mod recording;
mod reserving;
mod running;
mod server;
mod simulation;

pub use config::{Config, ConfigError, GREATEST_MAX_LENGTH, Inputs, MOST_ARRIVALS, MOST_SLOTS, System};
pub use ledger::{Counts, Ledger, Moment, Report};
pub use memory::{Event, Extent, Refusal};
pub use presets::Preset;
pub use recording::Recording;
pub use reserving::Reservation;
pub use server::Server;
pub use simulation::{Simulation, Snapshot};
