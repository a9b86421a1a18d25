//! What the allocators of unbroken ranges promise: no slot to two requests, none lost, and what each is known for.

use std::collections::BTreeSet;
use std::ops::Range;

use paged_attention_explainer::allocator::{
    AllocationError, BuddyAllocator, FirstFitAllocator, RangeAllocator, RequestId,
};
use proptest::prelude::*;

/// One thing that is asked of an allocator. Ranges are named by the order in which they were taken, live or not.
#[derive(Clone, Debug)]
enum Ask {
    Reserve(usize),
    Release(usize),
}

fn asks() -> impl Strategy<Value = Vec<Ask>> {
    let ask = prop_oneof![3 => (0usize..80).prop_map(Ask::Reserve), 2 => (0usize..60).prop_map(Ask::Release)];
    proptest::collection::vec(ask, 0..150)
}

/// Follows an allocator with a plain model: the slots that nobody has.
struct Observed<A> {
    memory: A,
    taken: Vec<RequestId>,
    live: Vec<Option<Range<usize>>>,
    free: BTreeSet<usize>,
}

impl<A: RangeAllocator> Observed<A> {
    fn new(memory: A) -> Self {
        let free = (0..memory.total_slots()).collect();
        Observed { memory, taken: Vec::new(), live: Vec::new(), free }
    }

    /// Returns the range that was taken, or why none was.
    fn reserve(&mut self, slots: usize) -> Result<Range<usize>, AllocationError> {
        let request = self.memory.reserve(slots)?;
        let range = self.memory.range(request).unwrap();
        assert!(range.len() >= slots);
        for slot in range.clone() {
            assert!(self.free.remove(&slot), "slot {slot} belongs to two, or to nobody's memory");
        }
        self.taken.push(request);
        self.live.push(Some(range.clone()));
        Ok(range)
    }

    fn release(&mut self, nth: usize) {
        let Some(&request) = self.taken.get(nth) else { return };
        match self.live[nth].take() {
            Some(range) => {
                assert_eq!(self.memory.release(request), Ok(range.len()));
                self.free.extend(range);
            }
            None => assert_eq!(self.memory.release(request), Err(AllocationError::UnknownRequest)),
        }
        assert_eq!(self.memory.range(request), None);
    }

    fn release_everything(&mut self) {
        (0..self.taken.len()).for_each(|nth| self.release(nth));
    }

    fn check_conservation(&self) {
        assert_eq!(self.memory.free_slots(), self.free.len());
        let live: usize = self.live.iter().flatten().map(|range| range.len()).sum();
        assert_eq!(self.memory.free_slots() + live, self.memory.total_slots());
    }

    /// Ranges of free slots, as long as they go.
    fn holes(&self) -> Vec<Range<usize>> {
        let mut holes: Vec<Range<usize>> = Vec::new();
        for &slot in &self.free {
            match holes.last_mut() {
                Some(hole) if hole.end == slot => hole.end += 1,
                _ => holes.push(slot..slot + 1),
            }
        }
        holes
    }
}

/// Sizes of the chunks that can be taken one after another, from the largest down, until nothing is free.
fn chunks(mut memory: BuddyAllocator) -> Vec<usize> {
    let mut chunks = Vec::new();
    while memory.largest_hole() > 0 {
        chunks.push(memory.largest_hole());
        memory.reserve(memory.largest_hole()).unwrap();
    }
    chunks
}

