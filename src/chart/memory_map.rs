//! What stands at which address: the memory of both allocators in rows of as many slots, coloured by request. What is too
//! small to be told apart is drawn as cells, each as strong in colour as it is full.

use super::pen::{Align, Font, Pen, Rect, SMALL, STRONG};
use super::scale::pixel;
use super::{ColorRole, Drawn, Surface};
use crate::comparison::Report;
use crate::format;
use crate::memory_map::{MemoryMap, Moment};

/// Heights in CSS pixels: of a line of the key, of the line above a map, and of what lies between the two maps.
const KEY_LINE: f64 = 20.0;
const HEADING_HEIGHT: f64 = 26.0;
const BETWEEN: f64 = 14.0;
/// From this width on, in CSS pixels, the key takes one line instead of two. It does not depend on what the key says, so
/// that a page can tell which request lies under a pointer.
const WIDE: f64 = 700.0;
/// From the top of one row to that of the next, in CSS pixels.
const LEAST_PITCH: f64 = 5.0;
const GREATEST_PITCH: f64 = 44.0;
/// Where all memory would make fewer rows, a reservation is broken into as many as make so many.
const FEWEST_ROWS: u64 = 5;
const ENOUGH_ROWS: u64 = 8;

/// A block narrower than this, in device pixels, is not drawn by itself; nor is a reservation narrower than that, in CSS
/// pixels, of which only a part is used; nor any of more than so many.
const NARROWEST_BLOCK: f64 = 1.5;
const NARROWEST_RESERVATION: f64 = 12.0;
const MOST_DRAWN: u64 = 12_000;
/// A cell is at least so wide, in CSS pixels.
const CELL: f64 = 5.0;
/// Colours from the tint of what is empty to that of what is full.
const LEVELS: usize = 10;
/// From this width on, in CSS pixels, a block is set off from the next.
const SEPARATED: f64 = 4.0;

/// Side of a square of the key, in CSS pixels, and what lies between it and its name, and before the next.
const SWATCH: f64 = 11.0;
const SWATCH_GAP: f64 = 6.0;
const KEY_GAP: f64 = 18.0;

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, report: &Report) -> Drawn<DB> {
    let layout = Layout::new(pen.size(), pen.scale(), report.memory_map());
    draw_key(pen, report, &layout)?;
    draw_contiguous(pen, report, &layout)?;
    draw_paged(pen, report, &layout)
}

/// The request at a point of the figure, counted from zero: in a canvas of that width and height, all in device pixels, of
/// which `scale` make a CSS pixel. Nothing where no request has the memory, or where there is none.
pub fn request_at(at: (f64, f64), size: (i32, i32), scale: f64, report: &Report) -> Option<u32> {
    let layout = Layout::new(size, scale, report.memory_map());
    let moment = report.moment();
    match layout.contiguous.slot_at(at) {
        Some(slot) => moment.contiguous_holder(slot),
        None => moment.paged_holder(layout.paged.slot_at(at)?),
    }
}

/// Where things stand, in device pixels.
struct Layout {
    key_lines: u32,
    contiguous: Memory,
    paged: Memory,
}

/// One allocator's memory, in rows.
struct Memory {
    slots: u64,
    slots_per_row: u64,
    width: i32,
    /// Upper edge of the first row.
    top: i32,
    /// From the upper edge of a row to that of the next.
    pitch: i32,
    /// Height of a row.
    height: i32,
    /// Slots of what is drawn as one, where single reservations or blocks are too narrow.
    cell: Option<u64>,
}

