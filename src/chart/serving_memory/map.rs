//! The map of the pool.

use std::iter;
use std::ops::Range;

use super::super::pen::Pen;
use super::super::{ColorRole, Drawn, Surface};
use super::Layout;
use super::cells::Cells;
use super::paint::Paint;
use super::rows::{frame, outline};
use crate::serving::{Extent, Scene, System};

pub(super) fn draw<DB: Surface>(
    pen: &Pen<'_, DB>,
    scene: Scene<'_>,
    layout: &Layout,
    extents: Vec<Extent>,
) -> Drawn<DB> {
    let slots = scene.recording.config().slots();
    outline(pen, &layout.pool, 0..slots, frame(pen), ColorRole::HairStrong)?;
    match layout.cell {
        Some(cell) => Cells::new(&layout.pool, cell, slots, &extents).draw(pen, scene.system)?,
        None => {
            let mut paint = Paint::of_pool(pen, &layout.pool, slots);
            for extent in &extents {
                paint.extent(&layout.pool, extent, pen.hairline());
            }
            paint.draw(pen)?;
        }
    }
    match largest_hole(scene, extents) {
        Some(hole) => outline(pen, &layout.pool, hole, 0, ColorRole::Ink),
        None => Ok(()),
    }
}

/// Where the largest hole is while somebody waits for a larger one. Blocks need none.
fn largest_hole(scene: Scene<'_>, mut extents: Vec<Extent>) -> Option<Range<usize>> {
    if scene.system == System::Paged {
        return None;
    }
    let size = scene.server().refusal()?.largest_hole;
    extents.sort_unstable_by_key(|extent| extent.slots.start);
    let gaps = || gaps(&extents, scene.recording.config().slots());
    let hole = match scene.system {
        // The largest free chunk begins at a multiple of its size. What else is free beside it is another chunk.
        System::Contiguous(_) => gaps().find_map(|gap| {
            let start = gap.start.checked_next_multiple_of(size)?;
            (start + size <= gap.end).then_some(start..start + size)
        }),
        _ => gaps().find(|gap| gap.len() == size),
    };
    hole.or_else(|| gaps().max_by_key(Range::len))
}

/// Slots between extents, which are in the order of their addresses.
fn gaps(extents: &[Extent], pool: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = iter::once(0).chain(extents.iter().map(|extent| extent.slots.end));
    let ends = extents.iter().map(|extent| extent.slots.start).chain([pool]);
    starts.zip(ends).map(|(start, end)| start..end).filter(|gap| !gap.is_empty())
}
