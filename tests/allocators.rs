//! What every allocator promises, whatever is asked of it, in any order.

use std::collections::{HashMap, HashSet};

use paged_attention_explainer::allocator::{
    AllocationError, Allocator, ContiguousAllocator, PagedAllocator, RequestId, Slot,
};
use proptest::prelude::*;

/// One thing that a server asks of its allocator. Requests are named by the order in which they were admitted, live
/// or not.
#[derive(Clone, Debug)]
enum Ask {
    Admit(usize),
    Append(usize),
    Release(usize),
}

fn asks() -> impl Strategy<Value = Vec<Ask>> {
    let ask = prop_oneof![
        2 => (0usize..60).prop_map(Ask::Admit),
        8 => (0usize..20).prop_map(Ask::Append),
        1 => (0usize..20).prop_map(Ask::Release),
    ];
    proptest::collection::vec(ask, 0..400)
}

/// Follows an allocator with a plain model of its own: which slot every token was given.
struct Observed<A> {
    allocator: A,
    admitted: Vec<RequestId>,
    tokens: HashMap<RequestId, Vec<Slot>>,
}

impl<A: Allocator> Observed<A> {
    fn new(allocator: A) -> Self {
        Observed { allocator, admitted: Vec::new(), tokens: HashMap::new() }
    }

    fn ask(&mut self, ask: &Ask) {
        match *ask {
            Ask::Admit(prompt) => match self.allocator.admit(prompt) {
                Ok(request) => {
                    assert!(!self.admitted.contains(&request), "an identity was used twice");
                    let slots = (0..prompt).map(|token| self.allocator.slot(request, token).unwrap()).collect();
                    self.admitted.push(request);
                    self.tokens.insert(request, slots);
                }
                Err(error) => assert_ne!(error, AllocationError::UnknownRequest),
            },
            Ask::Append(nth) => {
                let Some(&request) = self.admitted.get(nth) else { return };
                match (self.allocator.append(request), self.tokens.get_mut(&request)) {
                    (Ok(slot), Some(slots)) => slots.push(slot),
                    (Err(error), known) => assert_eq!(known.is_none(), error == AllocationError::UnknownRequest),
                    (Ok(_), None) => panic!("a token was stored for a request that has ended"),
                }
            }
            Ask::Release(nth) => {
                let Some(&request) = self.admitted.get(nth) else { return };
                let reserved = self.allocator.reserved_slots();
                match (self.allocator.release(request), self.tokens.remove(&request)) {
                    (Ok(freed), Some(_)) => assert_eq!(self.allocator.reserved_slots() + freed, reserved),
                    (Err(AllocationError::UnknownRequest), None) => {}
                    (result, known) => panic!("{result:?} for a request that is live: {}", known.is_some()),
                }
            }
        }
    }

    fn check(&self) {
        let memory = &self.allocator;
        assert_eq!(memory.used_slots() + memory.unused_slots() + memory.free_slots(), memory.total_slots());
        let mut taken = HashSet::new();
        for (&request, slots) in &self.tokens {
            for (token, &slot) in slots.iter().enumerate() {
                assert_eq!(memory.slot(request, token), Some(slot), "a token has moved");
                assert!(slot < memory.total_slots(), "a slot outside the memory");
                assert!(taken.insert(slot), "a slot belongs to two tokens");
            }
            assert_eq!(memory.slot(request, slots.len()), None, "a token that was never stored has a slot");
        }
        assert_eq!(memory.used_slots(), taken.len());
    }

    fn release_everything(&mut self) {
        for nth in 0..self.admitted.len() {
            self.ask(&Ask::Release(nth));
        }
        assert_eq!(self.allocator.reserved_slots(), 0);
        assert_eq!(self.allocator.free_slots(), self.allocator.total_slots());
    }
}

/// How many requests of `prompt` tokens fit.
fn fill(memory: &mut impl Allocator, prompt: usize) -> usize {
    std::iter::from_fn(|| memory.admit(prompt).ok()).count()
}

proptest! {
    #[test]
    fn contiguous_keeps_its_promises(total in 0usize..600, maximum in 1usize..80, asks in asks()) {
        let mut observed = Observed::new(ContiguousAllocator::new(total, maximum));
        for ask in &asks {
            observed.ask(ask);
            observed.check();
        }
        // A reservation is unbroken.
        for slots in observed.tokens.values() {
            prop_assert!(slots.windows(2).all(|pair| pair[1] == pair[0] + 1));
        }
        observed.release_everything();
        prop_assert_eq!(fill(&mut observed.allocator, 1), total / maximum);
    }

    #[test]
    fn paged_keeps_its_promises(total in 0usize..600, block in 1usize..40, asks in asks()) {
        let mut observed = Observed::new(PagedAllocator::new(total, block));
        for ask in &asks {
            observed.ask(ask);
            observed.check();
        }
        for (&request, slots) in &observed.tokens {
            let table = observed.allocator.block_table(request).unwrap();
            prop_assert_eq!(table.len(), slots.len().div_ceil(block), "a block was taken before the last was full");
            for (token, slot) in slots.iter().enumerate() {
                prop_assert_eq!(table[token / block], slot / block, "the table does not map a token");
                prop_assert_eq!(token % block, slot % block);
            }
        }
        observed.release_everything();
        prop_assert_eq!(fill(&mut observed.allocator, block), total / block);
    }
}

/// Kwon et al., SOSP 2023, §4.3: with blocks of 4, a prompt of 7 tokens takes two; the third is taken at the second
/// decoding step.
#[test]
fn the_papers_walk_through_of_decoding() {
    let mut memory = PagedAllocator::new(64, 4);
    let request = memory.admit(7).unwrap();
    assert_eq!(memory.block_table(request).unwrap().len(), 2);
    memory.append(request).unwrap();
    assert_eq!(memory.block_table(request).unwrap().len(), 2);
    memory.append(request).unwrap();
    assert_eq!(memory.block_table(request).unwrap().len(), 3);
}

#[test]
fn blocks_of_two_requests_interleave() {
    let mut memory = PagedAllocator::new(8, 2);
    let (a, b) = (memory.admit(2).unwrap(), memory.admit(2).unwrap());
    memory.append(a).unwrap();
    memory.append(b).unwrap();
    assert_eq!(memory.block_table(a), Some(&[0, 2][..]));
    assert_eq!(memory.block_table(b), Some(&[1, 3][..]));
    assert_eq!(memory.append(a), Ok(5));
    assert_eq!(memory.append(a), Err(AllocationError::OutOfMemory));
    assert_eq!(memory.release(b), Ok(4));
    assert_eq!(memory.append(a), Ok(2), "the block freed last is taken first, and b's first block comes out on top");
}

#[test]
fn a_contiguous_request_cannot_outgrow_its_reservation() {
    let mut memory = ContiguousAllocator::new(100, 10);
    assert_eq!(memory.admit(11), Err(AllocationError::TooLong));
    let request = memory.admit(10).unwrap();
    assert_eq!(memory.append(request), Err(AllocationError::TooLong));
    assert_eq!(memory.free_slots(), 90);
}
