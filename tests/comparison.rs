//! The comparison against the article's printed results, cases worked by hand, and the real allocators.

use paged_attention_explainer::allocator::{Allocator, ContiguousAllocator, PagedAllocator, RequestId};
use paged_attention_explainer::comparison::{Metric, Report};
use paged_attention_explainer::params::{Kind, Parameter, Params};
use paged_attention_explainer::pipeline::{Pipeline, Stale};
use proptest::prelude::*;

fn params(values: &[(Parameter, u32)]) -> Params {
    let mut params = Params::default();
    for &(parameter, value) in values {
        assert_eq!(params.read(parameter, &value.to_string()), None);
    }
    params
}

fn report(values: &[(Parameter, u32)]) -> Report {
    Pipeline::new(params(values)).report().clone()
}

/// What the article prints for its own workload.
#[test]
fn the_defaults_give_the_articles_results() {
    let report = report(&[]);
    let text = |metric| report.text(metric);
    assert_eq!(
        (text(Metric::LengthMin), text(Metric::LengthMax), text(Metric::LengthMean)),
        ("50".into(), "1,051".into(), "292".into())
    );
    assert_eq!((text(Metric::ContiguousSlots), text(Metric::PagedSlots)), ("102,400".into(), "14,976".into()));
    assert_eq!(text(Metric::Tokens), "14,582");
    assert_eq!(
        (text(Metric::ContiguousUtilization), text(Metric::PagedUtilization)),
        ("14.2 %".into(), "97.4 %".into())
    );
    assert_eq!((text(Metric::MemoryReduction), text(Metric::CapacityMultiplier)), ("85.4 %".into(), "6.8".into()));
    assert_eq!((report.paged_blocks(), report.mean_length()), (936, 291.64));
}

/// By NumPy, with `generator` as the page's own lines have it:
/// ```python
/// blocks = np.ceil(np.clip(generator.exponential(300, 200_000), 50, 2048).astype(int) / 16)
/// np.searchsorted(np.cumsum(blocks), sequences * 2048 // 16, side="right")
/// ```
#[test]
fn as_many_requests_are_admitted_as_numpy_counts() {
    for (seed, sequences, admitted) in [(42, 50, 343), (1, 50, 319), (42, 1_000, 6_619), (42, 14_000, 92_178)] {
        let report = report(&[(Parameter::Seed, seed), (Parameter::Sequences, sequences)]);
        assert_eq!(report.capacity().paged(), admitted, "{seed} {sequences}");
    }
}

/// By NumPy: the least and the greatest `tokens / slots` of the page's own lines for the seeds 43 to 142.
#[test]
fn the_band_of_the_sweep_is_that_of_numpy() {
    let mut pipeline = Pipeline::new(Params::default());
    while pipeline.advance() {}
    let points = pipeline.report().sweep().points();
    for (block_size, low, high) in [
        (16, 0.9597730352303523, 0.9814377682403433),
        (256, 0.5749289772727273, 0.7482421875),
        (4096, 0.0499951171875, 0.094853515625),
    ] {
        let point = points.iter().find(|point| point.block_size == block_size).unwrap();
        assert_eq!(point.band, Some((low, high)), "{block_size}");
    }
}

#[test]
fn a_block_larger_than_the_maximum_loses() {
    // 50 requests of at most 512 tokens, in one block of 1,024 each: twice the memory.
    let report = report(&[(Parameter::MaxLength, 512), (Parameter::BlockSize, 1024)]);
    assert_eq!((report.contiguous_slots(), report.paged_slots()), (25_600, 51_200));
    assert_eq!((report.memory_reduction(), report.capacity_multiplier()), (-1.0, 0.5));
}

#[test]
fn blocks_of_one_token_waste_nothing() {
    let report = report(&[(Parameter::BlockSize, 1)]);
    assert_eq!(report.paged_slots(), report.tokens());
    assert_eq!(report.value(Metric::PagedInternal), 0.0);
}

