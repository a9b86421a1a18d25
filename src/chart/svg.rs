//! Figures as SVG.

use plotters::prelude::IntoDrawingArea;
use plotters::style::Color;
use plotters_svg::SVGBackend;

use super::{ColorRole, Drawn, Equipped, Look, Surface, Theme, Tools};
use crate::figure::{Figure, Subject};

/// Draws `figure` of `subject` in so many pixels of width and height, with a margin around, and returns the SVG document.
///
/// # Errors
/// What plotters reports, as text.
pub fn render(figure: Figure, size: (u32, u32), subject: Subject<'_>, theme: &Theme) -> Result<String, String> {
    let mut svg = String::new();
    draw(figure, surface(&mut svg, size), subject, theme).map_err(|error| error.to_string())?;
    Ok(svg)
}

/// Space around the figure, in pixels.
const MARGIN: u32 = 16;

/// A surface that writes an SVG document.
pub type SvgSurface<'a> = Equipped<SVGBackend<'a>, SvgTools>;

/// Writes to `svg` what is drawn, on so many pixels of width and height and the margin around them.
pub fn surface(svg: &mut String, size: (u32, u32)) -> SvgSurface<'_> {
    Equipped::new(SVGBackend::with_string(svg, (size.0 + 2 * MARGIN, size.1 + 2 * MARGIN)), SvgTools)
}

/// Draws `figure` of `subject` within the margin of `surface`.
///
/// # Errors
/// Whatever the surface reports.
pub fn draw<DB: Surface>(figure: Figure, surface: DB, subject: Subject<'_>, theme: &Theme) -> Drawn<DB> {
    let area = surface.into_drawing_area();
    area.fill(&theme.color(ColorRole::Panel).to_rgba())?;
    let inner = area.margin(MARGIN, MARGIN, MARGIN, MARGIN);
    super::draw(figure, &inner, subject, Look { theme, scale: 1.0 })?;
    area.present()
}

/// The tools for SVG.
pub struct SvgTools;

impl Tools for SvgTools {
    // plotters-svg takes a font size for the height of a line.
    const FONT_SCALE: f64 = 1.24;

    /// The viewer's font is not known here. Letters and digits average a little over half an em in the system fonts of
    /// the day; bold ones are wider.
    fn text_width(&self, text: &str, css_font: &str, size: f64) -> f64 {
        let em = if css_font.starts_with("bold") { 0.61 } else { 0.56 };
        text.chars().map(|c| if matches!(c, ' ' | ',' | '.' | ':') { 0.29 } else { em }).sum::<f64>() * size
    }
}
