//! What fits: the same memory twice, filled by the requests that each allocator admits to it, one cell each; so many
//! cells that they could not be told apart are drawn as fewer.

use super::pen::{Pen, Rect};
use super::scale::pixel;
use super::{ColorRole, Drawn, Surface};
use crate::comparison::{Metric, Report};
use crate::format;
use crate::pins::LETTERS;

/// From the top of a row's line of names to the top of its cells, in CSS pixels.
const NAME_HEIGHT: f64 = 24.0;
const CELL_HEIGHT: f64 = 40.0;
/// From the cells of one row to the names of the next, in CSS pixels.
const GAP: f64 = 20.0;
/// A cell is never narrower, in CSS pixels.
const NARROWEST_CELL: f64 = 3.0;

/// A request, or several that stand together, in slots.
#[derive(Clone, Copy)]
struct Cell {
    used: f64,
    reserved: f64,
    requests: u64,
}

pub(super) fn draw<DB: Surface>(pen: &Pen<'_, DB>, report: &Report, pins: &[Report]) -> Drawn<DB> {
    let memory = report.value(Metric::MemorySlots);
    let most_cells = (f64::from(pen.size().0) / f64::from(pen.px(NARROWEST_CELL))).max(1.0) as u64;
    let second = pen.px(NAME_HEIGHT + CELL_HEIGHT + GAP);
    let contiguous = Row {
        name: "Contiguous",
        requests: report.text(Metric::ContiguousAdmitted),
        pinned: pinned(pins, Metric::ContiguousAdmitted),
        count: report.capacity().contiguous(),
        used: ColorRole::Contiguous,
        unused: ColorRole::ContiguousTint,
    };
    contiguous.draw(pen, &contiguous_cells(report, most_cells), memory, 0)?;
    let paged = Row {
        name: "Paged",
        requests: report.text(Metric::PagedAdmitted),
        pinned: pinned(pins, Metric::PagedAdmitted),
        count: report.capacity().paged(),
        used: ColorRole::Paged,
        unused: ColorRole::PagedTint,
    };
    paged.draw(pen, &paged_cells(report, most_cells), memory, second)
}

/// How many requests each of `pins` admits.
fn pinned(pins: &[Report], admitted: Metric) -> String {
    pins.iter().zip(LETTERS).map(|(pin, letter)| format!(" · {letter}: {}", pin.text(admitted))).collect()
}

/// One allocator's memory.
struct Row {
    name: &'static str,
    requests: String,
    /// What pins admit.
    pinned: String,
    count: u64,
    used: ColorRole,
    unused: ColorRole,
}

impl Row {
    fn draw<DB: Surface>(&self, pen: &Pen<'_, DB>, cells: &[Cell], memory: f64, top: i32) -> Drawn<DB> {
        let (width, _) = pen.size();
        let together = cells.iter().map(|cell| cell.requests).max().unwrap_or(0);
        let requests = if self.count == 0 {
            "none".to_owned()
        } else if self.count == 1 {
            "1 request".to_owned()
        } else {
            format!("{} requests", self.requests)
        };
        let each = format!("{requests}, about {} to a cell", format::count(together));
        let labels = if together > 1 { vec![each, requests] } else { vec![requests] };
        let with_pins = labels.iter().map(|label| format!("{label}{}", self.pinned));
        let labels: Vec<String> = with_pins.chain(labels.iter().cloned()).collect();
        pen.heading(self.name, &labels, top + pen.px(NAME_HEIGHT / 2.0 - 2.0))?;

        let row_top = top + pen.px(NAME_HEIGHT);
        let row = Rect { left: 0, right: width, top: row_top, bottom: row_top + pen.px(CELL_HEIGHT) };
        let mut start = 0.0;
        for cell in cells {
            let (left, right) =
                (pixel(start / memory, (0, width)), pixel((start + cell.reserved) / memory, (0, width)));
            // A hairline between a cell and the next.
            let right = (right - pen.hairline()).max(left + 1).min(width);
            // As in the bars of utilization: filled from below, and with something wherever something is used.
            let used = pixel(cell.used / cell.reserved, (row.bottom, row.top)).min(row.bottom - pen.hairline());
            pen.fill(Rect { left, right, bottom: used, ..row }, self.unused)?;
            pen.fill(Rect { left, right, top: used, ..row }, self.used)?;
            start += cell.reserved;
        }
        pen.horizontal(0, width, row.bottom, ColorRole::HairStrong)
    }
}

/// Every request with a reservation of the maximum.
fn contiguous_cells(report: &Report, most: u64) -> Vec<Cell> {
    let reserved = f64::from(report.params().max_length());
    let admitted = report.capacity().contiguous();
    match report.capacity().first_arrivals(admitted) {
        Some(lengths) => {
            let used = lengths.iter().map(|&length| f64::from(length));
            grouped(used.map(|used| Cell { used, reserved, requests: 1 }), admitted, most)
        }
        None => alike(report.capacity().typical().map_or(0.0, |(tokens, _)| tokens), reserved, admitted, most),
    }
}

/// Every request in whole blocks.
fn paged_cells(report: &Report, most: u64) -> Vec<Cell> {
    let block_size = report.params().block_size();
    match report.capacity().admitted() {
        Some(lengths) => {
            let cell = |&length: &u32| {
                let reserved = u64::from(length.div_ceil(block_size)) * u64::from(block_size);
                Cell { used: length.into(), reserved: reserved as f64, requests: 1 }
            };
            grouped(lengths.iter().map(cell), lengths.len() as u64, most)
        }
        None => {
            let (tokens, blocks) = report.capacity().typical().unwrap_or_default();
            alike(tokens, blocks * f64::from(block_size), report.capacity().paged(), most)
        }
    }
}

/// `count` cells as at most `most`: neighbours stand together.
fn grouped(cells: impl Iterator<Item = Cell>, count: u64, most: u64) -> Vec<Cell> {
    let each = count.div_ceil(most).max(1);
    let mut groups: Vec<Cell> = Vec::new();
    for cell in cells {
        match groups.last_mut().filter(|group| group.requests < each) {
            Some(group) => {
                group.used += cell.used;
                group.reserved += cell.reserved;
                group.requests += 1;
            }
            None => groups.push(cell),
        }
    }
    groups
}

/// `count` cells like one on average, as at most `most`.
fn alike(used: f64, reserved: f64, count: u64, most: u64) -> Vec<Cell> {
    let each = count.div_ceil(most).max(1);
    let cell = |requests: u64| Cell { used: used * requests as f64, reserved: reserved * requests as f64, requests };
    let rest = count % each;
    let whole = std::iter::repeat_n(cell(each), (count / each) as usize);
    whole.chain((rest > 0).then(|| cell(rest))).collect()
}
