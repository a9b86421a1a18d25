//! The figures of where memory goes while requests come and go, as SVG: golden pictures for people to look at, and what
//! must hold in any of them.

mod drawn;

use drawn::{Rect, assert_says, assert_tidy, height, labels, of_role, recorded, rects, render, report, texts, value};
use paged_attention_explainer::chart::{ColorRole, step_at};
use paged_attention_explainer::figure::{Figure, Subject};
use paged_attention_explainer::serving::{Inputs, Preset, Recording, Scene, System};
use paged_attention_explainer::workload::Arrivals;

const MAX: System = System::ALL[0];
const POW2: System = System::ALL[1];
const FIRST_FIT: System = System::ALL[3];

fn sharegpt(steps: u64) -> Inputs {
    Preset::VllmPaperShareGpt.inputs(42).of_steps(steps)
}

fn alpaca(steps: u64) -> Inputs {
    Preset::VllmPaperAlpaca.inputs(42).of_steps(steps)
}

fn draw(figure: Figure, width: u32, recording: &Recording, system: System) -> String {
    let report = report(&[]);
    let subject = Subject { scene: Some(Scene { recording, system }), ..Subject::of(&report) };
    render(figure, (width, height(figure, width)), subject)
}

/// Left and right of all bars of one colour, from the top of the picture to its bottom: what is as high as a bar.
fn bars(svg: &str, role: ColorRole) -> Vec<(i32, i32)> {
    let rects = rects(svg);
    let bars = of_role(&rects, role).into_iter().filter(|rect| [17, 37].contains(&rect.height()));
    // An outline is thinner.
    bars.filter(|rect| rect.width() > 1).map(|rect| (rect.left, rect.right)).collect()
}

#[test]
fn the_papers_waste_beside_ours() {
    insta::assert_snapshot!(draw(Figure::ServingWaste, 612, &recorded(sharegpt(4000), 4000), POW2));
}

#[test]
fn waste_on_a_phone_before_there_is_anything_to_average() {
    insta::assert_snapshot!(draw(Figure::ServingWaste, 300, &recorded(sharegpt(4000), 100), System::Paged));
}

#[test]
fn a_timeline_of_powers_of_two() {
    insta::assert_snapshot!(draw(Figure::ServingTimeline, 612, &recorded(sharegpt(1000), 700), POW2));
}

#[test]
fn a_timeline_of_paging_on_a_phone() {
    insta::assert_snapshot!(draw(Figure::ServingTimeline, 300, &recorded(sharegpt(1000), 1000), System::Paged));
}

/// The published shares of tokens by hand, and our own; of what is lost to internal fragmentation likewise.
#[test]
fn parts_are_as_wide_as_their_shares() {
    let recording = recorded(sharegpt(2000), 2000);
    let svg = draw(Figure::ServingWaste, 900, &recording, MAX);
    let [max, pow2, oracle, first_fit, paged] = System::ALL.map(|system| recording.report(system));
    let bars_of = |role| bars(&svg, role);
    let left = bars_of(ColorRole::Contiguous)[0].0;
    let assert_shares = |role, shares: &[f64]| {
        let widths: Vec<i32> = bars_of(role).into_iter().map(|(left, right)| right - left).collect();
        let expected: Vec<f64> = shares.iter().map(|share| share * f64::from(900 - left)).collect();
        let close = widths.iter().zip(&expected).all(|(&width, expected)| (f64::from(width) - expected).abs() <= 1.0);
        assert!(close && widths.len() == expected.len(), "{role:?}: {widths:?}, expected {expected:?}");
    };
    let tokens = [0.204, max.tokens, 0.268, pow2.tokens, 0.382, oracle.tokens, first_fit.tokens];
    assert_shares(ColorRole::Contiguous, &tokens);
    assert_shares(ColorRole::Paged, &[0.963, paged.tokens]);
    assert_shares(ColorRole::ContiguousTint, &[0.573, max.internal, 0.136, pow2.internal]);
    assert_shares(ColorRole::PagedTint, &[paged.internal]);
}

#[test]
fn shares_and_running_counts_are_said_as_published_and_as_measured() {
    let recording = recorded(sharegpt(2000), 2000);
    let svg = draw(Figure::ServingWaste, 900, &recording, MAX);
    // Fig. 2: tokens, reserved, internal, external; the last three of vLLM are not labelled.
    for share in ["20.4 %", "13.3 %", "57.3 %", "8.9 %", "26.8 %", "17.9 %", "13.6 %", "41.6 %", "38.2 %", "25.2 %"] {
        assert_says(&svg, share);
    }
    for (system, published) in System::ALL.into_iter().zip(["7.00", "9.81", "13.62", "", "30.42"]) {
        let ours = format!("{:.2} here", recording.report(system).running);
        let both = if published.is_empty() { ours } else { format!("{published} published, {ours}") };
        assert_says(&svg, &format!("running {both}"));
    }
    for said in ["Orca (Max)", "Orca (Pow2)", "Orca (Oracle)", "vLLM", "not in the paper"] {
        assert_says(&svg, said);
    }
}

#[test]
fn tokens_are_labelled_at_every_width() {
    let recording = recorded(sharegpt(2000), 2000);
    for width in (240..=1000).step_by(40) {
        let svg = draw(Figure::ServingWaste, width, &recording, MAX);
        for share in ["20.4 %", "26.8 %", "38.2 %", "96.3 %"] {
            assert_says(&svg, share);
        }
    }
}