impl Layout {
    fn new((width, height): (i32, i32), scale: f64, map: &MemoryMap) -> Layout {
        let px = |css: f64| (css * scale).round() as i32;
        let key_lines = if f64::from(width) >= WIDE * scale { 1 } else { 2 };
        let key_end = px(KEY_LINE) * key_lines as i32;
        let room = (height - key_end - 2 * px(HEADING_HEIGHT) - px(BETWEEN)).max(1);
        let most_rows = ((f64::from(room) / (LEAST_PITCH * scale)) as u64).max(3);
        let slots_per_row = slots_per_row(map, most_rows);
        let rows = |slots: u64| slots.div_ceil(slots_per_row) as i32;
        let all_rows = rows(map.contiguous_slots()) + rows(map.paged_slots());
        let pitch = (room / all_rows).min(px(GREATEST_PITCH)).max(1);
        let gap = px(1.0).max(1).min(pitch - 1);
        let memory = |slots: u64, top: i32, unit: u64, narrowest: f64| {
            let units_per_pixel = slots_per_row as f64 / unit as f64 / f64::from(width);
            let is_legible = units_per_pixel * narrowest <= 1.0 && slots / unit <= MOST_DRAWN;
            let units = (units_per_pixel * CELL * scale).ceil().max(1.0) as u64;
            let cell = (!is_legible).then_some(units * unit);
            Memory { slots, slots_per_row, width, top, pitch, height: pitch - gap, cell }
        };
        let (top, narrowest) = (key_end + px(HEADING_HEIGHT), NARROWEST_RESERVATION * scale);
        let contiguous = memory(map.contiguous_slots(), top, map.max_length().into(), narrowest);
        let top = contiguous.bottom() + px(BETWEEN) + px(HEADING_HEIGHT);
        let paged = memory(map.paged_slots(), top, map.block_size().into(), NARROWEST_BLOCK);
        Layout { key_lines, contiguous, paged }
    }
}

/// Whole reservations, so that each begins a row, or has its place in one, as far as all memory fits into `most_rows`; a
/// part of one where that would be too few rows to see anything.
fn slots_per_row(map: &MemoryMap, most_rows: u64) -> u64 {
    let reservation = u64::from(map.max_length());
    let all = map.contiguous_slots() + map.paged_slots();
    // The last row of either may be nearly empty.
    let reservations = all.div_ceil(reservation * (most_rows - 2));
    let rows = all.div_ceil(reservation);
    if reservations == 1 && rows < FEWEST_ROWS {
        reservation.div_ceil(ENOUGH_ROWS.div_ceil(rows))
    } else if reservations.is_multiple_of(ColorRole::REQUESTS.len() as u64) {
        // Every request would have the colour of the one above it.
        reservation * (reservations + 1)
    } else {
        reservation * reservations
    }
}

impl Memory {
    fn rows(&self) -> u64 {
        self.slots.div_ceil(self.slots_per_row)
    }

    fn bottom(&self) -> i32 {
        self.top + self.rows() as i32 * self.pitch
    }

    /// How wide so many slots are.
    fn width_of(&self, slots: u64) -> f64 {
        slots as f64 / self.slots_per_row as f64 * f64::from(self.width)
    }

    /// The slot at a point; that of the row above, between two.
    fn slot_at(&self, (x, y): (f64, f64)) -> Option<u64> {
        let row = ((y - f64::from(self.top)) / f64::from(self.pitch)).floor();
        let share = x / f64::from(self.width);
        if !(0.0..self.rows() as f64).contains(&row) || !(0.0..1.0).contains(&share) {
            return None;
        }
        let slot = row as u64 * self.slots_per_row + (share * self.slots_per_row as f64) as u64;
        (slot < self.slots).then_some(slot)
    }

    /// Where the slots from one to before another stand: a rectangle in each row.
    fn rects(&self, from: u64, to: u64) -> impl Iterator<Item = Rect> {
        self.rects_of_whole(1, from, to)
    }

