//! The figures, as SVG: golden pictures for people to look at, and what must hold in any of them.

mod drawn;

use drawn::{CSS, Rect, assert_says, assert_tidy, height, hex, of_role, rects, render, report, texts, theme};
use paged_attention_explainer::chart::picture::Picture;
use paged_attention_explainer::chart::{ColorRole, Scheme, Theme};
use paged_attention_explainer::comparison::Report;
use paged_attention_explainer::figure::{Figure, Subject};
use paged_attention_explainer::params::{Kind, Parameter, Params};
use paged_attention_explainer::pins::Pins;
use paged_attention_explainer::pipeline::Pipeline;
use paged_attention_explainer::workload::Own;
use proptest::prelude::*;

fn draw(figure: Figure, width: u32, values: &[(Parameter, u32)]) -> String {
    render(figure, (width, height(figure, width)), Subject::of(&report(values)))
}

fn with_pins<'a>(report: &'a Report, pins: &'a Pins) -> Subject<'a> {
    Subject { pins: pins.reports(), ..Subject::of(report) }
}

#[test]
fn the_pictures_of_the_readme_are_what_the_code_draws() {
    for picture in Picture::all() {
        let file = picture.file();
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        let drawn = picture.draw(CSS).unwrap();
        assert!(drawn == committed, "{file} is out of date: run `cargo xtask pictures` and look at it");
    }
}

#[test]
fn the_articles_histogram() {
    insta::assert_snapshot!(draw(Figure::Histogram, 540, &[]));
}

#[test]
fn the_articles_utilization() {
    insta::assert_snapshot!(draw(Figure::Utilization, 320, &[]));
}

#[test]
fn the_articles_ledger() {
    insta::assert_snapshot!(draw(Figure::Ledger, 900, &[]));
}

/// The widths by hand: 102,400 slots take all 900 pixels; 14,582 tokens take 128.2 of them, 14,976 slots 131.6.
#[test]
fn the_bars_of_the_ledger_are_at_one_scale() {
    let rects = rects(&draw(Figure::Ledger, 900, &[]));
    let width = |role| of_role(&rects, role)[0].width();
    assert_eq!((width(ColorRole::Contiguous), width(ColorRole::ContiguousTint)), (128, 900 - 128));
    assert_eq!((width(ColorRole::Paged), width(ColorRole::PagedTint)), (128, 132 - 128));
}

#[test]
fn the_ledger_labels_each_part_with_slots_and_percent() {
    for width in [288, 900] {
        let svg = draw(Figure::Ledger, width, &[]);
        for text in [
            "tokens 14,582, 14.2 %",
            "never used 87,818, 85.8 %",
            "tokens 14,582, 97.4 %",
            "tails of last blocks 394, 2.6 %",
        ] {
            assert_says(&svg, text);
        }
    }
}

#[test]
fn the_articles_memory_map() {
    insta::assert_snapshot!(draw(Figure::MemoryMap, 900, &[(Parameter::Request, 9)]));
}

/// By hand: 2,048 slots take all 900 pixels, so 275 tokens take 121, and six blocks of 16 side by side 42. Rows are six
/// pixels apart; what is lit up is a pixel higher than that.
#[test]
fn the_request_that_is_looked_at_is_lit_up_in_both_maps() {
    let rects = rects(&draw(Figure::MemoryMap, 900, &[]));
    let lit = of_role(&rects, ColorRole::Ink).into_iter().filter(|rect| rect.height() == 7);
    let lit: Vec<i32> = lit.map(Rect::width).collect();
    // In 13 places under paging, in the last of which a block has 3 tokens.
    assert_eq!(lit, [[121, 42].as_slice(), &[7; 11], &[2]].concat());
}

#[test]
fn what_nobody_has_taken_yet_is_told_from_what_is_wasted() {
    let outline = |grow| {
        let rects = rects(&draw(Figure::MemoryMap, 900, &[(Parameter::Grow, grow)]));
        of_role(&rects, ColorRole::HairStrong).into_iter().filter(|rect| rect.width() > 100).count()
    };
    assert_eq!(outline(100), 0);
    assert!(outline(0) > 0);
}

