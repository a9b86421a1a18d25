//! Figures as SVG.

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters::style::Color;
use plotters_svg::SVGBackend;

use super::{ColorRole, Drawn, Equipped, Look, Surface, Theme, Tools};
use crate::comparison::Report;
use crate::figure::Figure;

/// Draws `figures` side by side, each with so many pixels of width, and returns the SVG document.
///
/// # Errors
/// What plotters reports, as text.
pub fn render(figures: &[(Figure, u32)], height: u32, report: &Report, theme: &Theme) -> Result<String, String> {
    let inner: u32 = figures.iter().map(|(_, width)| width).sum();
    let width = inner + GAP * (figures.len() as u32).saturating_sub(1) + 2 * MARGIN;
    let mut svg = String::new();
    let backend = SVGBackend::with_string(&mut svg, (width, height + 2 * MARGIN));
    let area = Equipped::new(backend, SvgTools).into_drawing_area();
    draw_all(&area, figures, report, theme).map_err(|error| error.to_string())?;
    drop(area);
    Ok(svg)
}

/// Space around the figures, in pixels.
const MARGIN: u32 = 16;
/// Space between two figures, in pixels.
const GAP: u32 = 40;

fn draw_all<DB: Surface>(
    area: &DrawingArea<DB, Shift>,
    figures: &[(Figure, u32)],
    report: &Report,
    theme: &Theme,
) -> Drawn<DB> {
    let panel = theme.color(ColorRole::Panel);
    area.fill(&panel.to_rgba())?;
    let mut rest = area.margin(MARGIN, MARGIN, MARGIN, MARGIN);
    for &(figure, width) in figures {
        let (own, right) = rest.split_horizontally(width);
        super::draw(figure, &own, report, Look { theme, scale: 1.0 })?;
        rest = right.margin(0, 0, GAP, 0);
    }
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
