//! The inputs of a simulation, validated once.

use std::fmt;

use super::reserving::Reservation;
use crate::format;
use crate::workload::{Arrivals, LognormalPairs, PairSource};

/// A way to manage the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Contiguous reservations from a buddy allocator.
    Contiguous(Reservation),
    /// Contiguous reservations, not rounded, from the lowest hole that fits.
    ContiguousFirstFit(Reservation),
    /// Blocks on demand.
    Paged,
}

impl System {
    /// Every system, in the order in which a reader meets them.
    pub const ALL: [System; 5] = [
        System::Contiguous(Reservation::Maximum),
        System::Contiguous(Reservation::PowerOfTwo),
        System::Contiguous(Reservation::Exact),
        System::ContiguousFirstFit(Reservation::Exact),
        System::Paged,
    ];

    /// Name in the address bar and as an attribute.
    pub const fn name(self) -> &'static str {
        match self {
            System::Contiguous(Reservation::Maximum) => "contiguous-max",
            System::Contiguous(Reservation::PowerOfTwo) => "contiguous-pow2",
            System::Contiguous(Reservation::Exact) => "contiguous-oracle",
            System::ContiguousFirstFit(_) => "contiguous-first-fit",
            System::Paged => "paged",
        }
    }

    /// What a reader sees, longest first.
    pub const fn titles(self) -> [&'static str; 2] {
        match self {
            System::Contiguous(Reservation::Maximum) => ["Contiguous, maximum", "Maximum"],
            System::Contiguous(Reservation::PowerOfTwo) => ["Contiguous, power of two", "Power of two"],
            System::Contiguous(Reservation::Exact) => ["Contiguous, oracle", "Oracle"],
            System::ContiguousFirstFit(_) => ["Contiguous, first fit", "First fit"],
            System::Paged => ["Paged", "Paged"],
        }
    }

    /// Its place among [`System::ALL`].
    pub(super) fn place(self) -> usize {
        System::ALL.iter().take_while(|&&each| each != self).count()
    }

    /// The system of that name (`contiguous-max`), if there is one.
    pub fn named(name: &str) -> Option<System> {
        System::ALL.into_iter().find(|system| system.name() == name)
    }
}

/// The most slots allowed: more than two thousand times the paper's.
pub const MOST_SLOTS: usize = 1 << 25;
/// The greatest maximum length allowed, in tokens.
pub const GREATEST_MAX_LENGTH: u32 = crate::params::GREATEST_MAX_LENGTH;
/// The most requests that may be expected to arrive in a run.
pub const MOST_ARRIVALS: f64 = 10_000_000.0;

/// Of so many lognormal pairs, at least one in [`RAREST`] must keep the rules.
const TRIES: usize = 2_000;
const RAREST: usize = 100;

/// What a simulation is run with, as somebody says it: [`Config::new`] has the limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// Token slots in the pool.
    pub slots: usize,
    /// Token slots in a block of the paged system.
    pub block_size: u32,
    /// Longest request allowed, prompt and output, in tokens.
    pub max_length: u32,
    /// Share of the blocks that the paged system keeps free when it admits a request.
    pub watermark: f64,
    /// How requests arrive.
    pub arrivals: Arrivals,
    /// Lengths of prompts and outputs. Of lognormal ones, those that would be longer than the maximum are drawn anew.
    pub lengths: PairSource,
    /// Steps in the run.
    pub steps: u64,
    /// Steps at the beginning that averages leave out, while the pool fills.
    pub warm_up: u64,
    /// Seed of lengths and arrivals.
    pub seed: u32,
}

/// Inputs that can be run: every request that will arrive fits into the pool of every system once it is empty, so none
/// waits for ever.
#[derive(Clone, Debug, PartialEq)]
pub struct Config(Inputs);

impl Config {
    /// # Errors
    /// The first thing that is wrong with the inputs.
    pub fn new(inputs: Inputs) -> Result<Config, ConfigError> {
        check_pool(&inputs)?;
        check_run(&inputs)?;
        check_lengths(&inputs)?;
        Ok(Config(inputs))
    }

    /// The inputs that it was made from.
    pub fn inputs(&self) -> &Inputs {
        &self.0
    }

    /// Token slots in the pool.
    pub fn slots(&self) -> usize {
        self.0.slots
    }

    /// Token slots in a block.
    pub fn block_size(&self) -> u32 {
        self.0.block_size
    }

    /// Longest request allowed, in tokens.
    pub fn max_length(&self) -> u32 {
        self.0.max_length
    }

    /// Steps in the run.
    pub fn steps(&self) -> u64 {
        self.0.steps
    }

