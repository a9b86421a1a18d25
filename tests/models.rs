//! Memory in bytes: models' own figures, and what engines printed for their users.

use paged_attention_explainer::comparison::{Metric, Report};
use paged_attention_explainer::params::{Parameter, Params};
use paged_attention_explainer::pipeline::Pipeline;
use proptest::prelude::*;

fn report(values: &[(Parameter, &str)]) -> Report {
    let mut params = Params::default();
    for (parameter, text) in values {
        assert_eq!(params.read(*parameter, text), None, "{text}");
    }
    Pipeline::new(params).report().clone()
}

use Parameter::{BlockSize, HeadDim, KvDtype, KvHeads, Layers, MaxLength, Memory, Model};

/// 2 × layers × KV heads × head dimension × 2 bytes, with the shapes of the published configurations.
#[test]
fn bytes_of_a_token_are_the_models_own() {
    for (model, bytes) in [
        ("opt-13b", 819_200.0),
        ("llama-2-13b", 819_200.0),
        ("llama-2-7b", 524_288.0),
        ("llama-2-70b", 327_680.0),
        ("llama-3-70b", 327_680.0),
        ("llama-3-8b", 131_072.0),
        ("mistral-7b", 131_072.0),
        ("qwen2.5-7b", 57_344.0),
        ("qwen2.5-0.5b", 12_288.0),
        // 61 × (512 + 64) numbers, and no factor 2.
        ("deepseek-v3", 70_272.0),
    ] {
        assert_eq!(report(&[(Model, model)]).value(Metric::BytesPerToken), bytes, "{model}");
        assert_eq!(report(&[(Model, model), (KvDtype, "8")]).value(Metric::BytesPerToken), bytes / 2.0, "{model}");
    }
}

/// Kwon et al., SOSP 2023: 800 KiB a token (§3), and 12 GiB of OPT-13B are 15.7 K slots (Table 1).
#[test]
fn the_papers_opt_13b() {
    let report = report(&[(Model, "opt-13b"), (Memory, "12")]);
    assert_eq!(report.text(Metric::BytesPerToken), "819,200 bytes");
    assert_eq!(report.value(Metric::KvSlots), 15_728.0);
    // "1.6 GB" for a request of 2,048 tokens.
    assert_eq!(report.text(Metric::MaxLengthBytes), "1.56 GiB");
}

/// What people reported of their engines: memory (as printed, rounded to hundredths of a GiB), block size and maximum, and
/// the blocks and requests of maximum length that the engine printed.
#[test]
fn as_many_blocks_as_engines_print() {
    for (model, memory, max, blocks, requests) in [
        ("llama-3-8b", "3.81", "20000", 1_952.0, Some("1.56")),
        ("llama-3-8b", "2.89", "29000", 1_478.0, Some("0.82")),
        ("llama-3-8b", "11.12", "8192", 5_691.0, Some("11.12")),
        ("llama-2-7b", "23.66", "4096", 3_028.0, None),
    ] {
        let report = report(&[(Model, model), (Memory, memory), (MaxLength, max)]);
        // Half a hundredth of a GiB, in blocks.
        let rounding = 0.005 * 1024f64.powi(3) / report.value(Metric::BlockBytes);
        let ours = report.value(Metric::KvBlocks);
        assert!((ours - blocks).abs() <= rounding + 1.0, "{model}: {ours} blocks, not {blocks}");
        if let Some(requests) = requests {
            assert_eq!(report.text(Metric::RequestsAtMaximum), requests, "{model}");
        }
    }
}

#[test]
fn one_report_to_the_block() {
    let report = report(&[(Model, "llama-3-8b"), (Memory, "2.887"), (MaxLength, "29000")]);
    assert_eq!((report.value(Metric::KvBlocks), report.value(Metric::KvSlots)), (1_478.0, 23_648.0));
}

/// 459 blocks of 16 were 7,344 tokens, and a maximum of 32,768 was refused (Qwen1.5-7B, of the shape of Llama 2 7B).
#[test]
fn a_maximum_that_an_engine_refuses_fits_less_than_once() {
    let memory = (459.0 * 16.0 * 524_288.0 / 1024f64.powi(3)).to_string();
    let report = report(&[(Model, "llama-2-7b"), (Memory, &memory), (MaxLength, "32768")]);
    assert_eq!((report.value(Metric::KvBlocks), report.value(Metric::KvSlots)), (459.0, 7_344.0));
    assert_eq!(report.text(Metric::RequestsAtMaximum), "0.22");
    assert_eq!(report.value(Metric::ContiguousAdmitted), 0.0);
}