    /// The same, of whole units of so many slots, counted from the beginning of each row.
    fn rects_of_whole(&self, unit: u64, from: u64, to: u64) -> impl Iterator<Item = Rect> {
        let rows = if from < to { from / self.slots_per_row..to.div_ceil(self.slots_per_row) } else { 0..0 };
        rows.map(move |row| {
            let start = row * self.slots_per_row;
            let first = from.saturating_sub(start) / unit * unit;
            let last = ((to - start).div_ceil(unit) * unit).min(self.slots_per_row);
            let x = |slot: u64| pixel(slot as f64 / self.slots_per_row as f64, (0, self.width));
            let top = self.top + row as i32 * self.pitch;
            Rect { left: x(first), right: x(last), top, bottom: top + self.height }
        })
    }
}

// ---- the maps

fn draw_contiguous<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, layout: &Layout) -> Drawn<DB> {
    let (map, moment, memory) = (report.memory_map(), report.moment(), &layout.contiguous);
    let used = moment.used_slots();
    let in_use = format!("{} in use", format::percent(used as f64 / memory.slots as f64));
    draw_heading(pen, "Contiguous", report, memory, &[in_use])?;

    let reservation = |request: u32| u64::from(request) * u64::from(map.max_length());
    let span = |request: u32| (reservation(request), reservation(request) + u64::from(moment.tokens(request)));
    match memory.cell {
        Some(cell) => {
            let mut cells = Cells::new(memory, cell);
            for request in 0..map.requests() {
                let (from, to) = span(request);
                cells.fill(from, to);
            }
            cells.draw(pen, memory.slots, ColorRole::ContiguousTint, ColorRole::Contiguous)?;
        }
        None => {
            draw_empty(pen, memory, memory.slots, ColorRole::ContiguousTint, ColorRole::Contiguous)?;
            // Something is used, and so something is seen.
            let widened = |rect: Rect| Rect { right: rect.right.max(rect.left + pen.hairline()), ..rect };
            by_request(
                pen,
                (0..map.requests()).flat_map(|request| {
                    let (from, to) = span(request);
                    memory.rects(from, to).map(move |rect| (request, widened(rect)))
                }),
            )?;
            let start = reservation(report.looked_at());
            for rect in memory.rects(start, start + u64::from(map.max_length())) {
                outline(pen, rect, ColorRole::Ink)?;
            }
        }
    }
    light(pen, memory, [span(report.looked_at())])
}

fn draw_paged<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, layout: &Layout) -> Drawn<DB> {
    let (moment, memory) = (report.moment(), &layout.paged);
    let block_size = u64::from(report.memory_map().block_size());
    let taken = moment.taken_blocks() as u64 * block_size;
    let in_use = format::percent(moment.used_slots() as f64 / taken as f64);
    let states = if taken < memory.slots {
        let taken = format!("{} taken", format::count(taken));
        vec![format!("{taken}, {in_use} of these in use"), taken]
    } else {
        vec![format!("{in_use} in use")]
    };
    draw_heading(pen, "Paged", report, memory, &states)?;

    draw_free(pen, memory, taken)?;
    match memory.cell {
        Some(cell) => {
            let mut cells = Cells::new(memory, cell);
            cells.fill(0, taken);
            for request in 0..report.memory_map().requests() {
                let last = moment.last_block(request);
                let start = last.physical as u64 * block_size;
                cells.empty(start + u64::from(last.filled), start + block_size);
            }
            cells.draw(pen, taken, ColorRole::PagedTint, ColorRole::Paged)?;
        }
        None => draw_blocks(pen, memory, moment, block_size)?,
    }
    let spans = moment.block_table(report.looked_at()).map(|block| {
        let start = block.physical as u64 * block_size;
        (start, start + u64::from(block.filled))
    });
    light(pen, memory, spans)?;
    draw_separators(pen, memory, taken, block_size)
}

/// Every block that is taken in the colour of its request, as far as it is filled.
fn draw_blocks<DB: Surface>(pen: &Pen<'_, DB>, memory: &Memory, moment: Moment<'_>, block_size: u64) -> Drawn<DB> {
    draw_empty(pen, memory, moment.taken_blocks() as u64 * block_size, ColorRole::PagedTint, ColorRole::Paged)?;
    let blocks = (0..moment.taken_blocks()).filter_map(|physical| moment.block(physical));
    by_request(
        pen,
        blocks.flat_map(|block| {
            let start = block.physical as u64 * block_size;
            let rects = memory.rects(start, start + u64::from(block.filled));
            rects.map(move |rect| (block.request, rect))
        }),
    )
}

