//! The pool at one step: whose every slot is and what becomes of it, what is free, and below that the first request that
//! waits, with the hole that it does not fit into.
//!
//! Addresses run from left to right and from top to bottom, in rows of a power of two, so that a buddy allocator's chunks
//! begin where rows do, or have their place in one.

mod cells;
mod key;
mod map;
mod paint;
mod rows;
mod waiting;

use super::pen::Pen;
use super::{Drawn, Surface};
use crate::serving::{Config, Scene, System};
use key::Key;
use rows::Rows;

/// What lies between the key and the map, and between the map and who waits, in CSS pixels.
const BELOW_KEY: f64 = 8.0;
const ABOVE_WAITING: f64 = 14.0;
/// From the top of one row to that of the next, in CSS pixels.
const LEAST_PITCH: f64 = 6.0;
const GREATEST_PITCH: f64 = 44.0;
/// A slot is no narrower than that, in CSS pixels, unless there would be more rows than that, or lower ones.
const NARROWEST_SLOT: f64 = 0.85;
const MOST_ROWS: usize = 64;
/// A small pool has at least so many rows, unless they would have fewer slots than that.
const FEWEST_ROWS: usize = 8;
const SHORTEST_ROW: usize = 16;

/// A block narrower than this, in CSS pixels, is not drawn by itself; nor is any of more than so many blocks or
/// reservations; nor are reservations in a pool of more than so many slots.
const NARROWEST_BLOCK: f64 = 1.5;
const MOST_DRAWN: usize = 8_000;
const MOST_SLOTS_BY_REQUEST: usize = 1 << 20;
/// A cell, which then stands for many slots, is at least so wide, in CSS pixels.
const CELL: f64 = 6.0;

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, scene: Scene<'_>) -> Drawn<DB> {
    let extents = scene.server().extents();
    let layout = Layout::new(pen, scene, extents.len());
    layout.key.draw(pen)?;
    map::draw(pen, scene, &layout, extents)?;
    waiting::draw(pen, scene, &layout)
}

/// Where things stand.
struct Layout {
    key: Key,
    pool: Rows,
    /// Slots of what is drawn as one, where single blocks or reservations are too narrow or too many.
    cell: Option<usize>,
    /// The bars of who waits, from the first row on: as the pool, but below it, and in rows that may be lower.
    bars: Rows,
}

impl Layout {
    fn new<DB: Surface>(pen: &Pen<'_, DB>, scene: Scene<'_>, extents: usize) -> Layout {
        let config = scene.recording.config();
        let (width, height) = pen.size();
        // Room for the line around the pool, and what lies between.
        let margin = rows::frame(pen);
        let width = (width - 2 * margin).max(1);
        let key_lines = key::lines(pen, config);
        let top = key_lines * pen.px(key::LINE) + pen.px(BELOW_KEY) + margin;
        let texts = waiting::text_lines(pen) * pen.px(waiting::LINE);
        let room = height - top - margin - pen.px(ABOVE_WAITING) - texts;

        // Of a row so long, the highest of which the pool and two bars of the longest request find room.
        let longest = longest_demand(config);
        let pitches = |slots_per_row: usize| {
            let (rows, bar_rows) = (config.slots().div_ceil(slots_per_row), longest.div_ceil(slots_per_row));
            let fits = |pitch: &i32| {
                rows <= MOST_ROWS && rows as i32 * pitch + waiting::bars_height(pen, bar_rows, *pitch) <= room
            };
            (pen.px(LEAST_PITCH)..=pen.px(GREATEST_PITCH)).rev().find(fits)
        };
        let mut slots_per_row = longest_row(f64::from(width) / pen.scale());
        while slots_per_row > SHORTEST_ROW && config.slots().div_ceil(slots_per_row) < FEWEST_ROWS {
            slots_per_row /= 2;
        }
        while pitches(slots_per_row).is_none() && slots_per_row < config.slots() {
            slots_per_row *= 2;
        }
        let pitch = pitches(slots_per_row).unwrap_or(pen.px(LEAST_PITCH)).max(1);
        let pool = Rows { left: margin, top, width, slots_per_row, pitch, gap: pen.hairline().min(pitch - 1) };

        let below = pool.bottom(config.slots()) + margin + pen.px(ABOVE_WAITING) + texts;
        let bar_pitch = waiting::pitch(pen, longest.div_ceil(slots_per_row), pitch);
        let bars = Rows { top: below, pitch: bar_pitch, gap: pool.gap.min(bar_pitch - 1), ..pool };

        let cell = cell(pen, scene, &pool, extents);
        let key = Key::new(pen, scene, cell, slots_per_row, key_lines);
        Layout { key, pool, cell, bars }
    }
}

/// The greatest power of two of which a slot is wide enough to be seen.
fn longest_row(width: f64) -> usize {
    let most = (width / NARROWEST_SLOT) as usize;
    most.checked_ilog2().map_or(1, |order| 1 << order)
}

/// Slots that the longest request may ask for under paging, which asks for whole blocks and some to stay free: more than
/// any other system. All keep as much room, so that the map stays where it is from one to the next.
fn longest_demand(config: &Config) -> usize {
    let blocks = config.max_length().div_ceil(config.block_size()) as usize + config.watermark_blocks();
    blocks * config.block_size() as usize
}

/// Slots of a cell, if the pool is drawn in cells. That follows from the inputs, so that a pool is drawn in one way
/// throughout a run; unless very many requests are very short.
fn cell<DB: Surface>(pen: &Pen<'_, DB>, scene: Scene<'_>, pool: &Rows, extents: usize) -> Option<usize> {
    let config = scene.recording.config();
    let unit = if scene.system == System::Paged { config.block_size() as usize } else { 1 };
    let is_legible = match scene.system {
        System::Paged => pool.width_of(unit) >= NARROWEST_BLOCK * pen.scale() && config.slots() / unit <= MOST_DRAWN,
        System::Contiguous(_) | System::ContiguousFirstFit(_) => config.slots() <= MOST_SLOTS_BY_REQUEST,
    };
    let slots = (CELL * pen.scale() / pool.width_of(1)).ceil() as usize;
    (!is_legible || extents > MOST_DRAWN).then(|| slots.next_multiple_of(unit))
}
