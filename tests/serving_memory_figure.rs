//! The map of the pool at one step, as SVG: golden pictures, and what must hold in any of them.

mod drawn;

use drawn::{Rect, assert_says, assert_tidy, height, hex, of_role, recorded, rects, render, report, texts};
use paged_attention_explainer::chart::ColorRole;
use paged_attention_explainer::figure::{Figure, Subject};
use paged_attention_explainer::serving::{Config, Inputs, Preset, Recording, Reservation, Scene, System};
use paged_attention_explainer::workload::{Arrivals, Pair, PairSource};

const POW2: System = System::Contiguous(Reservation::PowerOfTwo);
const FIRST_FIT: System = System::ContiguousFirstFit(Reservation::Exact);

/// The default pool, 15,728 slots, at that step.
fn paper(step: u64) -> Recording {
    recorded(Preset::VllmPaperShareGpt.inputs(42).of_steps(4_000), step)
}

/// A pool that serves these requests, over and over, with an always full queue.
fn trace(slots: usize, block_size: u32, max_length: u32, pairs: &[(u32, u32)]) -> Inputs {
    let pairs = pairs.iter().map(|&(prompt, output)| Pair { prompt, output }).collect();
    Inputs {
        slots,
        block_size,
        max_length,
        watermark: 0.0,
        arrivals: Arrivals::AlwaysFull,
        lengths: PairSource::Trace(pairs),
        steps: 1_000,
        warm_up: 0,
        seed: 0,
    }
}

/// 64 slots: at a width of 612 four rows of 16, 38 pixels each; at a height of 460 they are 43 high and one apart.
fn tiny() -> Inputs {
    trace(64, 4, 32, &[(6, 10), (4, 4)])
}

fn draw(recording: &Recording, system: System, size: (u32, u32)) -> String {
    let report = report(&[]);
    let subject = Subject { scene: Some(Scene { recording, system }), ..Subject::of(&report) };
    render(Figure::ServingMemory, size, subject)
}

/// Where the first row begins: inside the line around the pool, two pixels from its outer edge.
fn top_of_pool(rects: &[Rect]) -> i32 {
    let frame = of_role(rects, ColorRole::HairStrong).into_iter().find(|rect| rect.width() > 100);
    frame.unwrap().top + 2
}

/// What is seen at a point.
fn color_at(rects: &[Rect], (x, y): (i32, i32)) -> String {
    let there = |rect: &&Rect| (rect.left..rect.right).contains(&x) && (rect.top..rect.bottom).contains(&y);
    rects.iter().rfind(there).map_or(hex(ColorRole::Panel), |rect| rect.color.clone())
}

// Golden pictures.

#[test]
fn the_pool_of_first_fit() {
    insta::assert_snapshot!(draw(&paper(1_234), FIRST_FIT, (612, 434)));
}

#[test]
fn the_pool_of_a_buddy_allocator_on_a_phone() {
    insta::assert_snapshot!(draw(&paper(500), POW2, (300, 476)));
}

#[test]
fn a_paged_pool() {
    let pairs = [(40, 70), (90, 30), (20, 200)];
    let inputs = Inputs { watermark: 0.05, ..trace(1_000, 16, 256, &pairs) };
    insta::assert_snapshot!(draw(&recorded(inputs, 60), System::Paged, (612, 434)));
}

// Small pools by hand.

/// 6 + 10 tokens reserve 6 + 16 slots of a chunk of 32; 4 + 4 reserve 8 of one of 8. The third request, 22 slots again,
/// finds 24 free, but at most 16 side by side: the last row.
#[test]
fn every_part_of_a_reservation_takes_as_much_room_as_it_has_slots() {
    let rects = rects(&draw(&recorded(tiny(), 1), POW2, (612, 460)));
    let top = top_of_pool(&rects);
    // The colours that the key shows for the first request, and then for the second.
    let of_key = |width: i32| {
        let samples = rects.iter().filter(|rect| rect.top < top - 10 && rect.width() == width);
        samples.map(|rect| rect.color.clone()).collect::<Vec<_>>()
    };
    let (first, second) = (of_key(10), of_key(11));
    let in_map = |color: &String| {
        let bottom = top + 4 * 44;
        let rects = rects.iter().filter(|rect| rect.color == *color && (top..bottom).contains(&rect.top));
        rects.map(|rect| [rect.left - 2, rect.top - top, rect.right - 2, rect.bottom - top]).collect::<Vec<_>>()
    };
    // A reservation is one shape: its first row reaches down to the second. One pixel is left blank after each.
    assert_eq!(in_map(&first[0]), [[0, 0, 6 * 38, 44]]);
    assert_eq!(in_map(&first[1]), [[6 * 38, 0, 16 * 38, 44]]);
    assert_eq!(in_map(&first[2]), [[0, 44, 6 * 38, 87]]);
    assert_eq!(in_map(&first[3]), [[6 * 38, 44, 16 * 38 - 1, 87]]);
    assert_eq!(in_map(&second[0]), [[0, 88, 4 * 38, 131]]);
    assert_eq!(in_map(&second[1]), [[4 * 38, 88, 8 * 38 - 1, 131]]);
}

