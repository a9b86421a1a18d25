//! KV-cache allocators, one a file, behind one trait. They hand out real addresses, so that "no slot belongs to two
//! requests" is a thing to test rather than to assume.

mod bit_set;
mod buddy;
mod contiguous;
mod first_fit;
mod paged;
mod range;
mod requests;

use std::fmt;

pub use buddy::BuddyAllocator;
pub use contiguous::ContiguousAllocator;
pub use first_fit::FirstFitAllocator;
pub use paged::{BlockId, PagedAllocator};
pub use range::RangeAllocator;
pub use requests::RequestId;

/// Address of one token slot: an index into the memory that an allocator manages.
pub type Slot = usize;

/// Hands out the slots of a fixed memory to requests that grow a token at a time.
///
/// At every moment `used_slots() + unused_slots() + free_slots() == total_slots()`.
pub trait Allocator {
    /// Takes in a request whose prompt has `prompt` tokens, and stores them.
    ///
    /// # Errors
    /// [`AllocationError::OutOfMemory`] or [`AllocationError::TooLong`]; the memory is then as it was.
    fn admit(&mut self, prompt: usize) -> Result<RequestId, AllocationError>;

    /// Stores one more token of `request` and returns its address.
    ///
    /// # Errors
    /// Any [`AllocationError`]; the request and the memory are then as they were.
    fn append(&mut self, request: RequestId) -> Result<Slot, AllocationError>;

    /// Ends `request`, frees all that was reserved for it and returns how many slots that was.
    ///
    /// # Errors
    /// [`AllocationError::UnknownRequest`] where it has ended before.
    fn release(&mut self, request: RequestId) -> Result<usize, AllocationError>;

    /// Address of the `token`-th token of `request`, counted from zero; `None` where there is no such token.
    fn slot(&self, request: RequestId, token: usize) -> Option<Slot>;

    /// Slots in all.
    fn total_slots(&self) -> usize;

    /// Slots that hold a token of a live request.
    fn used_slots(&self) -> usize;

    /// Slots reserved for a live request that hold no token.
    fn unused_slots(&self) -> usize;

    /// Slots that no request has. Slots that can never be given to one, because the memory is no multiple of what is
    /// given at a time, count as free.
    fn free_slots(&self) -> usize;

    /// Slots that live requests have, used or not.
    fn reserved_slots(&self) -> usize {
        self.used_slots() + self.unused_slots()
    }
}

/// Why an allocator refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocationError {
    /// Not enough free memory.
    OutOfMemory,
    /// The request would be longer than the longest that is allowed.
    TooLong,
    /// No live request has this identity.
    UnknownRequest,
}

impl fmt::Display for AllocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AllocationError::OutOfMemory => "not enough free memory",
            AllocationError::TooLong => "the request is longer than the longest allowed",
            AllocationError::UnknownRequest => "no live request has this identity",
        })
    }
}

impl std::error::Error for AllocationError {}
