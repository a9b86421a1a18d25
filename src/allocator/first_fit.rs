//! First fit: a request is given exactly what it asks for, at the beginning of the lowest hole that is long enough. What
//! is given back merges with the holes beside it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::requests::Requests;
use super::{AllocationError, RangeAllocator, RequestId, Slot};

/// Slots that share a leaf of the index: enough that the index is small beside the memory, few enough that few holes
/// begin among them.
const LEAF: usize = 64;

/// Gives out ranges without rounding, lowest address first.
///
/// The cost of an operation grows with the logarithm of the memory and of the number of holes.
#[derive(Clone)]
pub struct FirstFitAllocator {
    total_slots: usize,
    free_slots: usize,
    /// Length of every hole by its beginning. No two touch.
    holes: BTreeMap<Slot, usize>,
    longest: LongestHoles,
    requests: Requests<Range<Slot>>,
}

impl FirstFitAllocator {
    /// An empty memory of `total_slots`.
    pub fn new(total_slots: usize) -> Self {
        let mut memory = FirstFitAllocator {
            total_slots,
            free_slots: total_slots,
            holes: BTreeMap::new(),
            longest: LongestHoles::new(total_slots),
            requests: Requests::new(),
        };
        memory.open(0..total_slots);
        memory
    }

    /// The lowest hole of at least `slots` slots: its beginning and its length.
    fn lowest_hole(&self, slots: usize) -> Option<(Slot, usize)> {
        let leaf = self.longest.first_leaf(slots)?;
        let mut holes = self.holes.range(leaf * LEAF..).map(|(&base, &length)| (base, length));
        holes.find(|&(_, length)| length >= slots)
    }

    fn open(&mut self, hole: Range<Slot>) {
        if !hole.is_empty() {
            self.holes.insert(hole.start, hole.len());
            self.longest.raise(hole.start / LEAF, hole.len());
        }
    }

    /// Takes the hole that begins at `base` out, and returns its length.
    fn close(&mut self, base: Slot) -> Option<usize> {
        let length = self.holes.remove(&base)?;
        let leaf = base / LEAF;
        let others = self.holes.range(leaf * LEAF..(leaf + 1) * LEAF).map(|(_, &length)| length);
        self.longest.set(leaf, others.max().unwrap_or(0));
        Some(length)
    }
}

impl RangeAllocator for FirstFitAllocator {
    fn reserve(&mut self, slots: usize) -> Result<RequestId, AllocationError> {
        let slots = slots.max(1);
        if slots > self.total_slots {
            return Err(AllocationError::TooLong);
        }
        let (base, length) = self.lowest_hole(slots).ok_or(AllocationError::OutOfMemory)?;
        self.close(base);
        self.open(base + slots..base + length);
        self.free_slots -= slots;
        Ok(self.requests.insert(base..base + slots))
    }

    fn release(&mut self, request: RequestId) -> Result<usize, AllocationError> {
        let freed = self.requests.remove(request)?;
        let mut hole = freed.clone();
        if let Some((&base, &length)) = self.holes.range(..hole.start).next_back()
            && base + length == hole.start
        {
            self.close(base);
            hole.start = base;
        }
        if let Some(length) = self.close(hole.end) {
            hole.end += length;
        }
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
