//! Contiguous pre-allocation: one unbroken reservation a request, as long as the longest request allowed, because
//! nobody knows beforehand how long an answer will be.

use super::requests::Requests;
use super::{AllocationError, Allocator, RequestId, Slot};

/// Reserves the maximum length for every request when it is admitted.
pub struct ContiguousAllocator {
    total_slots: usize,
    max_length: usize,
    /// First slots of the reservations that nobody has. The last is given out next.
    free: Vec<Slot>,
    requests: Requests<Reservation>,
    used_slots: usize,
    live: usize,
}

struct Reservation {
    base: Slot,
    tokens: usize,
}

impl ContiguousAllocator {
    /// An empty memory of `total_slots`, for requests of at most `max_length` tokens (taken as 1 if it is 0).
    pub fn new(total_slots: usize, max_length: usize) -> Self {
        let max_length = max_length.max(1);
        let free = (0..total_slots / max_length).rev().map(|i| i * max_length).collect();
        ContiguousAllocator { total_slots, max_length, free, requests: Requests::new(), used_slots: 0, live: 0 }
    }
}

impl Allocator for ContiguousAllocator {
    fn admit(&mut self, prompt: usize) -> Result<RequestId, AllocationError> {
        if prompt > self.max_length {
            return Err(AllocationError::TooLong);
        }
        let base = self.free.pop().ok_or(AllocationError::OutOfMemory)?;
        self.used_slots += prompt;
        self.live += 1;
        Ok(self.requests.insert(Reservation { base, tokens: prompt }))
    }

    fn append(&mut self, request: RequestId) -> Result<Slot, AllocationError> {
        let reservation = self.requests.get_mut(request)?;
        if reservation.tokens == self.max_length {
            return Err(AllocationError::TooLong);
        }
        let slot = reservation.base + reservation.tokens;
        reservation.tokens += 1;
        self.used_slots += 1;
        Ok(slot)
    }

    fn release(&mut self, request: RequestId) -> Result<usize, AllocationError> {
        let reservation = self.requests.remove(request)?;
        self.free.push(reservation.base);
        self.used_slots -= reservation.tokens;
        self.live -= 1;
        Ok(self.max_length)
    }

    fn slot(&self, request: RequestId, token: usize) -> Option<Slot> {
        let reservation = self.requests.get(request)?;
        (token < reservation.tokens).then_some(reservation.base + token)
    }

    fn total_slots(&self) -> usize {
        self.total_slots
    }

    fn used_slots(&self) -> usize {
        self.used_slots
    }

    fn unused_slots(&self) -> usize {
        self.live * self.max_length - self.used_slots
    }

    fn free_slots(&self) -> usize {
        self.free.len() * self.max_length + self.total_slots % self.max_length
    }
}
