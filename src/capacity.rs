//! What fits: a fixed memory, and how many requests each allocator admits to it, first come, first served, before it
//! refuses one.

use std::rc::Rc;

use crate::memory::Memory;
use crate::params::Params;
use crate::workload::{Source, Tally};

/// So many admissions are counted one by one. Where there are more, they are estimated from the mean of so many requests,
/// which is that of all to within a percent.
pub const MOST_COUNTED: u64 = 100_000;

/// The requests that arrive: those of the workload, and after them whichever its source goes on with.
pub struct Arrivals {
    lengths: Rc<[u32]>,
}

impl Arrivals {
    /// No arrivals drawn yet.
    pub fn none() -> Arrivals {
        Arrivals { lengths: Rc::new([]) }
    }

    /// At least the first `count` of them, drawn where they are missing.
    fn at_least(&mut self, count: u32, params: &Params, source: &mut Source) -> Rc<[u32]> {
        if self.lengths.len() < count as usize {
            self.lengths = source.lengths(count, params).into();
        }
        Rc::clone(&self.lengths)
    }
}

/// How many requests fit.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// Slots that there are.
    slots: u64,
    /// Requests that contiguous allocation admits.
    contiguous: u64,
    /// Requests that paging admits.
    paged: u64,
    /// Lengths of those, and of some that arrive after them; none where nothing was counted.
    arrivals: Option<Rc<[u32]>>,
}

impl Capacity {
    /// Counts how many of `arrivals` each allocator admits to the memory that the reader has for the chosen model, or else
    /// to what contiguous allocation reserves for the workload of `tally`. For paging it is an estimate above
    /// [`MOST_COUNTED`].
    pub fn of(params: &Params, tally: &Tally, arrivals: &mut Arrivals, source: &mut Source) -> Capacity {
        let reserved = u64::from(params.sequences()) * u64::from(params.max_length());
        let slots = Memory::of(params).map_or(reserved, |memory| memory.slots());
        let contiguous = slots / u64::from(params.max_length());
        let all_blocks = slots / u64::from(params.block_size());
        let requests_of = |blocks: u64, requests: u64| (all_blocks as f64 / (blocks as f64 / requests as f64)) as u64;
        let estimate = requests_of(tally.blocks(params.block_size()), params.sequences().into());
        if estimate.max(contiguous) > MOST_COUNTED {
            let paged = if u64::from(params.sequences()) >= MOST_COUNTED {
                estimate
            } else {
                // The workload is too small a sample.
                let lengths = &arrivals.at_least(MOST_COUNTED as u32, params, source)[..MOST_COUNTED as usize];
                let blocks = lengths.iter().map(|length| u64::from(length.div_ceil(params.block_size()))).sum();
                requests_of(blocks, MOST_COUNTED)
            };
            return Capacity { slots, contiguous, paged, arrivals: None };
        }
        // A tenth more than what is to be expected is nearly always enough, and contiguous allocation has its own.
        let mut enough = ((estimate + estimate / 10 + 16) as u32).max(contiguous as u32);
        loop {
            let lengths = arrivals.at_least(enough, params, source);
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
                return Capacity { slots, contiguous, paged: admitted as u64, arrivals: Some(lengths) };
            }
            enough = enough.saturating_mul(2);
        }
    }

    /// Slots that there are.
    pub fn slots(&self) -> u64 {
        self.slots
    }

    /// Requests that contiguous allocation admits: slots / maximum length, rounded down.
    pub fn contiguous(&self) -> u64 {
        self.contiguous
    }

    /// Requests that paging admits.
    pub fn paged(&self) -> u64 {
        self.paged
    }

    /// Lengths in tokens of the requests that paging admits, in order of arrival, where they were counted.
    pub fn admitted(&self) -> Option<&[u32]> {
        self.first_arrivals(self.paged)
    }

    /// Lengths in tokens of the first `count` requests that arrive, where so many were looked at.
    pub fn first_arrivals(&self, count: u64) -> Option<&[u32]> {
        self.arrivals.as_deref()?.get(..count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocator::{Allocator, PagedAllocator};
    use crate::params::Parameter;
    use crate::workload::Own;
    use proptest::prelude::*;

    fn params(values: &[(Parameter, u32)]) -> Params {
        let mut params = Params::default();
        for &(parameter, value) in values {
            assert_eq!(params.read(parameter, &value.to_string()), None);
        }
        params
    }

    fn source(params: &Params) -> Source {
        Source::new(params, Own::default())
    }

    fn capacity(params: &Params) -> Capacity {
        let mut source = source(params);
        let lengths = source.lengths(params.sequences(), params);
        Capacity::of(params, &Tally::of(&lengths), &mut Arrivals::none(), &mut source)
    }

    /// Every request is clipped to 32 tokens, two blocks of 16: in 10 × 32 slots fit 10 of them.
    #[test]
    fn a_case_by_hand() {
        let capacity = capacity(&params(&[(Parameter::Sequences, 10), (Parameter::MaxLength, 32)]));
        assert_eq!(capacity.paged(), 10);
        assert_eq!(capacity.admitted(), Some([32; 10].as_slice()));
    }

    #[test]
    fn where_no_block_fits_nobody_is_admitted() {
        let values = [(Parameter::Sequences, 1), (Parameter::MaxLength, 64), (Parameter::BlockSize, 4096)];
        assert_eq!(capacity(&params(&values)).paged(), 0);
    }

    /// Counted here all the same: workloads too small to estimate from, and large ones.
    #[test]
    fn more_than_can_be_counted_is_estimated_to_within_a_percent() {
        let cases = [(30, 1_048_576), (60, 1_048_576), (20_000, 2_048), (100_000, 2_048)];
        for ((sequences, max), block) in cases.into_iter().flat_map(|case| [(case, 16), (case, 256)]) {
            let params = params(&[
                (Parameter::Sequences, sequences),
                (Parameter::MaxLength, max),
                (Parameter::BlockSize, block),
            ]);
            let capacity = capacity(&params);
            if capacity.admitted().is_some() {
                continue;
            }
            let mut blocks_left = u64::from(sequences) * u64::from(max) / u64::from(block);
            let arrivals = source(&params).lengths(1_000_000, &params);
            let counted = arrivals.iter().take_while(|length| {
                let left = blocks_left.checked_sub(length.div_ceil(block).into());
                blocks_left = left.unwrap_or(0);
                left.is_some()
            });
            let counted = counted.count() as f64;
            assert!((MOST_COUNTED as f64 * 0.8..1e6).contains(&counted), "{counted}");
            assert!((capacity.paged() as f64 / counted - 1.0).abs() < 0.01, "{sequences} {max} {block}");
        }
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
            let arrivals = source(&params).lengths(capacity.paged() as u32 + 1, &params);
            let mut memory = PagedAllocator::new((sequences * max) as usize, block as usize);
            let admitted = arrivals.iter().take_while(|&&length| memory.admit(length as usize).is_ok()).count();
            prop_assert_eq!(admitted as u64, capacity.paged());
            prop_assert_eq!(capacity.admitted(), Some(&arrivals[..admitted]));
        }
    }
}
