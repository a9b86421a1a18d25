//! The sentences say what is so, in every case there is.

use paged_attention_explainer::capacity::MOST_COUNTED;
use paged_attention_explainer::comparison::{Metric, Report};
use paged_attention_explainer::figure::{Figure, Subject};
use paged_attention_explainer::memory_map::{MOST_BLOCKS, MOST_REQUESTS};
use paged_attention_explainer::params::{Kind, Parameter, Params};
use paged_attention_explainer::pipeline::Pipeline;
use paged_attention_explainer::prose::{self, Passage};
use paged_attention_explainer::workload::SHORTEST;
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

/// Every passage there is.
fn passages() -> impl Iterator<Item = Passage> {
    let of_figures = Figure::ALL
        .into_iter()
        .flat_map(|figure| [Passage::Subtitle(figure), Passage::Caption(figure), Passage::Memory(figure)]);
    [Passage::Finding, Passage::ModelBytes, Passage::ModelBlocks, Passage::Workload].into_iter().chain(of_figures)
}

use Parameter::{BlockSize, MaxLength, Sequences};

#[test]
fn the_finding_of_the_article() {
    assert_eq!(
        finding(&[]),
        "Contiguous allocation uses 14.2 % of the memory it reserves; paging uses 97.4 %. \
         In the same memory, paging holds 6.8 times as many requests."
    );
}

#[test]
fn one_request_is_not_called_requests() {
    let report = report(&[(Sequences, 1)]);
    assert_eq!(Passage::Subtitle(Figure::Histogram).of(&report).plain(&report), "1 request of length 275, in tokens");
    assert!(prose::label(Figure::Histogram, Subject::of(&report)).contains("1 request of length 275, in tokens;"));
}

#[test]
fn where_a_block_is_larger_than_the_maximum_paging_loses_and_the_page_says_why() {
    assert_eq!(
        finding(&[(MaxLength, 512), (BlockSize, 4096)]),
        "Here paging loses: it uses 5.7 % of the memory it reserves, contiguous allocation 45.5 %. \
         A block of 4,096 is larger than the longest request allowed, 512."
    );
}

#[test]
fn where_whole_blocks_round_past_the_maximum_paging_loses_and_the_page_says_why() {
    // Every request is clipped to 50 tokens, and two blocks of 30 hold 60.
    assert!(
        finding(&[(MaxLength, 50), (BlockSize, 30)])
            .ends_with("Whole blocks of 30 go beyond the longest request allowed, 50.")
    );
}

#[test]
fn where_requests_take_just_as_much_in_blocks_paging_gains_nothing() {
    let nothing = "Here paging gains nothing: in whole blocks, these requests take just as much.";
    assert!(finding(&[(MaxLength, 32), (BlockSize, 16)]).ends_with(nothing));
    assert!(finding(&[(BlockSize, 2048)]).ends_with(nothing));
    // Two requests that round to 60 and one that rounds to 90, where each may have 70.
    assert!(finding(&[(Sequences, 3), (MaxLength, 70), (BlockSize, 30), (Parameter::Seed, 3)]).ends_with(nothing));
}

#[test]
fn a_saving_too_small_for_a_multiple_is_told_in_percent() {
    // Most of these requests are clipped to 64 tokens, none is shorter than 50.
    let values = [(MaxLength, 64), (BlockSize, 1)];
    assert!((1.0..1.05).contains(&report(&values).capacity_multiplier()));
    assert!(finding(&values).ends_with("The memory saved is 4.1 %."));
}

#[test]
fn the_summary_to_copy() {
    insta::assert_snapshot!(prose::summary(&report(&[])));
}

#[test]
fn the_summary_names_the_shortest_length_that_is_drawn() {
    let text = prose::summary(&report(&[]));
    assert!(text.contains(&format!("None is shorter than {SHORTEST} tokens")));
}

#[test]
fn limits_in_sentences_are_those_of_the_code() {
    let count = |value| paged_attention_explainer::format::count(value);
    let report = report(&[(Sequences, 10_001)]);
    let caption = Passage::Caption(Figure::MemoryMap).of(&report).plain(&report);
    assert!(caption.contains(&format!("at most {}", count(MOST_REQUESTS as u64))), "{caption}");
    assert!(caption.contains(&format!("at most {} blocks", count(MOST_BLOCKS as u64))), "{caption}");
    assert!(prose::summary(&report).contains(&format!("estimated above {}", count(MOST_COUNTED))));
}

#[test]
fn the_lines_for_numpy() {
    insta::assert_snapshot!(prose::numpy_lines(report(&[]).params(), &[]));
}

#[test]
fn a_mean_is_handed_to_numpy_with_all_its_digits() {
    let mut params = Params::default();
    assert_eq!(params.read(Parameter::Mean, "123.456"), None);
    assert!(prose::numpy_lines(&params, &[]).contains("generator.exponential(123.456, 50)"));
}