/// Sets off each block from the next, where there is room.
fn draw_separators<DB: Surface>(pen: &Pen<'_, DB>, memory: &Memory, taken: u64, block_size: u64) -> Drawn<DB> {
    if memory.cell.is_some() || memory.width_of(block_size) < f64::from(pen.px(SEPARATED)) {
        return Ok(());
    }
    let ends = (1..taken / block_size).flat_map(|block| memory.rects(block * block_size - 1, block * block_size));
    let separators = ends.filter(|end| end.right < memory.width);
    pen.fill_all(separators.map(|end| Rect { left: end.right - pen.hairline(), ..end }), pen.color(ColorRole::Panel))
}

/// Fills rectangles in the colours of their requests. Neighbours of one colour become one.
fn by_request<DB: Surface>(pen: &Pen<'_, DB>, rects: impl Iterator<Item = (u32, Rect)>) -> Drawn<DB> {
    let mut by_color: [Vec<Rect>; ColorRole::REQUESTS.len()] = Default::default();
    for (request, rect) in rects {
        append(&mut by_color[request as usize % ColorRole::REQUESTS.len()], rect);
    }
    for (role, rects) in ColorRole::REQUESTS.into_iter().zip(by_color) {
        pen.fill_all(rects, pen.color(role))?;
    }
    Ok(())
}

/// Lights up the slots of the request that is looked at, or the cells that hold some of them: a little higher than their
/// row, so that they are found without their colour.
fn light<DB: Surface>(pen: &Pen<'_, DB>, memory: &Memory, spans: impl IntoIterator<Item = (u64, u64)>) -> Drawn<DB> {
    let (gap, narrowest) = (memory.pitch - memory.height, pen.px(2.0));
    let unit = memory.cell.unwrap_or(1);
    let mut rects = Vec::new();
    for (from, to) in spans {
        memory.rects_of_whole(unit, from, to).for_each(|rect| append(&mut rects, rect));
    }
    let lit = rects.into_iter().map(|rect| {
        let right = rect.right.max(rect.left + narrowest).min(memory.width);
        Rect { left: rect.left.min(right - narrowest), right, top: rect.top - gap, bottom: rect.bottom + gap }
    });
    pen.fill_all(lit, pen.color(ColorRole::Ink))
}

/// The memory up to a slot as if nothing stood in it: whole rows in one go, which takes far fewer lines than row by row.
fn draw_empty<DB: Surface>(
    pen: &Pen<'_, DB>,
    memory: &Memory,
    to: u64,
    tint: ColorRole,
    lines: ColorRole,
) -> Drawn<DB> {
    let rows = to / memory.slots_per_row;
    let whole = Rect { left: 0, right: memory.width, top: memory.top, bottom: memory.top + rows as i32 * memory.pitch };
    if rows > 0 {
        pen.hatch(whole, tint, lines)?;
    }
    let tops = (whole.top..whole.bottom).step_by(memory.pitch as usize);
    let gaps = tops.map(|top| Rect { top: top + memory.height, bottom: top + memory.pitch, ..whole });
    pen.fill_all(gaps, pen.color(ColorRole::Panel))?;
    memory.rects(rows * memory.slots_per_row, to).try_for_each(|rest| pen.hatch(rest, tint, lines))
}