#[test]
fn the_largest_inputs_stay_exact_and_finite() {
    let mut params =
        params(&[(Parameter::Sequences, 1_000_000), (Parameter::MaxLength, 1_048_576), (Parameter::BlockSize, 4_096)]);
    for (parameter, text) in [(Parameter::Layers, "1000"), (Parameter::KvHeads, "1024"), (Parameter::HeadDim, "8192")] {
        assert_eq!(params.read(parameter, text), None);
    }
    let report = Pipeline::new(params).report().clone();
    assert_eq!(report.contiguous_slots(), 1_048_576_000_000);
    for metric in Metric::ALL {
        assert!(report.value(metric).is_finite(), "{metric:?}");
    }
}

#[test]
fn a_change_makes_stale_only_what_lies_below_it() {
    let mut pipeline = Pipeline::new(Params::default());
    let mut change = |parameter, value| pipeline.set_params(params(&[(parameter, value)]));
    assert_eq!(change(Parameter::Seed, 42), Stale::Nothing);
    assert_eq!(change(Parameter::Grow, 50), Stale::View);
    assert_eq!(change(Parameter::Request, 7), Stale::View);
    assert_eq!(change(Parameter::Request, 1), Stale::View);
    assert_eq!(change(Parameter::BlockSize, 32), Stale::Report);
    assert_eq!(change(Parameter::BlockSize, 16), Stale::Report);
    assert_eq!(change(Parameter::MaxLength, 512), Stale::Lengths);
    assert_eq!(change(Parameter::MaxLength, 2048), Stale::Lengths);
    assert_eq!(change(Parameter::Seed, 43), Stale::Draws);
}

/// Its address tells whether it is the same.
#[test]
fn the_memory_map_is_kept_for_as_long_as_requests_and_blocks_are_the_same() {
    let mut pipeline = Pipeline::new(Params::default());
    let mut map_with = |values: &[(Parameter, u32)]| {
        pipeline.set_params(params(values));
        let report = pipeline.report();
        (std::ptr::from_ref(report.memory_map()), report.looked_at(), report.moment().step())
    };
    let (first, ..) = map_with(&[]);
    assert_eq!(map_with(&[(Parameter::Request, 7), (Parameter::Grow, 0)]), (first, 6, 0));
    assert_eq!(map_with(&[(Parameter::Memory, 24)]).0, first);
    let (other, ..) = map_with(&[(Parameter::BlockSize, 32)]);
    assert_ne!(other, first);
    assert_eq!(map_with(&[(Parameter::BlockSize, 32), (Parameter::Request, 1_000)]), (other, 49, 700));
}

fn any_params() -> impl Strategy<Value = Params> {
    let numbers = (1u32..400, 1u32..3000, 1u32..600, any::<u32>(), 1u32..1000);
    (numbers, any_choice(Parameter::Workload), any_choice(Parameter::Model)).prop_map(
        |((sequences, max, block, seed, mean), workload, model)| {
            let mut params = params(&[
                (Parameter::Sequences, sequences),
                (Parameter::MaxLength, max),
                (Parameter::BlockSize, block),
                (Parameter::Seed, seed),
                (Parameter::Mean, mean),
            ]);
            assert_eq!(params.read(Parameter::Workload, workload), None);
            assert_eq!(params.read(Parameter::Model, model), None);
            params
        },
    )
}

fn any_choice(parameter: Parameter) -> impl Strategy<Value = &'static str> {
    let Kind::Choice(choices) = parameter.spec().kind else { panic!("{parameter:?} is a number") };
    (0..choices.len()).prop_map(|place| choices[place].name)
}

/// Serves every request of the workload at once, a token at a time, from a memory of just `slots`.
fn serve<A: Allocator>(memory: &mut A, lengths: &[u32]) -> Vec<RequestId> {
    let serve_one = |&length: &u32| {
        let request = memory.admit(0).unwrap();
        for _ in 0..length {
            memory.append(request).unwrap();
        }
        request
    };
    let requests = lengths.iter().map(serve_one).collect();
    assert_eq!(memory.used_slots() as u64, lengths.iter().map(|&length| u64::from(length)).sum::<u64>());
    requests
}