fn any_report() -> impl Strategy<Value = Report> {
    let numbers = (1u32..60, 1u32..3000, 1u32..4096, any::<u32>());
    (numbers, 0usize..12, 0usize..8).prop_map(|((sequences, max, block, seed), model, workload)| {
        let mut params =
            *report(&[(Sequences, sequences), (MaxLength, max), (BlockSize, block), (Parameter::Seed, seed)]).params();
        for (parameter, place) in [(Parameter::Model, model), (Parameter::Workload, workload)] {
            let Kind::Choice(choices) = parameter.spec().kind else { panic!("{parameter:?} is a number") };
            assert_eq!(params.read(parameter, choices[place].name), None);
        }
        Pipeline::new(params).report().clone()
    })
}

/// By hand, from the lengths: request 1 has 275 tokens, 17 blocks of 16 and 3 tokens in another. The first six blocks
/// hold its prompt, 92 tokens.
#[test]
fn the_block_table_of_a_request_is_listed() {
    let report = report(&[]);
    let list = prose::block_table(&report);
    assert_eq!((list[0].as_str(), list[5].as_str()), ("0 → 0 · 16/16", "5 → 5 · 16/16"));
    assert_eq!(list[11], "and 7 more");
    let short = prose::block_table(&self::report(&[(BlockSize, 256)]));
    assert!(short[1].ends_with("· 19/256") && short[2..].iter().all(String::is_empty), "{short:?}");
    let table = prose::table(Figure::MemoryMap, Subject::of(&report));
    assert_eq!(table.rows.len(), 18);
    assert_eq!(table.rows[17][0], "17");
    assert_eq!(table.rows[17][2..], ["3", "16", "272"]);
}

#[test]
fn a_very_long_block_table_says_how_much_of_it_is_left_out() {
    let values = [(Sequences, 1), (MaxLength, 4096), (BlockSize, 1), (Parameter::Mean, 100_000)];
    let table = prose::table(Figure::MemoryMap, Subject::of(&report(&values)));
    assert_eq!(table.rows.len(), 1_001);
    assert_eq!(table.rows[1_000][0], "and 3,096 more");
}

#[test]
fn the_label_of_the_memory_map_tells_how_scattered_the_blocks_are() {
    assert_eq!(
        prose::label(Figure::MemoryMap, Subject::of(&report(&[]))),
        "Two maps of memory at one scale. Contiguous allocation has set 102,400 slots aside, of which 14.2 % hold a \
         token; paging has taken 14,976, of which 97.4 % do. Request 1 has 275 tokens in 18 blocks, in 13 places."
    );
    let label = prose::label(Figure::MemoryMap, Subject::of(&report(&[(Parameter::Grow, 0)])));
    assert!(label.ends_with("Request 1 has 92 tokens in 6 blocks, all side by side."), "{label}");
}

proptest! {
    #[test]
    fn every_place_for_a_number_names_a_metric(report in any_report()) {
        for passage in passages() {
            let template = passage.of(&report);
            prop_assert!(passage.variants().contains(&template), "a page would keep no room for {}", template.as_str());
            for place in template.as_str().split('{').skip(1) {
                let name = place.split('}').next().unwrap();
                prop_assert!(Metric::named(name).is_some(), "{name} in {}", template.as_str());
            }
            let plain = template.plain(&report);
            prop_assert!(!plain.contains(['{', '}']), "{}", plain);
            let is_no_number = |word: &str| ["NaN", "inf"].contains(&word);
            prop_assert!(!plain.split(|c: char| !c.is_alphanumeric()).any(is_no_number), "{}", plain);
        }
    }

    #[test]
    fn the_finding_never_contradicts_the_numbers(report in any_report()) {
        let text = Passage::Finding.of(&report).plain(&report);
        prop_assert_eq!(text.contains("paging loses"), report.memory_reduction() < 0.0);
        prop_assert_eq!(text.contains("gains nothing"), report.memory_reduction() == 0.0);
        prop_assert_eq!(text.contains("larger than the longest request allowed"),
            report.memory_reduction() < 0.0 && report.params().block_size() > report.params().max_length());
    }

    #[test]
    fn captions_never_contradict_the_numbers(report in any_report()) {
        let caption = |figure| Passage::Caption(figure).of(&report).plain(&report);
        let maximum = report.params().max_length();
        let histogram = caption(Figure::Histogram);
        prop_assert_eq!(histogram.contains("No request reaches"), report.longest() < maximum);
        prop_assert_eq!(histogram.contains("Every request fills"), report.shortest() == maximum);
        prop_assert_eq!(histogram.contains("Requests cut off"), report.longest() == maximum && report.shortest() < maximum);
        let every_block_is_full = report.value(Metric::PagedInternal) == 0.0;
        prop_assert_eq!(caption(Figure::Utilization).contains("every block is full"), every_block_is_full);
    }
}