proptest! {
    #[test]
    fn buddies_never_overlap_lose_no_slot_and_merge_to_what_they_were(
        total in 0usize..700, largest in 0usize..300, asks in asks()
    ) {
        let mut observed = Observed::new(BuddyAllocator::new(total, largest));
        let carved = chunks(observed.memory.clone());
        for ask in &asks {
            match *ask {
                Ask::Release(nth) => observed.release(nth),
                Ask::Reserve(slots) => {
                    let hole = observed.memory.largest_hole();
                    match observed.reserve(slots) {
                        Ok(chunk) => {
                            prop_assert_eq!(chunk.len(), slots.next_power_of_two());
                            prop_assert_eq!(chunk.start % chunk.len(), 0, "a chunk is not aligned");
                        }
                        Err(AllocationError::OutOfMemory) => prop_assert!(slots.max(1) > hole),
                        Err(error) => {
                            prop_assert_eq!(error, AllocationError::TooLong);
                            prop_assert!(carved.first().is_none_or(|&largest| slots > largest));
                        }
                    }
                }
            }
            observed.check_conservation();
        }
        observed.release_everything();
        prop_assert_eq!(chunks(observed.memory), carved);
    }

    #[test]
    fn first_fit_takes_the_lowest_hole_that_fits(total in 0usize..1500, asks in asks()) {
        let mut observed = Observed::new(FirstFitAllocator::new(total));
        for ask in &asks {
            match *ask {
                Ask::Release(nth) => observed.release(nth),
                Ask::Reserve(slots) => {
                    let wanted = slots.max(1);
                    let lowest = observed.holes().into_iter().find(|hole| hole.len() >= wanted);
                    let expected = match lowest {
                        Some(hole) => Ok(hole.start..hole.start + wanted),
                        None if wanted > total => Err(AllocationError::TooLong),
                        None => Err(AllocationError::OutOfMemory),
                    };
                    prop_assert_eq!(observed.reserve(slots), expected);
                }
            }
            observed.check_conservation();
            let largest = observed.holes().iter().map(|hole| hole.len()).max();
            prop_assert_eq!(observed.memory.largest_hole(), largest.unwrap_or(0));
        }
        observed.release_everything();
        prop_assert_eq!(observed.memory.largest_hole(), total, "the holes did not merge");
    }
}

/// 12 GiB of keys and values of OPT-13B (Kwon et al., SOSP 2023, Table 1), for requests of at most 2048 tokens.
#[test]
fn the_papers_pool_is_carved_into_seven_chunks_of_2048_and_smaller_ones() {
    let carved = chunks(BuddyAllocator::new(15_728, 2048));
    assert_eq!(carved, [2048, 2048, 2048, 2048, 2048, 2048, 2048, 1024, 256, 64, 32, 16]);
}

#[test]
fn buddies_split_and_merge() {
    let mut memory = Observed::new(BuddyAllocator::new(16, 16));
    assert_eq!(memory.reserve(3), Ok(0..4));
    assert_eq!(memory.reserve(4), Ok(4..8));
    assert_eq!(memory.reserve(2), Ok(8..10));
    assert_eq!(memory.memory.largest_hole(), 4);
    memory.release(1);
    assert_eq!(memory.memory.free_slots(), 10);
    assert_eq!(memory.reserve(8), Err(AllocationError::OutOfMemory), "enough is free, but in pieces");
    memory.release(0);
    assert_eq!(memory.reserve(8), Ok(0..8));
}

#[test]
fn chunks_side_by_side_that_are_no_buddies_do_not_merge() {
    let mut memory = Observed::new(BuddyAllocator::new(8, 2));
    (0..4).for_each(|i| assert_eq!(memory.reserve(2), Ok(2 * i..2 * i + 2)));
    memory.release(1);
    memory.release(2);
    assert_eq!(memory.memory.largest_hole(), 2);
    assert_eq!(memory.reserve(4), Err(AllocationError::TooLong));
}

#[test]
fn first_fit_merges_holes_on_both_sides() {
    let mut memory = Observed::new(FirstFitAllocator::new(30));
    (0..3).for_each(|i| assert_eq!(memory.reserve(10), Ok(10 * i..10 * i + 10)));
    memory.release(0);
    memory.release(2);
    assert_eq!(memory.reserve(11), Err(AllocationError::OutOfMemory), "20 are free, the largest hole has 10");
    memory.release(1);
    assert_eq!(memory.reserve(30), Ok(0..30));
}