#[test]
fn the_largest_hole_is_outlined_where_it_is_and_again_below_who_waits() {
    let svg = draw(&recorded(tiny(), 1), POW2, (612, 460));
    let rects = rects(&svg);
    let top = top_of_pool(&rects);
    let ink: Vec<&Rect> = of_role(&rects, ColorRole::Ink).into_iter().filter(|rect| rect.width() > 20).collect();
    let [in_map, below] = ink.as_slice() else { panic!("{ink:?}") };
    assert_eq!((in_map.left, in_map.right, in_map.top - top), (2, 2 + 16 * 38, 3 * 44));
    assert_eq!((below.left, below.right), (2, 2 + 16 * 38));
    // What is needed: a row, and six slots; the rest of the chunk is paler.
    let bar: Vec<&Rect> = of_role(&rects, ColorRole::Request3).into_iter().filter(|rect| rect.left == 2).collect();
    let widths: Vec<i32> = bar.iter().map(|rect| rect.width()).collect();
    assert_eq!(widths, [11, 16 * 38, 6 * 38]);
    for text in ["request 3 needs a chunk of 32 for 22 slots", "largest free chunk: 16 · 24 free in all"] {
        assert_says(&svg, text);
    }
}

/// Of 16 + 9 + 32 slots, the 9 in the middle are free again after the four steps that the second request runs. With the 7
/// at the end that makes 16, as many as the fourth request needs, but not side by side.
#[test]
fn under_first_fit_the_hole_that_a_request_leaves_is_too_small_for_the_next() {
    let svg = draw(&recorded(trace(64, 4, 32, &[(6, 10), (5, 4), (20, 12)]), 5), FIRST_FIT, (612, 460));
    let rects = rects(&svg);
    let top = top_of_pool(&rects);
    let hole = of_role(&rects, ColorRole::Ink).into_iter().find(|rect| rect.width() > 20).unwrap();
    assert_eq!((hole.left, hole.right, hole.top - top), (2, 2 + 9 * 38, 44));
    for text in ["request 4 needs 16 slots side by side", "largest hole: 9 · 16 free in all"] {
        assert_says(&svg, text);
    }
}

#[test]
fn every_slot_has_the_colour_of_its_request_and_every_hole_none() {
    for pairs in [[(6, 10), (4, 4), (9, 3)], [(1, 31), (2, 5), (17, 2)], [(3, 3), (1, 1), (5, 26)]] {
        for step in [0, 1, 2, 7, 20, 33, 100] {
            let recording = recorded(trace(64, 4, 32, &pairs), step);
            for system in System::ALL {
                let rects = rects(&draw(&recording, system, (612, 460)));
                let top = top_of_pool(&rects);
                // Where no mark is, nor an outline.
                let seen = |slot: usize| {
                    let middle = 2 + slot as i32 % 16 * 38 + 19;
                    color_at(&rects, (middle - middle % 5 + 3, top + slot as i32 / 16 * 44 + 4))
                };
                let mut expected: Vec<Option<(usize, bool)>> = vec![None; 64];
                for extent in recording.server(system).extents() {
                    for (i, slot) in extent.slots.enumerate() {
                        expected[slot] = Some((extent.request, i < extent.tokens));
                    }
                }
                for (slot, expected) in expected.into_iter().enumerate() {
                    let (seen, panel) = (seen(slot), hex(ColorRole::Panel));
                    let is_right = match expected {
                        Some((request, true)) => seen == hex(ColorRole::REQUESTS[request % 6]),
                        Some((request, false)) => seen != panel && seen != hex(ColorRole::REQUESTS[request % 6]),
                        None => seen == panel,
                    };
                    assert!(is_right, "{}, step {step}, slot {slot}: {expected:?}, {seen}", system.name());
                }
            }
        }
    }
}

#[test]
fn an_empty_pool_has_nothing_in_it_and_nobody_waits() {
    let recording = recorded(tiny(), 0);
    for system in System::ALL {
        let svg = draw(&recording, system, (612, 460));
        let rects = rects(&svg);
        let top = top_of_pool(&rects);
        let others = [hex(ColorRole::Panel), hex(ColorRole::HairStrong)];
        assert!(rects.iter().all(|rect| rect.bottom < top || others.contains(&rect.color)), "{}", system.name());
        assert_says(&svg, "nobody waits");
    }
}