    /// Steps that averages leave out.
    pub fn warm_up(&self) -> u64 {
        self.0.warm_up
    }

    /// Slots in the largest chunk of the buddy allocators: the least that holds the longest request.
    pub fn largest_chunk(&self) -> usize {
        largest_chunk(&self.0)
    }

    /// Blocks that stay free when a request is admitted: the least that make up the watermark.
    pub fn watermark_blocks(&self) -> usize {
        watermark_blocks(&self.0)
    }
}

fn largest_chunk(inputs: &Inputs) -> usize {
    inputs.max_length.next_power_of_two() as usize
}

fn watermark_blocks(inputs: &Inputs) -> usize {
    ((inputs.slots / inputs.block_size as usize) as f64 * inputs.watermark).ceil() as usize
}

fn check_pool(inputs: &Inputs) -> Result<(), ConfigError> {
    let &Inputs { slots, block_size, max_length, watermark, .. } = inputs;
    if slots == 0 {
        return Err(ConfigError::NoSlots);
    }
    if slots > MOST_SLOTS {
        return Err(ConfigError::TooManySlots { slots: slots as u64, most: MOST_SLOTS as u64 });
    }
    if block_size == 0 {
        return Err(ConfigError::NoBlockSize);
    }
    if block_size as usize > slots {
        return Err(ConfigError::NoBlocks { slots, block_size });
    }
    if !(2..=GREATEST_MAX_LENGTH).contains(&max_length) {
        return Err(ConfigError::MaxLength { max_length });
    }
    if !(0.0..1.0).contains(&watermark) {
        return Err(ConfigError::Watermark { watermark });
    }
    let chunk = largest_chunk(inputs);
    if chunk > slots {
        return Err(ConfigError::LargerThanPool { max_length, needed: chunk, slots });
    }
    let blocks = max_length.div_ceil(block_size) as usize + watermark_blocks(inputs);
    if blocks > slots / block_size as usize {
        return Err(ConfigError::LargerThanBlocks { max_length, needed: blocks, blocks: slots / block_size as usize });
    }
    Ok(())
}

fn check_run(inputs: &Inputs) -> Result<(), ConfigError> {
    let &Inputs { steps, warm_up, arrivals, .. } = inputs;
    if steps == 0 {
        return Err(ConfigError::NoSteps);
    }
    if warm_up >= steps {
        return Err(ConfigError::WarmUp { warm_up, steps });
    }
    match arrivals {
        Arrivals::Poisson { rate } if !(rate.is_finite() && rate > 0.0) => Err(ConfigError::Rate { rate }),
        Arrivals::Poisson { rate } if rate * steps as f64 > MOST_ARRIVALS => {
            Err(ConfigError::TooManyArrivals { rate, steps })
        }
        _ => Ok(()),
    }
}

fn check_lengths(inputs: &Inputs) -> Result<(), ConfigError> {
    match &inputs.lengths {
        PairSource::Lognormal(lengths) => check_lognormal(lengths, inputs.max_length),
        PairSource::Trace(pairs) if pairs.is_empty() => Err(ConfigError::EmptyTrace),
        PairSource::Trace(pairs) => {
            let refused = |&pair: &crate::workload::Pair| {
                let total = u64::from(pair.prompt) + u64::from(pair.output);
                pair.prompt == 0 || pair.output == 0 || total > u64::from(inputs.max_length)
            };
            match pairs.iter().position(refused) {
                Some(request) => Err(ConfigError::TracePair { request, max_length: inputs.max_length }),
                None => Ok(()),
            }
        }
    }
}

fn check_lognormal(lengths: &LognormalPairs, max_length: u32) -> Result<(), ConfigError> {
    for lognormal in [lengths.prompt, lengths.output] {
        if !(lognormal.mu.is_finite() && lognormal.sigma.is_finite() && lognormal.sigma >= 0.0) {
            return Err(ConfigError::Lognormal { mu: lognormal.mu, sigma: lognormal.sigma });
        }
    }
    // Else drawing anew might take for ever.
    if lengths.allowed_of(TRIES, max_length) < TRIES / RAREST {
        return Err(ConfigError::RarelyAllowed { max_length });
    }
    Ok(())
}