#[test]
fn of_alpaca_only_running_counts_were_published() {
    let recording = recorded(alpaca(1000), 1000);
    let svg = draw(Figure::ServingWaste, 900, &recording, System::Paged);
    let ours = recording.report(System::Paged).running;
    assert_says(&svg, &format!("running 132.44 published, {ours:.2} here"));
    assert!(!texts(&svg).contains(&"20.4 %") && !texts(&svg).contains(&"published"));
    assert_eq!(bars(&svg, ColorRole::Paged).len(), 1);
}

#[test]
fn another_setting_than_the_published_one_is_called_so_at_every_width() {
    let recording = recorded(Inputs { block_size: 32, ..sharegpt(500) }, 500);
    for width in (240..=1000).step_by(40) {
        let svg = draw(Figure::ServingWaste, width, &recording, System::Paged);
        let differs = |text: &&str| text.contains("another setting") || text.contains("not for the setting here");
        assert!(texts(&svg).iter().any(differs), "{width}: {:?}", texts(&svg));
        assert_says(&svg, "20.4 %");
    }
}

#[test]
fn nothing_moves_when_averages_begin() {
    let rows = |step| {
        let svg = draw(Figure::ServingWaste, 612, &recorded(sharegpt(4000), step), MAX);
        let tops = labels(&svg).into_iter().filter(|(text, _)| ["published", "here"].contains(text));
        tops.map(|(_, [_, top, ..])| top).collect::<Vec<_>>()
    };
    assert_eq!(rows(100), rows(900));
    assert_eq!(rows(100).len(), 10);
}

#[test]
fn the_cursor_stands_where_a_pointer_finds_its_step() {
    for (step, width) in [(0, 300), (1, 612), (333, 300), (333, 900), (500, 612)] {
        let svg = draw(Figure::ServingTimeline, width, &recorded(sharegpt(500), step), POW2);
        let rects = rects(&svg);
        let is_cursor = |rect: &&Rect| rect.width() == 2 && rect.height() > 100;
        let x = of_role(&rects, ColorRole::Ink).into_iter().find(is_cursor).unwrap().left + 1;
        let found = step_at(x.into(), width.into(), 500);
        let a_pixel = 500u64.div_ceil(u64::from(width) - 64);
        assert!(found.abs_diff(step) < a_pixel.max(1), "{step} at {x} of {width}: {found}");
        assert_says(&svg, &format!("step {step}"));
    }
}

#[test]
fn a_timeline_says_how_often_what_happened_even_if_never() {
    let recording = recorded(sharegpt(2000), 2000);
    let sum = |system, count: fn(&paged_attention_explainer::serving::Counts) -> u64| {
        recording.moments(system).map(|moment| count(&moment.counts)).sum::<u64>()
    };
    let refused = sum(FIRST_FIT, |counts| counts.fragmentation_events);
    let preempted = sum(System::Paged, |counts| counts.preemptions);
    let first_fit = draw(Figure::ServingTimeline, 612, &recording, FIRST_FIT);
    assert_says(&first_fit, &format!("refused though enough slots were free: {refused} times"));
    assert_says(&first_fit, "preempted: none");
    let paged = draw(Figure::ServingTimeline, 612, &recording, System::Paged);
    assert_says(&paged, "refused though enough slots were free: none");
    assert_says(&paged, &format!("preempted: {preempted} times"));
}

#[test]
fn a_timeline_reads_the_step_that_is_looked_at() {
    let mut recording = recorded(sharegpt(1000), 1000);
    recording.seek(400);
    let svg = draw(Figure::ServingTimeline, 612, &recording, POW2);
    let moment = recording.moment(POW2, 400).unwrap();
    assert_says(&svg, &format!("tokens {:.1} %", moment.ledger.tokens as f64 / 157.28));
    let most = recording.moments(POW2).map(|moment| moment.running).max().unwrap();
    assert_says(&svg, &format!("requests running: {}, at most {most}", moment.running));
}

#[test]
fn a_timeline_has_no_more_points_than_pixels() {
    let svg = draw(Figure::ServingTimeline, 300, &recorded(sharegpt(5000), 5000), POW2);
    let shapes = svg.split("<polygon").skip(1).chain(svg.split("<polyline").skip(1));
    let most = shapes.map(|shape| value(shape, "points").split_whitespace().count()).max().unwrap();
    assert!((100..=300).contains(&most), "{most}");
}

/// Whatever is recorded, and at every width, nothing is clipped and no text lies over another.
#[test]
fn nothing_is_drawn_outside_or_over_another_text() {
    let few = Arrivals::Poisson { rate: 0.001 };
    let recordings = [
        recorded(sharegpt(4000), 0),
        recorded(sharegpt(4000), 100),
        recorded(sharegpt(2000), 2000),
        recorded(sharegpt(1), 0),
        recorded(sharegpt(1), 1),
        recorded(alpaca(1000), 1000),
        recorded(Inputs { block_size: 1, watermark: 0.0, ..sharegpt(1000) }, 700),
        recorded(Inputs { slots: 2_000_000, arrivals: few, ..sharegpt(100_000) }, 99),
    ];
    for recording in &recordings {
        for system in System::ALL {
            for width in (240..=1000).step_by(38) {
                for figure in [Figure::ServingWaste, Figure::ServingTimeline] {
                    let svg = draw(figure, width, recording, system);
                    assert_tidy(&svg, (width, height(figure, width)));
                }
            }
        }
    }
}
