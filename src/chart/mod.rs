//! The figures, one a file. Each reads a [`Subject`] and draws with plotters on whatever backend it is given: a canvas
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
mod serving_memory;
mod serving_parts;
mod serving_timeline;
mod serving_waste;
pub mod svg;
mod theme;
mod tiles;
mod utilization;

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::{DrawingArea, DrawingBackend};

use crate::figure::{Figure, Subject};
pub use block_size_sweep::block_size_at;
pub use either::Either;
pub use equipped::{Equipped, Surface, Tools};
pub use hatching::Hatching;
pub use memory_map::request_at;
use pen::Pen;
pub use serving_timeline::step_at;
pub use theme::{ColorRole, MissingColor, Scheme, Theme};
pub use tiles::Tiles;

/// What drawing on a backend comes to.
pub type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Draws `figure` of `subject` over the whole of `area`, which is taken to be blank. What is not there leaves it so.
///
/// # Errors
/// Whatever the backend reports.
pub fn draw<DB: Surface>(
    figure: Figure,
    area: &DrawingArea<DB, Shift>,
    subject: Subject<'_>,
    look: Look<'_>,
) -> Drawn<DB> {
    let Subject { report, pins, scene } = subject;
    let pen = Pen::new(area, look);
    match figure {
        _ if !figure.is_here() => Ok(()),
        Figure::Histogram => histogram::draw(&pen, report, pins),
        Figure::Utilization => utilization::draw(&pen, report, pins),
        Figure::Ledger => ledger::draw(&pen, report, pins),
        Figure::Capacity => capacity::draw(&pen, report, pins),
        Figure::MemoryMap => memory_map::draw(&pen, report),
        Figure::BlockSizeSweep => block_size_sweep::draw(&pen, report, pins),
        Figure::ServingWaste => scene.map_or(Ok(()), |scene| serving_waste::draw(&pen, scene)),
        Figure::ServingTimeline => scene.map_or(Ok(()), |scene| serving_timeline::draw(&pen, scene)),
        Figure::ServingMemory => scene.map_or(Ok(()), |scene| serving_memory::draw(&pen, scene)),
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