/// What is wrong with the inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are the inputs that the sentence names")]
pub enum ConfigError {
    /// A pool of nothing.
    NoSlots,
    /// A pool beyond what can be simulated, in a page or at all.
    TooManySlots { slots: u64, most: u64 },
    /// A pool into which more requests would be admitted at once than can be simulated in a page.
    TooManyAdmitted { admitted: u64, most: u64 },
    /// Blocks of nothing.
    NoBlockSize,
    /// Not a single block in the pool.
    NoBlocks { slots: usize, block_size: u32 },
    /// A maximum length without room for a prompt and an output, or beyond [`GREATEST_MAX_LENGTH`].
    MaxLength { max_length: u32 },
    /// A watermark that is no share, or all.
    Watermark { watermark: f64 },
    /// The longest request does not fit into an empty pool.
    LargerThanPool { max_length: u32, needed: usize, slots: usize },
    /// The longest request does not fit into all blocks.
    LargerThanBlocks { max_length: u32, needed: usize, blocks: usize },
    /// A run of nothing.
    NoSteps,
    /// A warm-up without a run after it.
    WarmUp { warm_up: u64, steps: u64 },
    /// A rate at which nothing arrives, or everything.
    Rate { rate: f64 },
    /// More requests than [`MOST_ARRIVALS`].
    TooManyArrivals { rate: f64, steps: u64 },
    /// A distribution that is none.
    Lognormal { mu: f64, sigma: f64 },
    /// Lengths of which hardly any keep the rules.
    RarelyAllowed { max_length: u32 },
    /// A trace without requests.
    EmptyTrace,
    /// A request of a trace without a prompt or an output, or beyond the maximum length.
    TracePair { request: usize, max_length: u32 },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ConfigError::*;
        let count = |number: u32| format::count(number.into());
        let size = |number: usize| format::count(number as u64);
        match *self {
            NoSlots => write!(f, "The pool has no slots: it needs at least one block."),
            TooManySlots { slots, most } => {
                let [slots, most] = [slots, most].map(format::count);
                write!(f, "The pool has {slots} slots; at most {most} can be simulated here.")
            }
            TooManyAdmitted { admitted, most } => {
                let [admitted, most] = [admitted, most].map(format::count);
                write!(
                    f,
                    "The pool would admit about {admitted} such requests at once; at most {most} can be simulated here."
                )
            }
            NoBlockSize => write!(f, "A block needs at least one slot."),
            NoBlocks { slots, block_size } => {
                let (slots, block_size) = (size(slots), format::counted(block_size.into(), "slot"));
                write!(f, "The pool has no blocks: a block has {block_size}, and the pool {slots}.")
            }
            MaxLength { max_length } => {
                let (length, greatest) = (format::counted(max_length.into(), "token"), count(GREATEST_MAX_LENGTH));
                write!(f, "The maximum length is {length}; it must be from 2, a prompt and an output, to {greatest}.")
            }
            Watermark { watermark } => write!(f, "The watermark is {watermark}; it must be at least 0 and below 1."),
            LargerThanPool { max_length, needed, slots } => {
                let (length, [needed, slots]) = (count(max_length), [needed, slots].map(size));
                write!(
                    f,
                    "A request of {length} tokens would never fit: it needs a chunk of {needed} slots, and the pool has {slots}."
                )
            }
            LargerThanBlocks { max_length, needed, blocks } => {
                let (length, [needed, blocks]) = (count(max_length), [needed, blocks].map(size));
                write!(
                    f,
                    "A request of {length} tokens would never fit: with the watermark it needs {needed} blocks, and the pool has {blocks}."
                )
            }
            NoSteps => write!(f, "The run has no steps."),
            WarmUp { warm_up, steps } => {
                let [warm_up, steps] = [warm_up, steps].map(format::count);
                write!(f, "The warm-up of {warm_up} steps leaves nothing of a run of {steps}.")
            }
            Rate { rate } => write!(f, "The rate is {rate} requests a step; it must be a number above 0."),
            TooManyArrivals { rate, steps } => {
                let [most, steps] = [MOST_ARRIVALS as u64, steps].map(format::count);
                let rate = format::exact(rate);
                write!(f, "At {rate} requests a step, more than {most} would arrive in {steps} steps.")
            }
            Lognormal { mu, sigma } => {
                write!(f, "No lognormal lengths have the mean {mu} and the deviation {sigma} of their logarithm.")
            }
            RarelyAllowed { max_length } => {
                let length = count(max_length);
                write!(
                    f,
                    "Of such lengths, hardly any keep to the shortest allowed and the maximum of {length} tokens."
                )
            }
            EmptyTrace => write!(f, "The trace has no requests."),
            TracePair { request, max_length } => {
                let (request, length) = (size(request), count(max_length));
                write!(
                    f,
                    "Request {request} of the trace needs a prompt, an output, and at most {length} tokens in all."
                )
            }
        }
    }
}

impl std::error::Error for ConfigError {}
