//! Buddy allocation: chunks whose size is a power of two. A chunk that is too large is split into two buddies; two free
//! buddies merge again (Knowlton, 1965). The vLLM paper assumes it for the systems that it compares with (§6.1).

use std::ops::Range;

use super::bit_set::BitSet;
use super::requests::Requests;
use super::{AllocationError, RangeAllocator, RequestId, Slot};

/// Gives every request the lowest free chunk of the smallest power of two that holds what it asks for.
///
/// A memory that is no power of two is carved up from its beginning into the largest chunks that fit, none larger than a
/// given size. Those carved out have no buddy to merge with.
#[derive(Clone)]
pub struct BuddyAllocator {
    total_slots: usize,
    free_slots: usize,
    /// By order `k`, the free chunks of 2^k slots, each by its address divided by 2^k: its buddy differs in the last bit.
    free: Vec<BitSet>,
    requests: Requests<Chunk>,
}

#[derive(Clone, Copy)]
struct Chunk {
    base: Slot,
    order: usize,
}

impl Chunk {
    fn slots(self) -> usize {
        1 << self.order
    }

    fn number(self) -> usize {
        self.base >> self.order
    }
}

impl BuddyAllocator {
    /// An empty memory of `total_slots` with chunks of at most `largest_chunk` slots, which is rounded down to a power of
    /// two (and taken as 1 if it is 0).
    pub fn new(total_slots: usize, largest_chunk: usize) -> Self {
        let highest = largest_chunk.min(total_slots).checked_ilog2().unwrap_or(0) as usize;
        let free = (0..=highest).map(|order| BitSet::new(total_slots >> order)).collect();
        let mut memory = BuddyAllocator { total_slots, free_slots: total_slots, free, requests: Requests::new() };
        memory.carve(highest);
        memory
    }

    /// Every chunk ends where one of its size may begin, so what follows is aligned as well.
    fn carve(&mut self, highest: usize) {
        let mut base = 0;
        for order in (0..=highest).rev() {
            while self.total_slots - base >= 1 << order {
                self.free[order].insert(base >> order);
                base += 1 << order;
            }
        }
    }

    /// Takes the lowest free chunk of the smallest order that has any, and splits it down to `order`.
    fn take(&mut self, order: usize) -> Option<Chunk> {
        let found = (order..self.free.len()).find_map(|order| Some((order, self.free[order].first()?)));
        let (mut split, number) = found?;
        self.free[split].remove(number);
        let base = number << split;
        while split > order {
            split -= 1;
            self.free[split].insert((base >> split) + 1);
        }
        Some(Chunk { base, order })
    }

    /// Gives a chunk back, merged with its buddy for as long as that is free too.
    fn give(&mut self, mut chunk: Chunk) {
        while chunk.order + 1 < self.free.len() && self.free[chunk.order].remove(chunk.number() ^ 1) {
            chunk = Chunk { base: (chunk.number() >> 1) << (chunk.order + 1), order: chunk.order + 1 };
        }
        self.free[chunk.order].insert(chunk.number());
    }
}

impl RangeAllocator for BuddyAllocator {
    fn reserve(&mut self, slots: usize) -> Result<RequestId, AllocationError> {
        let order = slots.checked_next_power_of_two().ok_or(AllocationError::TooLong)?.ilog2() as usize;
        if order >= self.free.len() {
            return Err(AllocationError::TooLong);
        }
        let chunk = self.take(order).ok_or(AllocationError::OutOfMemory)?;
        self.free_slots -= chunk.slots();
        Ok(self.requests.insert(chunk))
    }

    fn release(&mut self, request: RequestId) -> Result<usize, AllocationError> {
        let chunk = self.requests.remove(request)?;
        self.free_slots += chunk.slots();
        self.give(chunk);
        Ok(chunk.slots())
    }

    /// The whole chunk.
    fn range(&self, request: RequestId) -> Option<Range<Slot>> {
        self.requests.get(request).map(|chunk| chunk.base..chunk.base + chunk.slots())
    }

    fn total_slots(&self) -> usize {
        self.total_slots
    }

    fn free_slots(&self) -> usize {
        self.free_slots
    }

    /// The largest free chunk. Free chunks that lie side by side without being buddies are two all the same.
    fn largest_hole(&self) -> usize {
        self.free.iter().rposition(|chunks| chunks.first().is_some()).map_or(0, |order| 1 << order)
    }
}
