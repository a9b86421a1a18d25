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
    fn marks<DB: Surface>(self, pen: &Pen<'_, DB>, rect: Rect) -> Vec<Rect> {
        match self {
            Use::Token | Use::Reserved => Vec::new(),
            Use::Internal => ticks(rect, pen.px(5.0).max(2), pen.hairline()).collect(),
            Use::Rounding => {
                let side = pen.px(1.5).max(1);
                let top = (rect.top + rect.bottom - side) / 2;
                let middle = Rect { top, bottom: top + side, ..rect };
                ticks(middle, pen.px(7.0).max(2), side).filter(|dot| dot.right - dot.left == side).collect()
            }
        }
    }
}

/// How much of the request's colour marks have.
const MARK: f64 = 0.5;

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
#[derive(Default)]
pub(super) struct Paint {
    fills: [[Vec<Rect>; Use::ALL.len()]; COLORS],
}

impl Paint {
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
                let marks = rects.into_iter().flat_map(|rect| kind.marks(pen, rect));
                pen.fill_all(marks, pen.between(ColorRole::Panel, role, MARK))?;
            }
        }
        Ok(())
    }
}