#[test]
fn a_map_of_very_many_requests_says_what_its_cells_stand_for_and_whose_they_are() {
    let svg = draw(Figure::MemoryMap, 900, &[(Parameter::Sequences, 20_000)]);
    let texts = texts(&svg);
    let heading = texts.iter().find(|text| text.contains("of the first 10,000 requests")).unwrap();
    assert!(heading.contains("each cell stands for 2,048 slots"), "{texts:?}");
}

fn report_with_band() -> Report {
    let mut pipeline = Pipeline::new(Params::default());
    while pipeline.advance() {}
    pipeline.report().clone()
}

#[test]
fn the_articles_sweep_of_block_sizes() {
    insta::assert_snapshot!(render(Figure::BlockSizeSweep, (900, 380), Subject::of(&report_with_band())));
}

#[test]
fn the_sweep_marks_the_choice_with_its_utilization_and_blocks() {
    let svg = draw(Figure::BlockSizeSweep, 900, &[(Parameter::BlockSize, 256)]);
    // 66.2 %: what the utilization bars say of the same choice; 86 blocks by NumPy.
    for text in ["256: 66.2 %", "86 blocks", "default", "14,582", "50"] {
        assert_says(&svg, text);
    }
}

#[test]
fn the_band_of_the_sweep_is_drawn_once_it_is_there() {
    let band = hex(ColorRole::PagedTint);
    let polygons = |report: &Report| {
        let svg = render(Figure::BlockSizeSweep, (540, 380), Subject::of(report));
        svg.split("<polygon ").skip(1).filter(|polygon| polygon.contains(&band)).count()
    };
    assert_eq!((polygons(&report(&[])), polygons(&report_with_band())), (0, 1));
}

#[test]
fn the_articles_capacity() {
    insta::assert_snapshot!(draw(Figure::Capacity, 900, &[]));
}

/// 10 requests, each clipped to 32 of the 32 tokens it may have: full cells, as many in both rows.
#[test]
fn full_requests_are_full_cells() {
    let rects = rects(&draw(Figure::Capacity, 900, &[(Parameter::Sequences, 10), (Parameter::MaxLength, 32)]));
    for role in [ColorRole::Contiguous, ColorRole::Paged] {
        let cells: Vec<_> = of_role(&rects, role).into_iter().map(|rect| (rect.width(), rect.height())).collect();
        assert_eq!(cells, [(89, 40); 10]);
    }
}

#[test]
fn rows_of_admitted_requests_say_how_many_and_how_many_stand_together() {
    let svg = draw(Figure::Capacity, 900, &[]);
    assert_says(&svg, "50 requests");
    assert_says(&svg, "343 requests, about 2 to a cell");
}

/// By hand: at 256 slots in a block the article's requests use 66.2 % of the paged memory, and 86 × 256 = 22,016 slots.
#[test]
fn pins_stay_as_marks_where_they_would_be() {
    let pins = pinned("block-size:256;seed:7");
    let marked = |figure| render(figure, (900, height(figure, 900)), with_pins(&report(&[]), &pins));
    for figure in [Figure::Histogram, Figure::Utilization, Figure::Ledger, Figure::BlockSizeSweep] {
        let svg = marked(figure);
        let letters = texts(&svg)
            .iter()
            .filter(|text| text.chars().all(|c| "AB".contains(c)))
            .map(|text| text.len())
            .sum::<usize>();
        // Each allocator has its bar.
        let bars = if matches!(figure, Figure::Utilization | Figure::Ledger) { 2 } else { 1 };
        assert_eq!(letters, 2 * bars, "{figure:?}");
    }
    let capacity = marked(Figure::Capacity);
    assert!(texts(&capacity).iter().any(|text| text.contains("· A: ") && text.contains("· B: ")));
    let rects = rects(&marked(Figure::Ledger));
    let ends = of_role(&rects, ColorRole::Ink);
    // A line one and a half pixels thick around 900 × 22,016 ÷ 102,400.
    assert!(ends.iter().any(|rect| rect.left == 194 - 1), "{ends:?}");
}

