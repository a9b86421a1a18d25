//! What becomes of a request's slots, and how that is drawn: in the colour of the request, paler the less comes of them,
//! and with a pattern where no token will ever come.

use std::ops::Range;

use super::super::pen::{Pen, Rect};
use super::super::{ColorRole, Drawn, Surface};
use super::rows::Rows;
use crate::serving::Extent;

const COLORS: usize = ColorRole::REQUESTS.len();

/// What becomes of a slot that belongs to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It holds a token.
    Token,
    /// A token will come.
    Reserved,
    /// It is reserved, but no token will come.
    Internal,
    /// It was given beyond what was asked for.
    Rounding,
}

impl Use {
    pub const ALL: [Use; 4] = [Use::Token, Use::Reserved, Use::Internal, Use::Rounding];

    /// How much of the request's colour it has.
    fn share(self) -> f64 {
        match self {
            Use::Token => 1.0,
            Use::Reserved => 0.42,
            Use::Internal => 0.17,
            Use::Rounding => 0.07,
        }
    }

    /// What is drawn over it.
    fn marks<DB: Surface>(self, pen: &Pen<'_, DB>, rect: Rect, spacing: i32) -> Vec<Rect> {
        match self {
            Use::Token | Use::Reserved => Vec::new(),
            Use::Internal => ticks(rect, spacing, pen.hairline()).collect(),
            Use::Rounding => {
                let side = pen.px(1.5).max(1);
                let top = (rect.top + rect.bottom - side) / 2;
                let middle = Rect { top, bottom: top + side, ..rect };
                ticks(middle, spacing + pen.px(2.0), side).filter(|dot| dot.right - dot.left == side).collect()
            }
        }
    }
}

/// How much of the request's colour marks have.
const MARK: f64 = 0.5;
/// How far apart strokes are, in CSS pixels: further, though not for ever, where there would be more than so many.
const SPACING: f64 = 5.0;
const WIDEST_SPACING: f64 = 10.0;
const ENOUGH_MARKS: i32 = 4_000;

/// Upright strokes through a rectangle, at multiples of `spacing` from the left edge of the whole picture, so that a
/// rectangle that grows uncovers them rather than moving them.
fn ticks(rect: Rect, spacing: i32, thickness: i32) -> impl Iterator<Item = Rect> {
    let first = rect.left + (spacing - 1) - (rect.left + spacing - 1).rem_euclid(spacing);
    let ticks = (first..rect.right).step_by(spacing as usize);
    ticks.map(move |left| Rect { left, right: (left + thickness).min(rect.right), ..rect })
}

/// What becomes of the slots of an extent, one after another.
pub(super) fn parts(extent: &Extent) -> [(Use, Range<usize>); 4] {
    let start = extent.slots.start;
    let tokens = start + extent.tokens;
    let reserved = tokens + extent.reserved;
    let internal = reserved + extent.internal;
    [
        (Use::Token, start..tokens),
        (Use::Reserved, tokens..reserved),
        (Use::Internal, reserved..internal),
        (Use::Rounding, internal..extent.slots.end),
    ]
}

/// Rectangles to be filled, by colour.
pub(super) struct Paint {
    /// How far apart strokes are.
    spacing: i32,
    fills: [[Vec<Rect>; Use::ALL.len()]; COLORS],
}

impl Paint {
    /// For a few rectangles.
    pub fn new<DB: Surface>(pen: &Pen<'_, DB>) -> Paint {
        Paint { spacing: pen.px(SPACING).max(2), fills: Default::default() }
    }

    /// For so many slots in rows.
    pub fn of_pool<DB: Surface>(pen: &Pen<'_, DB>, rows: &Rows, slots: usize) -> Paint {
        let length = slots.div_ceil(rows.slots_per_row) as i32 * rows.width;
        let spacing = (length / ENOUGH_MARKS).clamp(pen.px(SPACING), pen.px(WIDEST_SPACING));
        Paint { spacing: spacing.max(2), ..Paint::new(pen) }
    }

    /// Adds an extent, set off from the next where it is wide enough.
    pub fn extent(&mut self, rows: &Rows, extent: &Extent, edge: i32) {
        let end = extent.slots.end;
        // Its last row ends a little before the next extent begins.
        let last = rows.rects(end - 1..end).last();
        let is_wide = rows.width_of(extent.slots.len()) >= f64::from(3 * edge);
        for (kind, slots) in parts(extent) {
            for mut rect in rows.joined(slots, end) {
                let is_last = last.is_some_and(|last| (rect.top, rect.right) == (last.top, last.right));
                if is_wide && is_last {
                    rect.right -= edge;
                }
                self.add(extent.request, kind, rect);
            }
        }
    }

    /// Adds a rectangle of slots of a request.
    pub fn add(&mut self, request: usize, kind: Use, rect: Rect) {
        if rect.left < rect.right {
            self.fills[request % COLORS][kind as usize].push(rect);
        }
    }

    /// Draws all of it.
    pub fn draw<DB: Surface>(self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        for (role, fills) in ColorRole::REQUESTS.into_iter().zip(self.fills) {
            for (kind, rects) in Use::ALL.into_iter().zip(fills) {
                pen.fill_all(rects.iter().copied(), pen.between(ColorRole::Panel, role, kind.share()))?;
                let marks = rects.into_iter().flat_map(|rect| kind.marks(pen, rect, self.spacing));
                pen.fill_all(marks, pen.between(ColorRole::Panel, role, MARK))?;
            }
        }
        Ok(())
    }
}
