//! Where every token stands: the physical memory of both allocators, address by address, while the requests grow side by
//! side.
//!
//! All requests are admitted with their prompts, in order of arrival. From then on, in every step of decoding each that
//! is not done yet gets one token, in the same order, and under paging a block when its last is full; so its blocks come
//! to lie among those of others. A request that is done stays. A third of a request is taken to be its prompt, rounded
//! up: in ShareGPT it is 161 of 499 tokens on average (Kwon et al., SOSP 2023, Fig. 11).
//!
//! The addresses are those of [`ContiguousAllocator`](crate::allocator::ContiguousAllocator) and
//! [`PagedAllocator`](crate::allocator::PagedAllocator), each with just the memory that all requests take in the end. No
//! token is stored to find them: fresh memory is given out from its beginning, so a block's number is how many blocks
//! were taken before it, and those are counted.

use crate::allocator::BlockId;
use crate::params::Params;

/// So many requests are mapped at most, the first that arrive.
pub const MOST_REQUESTS: usize = 10_000;
/// And of these only as many as take so many blocks in all; but always the first.
pub const MOST_BLOCKS: usize = 1 << 19;

/// What stands where, at every step from the prompts to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryMap {
    max_length: u32,
    block_size: u32,
    /// Of the requests that are mapped, in tokens, in order of arrival.
    lengths: Vec<u32>,
    /// The physical block of every logical one, request after request.
    tables: Vec<u32>,
    /// Where in `tables` each request begins, and where the last ends.
    table_starts: Vec<u32>,
    /// Which logical block every physical one becomes.
    blocks: Vec<LogicalBlock>,
    /// By step, how many blocks are taken once it is over. Step 0 is that of the prompts.
    taken: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LogicalBlock {
    request: u32,
    number: u32,
}

/// The map at one step.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    map: &'a MemoryMap,
    step: u32,
}

/// A block that a request has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Whose it is, counted from zero.
    pub request: u32,
    /// Its place in the block table, from zero.
    pub logical: u32,
    /// Where it stands.
    pub physical: BlockId,
    /// Slots in it that hold a token, from its beginning.
    pub filled: u32,
}

impl MemoryMap {
    /// Maps the first of `lengths`, in tokens: at most [`MOST_REQUESTS`], with at most [`MOST_BLOCKS`].
    pub fn of(lengths: &[u32], params: &Params) -> MemoryMap {
        let block_size = params.block_size();
        let lengths = mapped(lengths, block_size).to_vec();
        let steps = lengths.iter().map(|&length| length - prompt_of(length)).max().unwrap_or(0);

        let mut table_starts = Vec::with_capacity(lengths.len() + 1);
        // First how many blocks are taken in each step, then how many before it, then up to its end.
        let mut taken = vec![0u32; steps as usize + 1];
        let mut total = 0;
        for &length in &lengths {
            table_starts.push(total);
            total += length.div_ceil(block_size);
            steps_of(length, block_size).for_each(|step| taken[step as usize] += 1);
        }
        table_starts.push(total);
        let mut before = 0;
        for count in &mut taken {
            before += std::mem::replace(count, before);
        }

        let mut tables = Vec::with_capacity(total as usize);
        let mut blocks = vec![LogicalBlock::default(); total as usize];
        for (request, &length) in (0..).zip(&lengths) {
            for (number, step) in (0..).zip(steps_of(length, block_size)) {
                let next = &mut taken[step as usize];
                blocks[*next as usize] = LogicalBlock { request, number };
                tables.push(*next);
                *next += 1;
            }
        }
        MemoryMap { max_length: params.max_length(), block_size, lengths, tables, table_starts, blocks, taken }
    }

    /// Whether so many requests with so many blocks in all are mapped without exception.
    pub fn holds_all(requests: u32, blocks: u64) -> bool {
        requests as usize <= MOST_REQUESTS && (blocks <= MOST_BLOCKS as u64 || requests == 1)
    }

    /// How many requests are mapped.
    pub fn requests(&self) -> u32 {
        self.lengths.len() as u32
    }

