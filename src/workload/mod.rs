//! Where request lengths come from, and what is kept of them.

mod arrivals;
mod compact;
mod draws;
mod histogram;
mod mersenne_twister;
mod own;
mod pairs;
pub mod reading;
mod source;
mod tally;
mod trace;

pub(crate) use arrivals::ArrivalTimes;
pub use arrivals::Arrivals;
pub use compact::from_compact;
pub use draws::DISCARDED_UNIFORMS;
pub use histogram::{BINS, Histogram};
pub use own::Own;
pub use pairs::{Lognormal, LognormalPairs, Pair, PairSource, PairStream};
pub use source::{SHORTEST, Source};
pub use tally::Tally;
pub use trace::{PERCENTS, Trace};
