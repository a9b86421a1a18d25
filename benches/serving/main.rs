//! Serving over time, natively: 10,000 requests through every system, and what a token step costs as the pool grows.
//! `cargo bench` has criterion measure it; `cargo xtask bench -- serving` lets it take turns with others.

mod turns;
mod work;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};
use paged_attention_explainer::serving::System;
use work::{Pools, served};

const REQUESTS: u64 = 10_000;

fn ten_thousand_requests(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("10,000 requests");
    group.sample_size(20);
    for system in System::ALL {
        group.bench_function(system.name(), |bencher| bencher.iter(|| served(system, REQUESTS)));
    }
    group.bench_function("all five", |bencher| {
        bencher.iter(|| System::ALL.map(|system| served(system, REQUESTS)));
    });
    group.finish();
}

fn token_steps(criterion: &mut Criterion) {
    for system in System::ALL {
        let mut group = criterion.benchmark_group(format!("token steps, {}", system.name()));
        group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        for pools in [1, 10, 100, 1000] {
            let mut pool = Pools::filled(system, pools, 1);
            group.throughput(Throughput::Elements(1));
            group.bench_function(BenchmarkId::from_parameter(format!("{pools} pools")), |bencher| {
                bencher.iter_custom(|token_steps| pool.time(token_steps));
            });
        }
    }
}

criterion_group!(benches, ten_thousand_requests, token_steps);

fn main() {
    if std::env::args().any(|argument| argument == "turns") {
        turns::take();
    } else {
        benches();
        Criterion::default().configure_from_args().final_summary();
    }
}
