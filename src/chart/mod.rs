//! The figures, one a file. Each reads a [`Report`] and draws with plotters on whatever backend it is given: a canvas
//! in the browser, SVG everywhere.
//!
//! To add one: a file with a `draw` like its neighbours', and a variant of [`Figure`].

mod equipped;
mod hatching;
mod histogram;
mod length_axis;
mod pen;
mod scale;
#[cfg(not(target_arch = "wasm32"))]
pub mod svg;
mod theme;
mod utilization;

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{DrawingArea, DrawingBackend};

use crate::comparison::Report;
pub use equipped::{Equipped, Surface, Tools};
pub use hatching::Hatching;
pub use length_axis::LengthAxis;
use pen::Pen;
pub use theme::{MissingToken, Scheme, Theme, Token};

/// What drawing on a backend comes to.
pub type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// One figure of the explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// How long the requests are, against what is reserved for each.
    Histogram,
    /// The share of what each allocator reserves that holds a token.
    Utilization,
}

impl Figure {
    /// Every figure, in the order of the story.
    pub const ALL: [Figure; 2] = [Figure::Histogram, Figure::Utilization];

    /// Name in a page (`data-figure`).
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Histogram => "histogram",
            Figure::Utilization => "utilization",
        }
    }

    /// The figure of that name, if there is one.
    pub fn named(name: &str) -> Option<Figure> {
        Figure::ALL.into_iter().find(|figure| figure.name() == name)
    }

    /// Draws the figure over the whole of `area`, which is taken to be blank.
    ///
    /// # Errors
    /// Whatever the backend reports.
    pub fn draw<DB: Surface>(self, area: &DrawingArea<DB, Shift>, report: &Report, look: Look<'_>) -> Drawn<DB> {
        let pen = Pen::new(area, look);
        match self {
            Figure::Histogram => histogram::draw(&pen, report),
            Figure::Utilization => utilization::draw(&pen, report),
        }
    }
}

/// How a figure looks, apart from what it shows.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Colours and typeface.
    pub theme: &'a Theme,
    /// Pixels of the drawing area to one CSS pixel. Text and lines keep their size in CSS pixels.
    pub scale: f64,
}