/// The memory that nobody has taken yet, from a slot on: empty, with a line around it.
fn draw_free<DB: Surface>(pen: &Pen<'_, DB>, memory: &Memory, from: u64) -> Drawn<DB> {
    let line = pen.hairline();
    let rows: Vec<Rect> = memory.rects(from, memory.slots).collect();
    pen.fill_all(rows.iter().copied(), pen.color(ColorRole::HairStrong))?;
    // What lies between two rows of it is free as well.
    let between = rows.windows(2).map(|pair| Rect {
        left: pair[0].left.max(pair[1].left),
        right: pair[0].right.min(pair[1].right),
        top: pair[0].bottom - line,
        bottom: pair[1].top + line,
    });
    pen.fill_all(between.clone(), pen.color(ColorRole::HairStrong))?;
    let inside = |rect: Rect| Rect { left: rect.left + line, right: rect.right - line, ..rect };
    let rows = rows.iter().map(|row| Rect { top: row.top + line, bottom: row.bottom - line, ..inside(*row) });
    pen.fill_all(rows.chain(between.map(inside)), pen.color(ColorRole::Panel))
}

/// A line along the inside of a rectangle.
fn outline<DB: Surface>(pen: &Pen<'_, DB>, rect: Rect, role: ColorRole) -> Drawn<DB> {
    let line = pen.hairline();
    let sides = [
        Rect { bottom: rect.top + line, ..rect },
        Rect { top: rect.bottom - line, ..rect },
        Rect { right: rect.left + line, ..rect },
        Rect { left: rect.right - line, ..rect },
    ];
    pen.fill_all(sides, pen.color(role))
}

// ---- aggregates

/// Slots in use, by cell.
struct Cells<'a> {
    memory: &'a Memory,
    /// Slots of a cell; the last of a row may have fewer.
    slots: u64,
    per_row: u64,
    used: Vec<u64>,
}

impl<'a> Cells<'a> {
    fn new(memory: &'a Memory, slots: u64) -> Self {
        let per_row = memory.slots_per_row.div_ceil(slots);
        Cells { memory, slots, per_row, used: vec![0; (per_row * memory.rows()) as usize] }
    }

    /// The slots from one to before another are in use.
    fn fill(&mut self, from: u64, to: u64) {
        self.each(from, to, |used, slots| *used += slots);
    }

    /// They are not, after all.
    fn empty(&mut self, from: u64, to: u64) {
        self.each(from, to, |used, slots| *used -= slots);
    }

    /// Each cell's slots in use, with how many slots of it lie between two.
    fn each(&mut self, mut from: u64, to: u64, change: impl Fn(&mut u64, u64)) {
        while from < to {
            let (row, in_row) = (from / self.memory.slots_per_row, from % self.memory.slots_per_row);
            let cell = in_row / self.slots;
            let end_in_row = ((cell + 1) * self.slots).min(self.memory.slots_per_row);
            let end = (from - in_row + end_in_row).min(to);
            change(&mut self.used[(row * self.per_row + cell) as usize], end - from);
            from = end;
        }
    }

    /// Draws what lies before slot `end`, between the colours of what is empty and of what is full. Whatever is used at
    /// all is told from what is empty.
    fn draw<DB: Surface>(&self, pen: &Pen<'_, DB>, end: u64, tint: ColorRole, full: ColorRole) -> Drawn<DB> {
        let mut by_level: [Vec<Rect>; LEVELS + 1] = Default::default();
        for row in 0..self.memory.rows() {
            let start = row * self.memory.slots_per_row;
            for cell in 0..self.per_row {
                let from = start + cell * self.slots;
                let to = (from + self.slots).min(start + self.memory.slots_per_row).min(end);
                if from >= to {
                    break;
                }
                let share = self.used[(row * self.per_row + cell) as usize] as f64 / (to - from) as f64;
                let level = &mut by_level[(share * LEVELS as f64).ceil() as usize];
                for rect in self.memory.rects(from, to) {
                    append(level, rect);
                }
            }
        }
        for (level, rects) in by_level.into_iter().enumerate() {
            pen.fill_all(rects, pen.between(tint, full, level as f64 / LEVELS as f64))?;
        }
        Ok(())
    }
}

