//! The pictures that the README shows, and the page where it cannot run: the first two figures at the defaults, light and
//! dark.

use super::{Scheme, Theme, svg};
use crate::comparison::Report;
use crate::figure::{Figure, Subject};

/// One of the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture {
    figure: Figure,
    scheme: Scheme,
}

impl Picture {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Picture> {
        let schemes = |figure| [Scheme::Light, Scheme::Dark].map(|scheme| Picture { figure, scheme });
        [Figure::Histogram, Figure::Utilization].into_iter().flat_map(schemes)
    }

    /// Its file, from the root of the repository.
    pub fn file(self) -> String {
        let scheme = match self.scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        format!("docs/pictures/{}-{scheme}.svg", self.figure.name())
    }

    /// Draws it as SVG, in the colours of the stylesheet `css`.
    ///
    /// # Errors
    /// What is wrong with the stylesheet, or what plotters reports.
    pub fn draw(self, report: &Report, css: &str) -> Result<String, String> {
        let theme =
            Theme::from_stylesheet(css, self.scheme, "system-ui, sans-serif").map_err(|error| error.to_string())?;
        let width = if self.figure == Figure::Histogram { 580 } else { 360 };
        svg::render(self.figure, (width, 300), Subject::of(report), &theme)
    }
}
