//! What is said of serving over time: against steps worked by hand, and against what the simulator did.

use paged_attention_explainer::figure::{Figure, Subject};
use paged_attention_explainer::params::{LARGEST_POOL, Parameter, Params};
use paged_attention_explainer::pipeline::Pipeline;
use paged_attention_explainer::prose::{self, serving};
use paged_attention_explainer::serving::{
    Config, ConfigError, Event, Inputs, Preset, Quantity, Recording, Replay, Reservation, Scene, System, SystemMetric,
};
use paged_attention_explainer::workload::{Arrivals, Pair, PairSource};

const ORACLE: System = System::Contiguous(Reservation::Exact);
const FIRST_FIT: System = System::ContiguousFirstFit(Reservation::Exact);

/// Requests of 4, 8, 4 and 8 tokens, again and again, each with a prompt of one, in a pool of 16 slots: four blocks of 4.
fn small() -> Recording {
    let pair = |output| Pair { prompt: 1, output };
    Recording::new(
        Config::new(Inputs {
            slots: 16,
            block_size: 4,
            max_length: 8,
            watermark: 0.0,
            arrivals: Arrivals::AlwaysFull,
            lengths: PairSource::Trace(vec![pair(3), pair(7), pair(3), pair(7)]),
            steps: 20,
            warm_up: 0,
            seed: 0,
        })
        .unwrap(),
    )
}

fn happened(recording: &mut Recording, system: System, step: u64) -> String {
    recording.seek(step);
    serving::happened(Scene { recording, system })
}

fn params(values: &[(Parameter, &str)]) -> Params {
    let mut params = Params::default();
    for (parameter, value) in values {
        assert_eq!(params.read(*parameter, value), None);
    }
    params
}

fn replay(values: &[(Parameter, &str)]) -> Replay {
    let mut replay = Replay::default();
    let params = params(values);
    replay.ask(&params, Pipeline::new(params).lengths()).unwrap();
    while replay.record(1_000) {}
    replay
}

/// By hand: 4 + 8 + 4 slots fill the pool. After three steps the first and the third request are done, and leave two holes of
/// 4 beside each other's neighbour, where the fourth needs 8.
#[test]
fn a_request_that_finds_no_hole_is_told_of_with_what_it_needs_what_is_free_and_the_largest_hole() {
    let mut recording = small();
    assert_eq!(happened(&mut recording, FIRST_FIT, 0), "Nothing has happened yet: all 16 slots are free.");
    assert_eq!(
        happened(&mut recording, FIRST_FIT, 1),
        "Requests 1, 2 and 3 are admitted and given 16 slots together. Request 4 needs 8 adjacent slots, and 0 are free in \
         all: it waits."
    );
    assert_eq!(
        happened(&mut recording, FIRST_FIT, 2),
        "Request 4 needs 8 adjacent slots, and 0 are free in all: it waits."
    );
    assert_eq!(
        happened(&mut recording, FIRST_FIT, 4),
        "Requests 1 and 3 are done and leave. Request 4 needs 8 adjacent slots; 8 are free, but the largest hole has 4: it \
         waits."
    );
    // The second is done in step 8, and the memory is whole again.
    assert_eq!(
        happened(&mut recording, FIRST_FIT, 8),
        "Request 2 is done and leaves. Requests 4 and 5 are admitted and given 12 slots together. Request 6 needs 8 adjacent \
         slots, and 4 are free in all: it waits."
    );
}

/// By hand: the buddy allocator gives the second request the chunk from 8 on, so the hole of the first and the third is one.
#[test]
fn buddies_that_are_both_free_are_one_chunk_again() {
    let mut recording = small();
    assert_eq!(
        happened(&mut recording, ORACLE, 4),
        "Requests 1 and 3 are done and leave. Request 4 is admitted and given 8 slots. Request 5 needs a chunk of 4 slots, and \
         0 are free in all: it waits."
    );
}

/// By hand: four requests take a block each. In step 4 two are done, and two more come. In step 5 the second and the fourth
/// need their second blocks, and none is left.
#[test]
fn requests_that_give_up_their_blocks_are_told_of() {
    let mut recording = small();
    assert_eq!(
        happened(&mut recording, System::Paged, 1),
        "Requests 1, 2, 3 and 4 are admitted and given 16 slots together. Request 5 needs 1 block, and 0 are free: it waits."
    );
    assert_eq!(
        happened(&mut recording, System::Paged, 5),
        "No block was left for those that grow: requests 6 and 5, the newest, gave up all of theirs, to be computed again."
    );
}

