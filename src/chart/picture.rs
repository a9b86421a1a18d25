//! The pictures that the README shows, and of these the page the first two where it cannot run: figures at the defaults, light
//! and dark.

use super::{Scheme, Theme, svg};
use crate::figure::{Figure, Subject};
use crate::params::Params;
use crate::pipeline::Pipeline;
use crate::serving::Replay;

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
        [Figure::Histogram, Figure::Utilization, Figure::ServingWaste].into_iter().flat_map(schemes)
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
    pub fn draw(self, css: &str) -> Result<String, String> {
        let theme =
            Theme::from_stylesheet(css, self.scheme, "system-ui, sans-serif").map_err(|error| error.to_string())?;
        let size = match self.figure {
            Figure::Histogram => (580, 300),
            Figure::ServingWaste => (900, 380),
            _ => (360, 300),
        };
        let params = Params::default();
        let mut pipeline = Pipeline::new(params);
        let mut replay = Replay::default();
        if self.figure.is_of_serving() {
            replay.ask(&params, pipeline.lengths()).map_err(|error| error.to_string())?;
            replay.record(u64::MAX);
        }
        let subject = Subject { scene: replay.scene(params.system()), ..Subject::of(pipeline.report()) };
        svg::render(self.figure, size, subject, &theme)
    }
}
