//! Serving over time: 10,000 requests through every system, beside the same in plain Python, and what a token step costs as
//! the pool grows.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use paged_attention_explainer::serving::{Config, Inputs, Preset, Simulation, System};

const REQUESTS: u64 = 10_000;

fn sharegpt(pools: usize) -> Inputs {
    let inputs = Preset::VllmPaperShareGpt.inputs(42);
    Inputs { slots: inputs.slots * pools, ..inputs }
}

/// Steps until that many requests are done.
fn serve(system: System, requests: u64) -> u64 {
    let mut simulation = Simulation::of(Config::new(sharegpt(1)).expect("a preset"), &[system]);
    let mut finished = 0;
    while finished < requests {
        simulation.step();
        finished += simulation.servers()[0].counts().finished;
    }
    simulation.steps()
}

fn ten_thousand_requests(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("10,000 requests");
    group.sample_size(20);
    for system in System::ALL {
        group.bench_function(system.name(), |bencher| bencher.iter(|| serve(system, REQUESTS)));
    }
    group.bench_function("all five", |bencher| {
        bencher.iter(|| System::ALL.map(|system| serve(system, REQUESTS)));
    });
    group.finish();
}

/// Runs `plain.py`, where there is a Python, and prints what it says and how many times faster the same is here.
fn beside_python(_: &mut Criterion) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/plain.py");
    let Ok(output) = Command::new("python3").args([script, &REQUESTS.to_string()]).output() else { return };
    let said = String::from_utf8_lossy(&output.stdout);
    let best = (0..10).map(|_| {
        let start = Instant::now();
        black_box(System::ALL.map(|system| serve(system, REQUESTS)));
        start.elapsed().as_secs_f64() * 1e3
    });
    let ours = best.fold(f64::INFINITY, f64::min);
    let pythons = said.split_whitespace().rev().nth(1).and_then(|milliseconds| milliseconds.parse::<f64>().ok());
    let ratio = pythons.map_or(f64::NAN, |pythons| pythons / ours);
    println!("{REQUESTS} requests in plain Python\n{said}here, best of ten: {ours:.1} ms, {ratio:.0} times faster");
}

/// A running request that gains a token is one token step. The pool is full before the clock starts.
fn token_steps(criterion: &mut Criterion) {
    for system in System::ALL {
        let mut group = criterion.benchmark_group(format!("token steps, {}", system.name()));
        group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        for pools in [1, 10, 100, 1000] {
            let mut simulation = Simulation::of(Config::new(sharegpt(pools)).expect("a preset"), &[system]);
            (0..1000).for_each(|_| simulation.step());
            group.throughput(Throughput::Elements(1));
            group.bench_function(BenchmarkId::from_parameter(format!("{pools} pools")), |bencher| {
                bencher.iter_custom(|token_steps| time(&mut simulation, token_steps));
            });
        }
    }
}

/// How long so many token steps take: whole steps, at least as many as are asked for, in proportion.
fn time(simulation: &mut Simulation, token_steps: u64) -> Duration {
    let start = Instant::now();
    let mut done = 0;
    while done < token_steps {
        simulation.step();
        done += simulation.servers()[0].counts().generated;
    }
    start.elapsed().mul_f64(token_steps as f64 / done as f64)
}

criterion_group!(benches, beside_python, ten_thousand_requests, token_steps);
criterion_main!(benches);
