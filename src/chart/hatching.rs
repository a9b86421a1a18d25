//! Diagonal lines over a rectangle, as an element to draw.

use plotters::element::{Drawable, PointCollection};
use plotters::style::ShapeStyle;
use plotters_backend::{BackendCoord, DrawingBackend, DrawingErrorKind};

use super::Surface;

/// Diagonal lines over a rectangle. They pass through the multiples of `spacing` on the axes of the whole picture, so
/// that a rectangle that grows uncovers lines rather than moving them.
pub struct Hatching {
    /// Upper left and lower right corner, in pixels.
    pub corners: [BackendCoord; 2],
    /// From one line to the next, level, in pixels.
    pub spacing: i32,
    /// Colour and thickness of the lines.
    pub style: ShapeStyle,
}

impl Hatching {
    /// Draws line after line.
    ///
    /// # Errors
    /// What the backend reports.
    pub fn draw_lines<B: DrawingBackend>(&self, backend: &mut B) -> Result<(), DrawingErrorKind<B::ErrorType>> {
        self.lines().try_for_each(|line| backend.draw_path(line, &self.style))
    }

    /// Both ends of each line, which climbs at 45°.
    fn lines(&self) -> impl Iterator<Item = [BackendCoord; 2]> {
        let [(left, top), (right, bottom)] = self.corners;
        // x + y is the same all along a line.
        let first = left + top + self.spacing - (left + top).rem_euclid(self.spacing);
        (first..right + bottom).step_by(self.spacing as usize).map(move |sum| {
            let low = (left.max(sum - bottom), bottom.min(sum - left));
            let high = (right.min(sum - top), top.max(sum - right));
            [low, high]
        })
    }
}

impl<'a> PointCollection<'a, BackendCoord> for &'a Hatching {
    type Point = &'a BackendCoord;
    type IntoIter = &'a [BackendCoord];

    fn point_iter(self) -> Self::IntoIter {
        &self.corners
    }
}

impl<DB: Surface> Drawable<DB> for Hatching {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        mut corners: I,
        backend: &mut DB,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<DB::ErrorType>> {
        // The corners again, where they stand in the whole picture.
        let (Some(upper_left), Some(lower_right)) = (corners.next(), corners.next()) else { return Ok(()) };
        backend.hatch(&Hatching { corners: [upper_left, lower_right], ..*self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::style::BLACK;
    use proptest::prelude::*;

    fn lines(corners: [BackendCoord; 2], spacing: i32) -> Vec<[BackendCoord; 2]> {
        Hatching { corners, spacing, style: (&BLACK).into() }.lines().collect()
    }

    #[test]
    fn lines_climb_from_one_side_to_another() {
        assert_eq!(lines([(0, 0), (10, 10)], 10), [[(0, 10), (10, 0)]]);
        assert_eq!(lines([(0, 0), (10, 4)], 5), [[(1, 4), (5, 0)], [(6, 4), (10, 0)]]);
    }

    proptest! {
        #[test]
        fn lines_stay_in_their_rectangle_at_45_degrees(x in 0i32..50, y in 0i32..50, w in 1i32..90, h in 1i32..90, spacing in 2i32..20) {
            for [(x0, y0), (x1, y1)] in lines([(x, y), (x + w, y + h)], spacing) {
                prop_assert!(x <= x0 && x0 <= x1 && x1 <= x + w);
                prop_assert!(y <= y1 && y1 <= y0 && y0 <= y + h);
                prop_assert_eq!(x1 - x0, y0 - y1);
                prop_assert_eq!((x0 + y0) % spacing, 0);
            }
        }
    }
}
