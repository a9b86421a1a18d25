//! What the tests of the figures share: how figures are drawn for a test, how an SVG picture is read, and what must hold
//! in any of them. Positions are in pixels of the figure, without the margin around it.

use paged_attention_explainer::chart::{ColorRole, Scheme, Theme, svg};
use paged_attention_explainer::comparison::Report;
use paged_attention_explainer::figure::{Figure, Subject};
use paged_attention_explainer::params::{Parameter, Params};
use paged_attention_explainer::pipeline::Pipeline;
use paged_attention_explainer::serving::{Config, Inputs, Recording};

/// Where the colours are.
pub const CSS: &str = include_str!("../../www/tokens.css");

/// Space around a figure in a picture, in pixels.
const MARGIN: i32 = 16;

/// Draws a figure of that width and height in light colours.
pub fn render(figure: Figure, size: (u32, u32), subject: Subject<'_>) -> String {
    svg::render(figure, size, subject, &theme(Scheme::Light)).unwrap()
}

/// The colours of the page.
pub fn theme(scheme: Scheme) -> Theme {
    Theme::from_stylesheet(CSS, scheme, "sans-serif").unwrap()
}

/// The comparison at the defaults, but for these.
pub fn report(values: &[(Parameter, u32)]) -> Report {
    let mut params = Params::default();
    for &(parameter, value) in values {
        assert_eq!(params.read(parameter, &value.to_string()), None);
    }
    Pipeline::new(params).report().clone()
}

/// A recording up to a step, which is also the one that is looked at.
#[allow(dead_code, reason = "figures.rs has none of serving")]
pub fn recorded(inputs: Inputs, step: u64) -> Recording {
    let mut recording = Recording::new(Config::new(inputs).unwrap());
    recording.seek(step);
    recording
}

/// How high a figure of that width is on the page, in CSS pixels: as www/explainer.css has it.
pub fn height(figure: Figure, width: u32) -> u32 {
    match figure {
        Figure::Histogram | Figure::Utilization => 300,
        // In a column of up to 500 pixels, which leaves this much for figures.
        Figure::Ledger if width <= 463 => 206,
        Figure::Ledger => 164,
        // Where its key takes two lines.
        Figure::MemoryMap if width < 700 => 460,
        Figure::MemoryMap => 440,
        Figure::Capacity => 156,
        Figure::BlockSizeSweep => 380,
        Figure::ServingWaste if width < 560 => 398,
        Figure::ServingWaste => 380,
        Figure::ServingTimeline if width < 560 => 388,
        Figure::ServingTimeline => 370,
        Figure::ServingMemory if width < 560 => 476,
        Figure::ServingMemory => 434,
    }
}

/// A filled rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Rect {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
    /// As [`hex`] has it.
    pub color: String,
}

impl Rect {
    pub fn width(&self) -> i32 {
        self.right - self.left
    }

    pub fn height(&self) -> i32 {
        self.bottom - self.top
    }
}

/// All rectangles of a picture, in the order in which they are drawn, but for the one behind the figure.
pub fn rects(svg: &str) -> Vec<Rect> {
    let mut rects = svg.split("<rect").skip(1).map(|rect| {
        let [left, top] = ["x", "y"].map(|name| number(rect, name) - MARGIN);
        let [width, height] = ["width", "height"].map(|name| number(rect, name));
        Rect { left, top, right: left + width, bottom: top + height, color: value(rect, "fill").to_owned() }
    });
    let behind = rects.next().unwrap();
    assert_eq!((behind.left, behind.top), (-MARGIN, -MARGIN));
    assert_eq!((behind.width(), behind.height()), (number(svg, "width"), number(svg, "height")));
    rects.collect()
}

/// Those of one colour.
pub fn of_role(rects: &[Rect], role: ColorRole) -> Vec<&Rect> {
    let color = hex(role);
    rects.iter().filter(|rect| rect.color == color).collect()
}

/// A colour as light pictures have it.
pub fn hex(role: ColorRole) -> String {
    let color = theme(Scheme::Light).color(role);
    format!("#{:02X}{:02X}{:02X}", color.0, color.1, color.2)
}

/// The texts of a picture, in the order in which they are drawn.
pub fn texts(svg: &str) -> Vec<&str> {
    let inside = svg.split("<text").skip(1).map(|text| text.split_once('>').unwrap().1);
    inside.map(|text| text.split("</text>").next().unwrap().trim()).collect()
}

/// Every text, with the left, top, right and bottom of about the space that it takes: a little less than the backend
/// estimates, so that only what would be seen counts as clipped or overlapping.
pub fn labels(svg: &str) -> Vec<(&str, [i32; 4])> {
    let space = |element: &str, text: &str| {
        let [x, y, size] = ["x", "y", "font-size"].map(|name| value(element, name).parse::<f64>().unwrap());
        // Each is one character to who sees it.
        let seen = text.replace("&lt;", "<").replace("&gt;", ">");
        let width: f64 =
            seen.chars().map(|c| if matches!(c, ' ' | ',' | '.' | ':') { 0.27 } else { 0.53 }).sum::<f64>() * size;
        let left = match value(element, "text-anchor") {
            "start" => x,
            "middle" => x - width / 2.0,
            _ => x - width,
        };
        [left, y - size * 0.4, left + width, y + size * 0.4].map(|at| at.round() as i32 - MARGIN)
    };
    svg.split("<text").skip(1).zip(texts(svg)).map(|(element, text)| (text, space(element, text))).collect()
}

/// An attribute of the first element that has it.
pub fn value<'a>(svg: &'a str, name: &str) -> &'a str {
    svg.split_once(&format!(" {name}=\"")).unwrap().1.split('"').next().unwrap()
}

fn number(svg: &str, name: &str) -> i32 {
    value(svg, name).parse().unwrap()
}

/// That this is one of the texts of the picture.
#[track_caller]
pub fn assert_says(svg: &str, said: &str) {
    let texts = texts(svg);
    assert!(texts.contains(&said), "{said} is missing: {texts:?}");
}

/// That a figure of that width and height has only numbers in it, that nothing of it is clipped, and no text lies over
/// another. In the picture it could reach into the margin, but the page has none.
#[track_caller]
pub fn assert_tidy(svg: &str, (width, height): (u32, u32)) {
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    let (right_most, bottom_most) = (width as i32, height as i32);
    for rect in rects(svg) {
        let is_across = 0 <= rect.left && rect.left <= rect.right && rect.right <= right_most;
        let is_down = 0 <= rect.top && rect.top <= rect.bottom && rect.bottom <= bottom_most;
        assert!(is_across && is_down, "{width} × {height}: {rect:?}");
    }
    let labels = labels(svg);
    for (i, (text, one)) in labels.iter().enumerate() {
        let [left, top, right, bottom] = *one;
        assert!(0 <= left && right <= right_most, "{width} × {height}: {text} from {left} to {right}");
        assert!(0 <= top && bottom <= bottom_most, "{width} × {height}: {text} from {top} to {bottom}");
        for (other_text, other) in &labels[..i] {
            let apart = right <= other[0] || other[2] <= left || bottom <= other[1] || other[3] <= top;
            assert!(apart, "{width} × {height}: {text} and {other_text} overlap: {one:?} {other:?}");
        }
    }
}