/// 406,560 tokens of Llama 2 70B: 99 requests of 4,096. And 4,096 tokens over four equal places: 1,024 each.
#[test]
fn contiguous_allocation_admits_as_many_as_divide_the_memory() {
    let gib = |slots: f64, bytes: f64| (slots * bytes / 1024f64.powi(3)).to_string();
    let admitted = |model, memory: &str, max| {
        report(&[(Model, model), (Memory, memory), (MaxLength, max)]).value(Metric::ContiguousAdmitted)
    };
    assert_eq!(admitted("llama-2-70b", &gib(406_560.0, 327_680.0), "4096"), 99.0);
    assert_eq!(admitted("llama-3-8b", &gib(4_096.0, 131_072.0), "1024"), 4.0);
}

/// 16,000 tokens in blocks of 64: 250 of them.
#[test]
fn blocks_of_64() {
    let memory = (16_000.0 * 131_072.0 / 1024f64.powi(3)).to_string();
    assert_eq!(report(&[(Model, "llama-3-8b"), (Memory, &memory), (BlockSize, "64")]).value(Metric::KvBlocks), 250.0);
}

/// Prompts of 35 and 36 tokens in blocks of 32: one full block each, whose 32 tokens others could use again.
#[test]
fn only_full_blocks_can_be_used_again() {
    for tokens in ["35", "36"] {
        let report = report(&[(Parameter::Workload, "constant"), (Parameter::Mean, tokens), (BlockSize, "32")]);
        let full = report.moment().block_table(0).filter(|block| block.filled == 32).count();
        assert_eq!((report.moment().block_table(0).len(), full), (2, 1), "{tokens}");
    }
}

/// OPT-125m with 17-token prompts in blocks of 16: two blocks each, of which 17 of 32 slots are used. The engine's gauge
/// said 66.7 %, and 36.5 % were used.
#[test]
fn a_prompt_one_token_too_long_for_its_block() {
    let values = [(Parameter::Workload, "constant"), (Parameter::Mean, "17")];
    let used = report(&values).paged_utilization();
    assert_eq!(used, 17.0 / 32.0);
    assert!((0.365 / 0.667 - used).abs() < 0.02);
}

#[test]
fn a_model_of_ones_own_has_its_own_bytes() {
    let own = report(&[(Layers, "40"), (KvHeads, "40"), (HeadDim, "128")]);
    assert_eq!(own.params().chosen(Model), Some("custom"));
    assert_eq!(own.value(Metric::BytesPerToken), 819_200.0);
    // A name goes before a description, whichever came first.
    assert_eq!(report(&[(Layers, "40"), (Model, "llama-3-8b")]).value(Metric::BytesPerToken), 131_072.0);
    assert_eq!(report(&[(Model, "llama-3-8b"), (Layers, "40")]).value(Metric::BytesPerToken), 131_072.0);
}

#[test]
fn without_a_model_nothing_is_said_of_bytes() {
    let report = report(&[]);
    for metric in [Metric::BytesPerToken, Metric::KvBlocks, Metric::KvSlots, Metric::RequestsAtMaximum] {
        assert!(report.value(metric).is_nan());
        assert_eq!(report.text(metric), "–");
    }
    assert_eq!(report.in_bytes(1.0), None);
}

proptest! {
    /// Blocks fit into the memory, and one more would not.
    #[test]
    fn blocks_fill_the_memory(layers in 1u32..200, heads in 1u32..100, dim in 1u32..300, memory in 0.01f64..1000.0, block in 1u32..=4096) {
        let texts = [layers, heads, dim, block].map(|number| number.to_string());
        let report = report(&[
            (Layers, &texts[0]),
            (KvHeads, &texts[1]),
            (HeadDim, &texts[2]),
            (BlockSize, &texts[3]),
            (Memory, &memory.to_string()),
        ]);
        let (blocks, each) = (report.value(Metric::KvBlocks), report.value(Metric::BlockBytes));
        let bytes = memory * 1024f64.powi(3);
        prop_assert!(blocks * each <= bytes && bytes < (blocks + 1.0) * each + 1.0);
    }
}
