//! First fit: a request is given exactly what it asks for, at the beginning of the lowest hole that is long enough. What
//! is given back merges with the holes beside it.

use std::ops::Range;

use super::bit_set::BitSet;
use super::requests::Requests;
use super::{AllocationError, RangeAllocator, RequestId, Slot};

/// Slots that share a leaf of the index: enough that the index is small beside the memory, few enough that few holes
/// begin among them.
const LEAF: usize = 512;

/// Gives out ranges without rounding, lowest address first.
///
/// The memory is known by where its holes and its ranges begin: each ends where the next begins, so what lies beside a range
/// is found without a search. Only the way to the lowest hole that fits grows with the memory, by its logarithm.
#[derive(Clone)]
pub struct FirstFitAllocator {
    total_slots: usize,
    free_slots: usize,
    /// Where a hole begins. No two touch.
    holes: BitSet,
    /// Where a range begins that a request has.
    taken: BitSet,
    longest: LongestHoles,
    requests: Requests<Range<Slot>>,
}

impl FirstFitAllocator {
    /// An empty memory of `total_slots`.
    pub fn new(total_slots: usize) -> Self {
        let mut memory = FirstFitAllocator {
            total_slots,
            free_slots: total_slots,
            holes: BitSet::new(total_slots),
            taken: BitSet::new(total_slots),
            longest: LongestHoles::new(total_slots),
            requests: Requests::new(),
        };
        memory.open(0..total_slots);
        memory
    }

    /// The lowest hole of at least `slots` slots.
    fn lowest_hole(&self, slots: usize) -> Option<Range<Slot>> {
        let leaf = self.longest.first_leaf(slots)?;
        self.holes_in(leaf).find(|hole| hole.len() >= slots)
    }

    /// The holes that begin in a leaf.
    fn holes_in(&self, leaf: usize) -> impl Iterator<Item = Range<Slot>> {
        let mut from = leaf * LEAF;
        std::iter::from_fn(move || {
            let base = self.holes.next(from).filter(|base| base / LEAF == leaf)?;
            let hole = self.hole(base);
            from = hole.end;
            Some(hole)
        })
    }

    /// The hole that begins at `base`.
    fn hole(&self, base: Slot) -> Range<Slot> {
        base..self.taken.next(base).unwrap_or(self.total_slots)
    }

    fn open(&mut self, hole: Range<Slot>) {
        if !hole.is_empty() {
            self.holes.insert(hole.start);
            self.longest.raise(hole.start / LEAF, hole.len());
        }
    }

    /// Takes a hole out.
    fn close(&mut self, base: Slot) {
        self.holes.remove(base);
        let leaf = base / LEAF;
        let longest = self.holes_in(leaf).map(|hole| hole.len()).max().unwrap_or(0);
        self.longest.set(leaf, longest);
    }
}

impl RangeAllocator for FirstFitAllocator {
    fn reserve(&mut self, slots: usize) -> Result<RequestId, AllocationError> {
        let slots = slots.max(1);
        if slots > self.total_slots {
            return Err(AllocationError::TooLong);
        }
        let hole = self.lowest_hole(slots).ok_or(AllocationError::OutOfMemory)?;
        let range = hole.start..hole.start + slots;
        self.close(hole.start);
        self.taken.insert(range.start);
        self.open(range.end..hole.end);
        self.free_slots -= slots;
        Ok(self.requests.insert(range))
    }

    fn release(&mut self, request: RequestId) -> Result<usize, AllocationError> {
        let freed = self.requests.remove(request)?;
        let mut hole = freed.clone();
        if let Some(before) = self.holes.previous(freed.start)
            && self.hole(before).end == freed.start
        {
            self.close(before);
            hole.start = before;
        }
        if self.holes.contains(freed.end) {
            hole.end = self.hole(freed.end).end;
            self.close(freed.end);
        }
        self.taken.remove(freed.start);
        self.open(hole);
        self.free_slots += freed.len();
        Ok(freed.len())
    }

    fn range(&self, request: RequestId) -> Option<Range<Slot>> {
        self.requests.get(request).cloned()
    }

    fn total_slots(&self) -> usize {
        self.total_slots
    }

    fn free_slots(&self) -> usize {
        self.free_slots
    }

    fn largest_hole(&self) -> usize {
        self.longest.longest()
    }
}

/// The longest hole that begins in each leaf, and above each pair the longer of the two: a segment tree.
#[derive(Clone)]
struct LongestHoles {
    /// The root is the first, the children of the `i`-th are the `2i`-th and the one after it. There is no 0th.
    nodes: Vec<usize>,
    leaves: usize,
}

impl LongestHoles {
    fn new(total_slots: usize) -> Self {
        let leaves = total_slots.div_ceil(LEAF).next_power_of_two();
        LongestHoles { nodes: vec![0; 2 * leaves], leaves }
    }

    fn longest(&self) -> usize {
        self.nodes[1]
    }

    fn set(&mut self, leaf: usize, length: usize) {
        let mut node = self.leaves + leaf;
        self.nodes[node] = length;
        while node > 1 {
            node /= 2;
            let longer = self.nodes[2 * node].max(self.nodes[2 * node + 1]);
            if self.nodes[node] == longer {
                return;
            }
            self.nodes[node] = longer;
        }
    }

    /// Says that a hole of that length begins in the leaf, beside those that were there.
    fn raise(&mut self, leaf: usize, length: usize) {
        let mut node = self.leaves + leaf;
        while node > 0 && self.nodes[node] < length {
            self.nodes[node] = length;
            node /= 2;
        }
    }

    /// The lowest leaf where a hole of at least `slots` slots begins.
    fn first_leaf(&self, slots: usize) -> Option<usize> {
        if self.longest() < slots {
            return None;
        }
        let mut node = 1;
        while node < self.leaves {
            node *= 2;
            if self.nodes[node] < slots {
                node += 1;
            }
        }
        Some(node - self.leaves)
    }
}
