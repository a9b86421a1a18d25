//! Who waits, and for what: below the map, a bar as long as what the first in the queue needs, and right below that one as
//! long as the largest hole, both at the scale of the map. There is always room for them, so that nothing moves.

use std::ops::Range;

use super::super::pen::{Align, Font, Pen, Rect, SMALL, STRONG};
use super::super::{ColorRole, Drawn, Surface};
use super::Layout;
use super::paint::{Paint, Use};
use super::rows::{Rows, hollow, outline};
use crate::format;
use crate::serving::{Extent, Refusal, Scene, System};

/// Height of a line of text, in CSS pixels.
pub(super) const LINE: f64 = 22.0;
/// From this width on, in CSS pixels, both texts stand in one line.
const WIDE: f64 = 560.0;
/// Room for a bar, in CSS pixels, which sets how high its rows can be.
const BAR_HEIGHT: f64 = 44.0;
/// What lies between both bars, in CSS pixels.
const BETWEEN: f64 = 5.0;
/// Side of the square before a text, in CSS pixels, and what lies between.
const SWATCH: f64 = 11.0;
const SWATCH_GAP: f64 = 6.0;

/// Lines that the texts take.
pub(super) fn text_lines<DB: Surface>(pen: &Pen<'_, DB>) -> i32 {
    if f64::from(pen.size().0) >= WIDE * pen.scale() { 1 } else { 2 }
}

/// Room for both bars of so many rows, where those of the map are `pitch` apart.
pub(super) fn bars_height<DB: Surface>(pen: &Pen<'_, DB>, rows: usize, pitch: i32) -> i32 {
    2 * rows as i32 * self::pitch(pen, rows, pitch) + pen.px(BETWEEN) + pen.hairline()
}

/// How far rows of a bar are apart that has so many, where those of the map are `most` apart.
pub(super) fn pitch<DB: Surface>(pen: &Pen<'_, DB>, rows: usize, most: i32) -> i32 {
    (pen.px(BAR_HEIGHT) / rows as i32).clamp(1, most.max(1))
}

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, scene: Scene<'_>, layout: &Layout) -> Drawn<DB> {
    let top = layout.bars.top - text_lines(pen) * pen.px(LINE);
    match scene.server().refusal() {
        Some(refusal) => {
            let block_size = scene.recording.config().block_size() as usize;
            let block = (scene.system == System::Paged && layout.cell.is_none()).then_some(block_size);
            // A buddy allocator looks for a chunk, and gives all of it.
            let is_buddy = matches!(scene.system, System::Contiguous(_));
            let asked = if is_buddy { refusal.needed.next_power_of_two() } else { refusal.needed };
            let needed = Bar::new(pen, layout.bars, asked, block);
            let top_of_hole = layout.bars.bottom(needed.slots) + pen.px(BETWEEN);
            let hole = Bar::new(pen, Rows { top: top_of_hole, ..layout.bars }, refusal.largest_hole, block);
            draw_texts(pen, scene, refusal, (layout.bars.left, top))?;
            let beyond = asked - refusal.needed + spare_blocks(scene) * block_size;
            needed.draw_filled(pen, refusal.request, beyond, if is_buddy { Use::Rounding } else { Use::Reserved })?;
            hole.draw_outlined(pen)
        }
        None => {
            let y = top + pen.px(LINE / 2.0);
            let texts = nobody(scene);
            let text = pen.first_that_fits(&texts, SMALL, pen.size().0).unwrap_or_default();
            pen.text(text, (layout.bars.left, y), Align::Left, SMALL, ColorRole::Muted)
        }
    }
}

/// What both bars are, with a sample of each: side by side, or one below the other.
fn draw_texts<DB: Surface>(
    pen: &Pen<'_, DB>,
    scene: Scene<'_>,
    refusal: Refusal,
    (start, top): (i32, i32),
) -> Drawn<DB> {
    let (width, middle, side) = (pen.size().0, top + pen.px(LINE / 2.0), pen.px(SWATCH));
    let text_at = side + pen.px(SWATCH_GAP);
    let swatch = |left: i32, y: i32| Rect { left, right: left + side, top: y - side / 2, bottom: y - side / 2 + side };
    let text = |texts: &[String], font: Font, left: i32| {
        pen.first_that_fits(texts, font, width - left - text_at).unwrap_or_default().to_owned()
    };

    let needed = text(&needed(scene, refusal), STRONG, start);
    let mut paint = Paint::new(pen);
    paint.add(refusal.request, Use::Token, swatch(start, middle));
    paint.draw(pen)?;
    pen.text(&needed, (start + text_at, middle), Align::Left, STRONG, ColorRole::Ink)?;

    let (left, middle) = if text_lines(pen) == 1 {
        (start + text_at + pen.text_width(&needed, STRONG) + pen.px(24.0), middle)
    } else {
        (start, middle + pen.px(LINE))
    };
    let free = text(&free(scene, refusal), SMALL, left);
    if free.is_empty() {
        return Ok(());
    }
    hollow(pen, &[swatch(left, middle)], ColorRole::Ink)?;
    pen.text(&free, (left + text_at, middle), Align::Left, SMALL, ColorRole::Ink)
}

