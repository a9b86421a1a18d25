//! What is said of the memory map.

use super::Table;
use crate::comparison::Report;
use crate::format;
use crate::memory_map::{Block, MemoryMap};

pub(super) const HEADING: &str = "What stands where";

pub(super) const SUBTITLE: &str = "The physical memory of both, address by address, at one scale";

/// The share of the prompt: Kwon et al., SOSP 2023, Fig. 11; the block at a time: §4.3.
const ALL: &str = "Every request arrives with the first third of its tokens, about the share of prompts in ShareGPT, and \
                   all grow side by side, one token at a time. Contiguous allocation has set {max-length} slots aside \
                   for each. Paging takes a block of {block-size} when the last is full, so a request’s blocks lie \
                   among those of others, and its block table says where.";
const FIRST: &str = "Every request arrives with the first third of its tokens, about the share of prompts in ShareGPT, \
                     and all grow side by side, one token at a time. Contiguous allocation has set {max-length} slots \
                     aside for each. Paging takes a block of {block-size} when the last is full. Only the first \
                     requests are shown: at most 10,000, with at most 524,288 blocks.";

const ONE: &str = "The request arrives with the first third of its tokens, about the share of prompts in ShareGPT, and grows \
                   one token at a time. Contiguous allocation has set {max-length} slots aside for it. Paging takes a block \
                   of {block-size} when the last is full. With nobody else there, the blocks lie side by side.";

pub(super) const CAPTIONS: [&str; 3] = [ALL, FIRST, ONE];

/// So many rows of a block table are listed.
const MOST_ROWS: usize = 1_000;
/// Entries of the block table in short.
pub const SHORT_ENTRIES: usize = 12;

pub(super) fn caption(report: &Report) -> &'static str {
    // Told without the map, which nobody may be looking at.
    if report.params().sequences() == 1 {
        return ONE;
    }
    if MemoryMap::holds_all(report.params().sequences(), report.paged_blocks()) { ALL } else { FIRST }
}

pub(super) fn label(report: &Report) -> String {
    let (map, moment, request) = (report.memory_map(), report.moment(), report.looked_at());
    let used = moment.used_slots() as f64;
    let taken = moment.taken_blocks() as f64 * f64::from(map.block_size());
    let of = if map.requests() < report.params().sequences() {
        format!(" for the first {} requests", format::count(map.requests().into()))
    } else {
        String::new()
    };
    let blocks = moment.block_table(request).len();
    let runs = 1 + moment.block_table(request).zip(moment.block_table(request).skip(1)).filter(apart).count();
    format!(
        "Two maps of memory at one scale{of}. Contiguous allocation has set {} slots aside, of which {} hold a token; \
         paging has taken {}, of which {} do. Request {} has {} in {}, {}.",
        format::count(map.contiguous_slots()),
        format::percent(used / map.contiguous_slots() as f64),
        format::count(taken as u64),
        format::percent(used / taken),
        format::count(u64::from(request) + 1),
        format::counted(moment.tokens(request).into(), "token"),
        format::counted(blocks as u64, "block"),
        if runs == 1 { "all side by side".to_owned() } else { format!("in {} places", format::count(runs as u64)) },
    )
}

/// Whether a block and the next of the same request do not stand side by side.
fn apart((block, next): &(Block, Block)) -> bool {
    block.physical + 1 != next.physical
}

/// The block table of the request that is looked at.
pub(super) fn table(report: &Report) -> Table {
    let (map, moment, request) = (report.memory_map(), report.moment(), report.looked_at());
    let size = format::count(map.block_size().into());
    let reservation = u64::from(request) * u64::from(map.max_length());
    let row = |block: Block| {
        vec![
            format::count(block.logical.into()),
            format::count(block.physical as u64),
            format::count(block.filled.into()),
            size.clone(),
            format::count(reservation + u64::from(block.logical) * u64::from(map.block_size())),
        ]
    };
    let blocks = moment.block_table(request);
    let more = blocks.len().saturating_sub(MOST_ROWS);
    let mut rows: Vec<Vec<String>> = blocks.take(MOST_ROWS).map(row).collect();
    if more > 0 {
        let mut rest = vec![String::new(); 5];
        rest[0] = format!("and {} more", format::count(more as u64));
        rows.push(rest);
    }
    let number = format::count(u64::from(request) + 1);
    Table {
        headings: vec![
            format!("Logical block of request {number}"),
            "Physical block".to_owned(),
            "Filled".to_owned(),
            "Size".to_owned(),
            "Contiguous: first slot".to_owned(),
        ],
        rows,
    }
}

/// The beginning of that table, in as many texts as a few lines have room for: logical block → physical block, filled / size. Those
/// for which there is nothing to say are empty.
pub fn block_table(report: &Report) -> [String; SHORT_ENTRIES] {
    let mut texts = [const { String::new() }; SHORT_ENTRIES];
    if !cfg!(feature = "whole") {
        return texts;
    }
    let size = format::count(report.params().block_size().into());
    let mut blocks = report.moment().block_table(report.looked_at());
    for (i, text) in texts.iter_mut().enumerate() {
        if i + 1 == SHORT_ENTRIES && blocks.len() > 1 {
            *text = format!("and {} more", format::count(blocks.len() as u64));
        } else if let Some(block) = blocks.next() {
            let [logical, physical] = [u64::from(block.logical), block.physical as u64].map(format::count);
            *text = format!("{logical} → {physical} · {}/{size}", format::count(block.filled.into()));
        }
    }
    texts
}
