//! What allocators have in common that give a request one unbroken range of slots, as long as it asks for.

use std::ops::Range;

use super::{AllocationError, RequestId, Slot};

/// Hands out unbroken ranges of the slots of a fixed memory.
///
/// A range never grows: whoever may need more tokens later reserves them at once. How many tokens of it are stored is
/// the business of its owner.
pub trait RangeAllocator {
    /// Takes a range of at least `slots` slots (of one, where `slots` is 0).
    ///
    /// # Errors
    /// [`AllocationError::TooLong`] where no range could be so long even if everything were free,
    /// [`AllocationError::OutOfMemory`] where none is now; the memory is then as it was.
    fn reserve(&mut self, slots: usize) -> Result<RequestId, AllocationError>;

    /// Gives back all slots of `request` and returns how many those were.
    ///
    /// # Errors
    /// [`AllocationError::UnknownRequest`] where it has been released before.
    fn release(&mut self, request: RequestId) -> Result<usize, AllocationError>;

    /// All slots that `request` has, those included that it was given without asking for them.
    fn range(&self, request: RequestId) -> Option<Range<Slot>>;

    /// Slots in all.
    fn total_slots(&self) -> usize;

    /// Slots that no request has, wherever they are.
    fn free_slots(&self) -> usize;

    /// Slots in the longest range that could be taken now.
    fn largest_hole(&self) -> usize;
}
