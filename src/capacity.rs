//! What fits: a fixed memory, and how many requests each allocator admits to it, first come, first served, before it
//! refuses one.

use std::rc::Rc;

use crate::memory::Memory;
use crate::params::Params;
use crate::workload::{Source, Tally};

/// So many admissions are counted one by one. Where there are more, they are estimated from the mean of so many requests,
/// which is that of all to within a few percent; but those of the reader's own lengths, which are no sample of anything, are
/// counted in any case.
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
    /// Whether that was counted, and not estimated.
    is_counted: bool,
    /// Lengths of those, and of some that arrive after them; a sample where they are too many.
    arrivals: Result<Rc<[u32]>, Sample>,
}

/// What some requests come to.
#[derive(Clone, Copy, Debug)]
struct Sample {
    requests: u64,
    tokens: u64,
    blocks: u64,
}

impl Sample {
    fn of(lengths: &[u32], block_size: u32) -> Sample {
        let tokens = lengths.iter().copied().map(u64::from).sum();
        let blocks = lengths.iter().map(|length| u64::from(length.div_ceil(block_size))).sum();
        Sample { requests: lengths.len() as u64, tokens, blocks }
    }

    /// How many requests like these on average so many blocks hold.
    fn requests_in(&self, blocks: u64) -> u64 {
        (blocks as f64 / (self.blocks as f64 / self.requests as f64)) as u64
    }
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
        let workload = Sample {
            requests: params.sequences().into(),
            tokens: tally.tokens(),
            blocks: tally.blocks(params.block_size()),
        };
        let estimate = workload.requests_in(all_blocks);
        if estimate.max(contiguous) > MOST_COUNTED {
            let own = source.own_in_use(params).map(|own| clipped(own, params));
            let counted = own.as_deref().map(|own| admitted_again_and_again(own, params.block_size(), all_blocks));
            let sample = match own {
                Some(own) => Sample::of(&own, params.block_size()),
                None if workload.requests >= MOST_COUNTED => workload,
                // The workload is too small a sample.
                None => {
                    let lengths = arrivals.at_least(MOST_COUNTED as u32, params, source);
                    Sample::of(&lengths[..MOST_COUNTED as usize], params.block_size())
                }
            };
            let paged = counted.unwrap_or_else(|| sample.requests_in(all_blocks));
            return Capacity { slots, contiguous, paged, is_counted: counted.is_some(), arrivals: Err(sample) };
        }
        // A tenth more than what is to be expected is nearly always enough, and contiguous allocation has its own.
        let mut enough = ((estimate + estimate / 10 + 16) as u32).max(contiguous as u32);
        loop {
            let lengths = arrivals.at_least(enough, params, source);
            if let Some(paged) = first_refused(&lengths, params.block_size(), all_blocks) {
                return Capacity { slots, contiguous, paged, is_counted: true, arrivals: Ok(lengths) };
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

    /// Whether that was counted, and not estimated.
    pub fn is_counted(&self) -> bool {
        self.is_counted
    }

    /// Lengths in tokens of the requests that paging admits, in order of arrival, where they were counted.
    pub fn admitted(&self) -> Option<&[u32]> {
        self.first_arrivals(self.paged)
    }

    /// Lengths in tokens of the first `count` requests that arrive, where so many were looked at.
    pub fn first_arrivals(&self, count: u64) -> Option<&[u32]> {
        self.arrivals.as_ref().ok()?.get(..count as usize)
    }

    /// Tokens and blocks of a request on average, where there are too many to list their lengths.
    pub fn typical(&self) -> Option<(f64, f64)> {
        let of_one = |sum: u64, sample: &Sample| sum as f64 / sample.requests as f64;
        self.arrivals.as_ref().err().map(|sample| (of_one(sample.tokens, sample), of_one(sample.blocks, sample)))
    }
}

/// The place of the first of `lengths` that does not fit into `blocks` any more, if there is one.
fn first_refused(lengths: &[u32], block_size: u32, blocks: u64) -> Option<u64> {
    let mut blocks_left = blocks;
    let refused = lengths.iter().position(|length| {
        let needed = u64::from(length.div_ceil(block_size));
        let is_refused = needed > blocks_left;
        if !is_refused {
            blocks_left -= needed;
        }
        is_refused
    });
    refused.map(|place| place as u64)
}

/// The reader's own lengths, cut off at the maximum.
fn clipped(own: &[u32], params: &Params) -> Vec<u32> {
    own.iter().map(|&length| length.min(params.max_length())).collect()
}

/// How many requests fit into `blocks` whose lengths are these, again and again.
fn admitted_again_and_again(lengths: &[u32], block_size: u32, blocks: u64) -> u64 {
    let Sample { requests, blocks: of_all, .. } = Sample::of(lengths, block_size);
    let (rounds, rest) = (blocks / of_all, blocks % of_all);
    rounds * requests + first_refused(lengths, block_size, rest).unwrap_or(0)
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

    /// The first that are counted are short, and those after them long: no sample of them speaks for all.
    #[test]
    fn lengths_of_ones_own_are_counted_however_many_there_are() {
        let own: Vec<u32> = [[1; 1_000], [1_000; 1_000]].concat();
        let values = [(Parameter::Sequences, 1_000_000), (Parameter::MaxLength, 1_000), (Parameter::BlockSize, 1)];
        let mut params = params(&values);
        assert_eq!(params.read(Parameter::Workload, "custom"), None);
        let mut source = Source::new(&params, Own::new(own.iter().copied()));
        let tally = Tally::of(&source.lengths(1_000_000, &params));
        let capacity = Capacity::of(&params, &tally, &mut Arrivals::none(), &mut source);
        // A round of 2,000 takes 1,001,000 of the 10⁹ slots: 999 rounds leave 1,000, for the thousand short ones.
        assert_eq!((capacity.paged(), capacity.is_counted()), (999 * 2_000 + 1_000, true));
    }

    /// The widest lognormal lengths there are: sums of them settle slowly.
    #[test]
    fn wide_distributions_are_estimated_to_within_a_few_percent() {
        let mut params = params(&[(Parameter::Sequences, 200), (Parameter::MaxLength, 1_048_576)]);
        for (parameter, text) in [(Parameter::Workload, "lognormal"), (Parameter::Sigma, "4")] {
            assert_eq!(params.read(parameter, text), None);
        }
        for seed in ["1", "2", "42"] {
            assert_eq!(params.read(Parameter::Seed, seed), None);
            let mut source = source(&params);
            let lengths = source.lengths(1_000_000, &params);
            let all_blocks = 200 * 1_048_576 / 16;
            let counted = first_refused(&lengths, 16, all_blocks).expect("a million do not fit");
            let capacity = capacity(&params);
            assert!(counted < MOST_COUNTED || !capacity.is_counted());
            assert!((capacity.paged() as f64 / counted as f64 - 1.0).abs() < 0.05, "{seed}: {counted}");
        }
    }

    /// Counted here all the same: workloads too small to estimate from, and large ones.
    #[test]
    fn more_than_can_be_counted_is_estimated_to_within_a_percent() {
        let cases = [(30, 1_048_576), (60, 1_048_576), (20_000, 2_048), (100_000, 2_048)];
        let mut estimated = 0;
        for ((sequences, max), block) in cases.into_iter().flat_map(|case| [(case, 16), (case, 256)]) {
            let params = params(&[
                (Parameter::Sequences, sequences),
                (Parameter::MaxLength, max),
                (Parameter::BlockSize, block),
            ]);
            let capacity = capacity(&params);
            if capacity.is_counted() {
                continue;
            }
            estimated += 1;
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
        assert!(estimated >= 4, "{estimated}");
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
