//! Paged memory: blocks on demand, from anywhere; when none is left, the newest running request gives up its own.

use super::ledger::Ledger;
use super::memory::{Extent, Log, Memory, Refusal, Request};
use super::running::{Due, Running};
use crate::allocator::{AllocationError, Allocator, BlockId, PagedAllocator, RequestId};

/// Blocks of a paged allocator.
#[derive(Clone)]
pub(super) struct Paging {
    total_slots: usize,
    block_size: u32,
    /// One of its slots stands for one of our blocks: a request takes a block at a time, not a token at a time, so that the
    /// tokens in between cost nothing.
    blocks: PagedAllocator,
    /// Blocks that stay free when a request is admitted, so that those that run find some to grow into.
    watermark: usize,
    running: Running<Paged>,
    /// Tokens of all running requests.
    tokens: usize,
    /// Those that need a block in this step; kept to be filled again.
    growing: Vec<Due>,
}

#[derive(Clone)]
struct Paged {
    /// As it was when it was admitted.
    request: Request,
    admitted: u64,
}

impl Paged {
    /// Tokens at the end of step `now`.
    fn tokens(&self, now: u64) -> usize {
        self.request.tokens() as usize + (now - self.admitted) as usize
    }
}

impl Paging {
    pub fn new(total_slots: usize, block_size: u32, watermark: usize) -> Self {
        Paging {
            total_slots,
            block_size,
            blocks: PagedAllocator::new(total_slots / block_size as usize, 1),
            watermark,
            running: Running::new(),
            tokens: 0,
            growing: Vec::new(),
        }
    }

    /// Blocks that must be free to admit the request: admission needs no more than it has when it begins.
    fn needed(&self, request: &Request) -> usize {
        request.tokens().div_ceil(self.block_size) as usize + self.watermark
    }

    fn finish(&mut self, id: RequestId, log: &mut Log) {
        let Some(done) = self.running.remove(id) else { return };
        self.free(id);
        self.tokens -= done.request.pair.total() as usize;
        log.finished(&done.request);
    }

    /// Takes a block for the token that the request is given in this step. While there is none, the newest is preempted,
    /// which may come to the request itself, or have come to it before.
    fn grow(&mut self, growing: Due, now: u64, log: &mut Log) {
        loop {
            match self.blocks.append(growing.id) {
                // As many steps as the block has slots; but the request may end before.
                Ok(_) => return self.running.schedule(growing, growing.finishes.min(now + u64::from(self.block_size))),
                Err(_) => {
                    let Some(paged) = self.running.get(growing.id) else { return };
                    self.preempt_newest(paged.request.number, now, log);
                }
            }
        }
    }

    fn preempt_newest(&mut self, needed_by: usize, now: u64, log: &mut Log) {
        let Some(newest) = self.running.newest() else { return };
        let Some(mut victim) = self.running.remove(newest) else { return };
        self.free(newest);
        self.tokens -= victim.tokens(now);
        // It does not get the token of this step.
        victim.request.generated += (now - victim.admitted) as u32 - 1;
        log.preempted(victim.request, needed_by);
    }

    fn free(&mut self, id: RequestId) {
        let released = self.blocks.release(id);
        debug_assert!(released.is_ok(), "a running request has its blocks");
    }
}

impl Memory for Paging {
    fn advance(&mut self, now: u64, log: &mut Log) {
        self.tokens += self.running.len();
        let mut growing = std::mem::take(&mut self.growing);
        // A request that is given its last token leaves in the same step and takes no block for it, nor from others.
        while let Some(due) = self.running.take_due(now) {
            if due.finishes > now {
                growing.push(due);
            } else {
                self.finish(due.id, log);
            }
        }
        // The order matters only where not all can have a block; then the oldest are served first.
        if growing.len() > self.blocks.free_slots() {
            growing.retain(|due| self.running.get(due.id).is_some());
        }
        if growing.len() > self.blocks.free_slots() {
            growing.sort_unstable_by_key(|due| self.running.get(due.id).map(|paged| paged.request.number));
        }
        for due in growing.drain(..) {
            self.grow(due, now, log);
        }
        self.growing = growing;
    }

    fn admit(&mut self, request: Request, now: u64) -> Result<usize, AllocationError> {
        if self.needed(&request) > self.blocks.free_slots() {
            return Err(AllocationError::OutOfMemory);
        }
        let taken = request.tokens().div_ceil(self.block_size);
        let id = self.blocks.admit(taken as usize)?;
        self.running.insert(id, Paged { request, admitted: now });
        let finishes = now + u64::from(request.remaining());
        let left_in_block = taken * self.block_size - request.tokens();
        self.running.schedule(Due { id, finishes }, finishes.min(now + u64::from(left_in_block) + 1));
        self.tokens += request.tokens() as usize;
        Ok((taken * self.block_size) as usize)
    }

    fn refusal(&self, request: &Request) -> Refusal {
        let block_size = self.block_size as usize;
        let free = self.blocks.free_slots() * block_size;
        Refusal { request: request.number, needed: self.needed(request) * block_size, free, largest_hole: free }
    }

    fn running(&self) -> usize {
        self.running.len()
    }

    fn ledger(&self) -> Ledger {
        let taken = self.blocks.used_slots() * self.block_size as usize;
        Ledger { tokens: self.tokens, reserved: 0, internal: taken - self.tokens, external: self.total_slots - taken }
    }

    fn extents(&self, now: u64) -> Vec<Extent> {
        let size = self.block_size as usize;
        let extents = |(id, paged): (RequestId, &Paged)| {
            let (request, total) = (paged.request.number, paged.tokens(now));
            let table = self.blocks.block_table(id).unwrap_or_default().iter().enumerate();
            let extent = move |(logical, &block): (usize, &BlockId)| {
                let tokens = (total - logical * size).min(size);
                Extent {
                    request,
                    slots: block * size..(block + 1) * size,
                    tokens,
                    reserved: 0,
                    internal: size - tokens,
                }
            };
            table.map(extent).collect::<Vec<_>>()
        };
        self.running.iter().flat_map(extents).collect()
    }

    fn boxed_clone(&self) -> Box<dyn Memory> {
        Box::new(self.clone())
    }
}