#[test]
fn a_chosen_model_speaks_bytes_in_the_figures() {
    let mut params = Params::default();
    assert_eq!(params.read(Parameter::Model, "opt-13b"), None);
    let report = Pipeline::new(params).report().clone();
    let said = |figure| {
        let svg = render(figure, (900, height(figure, 900)), Subject::of(&report));
        texts(&svg).join("\n")
    };
    // 102,400 × 819,200 bytes are 78.125 GiB, 14,976 of them 11.43.
    for text in ["102,400 slots, 78.1 GiB", "14,976 slots, 11.4 GiB"] {
        assert!(said(Figure::Utilization).contains(text) && said(Figure::Ledger).contains(text), "{text}");
    }
    // Of the 12 GiB, 15,728 slots, seven requests have 2,048 each.
    assert!(said(Figure::Capacity).contains("7 requests"), "{}", said(Figure::Capacity));
}

#[test]
fn a_cut_axis() {
    insta::assert_snapshot!(draw(Figure::Histogram, 540, &[(Parameter::MaxLength, 131_072)]));
}

#[test]
fn a_histogram_labels_its_lines_with_their_values() {
    let svg = draw(Figure::Histogram, 540, &[]);
    assert_says(&svg, "reserved 2,048");
    assert_says(&svg, "mean 292");
}

#[test]
fn a_cut_axis_says_so_at_every_width() {
    for width in [250, 320, 540, 900] {
        let svg = draw(Figure::Histogram, width, &[(Parameter::MaxLength, 131_072)]);
        assert!(texts(&svg).iter().any(|text| text.starts_with("axis cut")), "{width}");
    }
    let to_scale = draw(Figure::Histogram, 540, &[]);
    assert!(!texts(&to_scale).iter().any(|text| text.starts_with("axis cut")));
}

#[test]
fn utilization_bars_carry_their_percentages_and_slots() {
    let svg = draw(Figure::Utilization, 320, &[]);
    for text in ["14.2 %", "97.4 %", "102,400 slots", "14,976 slots", "Contiguous", "Paged"] {
        assert_says(&svg, text);
    }
}

#[test]
fn utilization_bars_are_as_high_as_their_numbers_on_an_axis_to_105() {
    let rects = rects(&draw(Figure::Utilization, 320, &[]));
    let height = |role| of_role(&rects, role)[0].height();
    let axis = f64::from(300 - 34 - 44);
    assert_eq!(height(ColorRole::Contiguous), (axis * 14.24 / 105.0).round() as i32);
    assert_eq!(height(ColorRole::Paged), (axis * 97.37 / 105.0).round() as i32);
}

