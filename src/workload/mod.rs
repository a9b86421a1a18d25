//! Where request lengths come from, one source a file, and what is kept of them.

mod exponential;
mod histogram;
mod mersenne_twister;
pub mod reading;
mod tally;

pub use exponential::{DISCARDED_UNIFORMS, ExponentialDraws, SHORTEST};
pub use histogram::{BINS, Histogram};
pub use tally::Tally;
