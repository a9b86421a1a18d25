//! The picture that the README shows, and the page where it cannot run: both figures at the defaults.

use super::{Scheme, Theme, svg};
use crate::comparison::Report;
use crate::figure::Figure;

/// Its files, by colour scheme.
pub const FILES: [(&str, Scheme); 2] =
    [("docs/pictures/comparison-light.svg", Scheme::Light), ("docs/pictures/comparison-dark.svg", Scheme::Dark)];

/// Draws it in the colours of the stylesheet `css`.
///
/// # Errors
/// What is wrong with the stylesheet, or what plotters reports.
pub fn draw(report: &Report, css: &str, scheme: Scheme) -> Result<String, String> {
    let theme = Theme::from_stylesheet(css, scheme, "system-ui, sans-serif").map_err(|error| error.to_string())?;
    svg::render(&[(Figure::Histogram, 580), (Figure::Utilization, 360)], 300, report, &theme)
}