    /// Slots that contiguous allocation has: requests × maximum length.
    pub fn contiguous_slots(&self) -> u64 {
        self.lengths.len() as u64 * u64::from(self.max_length)
    }

    /// Slots in a reservation of contiguous allocation.
    pub fn max_length(&self) -> u32 {
        self.max_length
    }

    /// Blocks that paging has: as many as the requests take in the end.
    pub fn paged_blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Slots of these.
    pub fn paged_slots(&self) -> u64 {
        self.blocks.len() as u64 * u64::from(self.block_size)
    }

    /// Slots in a block.
    pub fn block_size(&self) -> u32 {
        self.block_size
    }

    /// The map when the requests have gone the share `growth` of the way from their prompts, 0, to the end of the
    /// longest, 1.
    pub fn at(&self, growth: f64) -> Moment<'_> {
        let steps = (self.taken.len() - 1) as f64;
        Moment { map: self, step: (growth * steps).round().clamp(0.0, steps) as u32 }
    }
}

impl<'a> Moment<'a> {
    /// Steps of decoding since the prompts.
    pub fn step(&self) -> u32 {
        self.step
    }

    /// Tokens that `request` has by now. Requests are counted from zero.
    pub fn tokens(&self, request: u32) -> u32 {
        let length = self.map.lengths[request as usize];
        prompt_of(length).saturating_add(self.step).min(length)
    }

    /// Slots that hold a token, under either allocator.
    pub fn used_slots(&self) -> u64 {
        (0..self.map.requests()).map(|request| u64::from(self.tokens(request))).sum()
    }

    /// Blocks that are taken: the first so many.
    pub fn taken_blocks(&self) -> usize {
        self.map.taken[self.step as usize] as usize
    }

    /// The block table of `request`: its blocks in logical order.
    pub fn block_table(&self, request: u32) -> impl ExactSizeIterator<Item = Block> + use<'a> {
        let Moment { map, .. } = *self;
        let (tokens, start) = (self.tokens(request), map.table_starts[request as usize] as usize);
        let count = tokens.div_ceil(map.block_size);
        map.tables[start..start + count as usize].iter().enumerate().map(move |(logical, &physical)| {
            let logical = logical as u32;
            let filled = (tokens - logical * map.block_size).min(map.block_size);
            Block { request, logical, physical: physical as BlockId, filled }
        })
    }

    /// The last block of `request`: the only one that may not be full.
    pub fn last_block(&self, request: u32) -> Block {
        let tokens = self.tokens(request);
        let logical = (tokens - 1) / self.map.block_size;
        let physical = self.map.tables[(self.map.table_starts[request as usize] + logical) as usize];
        Block { request, logical, physical: physical as BlockId, filled: tokens - logical * self.map.block_size }
    }

    /// What a physical block holds; nothing where it is free.
    pub fn block(&self, physical: BlockId) -> Option<Block> {
        if physical >= self.taken_blocks() {
            return None;
        }
        let LogicalBlock { request, number } = self.map.blocks[physical];
        let filled = (self.tokens(request) - number * self.map.block_size).min(self.map.block_size);
        Some(Block { request, logical: number, physical, filled })
    }

    /// Whose the slot at an address of paged memory is.
    pub fn paged_holder(&self, slot: u64) -> Option<u32> {
        let physical = slot / u64::from(self.map.block_size);
        self.block(BlockId::try_from(physical).ok()?).map(|block| block.request)
    }

    /// Whose the slot at an address of contiguous memory is: somebody's, wherever there is one.
    pub fn contiguous_holder(&self, slot: u64) -> Option<u32> {
        let place = slot / u64::from(self.map.max_length);
        u32::try_from(place).ok().filter(|&place| place < self.map.requests())
    }
}

/// As many of `lengths` as are mapped.
fn mapped(lengths: &[u32], block_size: u32) -> &[u32] {
    let mut blocks = 0;
    let fit = lengths.iter().take(MOST_REQUESTS).take_while(|length| {
        blocks += length.div_ceil(block_size) as usize;
        blocks <= MOST_BLOCKS
    });
    let count = fit.count().max(1);
    &lengths[..count.min(lengths.len())]
}

