//! Figures as SVG.

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters::style::Color;
use plotters_svg::SVGBackend;

use super::{ColorRole, Drawn, Equipped, Look, Surface, Theme, Tools};
use crate::comparison::Report;
use crate::figure::Figure;

/// Draws `figure` in so many pixels of width and height, with a margin around and marks where `pins` would be, and returns
/// the SVG document.
///
/// # Errors
/// What plotters reports, as text.
pub fn render(
    figure: Figure,
    size: (u32, u32),
    report: &Report,
    pins: &[Report],
    theme: &Theme,
) -> Result<String, String> {
    let mut svg = String::new();
    let backend = SVGBackend::with_string(&mut svg, (size.0 + 2 * MARGIN, size.1 + 2 * MARGIN));
    let area = Equipped::new(backend, SvgTools).into_drawing_area();
    draw(figure, &area, report, pins, theme).map_err(|error| error.to_string())?;
    drop(area);
    Ok(svg)
}

/// Space around the figure, in pixels.
const MARGIN: u32 = 16;

fn draw<DB: Surface>(
    figure: Figure,
    area: &DrawingArea<DB, Shift>,
    report: &Report,
    pins: &[Report],
    theme: &Theme,
) -> Drawn<DB> {
    area.fill(&theme.color(ColorRole::Panel).to_rgba())?;
    let inner = area.margin(MARGIN, MARGIN, MARGIN, MARGIN);
    super::draw(figure, &inner, report, pins, Look { theme, scale: 1.0 })?;
    area.present()
}

struct SvgTools;

impl Tools for SvgTools {
    // plotters-svg takes a font size for the height of a line.
    const FONT_SCALE: f64 = 1.24;

    /// The viewer's font is not known here. Letters and digits average a little over half an em in the system fonts of
    /// the day; bold ones are wider.
    fn text_width(&self, text: &str, css_font: &str) -> f64 {
        let in_pixels = |word: &str| word.strip_suffix("px")?.parse().ok();
        let size: f64 = css_font.split_whitespace().find_map(in_pixels).unwrap_or(12.0);
        let em = if css_font.starts_with("bold") { 0.61 } else { 0.56 };
        text.chars().map(|c| if matches!(c, ' ' | ',' | '.' | ':') { 0.29 } else { em }).sum::<f64>() * size
    }
}