/// Adds a rectangle to others: to the last, if that is its neighbour.
fn append(rects: &mut Vec<Rect>, rect: Rect) {
    match rects.last_mut() {
        Some(last) if last.top == rect.top && last.right >= rect.left => last.right = rect.right.max(last.right),
        _ => rects.push(rect),
    }
}

// ---- words

/// What a map is of, and what becomes of it, in as many words as fit; `states` are the longest first.
fn draw_heading<DB: Surface>(
    pen: &Pen<'_, DB>,
    name: &str,
    report: &Report,
    memory: &Memory,
    states: &[String],
) -> Drawn<DB> {
    let mut slots = vec![format!("{} slots", format::count(memory.slots))];
    if let Some(bytes) = report.in_bytes(memory.slots as f64) {
        slots.insert(0, format!("{}, {bytes}", slots[0]));
    }
    let requests = report.memory_map().requests();
    if requests < report.params().sequences() {
        let first = format!("of the first {} requests", format::count(requests.into()));
        slots.insert(0, format!("{} {first}", slots[0]));
    }
    let shortest = slots[slots.len() - 1].clone();
    let in_state = |slots: &String| states.iter().map(|state| format!("{slots}, {state}")).collect::<Vec<_>>();
    let mut texts: Vec<String> = slots.iter().flat_map(in_state).chain([shortest.clone()]).collect();
    // What a cell stands for is said in any case.
    if let Some(cell) = memory.cell {
        let cell = format::count(cell);
        for text in &mut texts {
            *text += &format!("; each cell stands for {cell} slots");
        }
        texts.extend([format!("{shortest} in cells of {cell}"), format!("cells of {cell} slots")]);
    }
    pen.heading(name, &texts, memory.top - pen.px(HEADING_HEIGHT / 2.0))
}

/// What the key explains.
#[derive(Clone, Copy, PartialEq)]
enum Sample {
    LookedAt,
    Others,
    Fullness,
    Empty,
    Free,
}

/// What is drawn how, in the fewest words with which it fits.
fn draw_key<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, layout: &Layout) -> Drawn<DB> {
    let cells = [layout.contiguous.cell, layout.paged.cell];
    let mut lines = [vec![Sample::LookedAt], vec![Sample::Empty, Sample::Free]];
    if cells.contains(&None) && report.memory_map().requests() > 1 {
        lines[0].push(Sample::Others);
    }
    if cells.iter().any(Option::is_some) {
        lines[1].insert(0, Sample::Fullness);
    }
    let lines = if layout.key_lines == 1 { vec![lines.concat()] } else { lines.to_vec() };
    for (line, samples) in lines.iter().enumerate() {
        let y = pen.px(KEY_LINE) * line as i32 + pen.px(KEY_LINE / 2.0);
        let end = |left: i32, sample: Sample, name: &str| {
            left + sample.width(pen) + pen.px(SWATCH_GAP) + pen.text_width(name, sample.font())
        };
        let in_words = |words: usize| samples.iter().map(move |sample| sample.name(report, words));
        let fits = |words: &usize| {
            let widths = samples.iter().zip(in_words(*words)).map(|(sample, name)| end(0, *sample, &name));
            widths.sum::<i32>() + pen.px(KEY_GAP) * (samples.len() as i32 - 1) <= pen.size().0
        };
        let words = (0..Sample::MOST_WORDS).rev().find(fits).unwrap_or(0);
        let mut left = 0;
        for (sample, name) in samples.iter().zip(in_words(words)) {
            sample.draw(pen, (left, y))?;
            let at = (left + sample.width(pen) + pen.px(SWATCH_GAP), y);
            let role = if *sample == Sample::LookedAt { ColorRole::Ink } else { ColorRole::Muted };
            pen.text(&name, at, Align::Left, sample.font(), role)?;
            left = end(left, *sample, &name) + pen.px(KEY_GAP);
        }
    }
    Ok(())
}

impl Sample {
    /// Names come in so many lengths.
    const MOST_WORDS: usize = 3;