/// Tokens of a request's prompt.
pub(crate) fn prompt_of(length: u32) -> u32 {
    length.div_ceil(3)
}

/// The step in which a request of `length` takes each of its blocks.
fn steps_of(length: u32, block_size: u32) -> impl Iterator<Item = u32> {
    let prompt = prompt_of(length);
    (0..length).step_by(block_size as usize).map(move |token| (token + 1).saturating_sub(prompt))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocator::{Allocator, ContiguousAllocator, PagedAllocator, RequestId};
    use crate::params::Parameter;
    use proptest::prelude::*;

    fn map(lengths: &[u32], max_length: u32, block_size: u32) -> MemoryMap {
        let mut params = Params::default();
        for (parameter, value) in [(Parameter::MaxLength, max_length), (Parameter::BlockSize, block_size)] {
            assert_eq!(params.read(parameter, &value.to_string()), None);
        }
        MemoryMap::of(lengths, &params)
    }

    /// Logical block, physical block and filled slots of each entry of a block table.
    fn table(moment: Moment<'_>, request: u32) -> Vec<(u32, BlockId, u32)> {
        moment.block_table(request).map(|block| (block.logical, block.physical, block.filled)).collect()
    }

    /// Kwon et al., §4.3, figure 6: a prompt of 7 tokens takes two blocks of 4. The first token decoded goes into the
    /// slot that is left, the second into a block of its own.
    #[test]
    fn a_block_is_taken_when_the_last_is_full() {
        let map = map(&[21], 64, 4);
        let at_step = |step: u32| map.at(f64::from(step) / 14.0);
        assert_eq!(table(at_step(0), 0), [(0, 0, 4), (1, 1, 3)]);
        assert_eq!(table(at_step(1), 0), [(0, 0, 4), (1, 1, 4)]);
        assert_eq!(table(at_step(2), 0), [(0, 0, 4), (1, 1, 4), (2, 2, 1)]);
        assert_eq!(at_step(14).tokens(0), 21);
        assert_eq!((map.paged_blocks(), map.paged_slots()), (6, 24));
    }

    /// Prompts of 3 and 2 tokens take blocks 0 to 2, of 2 slots. Then request 1 takes a block in the first and in the
    /// third step, request 0 in the second, the fourth and the sixth.
    #[test]
    fn requests_that_grow_side_by_side_have_their_blocks_among_each_others() {
        let map = map(&[9, 6], 16, 2);
        let blocks = |request| table(map.at(1.0), request).iter().map(|entry| entry.1).collect::<Vec<_>>();
        assert_eq!(blocks(0), [0, 1, 4, 6, 7]);
        assert_eq!(blocks(1), [2, 3, 5]);
        assert_eq!(map.at(1.0).block(6), Some(Block { request: 0, logical: 3, physical: 6, filled: 2 }));
        assert_eq!(map.at(0.5).block(6), None);
        assert_eq!(map.at(1.0).paged_holder(11), Some(1));
        assert_eq!((map.at(0.0).contiguous_holder(31), map.at(0.0).contiguous_holder(32)), (Some(1), None));
    }

    #[test]
    fn only_the_first_requests_are_mapped() {
        assert_eq!(map(&[1; 10_001], 2048, 16).requests(), 10_000);
        assert!(MemoryMap::holds_all(10_000, 10_000) && !MemoryMap::holds_all(10_001, 10_001));
        // 2,048 blocks each, and room for 256 times as many.
        assert_eq!(map(&[2048; 300], 2048, 1).requests(), 256);
        assert!(MemoryMap::holds_all(256, 256 * 2048) && !MemoryMap::holds_all(257, 257 * 2048));
        assert_eq!(map(&[2048; 300], 2048, 2).requests(), 300);
        // The first in any case, however long.
        assert_eq!(map(&[1_048_576, 1], 1_048_576, 1).requests(), 1);
        assert!(MemoryMap::holds_all(1, 1_048_576));
    }

    /// Both allocators, with every token of every request stored one at a time.
    struct Stepped {
        contiguous: ContiguousAllocator,
        paged: PagedAllocator,
        /// What each allocator calls a request.
        ids: Vec<(RequestId, RequestId)>,
    }

    impl Stepped {
        fn new(map: &MemoryMap, lengths: &[u32], steps: u32) -> Stepped {
            let mut contiguous = ContiguousAllocator::new(map.contiguous_slots() as usize, map.max_length() as usize);
            let mut paged = PagedAllocator::new(map.paged_slots() as usize, map.block_size() as usize);
            let prompt = |length: u32| length.div_ceil(3) as usize;
            let admit =
                |&length: &u32| (contiguous.admit(prompt(length)).unwrap(), paged.admit(prompt(length)).unwrap());
            let ids: Vec<_> = lengths.iter().map(admit).collect();
            for step in 0..steps as usize {
                for (&length, &(in_contiguous, in_paged)) in lengths.iter().zip(&ids) {
                    if prompt(length) + step < length as usize {
                        contiguous.append(in_contiguous).unwrap();
                        paged.append(in_paged).unwrap();
                    }
                }
            }
            Stepped { contiguous, paged, ids }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn the_map_is_what_the_allocators_do(
            lengths in prop::collection::vec(1u32..120, 1..14),
            block_size in prop_oneof![1u32..20, 100u32..200],
            growth in 0.0..=1.0,
        ) {
            let map = map(&lengths, 120, block_size);
            let moment = map.at(growth);
            let stepped = Stepped::new(&map, &lengths, moment.step());
            prop_assert_eq!(moment.used_slots(), stepped.paged.used_slots() as u64);
            prop_assert_eq!(moment.used_slots(), stepped.contiguous.used_slots() as u64);
            prop_assert_eq!(moment.taken_blocks() * block_size as usize, stepped.paged.reserved_slots());
            prop_assert_eq!(map.contiguous_slots(), stepped.contiguous.reserved_slots() as u64);
            for (request, &(in_contiguous, in_paged)) in (0..).zip(&stepped.ids) {
                let blocks: Vec<_> = moment.block_table(request).collect();
                let physical: Vec<BlockId> = blocks.iter().map(|block| block.physical).collect();
                prop_assert_eq!(Some(physical.as_slice()), stepped.paged.block_table(in_paged));
                prop_assert_eq!(blocks.last(), Some(&moment.last_block(request)));
                for block in blocks {
                    prop_assert_eq!(moment.block(block.physical), Some(block));
                    let tokens = block.logical * block_size..block.logical * block_size + block.filled;
                    for token in tokens {
                        let slot = stepped.paged.slot(in_paged, token as usize).unwrap();
                        prop_assert_eq!(slot / block_size as usize, block.physical);
                        prop_assert_eq!(moment.paged_holder(slot as u64), Some(request));
                    }
                }
                let tokens = moment.tokens(request) as usize;
                prop_assert_eq!(stepped.paged.slot(in_paged, tokens), None);
                for token in 0..tokens {
                    let slot = stepped.contiguous.slot(in_contiguous, token).unwrap();
                    prop_assert_eq!(slot, request as usize * 120 + token);
                    prop_assert_eq!(moment.contiguous_holder(slot as u64), Some(request));
                }
            }
            prop_assert_eq!(moment.block(moment.taken_blocks()), None);
        }

        /// At the end the map takes what the comparison counts.
        #[test]
        fn in_the_end_all_memory_is_taken(lengths in prop::collection::vec(1u32..3000, 1..30), block_size in 1u32..300) {
            let map = map(&lengths, 3000, block_size);
            let end = map.at(1.0);
            prop_assert_eq!(end.taken_blocks(), map.paged_blocks());
            prop_assert_eq!(end.used_slots(), lengths.iter().map(|&length| u64::from(length)).sum::<u64>());
            let blocks: u32 = lengths.iter().map(|length| length.div_ceil(block_size)).sum();
            prop_assert_eq!(map.paged_blocks(), blocks as usize);
        }
    }
}
