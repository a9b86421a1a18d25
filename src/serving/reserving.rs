//! Contiguous memory: a request reserves all that it may need when it is admitted, in one unbroken range.

use super::ledger::Ledger;
use super::memory::{Extent, Log, Memory, Refusal, Request};
use super::running::{Due, Running};
use crate::allocator::{AllocationError, RangeAllocator, RequestId};
use crate::workload::Pair;

/// How much a request reserves (Kwon et al., SOSP 2023, §6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reservation {
    /// The maximum length: "Orca (Max)".
    Maximum,
    /// The prompt, and the output rounded up to a power of two (25 → 32), but no more than the maximum length: "Orca
    /// (Pow2)".
    PowerOfTwo,
    /// What it will need: "Orca (Oracle)".
    Exact,
}

impl Reservation {
    /// Slots that a request of these lengths reserves where none is longer than `max_length`.
    pub fn slots(self, pair: Pair, max_length: u32) -> u32 {
        match self {
            Reservation::Maximum => max_length,
            Reservation::PowerOfTwo => (pair.prompt + pair.output.next_power_of_two()).min(max_length),
            Reservation::Exact => pair.total(),
        }
    }
}

/// Reservations from an allocator of ranges.
#[derive(Clone)]
pub(super) struct Reserving<A> {
    allocator: A,
    reservation: Reservation,
    max_length: u32,
    running: Running<Reserved>,
    /// Of the running requests, the sums of what they have, will have, and have reserved.
    tokens: usize,
    lengths: usize,
    reserved: usize,
}

#[derive(Clone)]
struct Reserved {
    request: Request,
    slots: u32,
    finishes: u64,
}

impl<A: RangeAllocator> Reserving<A> {
    pub fn new(allocator: A, reservation: Reservation, max_length: u32) -> Self {
        Reserving { allocator, reservation, max_length, running: Running::new(), tokens: 0, lengths: 0, reserved: 0 }
    }

    fn slots(&self, request: &Request) -> u32 {
        self.reservation.slots(request.pair, self.max_length)
    }
}

impl<A: RangeAllocator + Clone + 'static> Memory for Reserving<A> {
    fn advance(&mut self, now: u64, log: &mut Log) {
        self.tokens += self.running.len();
        while let Some(due) = self.running.take_due(now) {
            if due.finishes > now {
                self.running.schedule(due, due.finishes);
                continue;
            }
            let id = due.id;
            let Some(done) = self.running.remove(id) else { continue };
            let released = self.allocator.release(id);
            debug_assert!(released.is_ok(), "a running request has its range");
            self.tokens -= done.request.pair.total() as usize;
            self.lengths -= done.request.pair.total() as usize;
            self.reserved -= done.slots as usize;
            log.finished(&done.request);
        }
    }

    fn admit(&mut self, request: Request, now: u64) -> Result<usize, AllocationError> {
        let slots = self.slots(&request);
        let id = self.allocator.reserve(slots as usize)?;
        let finishes = now + u64::from(request.remaining());
        self.running.insert(id, Reserved { request, slots, finishes });
        self.running.schedule(Due { id, finishes }, finishes);
        self.tokens += request.tokens() as usize;
        self.lengths += request.pair.total() as usize;
        self.reserved += slots as usize;
        Ok(slots as usize)
    }

    fn refusal(&self, request: &Request) -> Refusal {
        Refusal {
            request: request.number,
            needed: self.slots(request) as usize,
            free: self.allocator.free_slots(),
            largest_hole: self.allocator.largest_hole(),
        }
    }

    fn running(&self) -> usize {
        self.running.len()
    }

    fn ledger(&self) -> Ledger {
        Ledger {
            tokens: self.tokens,
            reserved: self.lengths - self.tokens,
            internal: self.reserved - self.lengths,
            external: self.allocator.total_slots() - self.reserved,
        }
    }

    fn extents(&self, now: u64) -> Vec<Extent> {
        let extent = |(id, running): (RequestId, &Reserved)| {
            let reserved = (running.finishes - now) as usize;
            let total = running.request.pair.total() as usize;
            let slots = self.allocator.range(id)?;
            let internal = running.slots as usize - total;
            Some(Extent { request: running.request.number, slots, tokens: total - reserved, reserved, internal })
        };
        self.running.iter().filter_map(extent).collect()
    }

    fn boxed_clone(&self) -> Box<dyn Memory> {
        Box::new(self.clone())
    }
}
