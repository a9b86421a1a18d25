//! Slots in rows, and where they stand in the picture.

use std::ops::Range;

use super::super::pen::{Pen, Rect};
use super::super::scale::pixel;
use super::super::{ColorRole, Drawn, Surface};

/// Rows of as many slots. All lengths are in device pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub left: i32,
    /// Upper edge of the first row.
    pub top: i32,
    pub width: i32,
    pub slots_per_row: usize,
    /// From the upper edge of a row to that of the next.
    pub pitch: i32,
    /// What lies between two rows.
    pub gap: i32,
}

impl Rows {
    /// Lower edge of the last row of so many slots.
    pub fn bottom(&self, slots: usize) -> i32 {
        self.top + slots.div_ceil(self.slots_per_row) as i32 * self.pitch - self.gap
    }

    /// How wide so many slots are.
    pub fn width_of(&self, slots: usize) -> f64 {
        slots as f64 / self.slots_per_row as f64 * f64::from(self.width)
    }

    /// Where slots stand: a rectangle in each row.
    pub fn rects(&self, slots: Range<usize>) -> impl Iterator<Item = Rect> {
        self.places(slots).map(|(row, places)| self.rect(row, places))
    }

    /// Where slots stand that belong to something that ends before slot `end`: where that goes on right below, in the
    /// next row, nothing lies between. So it is one shape, and what lies between two rows sets one from another.
    pub fn joined(&self, slots: Range<usize>, end: usize) -> impl Iterator<Item = Rect> {
        self.places(slots).flat_map(move |(row, places)| {
            let below = end.saturating_sub((row + 1) * self.slots_per_row).clamp(places.start, places.end);
            let mut upper = self.rect(row, places.start..below);
            upper.bottom += self.gap;
            [upper, self.rect(row, below..places.end)]
        })
    }

    /// The rows that have some of those slots, and which places in them.
    fn places(&self, slots: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        let length = self.slots_per_row;
        let rows = if slots.is_empty() { 0..0 } else { slots.start / length..slots.end.div_ceil(length) };
        rows.map(move |row| {
            let start = row * length;
            (row, slots.start.saturating_sub(start)..(slots.end - start).min(length))
        })
    }

    fn rect(&self, row: usize, places: Range<usize>) -> Rect {
        let x = |place: usize| pixel(place as f64 / self.slots_per_row as f64, (self.left, self.left + self.width));
        let top = self.top + row as i32 * self.pitch;
        Rect { left: x(places.start), right: x(places.end), top, bottom: top + self.pitch - self.gap }
    }
}

/// How far the outer edge of a line around the pool is from it.
pub(super) fn frame<DB: Surface>(pen: &Pen<'_, DB>) -> i32 {
    2 * pen.hairline()
}

/// A line around slots, so far outside them: around all as one shape, where they are below each other. What is inside is
/// blank.
pub(super) fn outline<DB: Surface>(
    pen: &Pen<'_, DB>,
    rows: &Rows,
    slots: Range<usize>,
    distance: i32,
    role: ColorRole,
) -> Drawn<DB> {
    let line = pen.hairline();
    let parts: Vec<Rect> = rows.rects(slots).collect();
    // What lies between two rows, if they have something in common.
    let between: Vec<Rect> = parts
        .windows(2)
        .map(|pair| Rect {
            left: pair[0].left.max(pair[1].left),
            right: pair[0].right.min(pair[1].right),
            top: pair[0].bottom,
            bottom: pair[1].top,
        })
        .filter(|rect| rect.left < rect.right)
        .collect();
    let outside = parts.iter().map(|part| grown(part, distance));
    let joints = between.iter().map(|joint| grown(joint, distance));
    pen.fill_all(outside.chain(joints), pen.color(role))?;
    let inside = parts.iter().map(|part| grown(part, distance - line));
    // Up into the row above and down into that below, as far as their lines are.
    let joints = between.iter().map(|joint| {
        let narrowed = grown(joint, distance - line);
        Rect { top: joint.top - line.max(distance), bottom: joint.bottom + line.max(distance), ..narrowed }
    });
    pen.fill_all(inside.chain(joints), pen.color(ColorRole::Panel))
}

/// A line along the inside of rectangles that are blank.
pub(super) fn hollow<DB: Surface>(pen: &Pen<'_, DB>, rects: &[Rect], role: ColorRole) -> Drawn<DB> {
    pen.fill_all(rects.iter().copied(), pen.color(role))?;
    let inside = rects.iter().map(|rect| grown(rect, -pen.hairline()));
    pen.fill_all(inside, pen.color(ColorRole::Panel))
}

fn grown(rect: &Rect, by: i32) -> Rect {
    Rect { left: rect.left - by, right: rect.right + by, top: rect.top - by, bottom: rect.bottom + by }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of 8 slots, 10 pixels each, 5 high and one apart.
    const ROWS: Rows = Rows { left: 0, top: 0, width: 80, slots_per_row: 8, pitch: 6, gap: 1 };

    fn sides(rects: impl Iterator<Item = Rect>) -> Vec<[i32; 4]> {
        let rects = rects.filter(|rect| rect.left < rect.right);
        rects.map(|rect| [rect.left, rect.top, rect.right, rect.bottom]).collect()
    }

    #[test]
    fn slots_take_a_rectangle_in_each_row() {
        assert_eq!(sides(ROWS.rects(6..18)), [[60, 0, 80, 5], [0, 6, 80, 11], [0, 12, 20, 17]]);
        assert!(sides(ROWS.rects(3..3)).is_empty());
    }

    #[test]
    fn what_goes_on_right_below_is_one_shape() {
        // Of 0..12, four slots have a neighbour below.
        assert_eq!(sides(ROWS.joined(0..12, 12)), [[0, 0, 40, 6], [40, 0, 80, 5], [0, 6, 40, 11]]);
        // The first two of them are below the end of 0..12, but those from 4 on have nothing below them.
        assert_eq!(sides(ROWS.joined(4..8, 12)), [[40, 0, 80, 5]]);
    }
}
