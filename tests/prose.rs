//! The sentences say what is so, in every case there is.

use paged_attention_explainer::comparison::{Metric, Report};
use paged_attention_explainer::params::{Parameter, Params};
use paged_attention_explainer::pipeline::Pipeline;
use paged_attention_explainer::prose::{self, Passage};
use proptest::prelude::*;

fn report(values: &[(Parameter, u32)]) -> Report {
    let mut params = Params::default();
    for &(parameter, value) in values {
        assert_eq!(params.read(parameter, &value.to_string()), None);
    }
    Pipeline::new(params).report().clone()
}

fn finding(values: &[(Parameter, u32)]) -> String {
    let report = report(values);
    Passage::Finding.of(&report).plain(&report)
}

use Parameter::{BlockSize, MaxLength, Sequences};

#[test]
fn the_finding_of_the_article() {
    assert_eq!(
        finding(&[]),
        "Of the memory reserved for these 50 requests, contiguous allocation fills 14.2 %; paging fills 97.4 %. \
         The same memory could hold 6.8 times as many requests."
    );
}

#[test]
fn one_request_is_not_called_requests() {
    assert!(finding(&[(Sequences, 1)]).contains("for the one request,"));
    let report = report(&[(Sequences, 1)]);
    let say = |passage: Passage| passage.of(&report).plain(&report);
    assert_eq!(say(Passage::HistogramSubtitle), "1 request of 275 tokens");
    assert!(say(Passage::HistogramCaption).starts_with("The request is given room for 2,048 tokens. It uses 275"));
}

#[test]
fn where_a_block_is_larger_than_the_maximum_paging_loses_and_the_page_says_why() {
    assert_eq!(
        finding(&[(MaxLength, 512), (BlockSize, 4096)]),
        "Here paging loses: contiguous allocation fills 45.5 % of its memory, paging 5.7 %. \
         One block of 4,096 tokens is larger than the longest request allowed, 512."
    );
}

#[test]
fn where_whole_blocks_round_past_the_maximum_paging_loses_and_the_page_says_why() {
    // Every request is clipped to 50 tokens, and two blocks of 30 hold 60.
    assert!(
        finding(&[(MaxLength, 50), (BlockSize, 30)])
            .ends_with("Whole blocks of 30 tokens round requests up past the longest allowed, 50.")
    );
}

#[test]
fn where_every_request_takes_the_maximum_paging_gains_nothing() {
    assert!(finding(&[(MaxLength, 32), (BlockSize, 16)]).ends_with("paging gains nothing."));
    assert!(finding(&[(BlockSize, 2048)]).ends_with("paging gains nothing."));
}

#[test]
fn a_saving_too_small_for_a_multiple_is_told_in_percent() {
    // Most of these requests are clipped to 64 tokens, none is shorter than 50.
    let text = finding(&[(MaxLength, 64), (BlockSize, 1)]);
    let report = report(&[(MaxLength, 64), (BlockSize, 1)]);
    assert!((1.0..1.05).contains(&report.capacity_multiplier()), "{}", report.capacity_multiplier());
    assert!(text.ends_with("Paging saves just 4.1 % of the memory."), "{text}");
}

#[test]
fn the_summary_to_copy() {
    insta::assert_snapshot!(prose::summary(&report(&[])));
}

#[test]
fn the_lines_for_numpy() {
    insta::assert_snapshot!(prose::numpy_lines(report(&[]).params()));
}

#[test]
fn a_mean_is_handed_to_numpy_with_all_its_digits() {
    let mut params = Params::default();
    assert_eq!(params.read(Parameter::Mean, "123.456"), None);
    assert!(prose::numpy_lines(&params).contains("generator.exponential(123.456, 50)"));
}

proptest! {
    #[test]
    fn every_place_for_a_number_names_a_metric(sequences in 1u32..60, max in 1u32..3000, block in 1u32..4096) {
        let report = report(&[(Sequences, sequences), (MaxLength, max), (BlockSize, block)]);
        for passage in Passage::ALL {
            let template = passage.of(&report);
            for place in template.as_str().split('{').skip(1) {
                let name = place.split('}').next().unwrap();
                prop_assert!(Metric::named(name).is_some(), "{name} in {}", template.as_str());
            }
            let plain = template.plain(&report);
            for wrong in ["{", "}", "NaN", "inf"] {
                prop_assert!(!plain.contains(wrong), "{}", plain);
            }
        }
    }

    #[test]
    fn the_finding_never_contradicts_the_numbers(sequences in 1u32..60, max in 1u32..3000, block in 1u32..4096) {
        let report = report(&[(Sequences, sequences), (MaxLength, max), (BlockSize, block)]);
        let text = Passage::Finding.of(&report).plain(&report);
        prop_assert_eq!(text.contains("paging loses"), report.memory_reduction() < 0.0);
        prop_assert_eq!(text.contains("gains nothing"), report.memory_reduction() == 0.0);
    }
}