/// Contrast as WCAG 2 defines it.
fn contrast(theme: &Theme, one: ColorRole, other: ColorRole) -> f64 {
    let luminance = |token| {
        let color = theme.color(token);
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
    };
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn text_in_figures_can_be_read_in_both_schemes() {
    for scheme in [Scheme::Light, Scheme::Dark] {
        let theme = theme(scheme);
        for token in [ColorRole::Ink, ColorRole::Muted, ColorRole::ContiguousText, ColorRole::PagedText] {
            assert!(contrast(&theme, token, ColorRole::Panel) >= 4.5, "{token:?} in {scheme:?}");
        }
        // The percentages stand inside the tinted part of their bar.
        assert!(contrast(&theme, ColorRole::ContiguousText, ColorRole::ContiguousTint) >= 4.5, "{scheme:?}");
        assert!(contrast(&theme, ColorRole::PagedText, ColorRole::PagedTint) >= 4.5, "{scheme:?}");
        // What is used, against what is wasted and what is behind: shapes need 3.
        for token in [ColorRole::Contiguous, ColorRole::Paged, ColorRole::Data] {
            assert!(contrast(&theme, token, ColorRole::Panel) >= 3.0, "{token:?} in {scheme:?}");
        }
        // Requests, against free memory and against what is empty; and one against the next, to those who see no hues.
        for (i, token) in ColorRole::REQUESTS.into_iter().enumerate() {
            for behind in [ColorRole::Panel, ColorRole::ContiguousTint, ColorRole::PagedTint] {
                assert!(contrast(&theme, token, behind) >= 3.0, "{token:?} on {behind:?} in {scheme:?}");
            }
            let next = ColorRole::REQUESTS[(i + 1) % ColorRole::REQUESTS.len()];
            assert!(contrast(&theme, token, next) >= 1.4, "{token:?} and {next:?} in {scheme:?}");
        }
    }
}

/// Found by the test below: the count stands to the left of its line there, where the name of the axis is.
#[test]
fn a_count_of_blocks_as_wide_as_the_figure_lies_beside_the_name_of_its_axis() {
    let mut params = *report(&[
        (Parameter::Sequences, 100_001),
        (Parameter::MaxLength, 683),
        (Parameter::BlockSize, 46),
        (Parameter::Mean, 1),
        (Parameter::Seed, 0),
    ])
    .params();
    assert_eq!(params.read(Parameter::Workload, "azure-2023-conversation"), None);
    let report = Pipeline::new(params).report().clone();
    let svg = render(Figure::BlockSizeSweep, (250, 380), Subject::of(&report));
    assert_tidy(&svg, (250, 380));
    assert_says(&svg, "1,300,675");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the reader chooses, and at every width, figures stay within their area and show numbers.
    #[test]
    fn nothing_is_drawn_outside_or_without_a_number(
        sequences in prop_oneof![1u32..3, 1u32..2000, Just(100_001)],
        max in prop_oneof![1u32..64, 1u32..1_048_576],
        block in 1u32..4096,
        mean in prop_oneof![1u32..100, 1u32..100_000],
        seed in any::<u32>(),
        (workload, model, memory) in (0usize..8, 0usize..12, prop_oneof![Just(0.01), 1.0..1000.0]),
        pins in proptest::sample::subsequence(PINS.to_vec(), 0..=4),
        request in 1u32..2000,
        grow in prop_oneof![Just(0u32), 0u32..100, Just(100)],
        width in 250u32..1600,
    ) {
        let mut params = *report(&[
            (Parameter::Sequences, sequences),
            (Parameter::MaxLength, max),
            (Parameter::BlockSize, block),
            (Parameter::Mean, mean),
            (Parameter::Seed, seed),
            (Parameter::Request, request),
            (Parameter::Grow, grow),
        ]).params();
        for (parameter, place) in [(Parameter::Workload, workload), (Parameter::Model, model)] {
            let Kind::Choice(choices) = parameter.spec().kind else { panic!("{parameter:?} is a number") };
            assert_eq!(params.read(parameter, choices[place].name), None);
        }
        assert_eq!(params.read(Parameter::Memory, &memory.to_string()), None);
        let report = Pipeline::new(params).report().clone();
        let pins = pinned(&pins.join(";"));
        for figure in Figure::ALL {
            let size = (width, height(figure, width));
            assert_tidy(&render(figure, size, with_pins(&report, &pins)), size);
        }
    }
}

/// Settings to pin: ordinary, extreme, and so alike that their marks fall together.
const PINS: [&str; 7] = [
    "defaults",
    "seed:7",
    "block-size:256",
    "sequences:1000000,max-length:1048576",
    "sequences:1,max-length:1,block-size:4096",
    "model:llama-3-8b,memory:0.01",
    "workload:mooncake-conversation,max-length:131072",
];

fn pinned(text: &str) -> Pins {
    Pins::read(text, &Own::default(), |text| text.parse().unwrap_or(f64::NAN)).unwrap()
}
