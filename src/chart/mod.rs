//! The figures, one a file. Each reads a [`Report`] and draws with plotters on whatever backend it is given: a canvas
//! in the browser, SVG everywhere.
//!
//! To add one: a variant of [`Figure`], and a file with a `draw` like its neighbours' here.

mod block_size_sweep;
mod capacity;
mod either;
mod equipped;
mod ghosts;
mod hatching;
mod histogram;
mod ledger;
mod length_axis;
mod memory_map;
mod pen;
#[cfg(not(target_arch = "wasm32"))]
pub mod picture;
mod scale;
pub mod svg;
mod theme;
mod tiles;
mod utilization;

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{DrawingArea, DrawingBackend};

use crate::comparison::Report;
use crate::figure::Figure;
pub use block_size_sweep::block_size_at;
pub use either::Either;
pub use equipped::{Equipped, Surface, Tools};
pub use hatching::Hatching;
pub use memory_map::request_at;
use pen::Pen;
pub use theme::{ColorRole, MissingColor, Scheme, Theme};
pub use tiles::Tiles;

/// What drawing on a backend comes to.
pub type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Draws `figure` over the whole of `area`, which is taken to be blank, with marks where `pins` would be.
///
/// # Errors
/// Whatever the backend reports.
pub fn draw<DB: Surface>(
    figure: Figure,
    area: &DrawingArea<DB, Shift>,
    report: &Report,
    pins: &[Report],
    look: Look<'_>,
) -> Drawn<DB> {
    let pen = Pen::new(area, look);
    match figure {
        Figure::Histogram => histogram::draw(&pen, report, pins),
        Figure::Utilization => utilization::draw(&pen, report, pins),
        Figure::Ledger => ledger::draw(&pen, report, pins),
        Figure::MemoryMap if cfg!(feature = "whole") => memory_map::draw(&pen, report),
        Figure::MemoryMap => Ok(()),
        Figure::BlockSizeSweep => block_size_sweep::draw(&pen, report, pins),
        Figure::Capacity => capacity::draw(&pen, report, pins),
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