    fn name(self, report: &Report, words: usize) -> String {
        match (self, words) {
            (Sample::LookedAt, 0) => format!("request {}", format::count(u64::from(report.looked_at()) + 1)),
            (Sample::LookedAt, 1) => {
                let tokens = report.moment().tokens(report.looked_at());
                format!("{}: {}", self.name(report, 0), format::counted(tokens.into(), "token"))
            }
            (Sample::LookedAt, _) => {
                let blocks = report.moment().block_table(report.looked_at()).len();
                format!("{} in {}", self.name(report, 1), format::counted(blocks as u64, "block"))
            }
            (Sample::Others, 0) => "others".to_owned(),
            (Sample::Others, _) => "other requests".to_owned(),
            (Sample::Fullness, 0) => "fuller".to_owned(),
            (Sample::Fullness, _) => "empty to full".to_owned(),
            (Sample::Empty, 0) => "empty".to_owned(),
            (Sample::Empty, _) => "reserved, empty".to_owned(),
            (Sample::Free, _) => "free".to_owned(),
        }
    }

    fn font(self) -> Font {
        if self == Sample::LookedAt { STRONG } else { SMALL }
    }

    /// How wide what stands before the name is.
    fn width<DB: Surface>(self, pen: &Pen<'_, DB>) -> i32 {
        let squares = match self {
            Sample::LookedAt | Sample::Free => 1,
            Sample::Empty => 2,
            Sample::Others => ColorRole::REQUESTS.len() as i32 / 2,
            Sample::Fullness => 3,
        };
        squares * pen.px(SWATCH)
    }