#[test]
fn one_request_that_gives_up_its_blocks_is_told_of_with_whom_it_was_for() {
    let mut replay = replay(&[(Parameter::Steps, "100")]);
    assert!(replay.seek(4, u64::MAX));
    let scene = replay.scene(System::Paged).unwrap();
    let events: Vec<_> = scene.server().events().to_vec();
    let &[Event::Preempted { request, needed_by, tokens }] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(
        serving::happened(scene),
        format!(
            "Request {} needed another block and none was left: request {}, the newest, gave up its own, and its {tokens} \
             tokens will be computed again.",
            needed_by + 1,
            request + 1
        )
    );
}

/// What a place for a step names: `{paged@213}`.
fn steps_named(sentence: &str) -> Vec<(System, u64)> {
    let places = sentence.split('{').skip(1).map(|rest| rest.split_once('}').unwrap().0);
    places
        .map(|place| place.split_once('@').unwrap())
        .map(|(system, step)| (System::named(system).unwrap(), step.parse().unwrap()))
        .collect()
}

#[test]
fn sentences_of_every_system_name_steps_at_which_what_they_say_happens() {
    for (seed, preset) in [("42", "vllm-paper-sharegpt"), ("1", "vllm-paper-sharegpt"), ("7", "vllm-paper-alpaca")] {
        let replay = replay(&[(Parameter::Seed, seed), (Parameter::Preset, preset), (Parameter::Steps, "3000")]);
        let recording = replay.scene(System::Paged).unwrap().recording;
        let moments = serving::moments(recording);
        for (system, sentence) in System::ALL.into_iter().zip(&moments) {
            let steps = steps_named(sentence);
            assert!(!steps.is_empty() && steps.iter().all(|(of, _)| *of == system), "{sentence}");
            let at = |step| recording.moment(system, step).unwrap();
            // Averages leave the warm-up out.
            let warm = || recording.moments(system).skip(recording.config().warm_up() as usize + 1);
            let tokens = |step| at(step).ledger.tokens;
            for (i, &(_, step)) in steps.iter().enumerate() {
                match system {
                    System::Paged if i == 1 => assert!(at(step).counts.preemptions > 0, "{sentence}"),
                    System::Contiguous(Reservation::Maximum) if i == 1 => {
                        assert_eq!(Some(tokens(step)), warm().map(|moment| moment.ledger.tokens).min(), "{sentence}");
                    }
                    System::Paged | System::Contiguous(Reservation::Maximum) => {
                        assert_eq!(Some(tokens(step)), warm().map(|moment| moment.ledger.tokens).max(), "{sentence}");
                    }
                    _ => assert!(at(step).counts.fragmentation_events > 0, "{sentence}"),
                }
            }
        }
    }
}

/// Slots in the longest range of the pool that nobody has.
fn longest_free(scene: Scene<'_>) -> usize {
    let mut taken: Vec<_> = scene.server().extents().into_iter().map(|extent| extent.slots).collect();
    taken.push(scene.recording.config().slots()..usize::MAX);
    taken.sort_by_key(|slots| slots.start);
    let mut free_from = 0;
    taken.iter().map(|slots| slots.start - std::mem::replace(&mut free_from, slots.end)).max().unwrap()
}

