//! What fits: the memory that contiguous allocation reserves for a workload, and how many requests each allocator
//! admits to it, first come, first served, before it refuses one.

use std::rc::Rc;

use crate::params::Params;
use crate::workload::{ExponentialDraws, Tally};

/// So many admissions are counted one by one. Beyond, the mean of so many lengths is that of the distribution to within
/// a percent, and so the count is that of the estimate.
pub const MOST_COUNTED: u64 = 100_000;

/// The requests that arrive: those of the workload, and after them whichever its random numbers go on with.
pub struct Arrivals {
    lengths: Rc<[u32]>,
}

impl Arrivals {
    /// No arrivals drawn yet.
    pub fn none() -> Arrivals {
        Arrivals { lengths: Rc::new([]) }
    }

    /// At least the first `count` of them, drawn where they are missing.
    fn at_least(&mut self, count: u32, params: &Params, draws: &mut ExponentialDraws) -> Rc<[u32]> {
        if self.lengths.len() < count as usize {
            self.lengths = draws.lengths(count, params.mean(), params.max_length()).into();
        }
        Rc::clone(&self.lengths)
    }
}

/// How many requests fit.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// Requests that paging admits.
    paged: u64,
    /// Lengths of those, and of some that arrive after them; none where nothing was counted.
    arrivals: Option<Rc<[u32]>>,
    /// Blocks that are left then.
    blocks_left: u64,
}

impl Capacity {
    /// Counts how many of `arrivals` paging admits to the memory that contiguous allocation reserves for the workload of
    /// `tally`; estimates it from that workload where it is more than [`MOST_COUNTED`].
    pub fn of(params: &Params, tally: &Tally, arrivals: &mut Arrivals, draws: &mut ExponentialDraws) -> Capacity {
        let memory = u64::from(params.sequences()) * u64::from(params.max_length());
        let all_blocks = memory / u64::from(params.block_size());
        let estimate = estimate(all_blocks, params, tally);
        if estimate > MOST_COUNTED {
            return Capacity { paged: estimate, arrivals: None, blocks_left: 0 };
        }
        // A tenth more than what is to be expected is nearly always enough.
        let mut enough = (estimate + estimate / 10 + 16) as u32;
        loop {
            let lengths = arrivals.at_least(enough, params, draws);
            let mut blocks_left = all_blocks;
            let admitted = lengths.iter().position(|length| {
                let needed = u64::from(length.div_ceil(params.block_size()));
                let is_refused = needed > blocks_left;
                if !is_refused {
                    blocks_left -= needed;
                }
                is_refused
            });
            if let Some(admitted) = admitted {
                return Capacity { paged: admitted as u64, arrivals: Some(lengths), blocks_left };
            }
            enough = enough.saturating_mul(2);
        }
    }

    /// Requests that paging admits.
    pub fn paged(&self) -> u64 {
        self.paged
    }

    /// Lengths in tokens of the requests that paging admits, in order of arrival, where they were counted.
    pub fn admitted(&self) -> Option<&[u32]> {
        self.arrivals.as_deref().map(|lengths| &lengths[..self.paged as usize])
    }

    /// Blocks that the first request that paging refuses finds free; too few for it.
    pub fn blocks_left(&self) -> u64 {
        self.blocks_left
    }
}

/// How many requests fit if all are as the workload on average.
fn estimate(all_blocks: u64, params: &Params, tally: &Tally) -> u64 {
    let each = tally.blocks(params.block_size()) as f64 / f64::from(params.sequences());
    (all_blocks as f64 / each) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocator::{Allocator, PagedAllocator};
    use crate::params::Parameter;
    use proptest::prelude::*;

    fn params(values: &[(Parameter, u32)]) -> Params {
        let mut params = Params::default();
        for &(parameter, value) in values {
            assert_eq!(params.read(parameter, &value.to_string()), None);
        }
        params
    }

    fn capacity(params: &Params) -> Capacity {
        let mut draws = ExponentialDraws::new(params.seed());
        let lengths = draws.lengths(params.sequences(), params.mean(), params.max_length());
        Capacity::of(params, &Tally::of(&lengths), &mut Arrivals::none(), &mut draws)
    }

    /// Every request is clipped to 32 tokens, two blocks of 16: in 10 × 32 slots fit 10 of them, and nothing is left.
    #[test]
    fn a_case_by_hand() {
        let capacity = capacity(&params(&[(Parameter::Sequences, 10), (Parameter::MaxLength, 32)]));
        assert_eq!((capacity.paged(), capacity.blocks_left()), (10, 0));
        assert_eq!(capacity.admitted(), Some([32; 10].as_slice()));
    }

    #[test]
    fn where_no_block_fits_nobody_is_admitted() {
        let values = [(Parameter::Sequences, 1), (Parameter::MaxLength, 64), (Parameter::BlockSize, 4096)];
        assert_eq!(capacity(&params(&values)).paged(), 0);
    }

    #[test]
    fn more_than_can_be_counted_is_estimated_to_within_a_percent() {
        // Just below and above what is counted, at a mean of 300: 6.8 times as many fit.
        let counted = capacity(&params(&[(Parameter::Sequences, 14_000)]));
        assert!(counted.admitted().is_some());
        let per_sequence = counted.paged() as f64 / 14_000.0;
        let estimated = capacity(&params(&[(Parameter::Sequences, 50_000)]));
        assert!(estimated.admitted().is_none());
        assert!((estimated.paged() as f64 / 50_000.0 / per_sequence - 1.0).abs() < 0.01);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// The real allocator admits as many, and refuses the next.
        #[test]
        fn the_count_is_the_allocators(sequences in 1u32..60, max in 1u32..2000, block in 1u32..300, seed in any::<u32>()) {
            let params = params(&[
                (Parameter::Sequences, sequences),
                (Parameter::MaxLength, max),
                (Parameter::BlockSize, block),
                (Parameter::Seed, seed),
            ]);
            let capacity = capacity(&params);
            let arrivals = ExponentialDraws::new(seed).lengths(capacity.paged() as u32 + 1, params.mean(), max);
            let mut memory = PagedAllocator::new((sequences * max) as usize, block as usize);
            let admitted = arrivals.iter().take_while(|&&length| memory.admit(length as usize).is_ok()).count();
            prop_assert_eq!(admitted as u64, capacity.paged());
            prop_assert_eq!(capacity.admitted(), Some(&arrivals[..admitted]));
            prop_assert_eq!((memory.free_slots() / block as usize) as u64, capacity.blocks_left());
        }
    }
}