    fn draw<DB: Surface>(self, pen: &Pen<'_, DB>, (left, y): (i32, i32)) -> Drawn<DB> {
        let top = y - pen.px(SWATCH) / 2;
        let all = Rect { left, right: left + self.width(pen), top, bottom: top + pen.px(SWATCH) };
        let part = |i: usize, of: usize| Rect {
            left: pixel(i as f64 / of as f64, (all.left, all.right)),
            right: pixel((i + 1) as f64 / of as f64, (all.left, all.right)),
            ..all
        };
        match self {
            Sample::LookedAt => pen.fill(all, ColorRole::Ink),
            Sample::Others => {
                let roles = ColorRole::REQUESTS;
                roles.iter().enumerate().try_for_each(|(i, role)| pen.fill(part(i, roles.len()), *role))
            }
            Sample::Fullness => (0..=LEVELS).try_for_each(|level| {
                let color = pen.between(ColorRole::PagedTint, ColorRole::Paged, level as f64 / LEVELS as f64);
                pen.fill_all([part(level, LEVELS + 1)], color)
            }),
            Sample::Empty => {
                pen.hatch(part(0, 2), ColorRole::ContiguousTint, ColorRole::Contiguous)?;
                pen.hatch(part(1, 2), ColorRole::PagedTint, ColorRole::Paged)
            }
            Sample::Free => outline(pen, all, ColorRole::HairStrong),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{Parameter, Params};
    use crate::pipeline::Pipeline;
    use proptest::prelude::*;

    fn report(values: &[(Parameter, u32)]) -> Report {
        let mut params = Params::default();
        for &(parameter, value) in values {
            assert_eq!(params.read(parameter, &value.to_string()), None);
        }
        Pipeline::new(params).report().clone()
    }

    /// 50 reservations of 2,048 slots make 50 rows, 936 blocks of 16 seven and a bit more of the same length.
    #[test]
    fn every_reservation_is_a_row_at_the_defaults() {
        let layout = Layout::new((900, 440), 1.0, report(&[]).memory_map());
        assert_eq!((layout.contiguous.rows(), layout.contiguous.slots_per_row), (50, 2048));
        assert_eq!((layout.paged.rows(), layout.paged.slots_per_row), (8, 2048));
        assert_eq!((layout.contiguous.cell, layout.paged.cell), (None, None));
        assert_eq!(
            layout.contiguous.rects(2048, 4096).map(|rect| (rect.left, rect.right)).collect::<Vec<_>>(),
            [(0, 900)]
        );
    }

    #[test]
    fn what_cannot_be_told_apart_stands_in_cells() {
        let layout = Layout::new((900, 440), 1.0, report(&[(Parameter::Sequences, 1_000)]).memory_map());
        assert_eq!(layout.contiguous.cell, None);
        assert!(layout.paged.cell.is_some_and(|cell| cell.is_multiple_of(16)));
        let layout = Layout::new((900, 440), 1.0, report(&[(Parameter::Sequences, 10_000)]).memory_map());
        assert!(layout.contiguous.cell.is_some_and(|cell| cell.is_multiple_of(2048)));
    }

    #[test]
    fn beside_the_maps_there_is_nobody() {
        let report = report(&[(Parameter::Grow, 0)]);
        for at in [(-1.0, 100.0), (900.0, 100.0), (10.0, 5.0), (10.0, 1e9), (f64::NAN, f64::NAN)] {
            assert_eq!(request_at(at, (900, 440), 1.0, &report), None, "{at:?}");
        }
        // Nor in memory that is free.
        let layout = Layout::new((900, 440), 1.0, report.memory_map());
        let last = f64::from(layout.paged.bottom() - 3);
        assert_eq!(request_at((10.0, last), (900, 440), 1.0, &report), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Whatever is wide enough to be hit is found where it is drawn.
        #[test]
        fn a_pointer_finds_the_request_that_is_drawn_there(
            sequences in 1u32..300,
            max in 64u32..4000,
            block in 1u32..600,
            request in 1u32..300,
            grow in 0u32..=100,
            width in 250i32..1600,
            scale in prop_oneof![Just(1.0), Just(1.25), Just(2.0), Just(3.0)],
        ) {
            let values = [
                (Parameter::Sequences, sequences),
                (Parameter::MaxLength, max),
                (Parameter::BlockSize, block),
                (Parameter::Request, request),
                (Parameter::Grow, grow),
            ];
            let report = report(&values);
            let (request, moment) = (report.looked_at(), report.moment());
            let size = ((f64::from(width) * scale) as i32, (440.0 * scale) as i32);
            let layout = Layout::new(size, scale, report.memory_map());
            prop_assert!(layout.paged.bottom() <= size.1, "{} of {}", layout.paged.bottom(), size.1);
            let reservation = u64::from(request) * u64::from(max);
            let reserved = layout.contiguous.rects(reservation, reservation + u64::from(max));
            let blocks = moment.block_table(request).flat_map(|block| {
                let start = block.physical as u64 * u64::from(report.params().block_size());
                layout.paged.rects(start, start + u64::from(block.filled))
            });
            for rect in reserved.chain(blocks).filter(|rect| rect.right - rect.left >= 3) {
                let middle = (f64::from(rect.left + rect.right) / 2.0, f64::from(rect.top + rect.bottom) / 2.0);
                prop_assert_eq!(request_at(middle, size, scale, &report), Some(request), "{:?}", rect);
            }
        }

        /// Every slot is in one cell, and counted once.
        #[test]
        fn cells_lose_no_slot(slots in 1u64..3000, per_row in 1u64..400, cell in 1u64..90, from in 0u64..3000, length in 0u64..3000) {
            let memory =
                Memory { slots, slots_per_row: per_row, width: 300, top: 0, pitch: 6, height: 5, cell: Some(cell) };
            let (from, to) = (from.min(slots), (from + length).min(slots));
            let mut cells = Cells::new(&memory, cell);
            cells.fill(0, slots);
            cells.empty(from, to);
            prop_assert_eq!(cells.used.iter().sum::<u64>(), slots - (to - from));
            prop_assert!(cells.used.iter().all(|&used| used <= cell));
        }
    }
}
