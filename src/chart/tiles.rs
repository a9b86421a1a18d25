//! Many rectangles of one colour, as one element to draw.

use plotters::element::{Drawable, PointCollection};
use plotters::style::{Color, RGBColor};
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind};

use super::Surface;

/// Rectangles of one colour.
pub struct Tiles {
    /// Upper left and lower right corner of each, one after the other, in pixels.
    pub corners: Vec<BackendCoord>,
    /// What they are filled with.
    pub color: RGBColor,
}

impl Tiles {
    /// Upper left and lower right corner of each.
    pub fn rects(&self) -> &[[BackendCoord; 2]] {
        self.corners.as_chunks().0
    }

    /// Fills one after the other.
    ///
    /// # Errors
    /// What the backend reports.
    pub fn fill_each<B: DrawingBackend>(&self, backend: &mut B) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        let style = self.color.filled();
        self.rects()
            .iter()
            .try_for_each(|&[upper_left, lower_right]| backend.draw_rect(upper_left, lower_right, &style, true))
    }
}

impl<'a> PointCollection<'a, BackendCoord> for &'a Tiles {
    type Point = &'a BackendCoord;
    type IntoIter = &'a [BackendCoord];

    fn point_iter(self) -> Self::IntoIter {
        &self.corners
    }
}

impl<DB: Surface> Drawable<DB> for Tiles {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        corners: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        // The corners again, where they stand in the whole picture.
        backend.fill_tiles(&Tiles { corners: corners.collect(), color: self.color })
    }
}
