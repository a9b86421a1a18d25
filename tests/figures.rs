//! The figures, as SVG: golden pictures for people to look at, and what must hold in any of them.

use paged_attention_explainer::chart::{Figure, Scheme, Theme, Token, svg};
use paged_attention_explainer::comparison::Report;
use paged_attention_explainer::params::{Parameter, Params};
use paged_attention_explainer::pipeline::Pipeline;
use proptest::prelude::*;

const CSS: &str = include_str!("../www/tokens.css");

fn theme(scheme: Scheme) -> Theme {
    Theme::from_stylesheet(CSS, scheme, "sans-serif").unwrap()
}

fn report(values: &[(Parameter, u32)]) -> Report {
    let mut params = Params::default();
    for &(parameter, value) in values {
        assert_eq!(params.read(parameter, &value.to_string()), None);
    }
    Pipeline::new(params).report().clone()
}

fn draw(figure: Figure, width: u32, values: &[(Parameter, u32)]) -> String {
    svg::render(&[(figure, width)], 300, &report(values), &theme(Scheme::Light)).unwrap()
}

/// The texts of a picture, in the order in which they are drawn.
fn texts(svg: &str) -> Vec<&str> {
    let inside = svg.split("<text").skip(1).map(|text| text.split_once('>').unwrap().1);
    inside.map(|text| text.split("</text>").next().unwrap().trim()).collect()
}

/// The numbers of an attribute in all elements of one kind.
fn attribute(svg: &str, element: &str, name: &str) -> Vec<i32> {
    let (opening, name) = (format!("<{element}"), format!(" {name}=\""));
    let value = |element: &str| element.split_once(&name)?.1.split('"').next()?.parse().ok();
    svg.split(&opening).skip(1).map(|element| value(element).unwrap()).collect()
}

#[test]
fn the_pictures_of_the_readme_are_what_the_code_draws() {
    for (file, scheme) in svg::PICTURES {
        let drawn = svg::picture(&report(&[]), CSS, scheme).unwrap();
        let committed = std::fs::read_to_string(file).unwrap_or_default();
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
fn a_cut_axis() {
    insta::assert_snapshot!(draw(Figure::Histogram, 540, &[(Parameter::MaxLength, 131_072)]));
}

#[test]
fn a_histogram_labels_its_lines_with_their_values() {
    let svg = draw(Figure::Histogram, 540, &[]);
    let texts = texts(&svg);
    assert!(texts.contains(&"reserved 2,048") && texts.contains(&"mean 292"), "{texts:?}");
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
    let texts = texts(&svg);
    for text in ["14.2 %", "97.4 %", "102,400 slots", "14,976 slots", "Contiguous", "Paged"] {
        assert!(texts.contains(&text), "{text} is missing: {texts:?}");
    }
}

#[test]
fn utilization_bars_are_as_high_as_their_numbers_on_an_axis_to_105() {
    let svg = draw(Figure::Utilization, 320, &[]);
    let theme = theme(Scheme::Light);
    let height = |token| {
        let fill = hex(&theme, token);
        let rect = svg.split("<rect ").find(|rect| rect.contains(&format!("fill=\"{fill}\""))).unwrap();
        attribute(&format!("<rect {rect}"), "rect", "height")[0]
    };
    let axis = f64::from(300 - 34 - 44);
    assert_eq!(height(Token::Contiguous), (axis * 14.24 / 105.0).round() as i32);
    assert_eq!(height(Token::Paged), (axis * 97.37 / 105.0).round() as i32);
}

fn hex(theme: &Theme, token: Token) -> String {
    let color = theme.color(token);
    format!("#{:02X}{:02X}{:02X}", color.0, color.1, color.2)
}

/// Contrast as WCAG 2 defines it.
fn contrast(theme: &Theme, one: Token, other: Token) -> f64 {
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
        for token in [Token::Ink, Token::Muted, Token::ContiguousText, Token::PagedText] {
            assert!(contrast(&theme, token, Token::Panel) >= 4.5, "{token:?} in {scheme:?}");
        }
        // The percentages stand inside the tinted part of their bar.
        assert!(contrast(&theme, Token::ContiguousText, Token::ContiguousTint) >= 4.5, "{scheme:?}");
        assert!(contrast(&theme, Token::PagedText, Token::PagedTint) >= 4.5, "{scheme:?}");
        // What is used, against what is wasted and what is behind: shapes need 3.
        for token in [Token::Contiguous, Token::Paged, Token::Data] {
            assert!(contrast(&theme, token, Token::Panel) >= 3.0, "{token:?} in {scheme:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the reader chooses, and at every width, figures stay within their area and show numbers.
    #[test]
    fn nothing_is_drawn_outside_or_without_a_number(
        sequences in prop_oneof![1u32..3, 1u32..2000],
        max in prop_oneof![1u32..64, 1u32..1_048_576],
        block in 1u32..4096,
        mean in prop_oneof![1u32..100, 1u32..100_000],
        seed in any::<u32>(),
        width in 250u32..1600,
    ) {
        let values = [
            (Parameter::Sequences, sequences),
            (Parameter::MaxLength, max),
            (Parameter::BlockSize, block),
            (Parameter::Mean, mean),
            (Parameter::Seed, seed),
        ];
        for figure in Figure::ALL {
            let svg = draw(figure, width, &values);
            prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
            let outside = |axis: &str, element: &str, limit: u32| {
                attribute(&svg, element, axis).into_iter().any(|at| at < 0 || at > limit as i32)
            };
            let (full_width, full_height) = (width + 32, 332);
            prop_assert!(!outside("x", "rect", full_width) && !outside("y", "rect", full_height));
            prop_assert!(!outside("x", "text", full_width) && !outside("y", "text", full_height));
            prop_assert!(!svg.contains("width=\"-") && !svg.contains("height=\"-"));
        }
    }
}