/// The story's links, in `index.html`, for the run at the defaults: each to the step at which what it says is so.
#[test]
fn links_of_the_story_lead_to_steps_at_which_what_they_say_happens() {
    let mut replay = replay(&[]);
    let page = include_str!("../index.html");
    let says = |replay: &mut Replay, (system, step): (System, u64)| {
        while !replay.seek(step, 1_000) {}
        serving::happened(replay.scene(system).unwrap())
    };
    let told = [
        (
            "contiguous-max",
            1,
            "7 requests are admitted and given 14,336 slots together. Request 8 needs a chunk of 2,048 slots, and 1,392 are",
        ),
        ("contiguous-max", 9_851, "needs a chunk of 2,048 slots, and 1,392 are free"),
        (
            "contiguous-pow2",
            8_096,
            "Request 292 needs a chunk of 2,048 for its 1,035 slots; 3,184 are free, but the largest free chunk has 1,024",
        ),
        (
            "contiguous-oracle",
            7_730,
            "Request 339 needs a chunk of 2,048 for its 1,042 slots; 3,952 are free, but the largest free chunk has 1,024",
        ),
        (
            "contiguous-first-fit",
            6_774,
            "Request 403 needs 363 adjacent slots; 1,800 are free, but the largest hole has 362",
        ),
        ("paged", 17_482, "and 0 are free: it waits"),
        ("paged", 4, "the newest, gave up its own"),
    ];
    let links: Vec<(System, u64)> = page
        .split("?system=")
        .skip(1)
        .map(|rest| rest.split_once("#serving").unwrap().0.split_once("&amp;step=").unwrap())
        .map(|(system, step)| (System::named(system).unwrap(), step.parse().unwrap()))
        .collect();
    assert_eq!(links, told.map(|(system, step, _)| (System::named(system).unwrap(), step)));
    for (link, (_, _, expected)) in links.into_iter().zip(told) {
        let said = says(&mut replay, link);
        assert!(said.contains(expected), "{link:?}: {said}");
        // "In pieces of so many at most": not even two chunks side by side are enough.
        let scene = replay.scene(link.0).unwrap();
        if let Some(refusal) = scene.server().refusal().filter(|refusal| refusal.is_fragmentation()) {
            assert_eq!(longest_free(scene), refusal.largest_hole, "{link:?}");
        }
    }
    // And the shares of the pool that the page tells beside them.
    let max = System::Contiguous(Reservation::Maximum);
    for (system, step, share, text) in
        [(max, 1, 0.088, "8.8 %"), (max, 9_851, 0.049, "4.9 %"), (System::Paged, 17_482, 0.993, "99.3 %")]
    {
        let ledger = replay.scene(system).unwrap().recording.moment(system, step).unwrap().ledger;
        assert!((ledger.tokens as f64 / ledger.total() as f64 - share).abs() < 0.0005, "{text}");
        let link = format!("?system={}&amp;step={step}#serving", system.name());
        let (_, after) = page.split_once(&link).unwrap();
        assert!(after.split("</li>").next().unwrap().contains(text), "{text}");
    }
}

/// Fig. 2 and Fig. 13 of the vLLM paper.
#[test]
fn published_numbers_are_the_papers_and_its_bars_add_up() {
    let sharegpt = |system| Preset::VllmPaperShareGpt.published(system);
    let alpaca = |system| Preset::VllmPaperAlpaca.published(system).map(|published| published.running);
    let running: Vec<_> = System::ALL.map(|system| sharegpt(system).map(|published| published.running)).to_vec();
    assert_eq!(running, [Some(7.0), Some(9.81), Some(13.62), None, Some(30.42)]);
    assert_eq!(System::ALL.map(alpaca), [Some(7.0), Some(43.24), Some(72.75), None, Some(132.44)]);
    for published in System::ALL.into_iter().filter_map(sharegpt) {
        let shares = published.shares.unwrap();
        let rest = [shares.reserved, shares.internal, shares.external].into_iter().flatten().sum::<f64>();
        if shares.external.is_some() {
            // The paper rounds each to a tenth of a percent.
            assert!((shares.tokens + rest - 1.0).abs() < 0.0011, "{published:?}");
        }
    }
}

#[test]
fn numbers_are_compared_with_the_paper_only_where_the_setting_is_its_own() {
    let experiment = |values: &[(Parameter, &str)]| Config::asked(&params(values), &[]).unwrap().experiment();
    assert_eq!(experiment(&[]), Some(Preset::VllmPaperShareGpt));
    assert_eq!(experiment(&[(Parameter::Preset, "vllm-paper-alpaca")]), Some(Preset::VllmPaperAlpaca));
    assert_eq!(experiment(&[(Parameter::Seed, "7"), (Parameter::Steps, "500")]), Some(Preset::VllmPaperShareGpt));
    // Table 1 of the paper: 12 GiB for OPT-13B are the same 15,728 slots.
    assert_eq!(experiment(&[(Parameter::Model, "opt-13b")]), Some(Preset::VllmPaperShareGpt));
    for changed in [
        (Parameter::BlockSize, "32"),
        (Parameter::MaxLength, "4096"),
        (Parameter::Slots, "15729"),
        (Parameter::Watermark, "0"),
        (Parameter::Arrivals, "poisson"),
    ] {
        assert_eq!(experiment(&[changed]), None, "{changed:?}");
    }
}

