//! The workloads and their histograms against NumPy itself (`tests/data/numpy_lengths.json`).

use paged_attention_explainer::params::{Parameter, Params};
use paged_attention_explainer::pipeline::Pipeline;
use serde_json::Value;

fn cases() -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("data/numpy_lengths.json")).unwrap();
    let cases = file["cases"].as_array().unwrap().clone();
    assert!(cases.len() > 20, "the golden file has lost its cases");
    cases
}

fn params(case: &Value) -> Params {
    let mut params = Params::default();
    for parameter in Parameter::ALL {
        let given = &case[parameter.spec().name.replace('-', "_")];
        if !given.is_null() {
            let text = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
            assert_eq!(params.read(parameter, &text), None);
        }
    }
    params
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

#[test]
fn lengths_are_numpys_to_the_last_one() {
    for case in cases() {
        let mut pipeline = Pipeline::new(params(&case));
        let lengths = pipeline.lengths();
        let first: Vec<f64> = lengths.iter().take(6).map(|&length| length.into()).collect();
        assert_eq!(first, numbers(&case["first"]));
        assert_eq!(lengths.last().copied().map(u64::from), case["last"].as_u64());
        let digest = lengths.iter().zip(1u32..).fold(0, |sum: u32, (l, i)| sum.wrapping_add(l.wrapping_mul(i)));
        assert_eq!(u64::from(digest), case["order_digest"], "a length differs: {case}");
    }
}

#[test]
fn sums_and_extremes_are_numpys() {
    use paged_attention_explainer::comparison::Metric;
    for case in cases() {
        let mut pipeline = Pipeline::new(params(&case));
        let report = pipeline.report();
        for metric in [Metric::LengthMin, Metric::LengthMax, Metric::LengthMean, Metric::Tokens] {
            let key = metric.name().replace('-', "_");
            assert_eq!(Some(report.value(metric)), case[&key].as_f64(), "{key}: {case}");
        }
    }
}

#[test]
fn bins_and_their_edges_are_numpys() {
    for case in cases() {
        let mut pipeline = Pipeline::new(params(&case));
        let histogram = pipeline.report().histogram();
        let counts: Vec<f64> = histogram.counts.iter().map(|&count| count as f64).collect();
        assert_eq!(counts, numbers(&case["histogram"]), "{case}");
        assert_eq!(histogram.edges.to_vec(), numbers(&case["edges"]), "{case}");
    }
}

#[test]
fn blocks_are_numpys_at_every_block_size() {
    for case in cases() {
        let mut params = params(&case);
        let mut pipeline = Pipeline::new(params);
        for (block_size, blocks) in case["paged_blocks"].as_object().unwrap() {
            assert_eq!(params.read(Parameter::BlockSize, block_size), None);
            pipeline.set_params(params);
            assert_eq!(Some(pipeline.report().paged_blocks()), blocks.as_u64(), "block size {block_size}: {case}");
        }
    }
}

#[test]
fn percentiles_of_traces_are_the_published_ones() {
    use paged_attention_explainer::workload::{PERCENTS, Trace};
    let file: Value = serde_json::from_str(include_str!("data/trace_percentiles.json")).unwrap();
    for (name, trace) in [
        ("azure-2023-conversation", Trace::AzureConversation),
        ("azure-2023-code", Trace::AzureCode),
        ("mooncake-conversation", Trace::MooncakeConversation),
    ] {
        assert_eq!(numbers(&file[name]["percent"]), PERCENTS);
        assert_eq!(numbers(&file[name]["total"]), trace.totals().map(f64::from));
    }
}
