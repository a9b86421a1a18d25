//! Allocating, growing and freeing, by each allocator, in the paper's pool: 15,728 slots, requests of at most 2,048.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use paged_attention_explainer::allocator::{
    Allocator, BuddyAllocator, ContiguousAllocator, FirstFitAllocator, PagedAllocator, RangeAllocator, RequestId,
};

const SLOTS: usize = 15_728;
const MAX_LENGTH: usize = 2_048;
const BLOCK_SIZE: usize = 16;
const PROMPT: usize = 161;

/// A memory in use, of which every second request has left, and one that is still there.
fn used<A>(mut memory: A, take: fn(&mut A) -> Option<RequestId>, free: fn(&mut A, RequestId)) -> (A, RequestId) {
    let taken: Vec<_> = std::iter::from_fn(|| take(&mut memory)).collect();
    taken.iter().step_by(2).for_each(|&request| free(&mut memory, request));
    (memory, taken[1])
}

fn growing<A: Allocator + 'static>(criterion: &mut Criterion, name: &str, memory: fn() -> A) {
    let take = |memory: &mut A| memory.admit(PROMPT).ok();
    let free = |memory: &mut A, request| assert!(memory.release(request).is_ok());
    let used = || used(memory(), take, free);
    let mut group = criterion.benchmark_group(name);
    group.bench_function("allocate and free 161 tokens", |bencher| {
        let (mut memory, _) = used();
        bencher.iter(|| memory.admit(black_box(PROMPT)).and_then(|request| memory.release(request)));
    });
    group.bench_function("allocate 161 tokens", |bencher| {
        bencher.iter_batched_ref(used, |(memory, _)| memory.admit(black_box(PROMPT)), BatchSize::SmallInput);
    });
    group.bench_function("free", |bencher| {
        bencher.iter_batched_ref(used, |(memory, request)| memory.release(*request), BatchSize::SmallInput);
    });
    group.bench_function("grow by 338 tokens", |bencher| {
        let grow =
            |(memory, request): &mut (A, RequestId)| (0..338).try_for_each(|_| memory.append(*request).map(drop));
        bencher.iter_batched_ref(used, grow, BatchSize::SmallInput);
    });
}

/// A range never grows: it is reserved at its full length.
fn ranges<A: RangeAllocator + 'static>(criterion: &mut Criterion, name: &str, memory: fn() -> A) {
    let take = |memory: &mut A| memory.reserve(PROMPT + 338).ok();
    let free = |memory: &mut A, request| assert!(memory.release(request).is_ok());
    let used = || used(memory(), take, free);
    let mut group = criterion.benchmark_group(name);
    group.bench_function("allocate and free 499 slots", |bencher| {
        let (mut memory, _) = used();
        bencher.iter(|| memory.reserve(black_box(499)).and_then(|request| memory.release(request)));
    });
    group.bench_function("allocate 499 slots", |bencher| {
        bencher.iter_batched_ref(used, |(memory, _)| memory.reserve(black_box(499)), BatchSize::SmallInput);
    });
    group.bench_function("free", |bencher| {
        bencher.iter_batched_ref(used, |(memory, request)| memory.release(*request), BatchSize::SmallInput);
    });
}

fn allocators(criterion: &mut Criterion) {
    growing(criterion, "contiguous", || ContiguousAllocator::new(SLOTS, MAX_LENGTH));
    growing(criterion, "paged", || PagedAllocator::new(SLOTS, BLOCK_SIZE));
    ranges(criterion, "buddy", || BuddyAllocator::new(SLOTS, MAX_LENGTH));
    ranges(criterion, "first fit", || FirstFitAllocator::new(SLOTS));
}

criterion_group!(benches, allocators);
criterion_main!(benches);
