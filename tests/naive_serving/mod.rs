//! The simulator as one would write it first: every step touches every running request, and stores every token in an
//! allocator that knows nothing of steps. What the quick one is held against.

use paged_attention_explainer::allocator::{Allocator, RequestId};
use paged_attention_explainer::workload::Pair;

/// A system with an always full queue.
pub struct Naive<A> {
    pub memory: A,
    /// Slots that must stay free when a request of one token or more is admitted, the request's own included.
    needed: fn(tokens: usize, block_size: usize) -> usize,
    block_size: usize,
    watermark_slots: usize,
    trace: Vec<Pair>,
    running: Vec<Request>,
    /// The last is the next.
    preempted: Vec<Request>,
    admitted: usize,
    pub preemptions: u64,
    pub finished: u64,
}

#[derive(Clone, Copy)]
struct Request {
    number: usize,
    pair: Pair,
    generated: u32,
    id: Option<RequestId>,
}

impl<A: Allocator> Naive<A> {
    /// Contiguous memory: whether a request fits is the allocator's to say.
    pub fn contiguous(memory: A, trace: Vec<Pair>) -> Self {
        Naive::new(memory, |_, _| 0, 1, 0, trace)
    }

    /// Paged memory with a watermark.
    pub fn paged(memory: A, block_size: usize, watermark_blocks: usize, trace: Vec<Pair>) -> Self {
        let needed = |tokens: usize, block_size: usize| tokens.next_multiple_of(block_size);
        Naive::new(memory, needed, block_size, watermark_blocks * block_size, trace)
    }

    fn new(
        memory: A,
        needed: fn(usize, usize) -> usize,
        block_size: usize,
        watermark_slots: usize,
        trace: Vec<Pair>,
    ) -> Self {
        Naive {
            memory,
            needed,
            block_size,
            watermark_slots,
            trace,
            running: Vec::new(),
            preempted: Vec::new(),
            admitted: 0,
            preemptions: 0,
            finished: 0,
        }
    }

    pub fn step(&mut self) {
        let before = self.preemptions;
        self.finish();
        let mut next = 0;
        while next < self.running.len() {
            match self.memory.append(self.running[next].id.unwrap()) {
                Ok(_) => {
                    self.running[next].generated += 1;
                    next += 1;
                }
                Err(_) => self.preempt_newest(),
            }
        }
        while self.preemptions == before && self.admit_next() {}
    }

    /// Numbers of the running requests, in order of admission.
    pub fn running(&self) -> Vec<usize> {
        self.running.iter().map(|request| request.number).collect()
    }

    fn finish(&mut self) {
        let (memory, finished) = (&mut self.memory, &mut self.finished);
        self.running.retain(|request| {
            let done = request.generated + 1 == request.pair.output;
            if done {
                memory.release(request.id.unwrap()).unwrap();
                *finished += 1;
            }
            !done
        });
    }

    fn preempt_newest(&mut self) {
        let newest = self.running.pop().unwrap();
        self.memory.release(newest.id.unwrap()).unwrap();
        self.preempted.push(newest);
        self.preemptions += 1;
    }

    fn admit_next(&mut self) -> bool {
        let fresh = Request {
            number: self.admitted,
            pair: self.trace[self.admitted % self.trace.len()],
            generated: 0,
            id: None,
        };
        let head = self.preempted.last().copied().unwrap_or(fresh);
        let tokens = (head.pair.prompt + head.generated) as usize;
        if self.memory.free_slots() < (self.needed)(tokens, self.block_size) + self.watermark_slots {
            return false;
        }
        let Ok(id) = self.memory.admit(tokens) else { return false };
        if self.preempted.pop().is_none() {
            self.admitted += 1;
        }
        self.running.push(Request { id: Some(id), ..head });
        true
    }
}
