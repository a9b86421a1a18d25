//! A pool too large to tell its requests apart: cells of many slots, each as strong in colour as it is full of tokens.

use super::super::pen::{Pen, Rect};
use super::super::{ColorRole, Drawn, Surface};
use super::rows::Rows;
use crate::serving::{Extent, System};

/// Colours from that of a cell without a token to that of one full of them.
pub(super) const LEVELS: usize = 8;

/// What is in each cell.
pub(super) struct Cells<'a> {
    rows: &'a Rows,
    /// Slots of a cell; the last of a row may have fewer.
    slots: usize,
    per_row: usize,
    pool: usize,
    tokens: Vec<usize>,
    /// Slots that belong to a request.
    taken: Vec<usize>,
}

impl<'a> Cells<'a> {
    pub fn new(rows: &'a Rows, slots: usize, pool: usize, extents: &[Extent]) -> Self {
        let per_row = rows.slots_per_row.div_ceil(slots);
        let none = vec![0; per_row * pool.div_ceil(rows.slots_per_row)];
        let mut cells = Cells { rows, slots, per_row, pool, tokens: none.clone(), taken: none };
        for extent in extents {
            let start = extent.slots.start;
            cells.each(start, start + extent.tokens, |cells, cell, slots| cells.tokens[cell] += slots);
            cells.each(start, extent.slots.end, |cells, cell, slots| cells.taken[cell] += slots);
        }
        cells
    }

    /// Each cell with slots between two, and how many.
    fn each(&mut self, mut from: usize, to: usize, change: impl Fn(&mut Self, usize, usize)) {
        while from < to {
            let (row, in_row) = (from / self.rows.slots_per_row, from % self.rows.slots_per_row);
            let cell = in_row / self.slots;
            let end_in_row = ((cell + 1) * self.slots).min(self.rows.slots_per_row);
            let end = (from - in_row + end_in_row).min(to);
            change(self, row * self.per_row + cell, end - from);
            from = end;
        }
    }

    pub fn draw<DB: Surface>(&self, pen: &Pen<'_, DB>, system: System) -> Drawn<DB> {
        let mut by_level: [Vec<Rect>; LEVELS + 1] = Default::default();
        for (cell, (&tokens, &taken)) in self.tokens.iter().zip(&self.taken).enumerate() {
            if taken == 0 {
                continue;
            }
            let row = cell / self.per_row * self.rows.slots_per_row;
            let from = row + cell % self.per_row * self.slots;
            let to = (from + self.slots).min(row + self.rows.slots_per_row).min(self.pool);
            let level = &mut by_level[(tokens * LEVELS).div_ceil(to - from)];
            for rect in self.rows.rects(from..to) {
                match level.last_mut() {
                    Some(last) if (last.top, last.right) == (rect.top, rect.left) => last.right = rect.right,
                    _ => level.push(rect),
                }
            }
        }
        for (level, rects) in by_level.into_iter().enumerate() {
            fill(pen, system, level, rects)?;
        }
        Ok(())
    }
}

/// Fills rectangles as cells are that are so full.
pub(super) fn fill<DB: Surface>(
    pen: &Pen<'_, DB>,
    system: System,
    level: usize,
    rects: impl IntoIterator<Item = Rect>,
) -> Drawn<DB> {
    let (tint, full) = match system {
        System::Paged => (ColorRole::PagedTint, ColorRole::Paged),
        System::Contiguous(_) | System::ContiguousFirstFit(_) => (ColorRole::ContiguousTint, ColorRole::Contiguous),
    };
    pen.fill_all(rects, pen.between(tint, full, level as f64 / LEVELS as f64))
}