#[test]
fn captions_say_whose_numbers_stand_beside() {
    let caption = |values: &[(Parameter, &str)]| {
        let replay = replay(&[values, &[(Parameter::Steps, "50")]].concat());
        serving::caption(Figure::ServingWaste, replay.scene(System::Paged).unwrap())
    };
    assert!(caption(&[]).contains("Lengths were fitted to the paper’s two means and to its bars of reservations"));
    assert!(
        caption(&[(Parameter::Preset, "vllm-paper-alpaca")])
            .contains("was fitted to one number, the count of Orca (Oracle)")
    );
    assert!(caption(&[(Parameter::BlockSize, "32")]).contains("are those of another setting"));
}

#[test]
fn places_for_numbers_name_numbers_that_there_are() {
    let names: Vec<String> = SystemMetric::all().map(|metric| metric.to_string()).collect();
    assert_eq!(names.len(), System::ALL.len() * Quantity::ALL.len());
    let comparison: Vec<&str> =
        paged_attention_explainer::comparison::Metric::ALL.iter().map(|metric| metric.name()).collect();
    assert!(names.iter().all(|name| !comparison.contains(&name.as_str())), "a name has two meanings");
    for preset in ["vllm-paper-sharegpt", "vllm-paper-alpaca", "workload"] {
        let replay = replay(&[(Parameter::Preset, preset), (Parameter::Steps, "50")]);
        let scene = replay.scene(System::Paged).unwrap();
        let report = Pipeline::new(Params::default()).report().clone();
        let table = prose::table(Figure::ServingWaste, Subject { scene: Some(scene), ..Subject::of(&report) });
        let cells = table.rows.into_iter().flatten().filter(|cell| cell.starts_with('{'));
        for text in cells.chain([serving::caption(Figure::ServingWaste, scene)]) {
            for place in text.split('{').skip(1).map(|rest| rest.split_once('}').unwrap().0) {
                assert!(names.iter().any(|name| name == place), "{place}");
            }
        }
    }
}

#[test]
fn every_system_has_its_labels_and_tables() {
    let mut replay = replay(&[(Parameter::Steps, "700")]);
    assert!(replay.seek(650, u64::MAX));
    let report = Pipeline::new(Params::default()).report().clone();
    for system in System::ALL {
        let scene = replay.scene(system).unwrap();
        let subject = Subject { scene: Some(scene), ..Subject::of(&report) };
        let label = |figure| prose::label(figure, subject);
        assert!(label(Figure::ServingWaste).contains("published 20.4 %"));
        assert!(label(Figure::ServingTimeline).starts_with(system.titles()[0]));
        assert!(
            label(Figure::ServingMemory).starts_with("A map of the pool at the end of step 650. Requests running: ")
        );
        let table = prose::table(Figure::ServingTimeline, subject);
        // A row for every second step, the empty pool included.
        assert_eq!((table.rows.len(), table.headings[0].as_str()), (351, "Step, one in 2"));
        let moment = scene.server().moment();
        let map = prose::table(Figure::ServingMemory, subject);
        let tokens: u64 = map.rows.iter().map(|row| row[3].replace(',', "").parse::<u64>().unwrap()).sum();
        assert_eq!(tokens, moment.ledger.tokens as u64, "{system:?}");
        assert!(map.rows.iter().all(|row| row.len() == map.headings.len()));
    }
}

#[test]
fn what_cannot_be_simulated_in_a_page_is_said_and_nothing_is_kept_of_what_was_before() {
    let mut replay = replay(&[(Parameter::Steps, "50")]);
    let model = params(&[(Parameter::Model, "qwen2.5-0.5b"), (Parameter::Memory, "1000")]);
    let slots = (1000u64 << 30) / 12_288;
    assert_eq!(replay.ask(&model, &[]), Err(ConfigError::TooManySlots { slots, most: LARGEST_POOL.into() }));
    assert!(replay.scene(System::Paged).is_none());
    assert!(!replay.record(10) && replay.seek(3, 10));
    assert_eq!(replay.ask(&params(&[]), &[]), Ok(()));
    assert_eq!(replay.scene(System::Paged).unwrap().recording.recorded(), 0);
}