/// Slots that are drawn as a bar.
struct Bar {
    rows: Rows,
    slots: usize,
    /// Slots of a block, where each is drawn by itself.
    block: Option<usize>,
}

impl Bar {
    /// One of so many slots, but never too short to be seen.
    fn new<DB: Surface>(pen: &Pen<'_, DB>, rows: Rows, slots: usize, block: Option<usize>) -> Bar {
        let least = (pen.scale() * 3.0 / rows.width_of(1)).ceil() as usize;
        Bar { rows, slots: if slots > 0 { slots.max(least) } else { 0 }, block }
    }

    /// What is drawn by itself, one after another.
    fn pieces(&self) -> impl Iterator<Item = Range<usize>> {
        let (all, size) = (self.slots, self.block.unwrap_or(self.slots).max(1));
        (0..all).step_by(size).map(move |start| start..(start + size).min(all))
    }

    /// In the colour of a request; the last so many slots as what it has no use for itself.
    fn draw_filled<DB: Surface>(&self, pen: &Pen<'_, DB>, request: usize, beyond: usize, as_what: Use) -> Drawn<DB> {
        let mut paint = Paint::new(pen);
        let end_of_tokens = self.slots.saturating_sub(beyond);
        for slots in self.pieces() {
            let tokens = end_of_tokens.clamp(slots.start, slots.end) - slots.start;
            // What an extent does not say is rounding.
            let reserved = if as_what == Use::Reserved { slots.len() - tokens } else { 0 };
            let extent = Extent { request, tokens, reserved, slots, internal: 0 };
            paint.extent(&self.rows, &extent, pen.hairline());
        }
        paint.draw(pen)
    }

    /// As the largest hole is in the map; block by block where it is no hole, but blocks.
    fn draw_outlined<DB: Surface>(&self, pen: &Pen<'_, DB>) -> Drawn<DB> {
        if self.block.is_none() {
            return outline(pen, &self.rows, 0..self.slots, 0, ColorRole::Ink);
        }
        let blocks = self.pieces().flat_map(|slots| self.rows.rects(slots));
        let apart = blocks.map(|rect| Rect { right: rect.right - pen.hairline(), ..rect });
        hollow(pen, &apart.collect::<Vec<_>>(), ColorRole::Ink)
    }
}

/// Blocks that stay free when the request is admitted.
fn spare_blocks(scene: Scene<'_>) -> usize {
    if scene.system == System::Paged { scene.recording.config().watermark_blocks() } else { 0 }
}

// ---- words, longest first

fn needed(scene: Scene<'_>, refusal: Refusal) -> Vec<String> {
    let config = scene.recording.config();
    let request = format!("request {}", format::count(refusal.request as u64 + 1));
    match scene.system {
        System::Paged => {
            let blocks = (refusal.needed / config.block_size() as usize) as u64;
            let needs = format!("needs {}", format::counted(blocks, "block"));
            let spare = spare_blocks(scene) as u64;
            let with_spare = format!("{request} {needs}, {} of them to stay free", format::count(spare));
            let texts = [format!("{request} {needs}"), needs];
            (spare > 0).then_some(with_spare).into_iter().chain(texts).collect()
        }
        System::Contiguous(_) => {
            let chunk = format!("a chunk of {}", format::count(refusal.needed.next_power_of_two() as u64));
            let needed = format::count(refusal.needed as u64);
            let needs = format!("{request} needs {chunk}");
            let with_slots = if refusal.needed.is_power_of_two() {
                format!("{needs} slots")
            } else {
                format!("{needs} for {needed} slots")
            };
            vec![with_slots, needs.clone(), format!("needs {chunk}"), chunk]
        }
        System::ContiguousFirstFit(_) => {
            let needs = format!("needs {}", format::count(refusal.needed as u64));
            vec![
                format!("{request} {needs} slots side by side"),
                format!("{request} {needs} side by side"),
                format!("{request} {needs}"),
                needs,
            ]
        }
    }
}

fn free(scene: Scene<'_>, refusal: Refusal) -> Vec<String> {
    let free = format::count(refusal.free as u64);
    match scene.system {
        System::Paged => {
            let blocks = (refusal.free / scene.recording.config().block_size() as usize) as u64;
            let verb = if blocks == 1 { "is" } else { "are" };
            let counted = format::counted(blocks, "block");
            vec![format!("{counted} {verb} free"), format!("{} free", format::count(blocks))]
        }
        System::Contiguous(_) | System::ContiguousFirstFit(_) => {
            let name = if matches!(scene.system, System::Contiguous(_)) { "free chunk" } else { "hole" };
            let hole = format!("largest {name}: {}", format::count(refusal.largest_hole as u64));
            vec![format!("{hole} · {free} free in all"), format!("{hole} · {free} free"), hole]
        }
    }
}

/// Why nobody is shown to wait.
fn nobody(scene: Scene<'_>) -> Vec<String> {
    match scene.server().counts().preemptions {
        0 => vec!["nobody waits".to_owned()],
        1 => vec!["a request gave up its blocks; nobody was asked".to_owned(), "nobody was asked".to_owned()],
        many => {
            let requests = format!("{} requests gave up their blocks", format::count(many));
            vec![format!("{requests}; nobody was asked"), "nobody was asked".to_owned()]
        }
    }
}