/// Blocks of 4. Of 16, one stays free; the first request takes two, the second one, again and again: ten requests make 15
/// blocks. The next needs two, or one, and one more to stay free, where one is left.
#[test]
fn under_paging_blocks_are_asked_for() {
    let recording = recorded(Inputs { watermark: 0.05, ..tiny() }, 1);
    let svg = draw(&recording, System::Paged, (612, 460));
    for text in ["request 11 needs 3 blocks, 1 of them to stay free", "1 block is free"] {
        assert_says(&svg, text);
    }
    let ink = rects(&svg).into_iter().filter(|rect| rect.color == hex(ColorRole::Ink) && rect.right > 100);
    // No hole is outlined in the map: a block can be had from anywhere. The free block stands below.
    assert_eq!(ink.filter(|rect| rect.width() > 20).count(), 1);
}

#[test]
fn in_a_step_with_a_preemption_nobody_was_asked() {
    let inputs = trace(64, 4, 32, &[(8, 24)]);
    let mut recording = Recording::new(Config::new(inputs).unwrap());
    let step = (1..100).find(|&step| {
        recording.seek(step);
        recording.server(System::Paged).counts().preemptions > 0
    });
    assert!(step.is_some());
    let svg = draw(&recording, System::Paged, (612, 460));
    assert!(texts(&svg).iter().any(|text| text.ends_with("nobody was asked")), "{:?}", texts(&svg));
}

#[test]
fn the_key_has_what_the_system_can_have_and_nothing_else() {
    let recording = paper(500);
    let has = |system, name: &str| {
        let svg = draw(&recording, system, (900, 434));
        texts(&svg).iter().any(|text| text.starts_with(name))
    };
    for (name, systems) in [
        ("tokens", [true, true, true, true, true]),
        ("reserved for later", [true, true, true, true, false]),
        ("never used (internal)", [true, true, false, false, false]),
        ("rounded up", [false, true, true, false, false]),
        ("tails of last blocks (internal)", [false, false, false, false, true]),
        ("holes", [true, true, true, true, false]),
        ("free blocks", [false, false, false, false, true]),
    ] {
        assert_eq!(System::ALL.map(|system| has(system, name)), systems, "{name}");
    }
}

#[test]
fn the_map_stays_in_its_place_from_step_to_step_and_from_system_to_system() {
    let frame = |recording: &Recording, system, size| {
        let rects = rects(&draw(recording, system, size));
        let frame = of_role(&rects, ColorRole::HairStrong).into_iter().filter(|rect| rect.width() > 100);
        frame.map(|rect| (rect.left, rect.top, rect.right, rect.bottom)).collect::<Vec<_>>()
    };
    for size in [(300, 476), (612, 434), (900, 434)] {
        let first = frame(&paper(0), System::Paged, size);
        for recording in [paper(0), paper(500), paper(1_234)] {
            for system in System::ALL {
                assert_eq!(frame(&recording, system, size), first, "{} {size:?}", system.name());
            }
        }
    }
}

// Whatever the width, and whatever the pool.

#[test]
fn text_is_neither_clipped_nor_overlaps_from_240_to_1000_pixels() {
    let papers = [paper(0), paper(500), paper(1_234), paper(4_000)];
    for width in (240..=1_000).step_by(19) {
        let size = (width, height(Figure::ServingMemory, width));
        for recording in &papers {
            for system in System::ALL {
                assert_tidy(&draw(recording, system, size), size);
            }
        }
    }
}

#[test]
fn pools_of_any_size_take_a_bounded_number_of_rectangles() {
    let paper = Preset::VllmPaperShareGpt.inputs(42).of_steps(100);
    let short = |slots| trace(slots, 1, 2, &[(1, 1)]);
    let pools = [
        trace(2, 2, 2, &[(1, 1)]),
        trace(16, 16, 16, &[(5, 5)]),
        trace(17, 16, 16, &[(5, 5)]),
        Inputs { slots: 100_003, ..paper.clone() },
        Inputs { slots: 1 << 20, ..paper.clone() },
        Inputs { slots: 1 << 22, ..paper },
        short(100),
        short(60_000),
        short(1 << 18),
        trace(1 << 22, 4_096, 1 << 20, &[(1 << 19, 1 << 19), (100, 1_000)]),
    ];
    for inputs in pools {
        let slots = inputs.slots;
        let recording = recorded(inputs, 2);
        for system in System::ALL {
            for size in [(240, 476), (1_000, 434), (612, 300), (612, 900)] {
                let svg = draw(&recording, system, size);
                let count = rects(&svg).len();

                assert!(
                    count <= if size.1 < 500 { 8_000 } else { 12_000 },
                    "{slots} {} {size:?}: {count}",
                    system.name()
                );
                assert!(rects(&svg).iter().all(|rect| rect.bottom <= size.1 as i32), "{slots} {size:?}");
            }
        }
    }
}

#[test]
fn cells_say_what_they_stand_for() {
    let inputs = Inputs { slots: 1 << 22, ..Preset::VllmPaperShareGpt.inputs(42).of_steps(100) };
    let svg = draw(&recorded(inputs, 5), System::Paged, (900, 434));
    assert!(texts(&svg).iter().any(|text| text.starts_with("each cell stands for ")), "{:?}", texts(&svg));
}