proptest! {
    /// The allocators need exactly the memory that the arithmetic says: they fill it to the last slot.
    #[test]
    fn the_arithmetic_agrees_with_the_allocators(params in any_params()) {
        let mut pipeline = Pipeline::new(params);
        let lengths = pipeline.lengths().to_vec();
        let report = pipeline.report();

        let slots = report.contiguous_slots() as usize;
        let mut contiguous = ContiguousAllocator::new(slots, params.max_length() as usize);
        serve(&mut contiguous, &lengths);
        prop_assert_eq!((contiguous.reserved_slots(), contiguous.free_slots()), (slots, 0));
        prop_assert_eq!(contiguous.unused_slots() as f64, report.value(Metric::ContiguousInternal));

        let slots = report.paged_slots() as usize;
        let mut paged = PagedAllocator::new(slots, params.block_size() as usize);
        let requests = serve(&mut paged, &lengths);
        prop_assert_eq!((paged.reserved_slots(), paged.free_slots()), (slots, 0));
        prop_assert_eq!(paged.unused_slots() as f64, report.value(Metric::PagedInternal));
        let entries: usize = requests.iter().map(|&request| paged.block_table(request).unwrap().len()).sum();
        prop_assert_eq!((entries * size_of::<u32>()) as f64, report.value(Metric::BlockTableBytes));
    }

    #[test]
    fn the_parts_of_the_ledger_sum_exactly(params in any_params()) {
        let mut pipeline = Pipeline::new(params);
        let value = |metric| pipeline.report().value(metric);
        let [tokens, contiguous, contiguous_unused, paged, paged_unused] = [
            Metric::Tokens,
            Metric::ContiguousSlots,
            Metric::ContiguousInternal,
            Metric::PagedSlots,
            Metric::PagedInternal,
        ].map(value);
        prop_assert_eq!(tokens + contiguous_unused, contiguous);
        prop_assert_eq!(tokens + paged_unused, paged);
    }

    /// What the sweep says of a block size is what the comparison says when it is chosen.
    #[test]
    fn the_sweep_agrees_with_the_comparison(params in any_params()) {
        let sweep = Pipeline::new(params).report().sweep().clone();
        for point in sweep.points().iter().step_by(7) {
            let mut chosen = params;
            prop_assert_eq!(chosen.read(Parameter::BlockSize, &point.block_size.to_string()), None);
            let mut pipeline = Pipeline::new(chosen);
            let report = pipeline.report();
            prop_assert_eq!((report.paged_blocks(), report.paged_utilization()), (point.blocks, point.utilization));
        }
    }

    #[test]
    fn a_pipeline_that_was_changed_equals_a_fresh_one(steps in proptest::collection::vec(any_params(), 1..6)) {
        let mut pipeline = Pipeline::new(Params::default());
        for params in steps {
            pipeline.set_params(params);
            let mut fresh = Pipeline::new(params);
            prop_assert_eq!(pipeline.lengths(), fresh.lengths());
            for metric in Metric::ALL {
                // Bit for bit, for what is not there without a model is not equal to itself.
                let bits = |pipeline: &mut Pipeline| pipeline.report().value(metric).to_bits();
                prop_assert_eq!(bits(&mut pipeline), bits(&mut fresh), "{:?}", metric);
            }
        }
    }

    #[test]
    fn ratios_stay_in_their_bounds(params in any_params()) {
        let mut pipeline = Pipeline::new(params);
        let report = pipeline.report();
        for utilization in [report.contiguous_utilization(), report.paged_utilization()] {
            prop_assert!(0.0 < utilization && utilization <= 1.0);
        }
        prop_assert!(report.memory_reduction() < 1.0);
        prop_assert!(report.paged_slots() - report.tokens() < u64::from(params.sequences()) * u64::from(params.block_size()));
        prop_assert!((report.capacity_multiplier() * (1.0 - report.memory_reduction()) - 1.0).abs() < 1e-9);
    }
}
