//! What a server asks of the memory that it serves from, and what it is told.

use std::ops::Range;

use super::ledger::{Counts, Ledger};
use crate::allocator::{AllocationError, Slot};
use crate::workload::Pair;

/// A request that waits or runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Counted in order of arrival, from zero.
    pub number: usize,
    pub pair: Pair,
    /// Tokens that it had already been given when it was last admitted: none, unless it was preempted.
    pub generated: u32,
}

impl Request {
    /// Tokens to store at once when it is admitted.
    pub fn tokens(&self) -> u32 {
        self.pair.prompt + self.generated
    }

    /// Tokens that it is still to be given.
    pub fn remaining(&self) -> u32 {
        self.pair.output - self.generated
    }
}

/// Something that happened to a request in a step. Requests are counted in order of arrival, from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It was admitted.
    Admitted {
        /// Which.
        request: usize,
        /// Slots that it was given.
        slots: usize,
    },
    /// It could not be admitted: it waits, and all behind it.
    Refused(Refusal),
    /// It was given its last token, and left.
    Finished {
        /// Which.
        request: usize,
    },
    /// A block could not be had, so the newest running request gave up all of its own. It will be computed again.
    Preempted {
        /// Which.
        request: usize,
        /// The request that needed a block; it may be the same.
        needed_by: usize,
        /// Tokens that were stored for it.
        tokens: usize,
    },
}

/// Why a request waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which, counted in order of arrival, from zero.
    pub request: usize,
    /// Slots that it needs: side by side, or, under paging, in whole blocks and with the watermark.
    pub needed: usize,
    /// Slots that are free in total.
    pub free: usize,
    /// Slots in the largest hole: the longest range that could be given out. Under paging all that is free.
    pub largest_hole: usize,
}

impl Refusal {
    /// Whether enough slots are free in total: only their places are in the way.
    pub fn is_fragmentation(&self) -> bool {
        self.needed <= self.free
    }
}

/// Slots that belong to a request: a reservation, or a block. From its beginning it has `tokens`, then `reserved`, then
/// `internal` slots as the [`Ledger`] has them; the rest was given beyond what was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Whose it is, counted in order of arrival, from zero.
    pub request: usize,
    /// Where it is.
    pub slots: Range<Slot>,
    /// Slots that hold a token.
    pub tokens: usize,
    /// Slots for tokens that will be generated.
    pub reserved: usize,
    /// Slots that no token will have.
    pub internal: usize,
}

/// What a step leaves behind.
#[derive(Clone, Default)]
pub(super) struct Log {
    pub counts: Counts,
    pub events: Vec<Event>,
    /// Requests that were preempted, the newest first.
    pub preempted: Vec<Request>,
}

impl Log {
    pub fn clear(&mut self) {
        self.counts = Counts::default();
        self.events.clear();
        self.preempted.clear();
    }

    pub fn finished(&mut self, request: &Request) {
        self.counts.finished += 1;
        self.events.push(Event::Finished { request: request.number });
    }

    pub fn preempted(&mut self, victim: Request, needed_by: usize) {
        self.counts.preemptions += 1;
        let tokens = victim.tokens() as usize;
        self.events.push(Event::Preempted { request: victim.number, needed_by, tokens });
        self.preempted.push(victim);
    }
}

/// A pool of slots with the requests that run in it.
pub(super) trait Memory {
    /// Gives every running request one more token in step `now`; those that are done leave. Steps come one after another.
    fn advance(&mut self, now: u64, log: &mut Log);

    /// Admits a request in step `now`, and returns how many slots it was given.
    ///
    /// # Errors
    /// What the allocator says; the memory is then as it was.
    fn admit(&mut self, request: Request, now: u64) -> Result<usize, AllocationError>;

    /// Why that request could not be admitted, if it could not.
    fn refusal(&self, request: &Request) -> Refusal;

    fn running(&self) -> usize;

    /// As it stands at the end of the last step.
    fn ledger(&self) -> Ledger;

    /// All that belongs to running requests at the end of step `now`, the last one.
    fn extents(&self, now: u64) -> Vec<Extent>;

    fn boxed_clone(&self) -> Box<dyn Memory>;
}