#[test]
fn asking_for_the_same_again_keeps_what_is_recorded() {
    let mut replay = Replay::default();
    let asked = params(&[(Parameter::Steps, "500")]);
    replay.ask(&asked, &[]).unwrap();
    replay.record(100);
    // Another system, another step: only what is looked at.
    replay
        .ask(&params(&[(Parameter::Steps, "500"), (Parameter::System, "paged"), (Parameter::Step, "7")]), &[])
        .unwrap();
    assert_eq!(replay.scene(System::Paged).unwrap().recording.recorded(), 100);
    replay.ask(&params(&[(Parameter::Steps, "501")]), &[]).unwrap();
    assert_eq!(replay.scene(System::Paged).unwrap().recording.recorded(), 0);
}

/// By hand: a constant length of 512 has a prompt of 171 tokens, so 341 steps; 30 reservations of 512 slots fit, 368 are left.
#[test]
fn the_readers_own_requests_are_served_with_their_lengths() {
    let values = [
        (Parameter::Workload, "constant"),
        (Parameter::Mean, "512"),
        (Parameter::Preset, "workload"),
        (Parameter::Steps, "1000"),
    ];
    let replay = replay(&values);
    let report = replay.scene(FIRST_FIT).unwrap().report();
    assert_eq!((report.running, report.external), (30.0, 368.0 / 15_728.0));
}

#[test]
fn events_are_found_one_after_the_other_in_both_directions() {
    let replay = replay(&[(Parameter::Steps, "2000")]);
    let recording = replay.scene(FIRST_FIT).unwrap().recording;
    let mut on = vec![];
    let mut step = 0;
    while let Some(next) = recording.next_event(FIRST_FIT, step) {
        on.push(next);
        step = next;
    }
    let mut back = vec![];
    step = recording.recorded() + 1;
    while let Some(last) = recording.previous_event(FIRST_FIT, step) {
        back.push(last);
        step = last;
    }
    back.reverse();
    assert_eq!(on, back);
    let eventful = recording.moments(FIRST_FIT).filter(|moment| moment.counts.fragmentation_events > 0).count();
    assert!(eventful > 10);
    assert_eq!(on.len(), eventful);
}

/// By hand: of 15,728 slots, seven chunks of 2,048 leave 1,392, which is enough for 1,100 and not for 2,048.
#[test]
fn that_no_reservation_of_the_maximum_is_refused_for_its_place_is_said_only_where_it_is_so() {
    for (max_length, is_so) in [("2048", true), ("1100", false), ("1024", true)] {
        let replay = replay(&[(Parameter::MaxLength, max_length), (Parameter::Steps, "3000")]);
        let scene = Scene { system: System::ALL[0], ..replay.scene(System::Paged).unwrap() };
        let caption = serving::caption(Figure::ServingTimeline, scene);
        assert_eq!(caption.contains("none is refused for where the holes are"), is_so, "{max_length}");
        let refused = scene.moments().any(|moment| moment.counts.fragmentation_events > 0);
        assert_eq!(refused, !is_so, "{max_length}");
    }
}

#[test]
fn a_run_that_is_stopped_within_its_warm_up_is_told_of_as_far_as_it_goes() {
    let mut replay = Replay::default();
    replay.ask(&params(&[]), &[]).unwrap();
    replay.record(50);
    let scene = replay.scene(System::Paged).unwrap();
    assert_eq!(scene.recording.averaged(), 0..=50);
    let notable = scene.recording.notable(System::Paged);
    assert_ne!(notable.fullest, notable.emptiest);
    let report = Pipeline::new(Params::default()).report().clone();
    let label = prose::label(Figure::ServingTimeline, Subject { scene: Some(scene), ..Subject::of(&report) });
    assert!(label.starts_with("Paged, steps 0 to 50. Tokens fill between 0.0 % and 9"), "{label}");
}
