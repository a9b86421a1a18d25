//! Contiguous against paged allocation on one workload: every number of the explainer, by arithmetic.
//!
//! A *slot* holds one token's keys and values. What an allocator has taken is *reserved*; what holds a token is used.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::capacity::Capacity;
use crate::format;
use crate::memory::Memory;
use crate::memory_map::{MemoryMap, Moment};
use crate::model::Model;
use crate::params::Params;
use crate::sweep::Sweep;
use crate::workload::{Histogram, Own, Tally};

/// The numbers of one workload under one choice of parameters.
#[derive(Clone, Debug)]
pub struct Report {
    params: Params,
    stages: Stages,
    shortest: u32,
    longest: u32,
    tokens: u64,
    paged_blocks: u64,
}

/// What the stages before the comparison came to.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Length of each request in tokens, in order of arrival.
    pub lengths: Rc<[u32]>,
    /// The lengths that the reader has given, used or not.
    pub own: Own,
    /// Requests by length.
    pub histogram: Histogram,
    /// The same requests under every block size.
    pub sweep: Sweep,
    /// How many requests fit into the memory.
    pub capacity: Capacity,
    /// The map of these lengths and this block size, or nothing, until somebody looks at it.
    pub memory_map: Rc<OnceCell<MemoryMap>>,
}

impl Report {
    /// Compares the two allocators on the requests of `tally`, with what `stages` before came to.
    pub fn new(params: Params, tally: &Tally, stages: Stages) -> Report {
        Report {
            params,
            stages,
            shortest: tally.shortest(),
            longest: tally.longest(),
            tokens: tally.tokens(),
            paged_blocks: tally.blocks(params.block_size()),
        }
    }

    /// What was chosen.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Length of each request in tokens, in order of arrival.
    pub fn lengths(&self) -> &[u32] {
        &self.stages.lengths
    }

    /// The lengths that the reader has given, used or not.
    pub fn own_lengths(&self) -> &Own {
        &self.stages.own
    }

    /// Requests by length.
    pub fn histogram(&self) -> &Histogram {
        &self.stages.histogram
    }

    /// The same requests under every block size.
    pub fn sweep(&self) -> &Sweep {
        &self.stages.sweep
    }

    /// How many requests fit into the memory of the chosen model, or else into what contiguous allocation reserves for
    /// these.
    pub fn capacity(&self) -> &Capacity {
        &self.stages.capacity
    }

    /// Where the tokens of the first requests stand. Computed when it is first asked for.
    pub fn memory_map(&self) -> &MemoryMap {
        self.stages.memory_map.get_or_init(|| MemoryMap::of(&self.stages.lengths, &self.params))
    }

    /// The map when the requests have grown as far as was chosen.
    pub fn moment(&self) -> Moment<'_> {
        self.memory_map().at(self.params.growth())
    }

    /// The request of the map that is looked at, counted from zero: the last that is mapped where the chosen one is not.
    pub fn looked_at(&self) -> u32 {
        self.params.request().min(self.memory_map().requests() - 1)
    }

    /// Looks at what `params` say, which differ from the present ones in nothing that a number follows from.
    pub(crate) fn look(&mut self, params: Params) {
        self.params = params;
    }

    /// Length of the shortest request, in tokens.
    pub fn shortest(&self) -> u32 {
        self.shortest
    }

    /// Length of the longest request, in tokens.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// Tokens of all requests.
    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// Mean length in tokens: tokens / sequences.
    pub fn mean_length(&self) -> f64 {
        self.tokens as f64 / f64::from(self.params.sequences())
    }

    /// Slots that contiguous allocation reserves: sequences × maximum length.
    pub fn contiguous_slots(&self) -> u64 {
        u64::from(self.params.sequences()) * u64::from(self.params.max_length())
    }

    /// Blocks that paging takes: Σ ⌈length / block size⌉.
    pub fn paged_blocks(&self) -> u64 {
        self.paged_blocks
    }

    /// Slots that paging reserves: blocks × block size.
    pub fn paged_slots(&self) -> u64 {
        self.paged_blocks * u64::from(self.params.block_size())
    }

    /// tokens / contiguous slots.
    pub fn contiguous_utilization(&self) -> f64 {
        self.tokens as f64 / self.contiguous_slots() as f64
    }

    /// tokens / paged slots.
    pub fn paged_utilization(&self) -> f64 {
        self.tokens as f64 / self.paged_slots() as f64
    }

    /// Memory that the block tables take, in bytes: an entry of four, a physical block's number, for each block (in
    /// vLLM, block tables are tensors of 32-bit integers).
    pub fn block_table_bytes(&self) -> u64 {
        self.paged_blocks * 4
    }

    /// The memory for keys and values, where a model was chosen.
    pub fn memory(&self) -> Option<Memory> {
        Memory::of(&self.params)
    }

    /// What so many slots take, with its unit: `78.1 GiB`; nothing without a model.
    pub fn in_bytes(&self, slots: f64) -> Option<String> {
        self.memory().map(|memory| format::bytes(slots * memory.bytes_per_token() as f64))
    }

    /// 1 − paged slots / contiguous slots; negative where paging takes more.
    pub fn memory_reduction(&self) -> f64 {
        1.0 - self.paged_slots() as f64 / self.contiguous_slots() as f64
    }

    /// contiguous slots / paged slots: how many times the requests would fit, were all like these on average.
    pub fn capacity_multiplier(&self) -> f64 {
        self.contiguous_slots() as f64 / self.paged_slots() as f64
    }

    /// The number that `metric` names, in full precision. Ratios are fractions. NaN where it takes a model, and none was
    /// chosen.
    pub fn value(&self, metric: Metric) -> f64 {
        let bytes_per_token = self.memory().map_or(f64::NAN, |memory| memory.bytes_per_token() as f64);
        match metric {
            Metric::Sequences => self.params.sequences().into(),
            Metric::MaxLength => self.params.max_length().into(),
            Metric::BlockSize => self.params.block_size().into(),
            Metric::Seed => self.params.seed().into(),
            Metric::OwnLengths => self.stages.own.lengths().len() as f64,
            Metric::OwnLengthsCut => {
                let is_cut = |length: &&u32| **length > self.params.max_length();
                self.stages.own.lengths().iter().filter(is_cut).count() as f64
            }
            Metric::LengthMin => self.shortest.into(),
            Metric::LengthMax => self.longest.into(),
            Metric::LengthMean => self.mean_length(),
            Metric::Tokens => self.tokens as f64,
            Metric::ContiguousSlots => self.contiguous_slots() as f64,
            Metric::ContiguousInternal => (self.contiguous_slots() - self.tokens) as f64,
            Metric::ContiguousUtilization => self.contiguous_utilization(),
            Metric::PagedBlocks => self.paged_blocks as f64,
            Metric::PagedSlots => self.paged_slots() as f64,
            Metric::PagedInternal => (self.paged_slots() - self.tokens) as f64,
            Metric::PagedUtilization => self.paged_utilization(),
            Metric::BlockTableBytes => self.block_table_bytes() as f64,
            Metric::MemoryReduction => self.memory_reduction(),
            Metric::CapacityMultiplier => self.capacity_multiplier(),
            Metric::MemorySlots => self.stages.capacity.slots() as f64,
            Metric::ContiguousAdmitted => self.stages.capacity.contiguous() as f64,
            Metric::PagedAdmitted => self.stages.capacity.paged() as f64,
            Metric::Layers | Metric::KvHeads | Metric::HeadDim => self.shape(metric),
            Metric::KvDtype => self.params.model().map_or(f64::NAN, |_| self.params.kv_bits().into()),
            Metric::Memory => self.params.model().map_or(f64::NAN, |_| self.params.memory()),
            Metric::BytesPerToken => bytes_per_token,
            Metric::BlockBytes => bytes_per_token * f64::from(self.params.block_size()),
            Metric::KvBlocks => self.memory().map_or(f64::NAN, |memory| memory.blocks() as f64),
            Metric::KvSlots => self.memory().map_or(f64::NAN, |memory| memory.block_slots() as f64),
            Metric::RequestsAtMaximum => self.value(Metric::KvSlots) / f64::from(self.params.max_length()),
            Metric::LengthMeanBytes => bytes_per_token * self.mean_length(),
            Metric::MaxLengthBytes => bytes_per_token * f64::from(self.params.max_length()),
            Metric::TokensBytes => bytes_per_token * self.tokens as f64,
            Metric::ContiguousBytes => bytes_per_token * self.contiguous_slots() as f64,
            Metric::ContiguousInternalBytes => bytes_per_token * self.value(Metric::ContiguousInternal),
            Metric::PagedBytes => bytes_per_token * self.paged_slots() as f64,
            Metric::PagedInternalBytes => bytes_per_token * self.value(Metric::PagedInternal),
            Metric::BlockTableShare => self.block_table_bytes() as f64 / self.value(Metric::PagedBytes),
        }
    }

    /// What the model is like. All heads share one latent vector where there is one, and what is kept of positions.
    fn shape(&self, metric: Metric) -> f64 {
        let (layers, kv_heads, head_dim) = match self.params.model() {
            None => return f64::NAN,
            Some(Model::Heads { layers, kv_heads, head_dim }) => (layers, kv_heads, head_dim),
            Some(Model::Latent { layers, latent, position }) => (layers, 1, latent + position),
        };
        f64::from(match metric {
            Metric::Layers => layers,
            Metric::KvHeads => kv_heads,
            _ => head_dim,
        })
    }

    /// The number that `metric` names, as a reader sees it, without its unit, but for memory.
    pub fn text(&self, metric: Metric) -> String {
        let value = self.value(metric);
        match metric {
            _ if value.is_nan() => "–".to_owned(),
            // A seed is a name, not a quantity: nobody groups its digits.
            Metric::Seed => self.params.seed().to_string(),
            Metric::LengthMean => format::mean(value),
            Metric::ContiguousUtilization
            | Metric::PagedUtilization
            | Metric::MemoryReduction
            | Metric::BlockTableShare => format::percent(value),
            Metric::CapacityMultiplier => format::times(value),
            Metric::Memory => format::exact(value),
            // To the byte, for people calculate with it.
            Metric::BytesPerToken => format!("{} bytes", format::count(value as u64)),
            Metric::RequestsAtMaximum => format::hundredths(value),
            Metric::BlockTableBytes
            | Metric::BlockBytes
            | Metric::LengthMeanBytes
            | Metric::MaxLengthBytes
            | Metric::TokensBytes
            | Metric::ContiguousBytes
            | Metric::ContiguousInternalBytes
            | Metric::PagedBytes
            | Metric::PagedInternalBytes => format::bytes(value),
            // Whole numbers below 2⁵³: a million requests of a million tokens are far from it.
            _ => format::count(value as u64),
        }
    }
}

/// A number of the [`Report`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Number of requests.
    Sequences,
    /// Longest request allowed, in tokens.
    MaxLength,
    /// Slots in a block.
    BlockSize,
    /// Seed of the workload.
    Seed,
    /// How many lengths the reader has given.
    OwnLengths,
    /// How many of these are longer than the maximum, and cut off there.
    OwnLengthsCut,
    /// Length of the shortest request, in tokens.
    LengthMin,
    /// Length of the longest request, in tokens.
    LengthMax,
    /// Mean length, in tokens.
    LengthMean,
    /// Tokens of all requests.
    Tokens,
    /// Slots that contiguous allocation reserves.
    ContiguousSlots,
    /// Slots that contiguous allocation reserves and never uses.
    ContiguousInternal,
    /// Share of the contiguous slots that hold a token.
    ContiguousUtilization,
    /// Blocks that paging takes.
    PagedBlocks,
    /// Slots in those blocks.
    PagedSlots,
    /// Slots of last blocks that hold no token.
    PagedInternal,
    /// Share of the paged slots that hold a token.
    PagedUtilization,
    /// Memory that the block tables take, in bytes.
    BlockTableBytes,
    /// Share of the contiguous memory that paging does without.
    MemoryReduction,
    /// How many times the requests that fit where contiguous allocation holds these.
    CapacityMultiplier,
    /// Slots that there are for the requests that arrive: of the chosen model, or else what contiguous allocation reserves
    /// for the workload.
    MemorySlots,
    /// How many requests contiguous allocation admits to these.
    ContiguousAdmitted,
    /// How many requests paging admits to these; an estimate above
    /// [`MOST_COUNTED`](crate::capacity::MOST_COUNTED).
    PagedAdmitted,
    /// Layers of the chosen model.
    Layers,
    /// Its heads with keys and values of their own, in a layer.
    KvHeads,
    /// Numbers in the key of one head.
    HeadDim,
    /// Bits in such a number.
    KvDtype,
    /// Memory for keys and values, in GiB.
    Memory,
    /// Bytes that one token takes.
    BytesPerToken,
    /// Bytes that one block takes.
    BlockBytes,
    /// Blocks in the memory.
    KvBlocks,
    /// Slots of these.
    KvSlots,
    /// How many requests of the maximum length fit in them.
    RequestsAtMaximum,
    /// Bytes that a request of mean length takes.
    LengthMeanBytes,
    /// Bytes that contiguous allocation reserves for each request.
    MaxLengthBytes,
    /// Bytes that all tokens take.
    TokensBytes,
    /// Bytes that contiguous allocation reserves.
    ContiguousBytes,
    /// Bytes that it never uses.
    ContiguousInternalBytes,
    /// Bytes that paging reserves.
    PagedBytes,
    /// Bytes of last blocks that hold no token.
    PagedInternalBytes,
    /// Block tables against what they manage.
    BlockTableShare,
}

impl Metric {
    /// Every metric, in the order in which a reader meets them.
    pub const ALL: [Metric; 41] = [
        Metric::Sequences,
        Metric::MaxLength,
        Metric::BlockSize,
        Metric::Seed,
        Metric::OwnLengths,
        Metric::OwnLengthsCut,
        Metric::LengthMin,
        Metric::LengthMax,
        Metric::LengthMean,
        Metric::Tokens,
        Metric::ContiguousSlots,
        Metric::ContiguousInternal,
        Metric::ContiguousUtilization,
        Metric::PagedBlocks,
        Metric::PagedSlots,
        Metric::PagedInternal,
        Metric::PagedUtilization,
        Metric::BlockTableBytes,
        Metric::MemoryReduction,
        Metric::CapacityMultiplier,
        Metric::MemorySlots,
        Metric::ContiguousAdmitted,
        Metric::PagedAdmitted,
        Metric::Layers,
        Metric::KvHeads,
        Metric::HeadDim,
        Metric::KvDtype,
        Metric::Memory,
        Metric::BytesPerToken,
        Metric::BlockBytes,
        Metric::KvBlocks,
        Metric::KvSlots,
        Metric::RequestsAtMaximum,
        Metric::LengthMeanBytes,
        Metric::MaxLengthBytes,
        Metric::TokensBytes,
        Metric::ContiguousBytes,
        Metric::ContiguousInternalBytes,
        Metric::PagedBytes,
        Metric::PagedInternalBytes,
        Metric::BlockTableShare,
    ];

    /// Name in a page (`data-metric`).
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Sequences => "sequences",
            Metric::MaxLength => "max-length",
            Metric::BlockSize => "block-size",
            Metric::Seed => "seed",
            Metric::OwnLengths => "own-lengths",
            Metric::OwnLengthsCut => "own-lengths-cut",
            Metric::LengthMin => "length-min",
            Metric::LengthMax => "length-max",
            Metric::LengthMean => "length-mean",
            Metric::Tokens => "tokens",
            Metric::ContiguousSlots => "contiguous-slots",
            Metric::ContiguousInternal => "contiguous-internal",
            Metric::ContiguousUtilization => "contiguous-utilization",
            Metric::PagedBlocks => "paged-blocks",
            Metric::PagedSlots => "paged-slots",
            Metric::PagedInternal => "paged-internal",
            Metric::PagedUtilization => "paged-utilization",
            Metric::BlockTableBytes => "block-table-bytes",
            Metric::MemoryReduction => "memory-reduction",
            Metric::CapacityMultiplier => "capacity-multiplier",
            Metric::MemorySlots => "memory-slots",
            Metric::ContiguousAdmitted => "contiguous-admitted",
            Metric::PagedAdmitted => "paged-admitted",
            Metric::Layers => "layers",
            Metric::KvHeads => "kv-heads",
            Metric::HeadDim => "head-dim",
            Metric::KvDtype => "kv-dtype",
            Metric::Memory => "memory",
            Metric::BytesPerToken => "bytes-per-token",
            Metric::BlockBytes => "block-bytes",
            Metric::KvBlocks => "kv-blocks",
            Metric::KvSlots => "kv-slots",
            Metric::RequestsAtMaximum => "requests-at-maximum",
            Metric::LengthMeanBytes => "length-mean-bytes",
            Metric::MaxLengthBytes => "max-length-bytes",
            Metric::TokensBytes => "tokens-bytes",
            Metric::ContiguousBytes => "contiguous-bytes",
            Metric::ContiguousInternalBytes => "contiguous-internal-bytes",
            Metric::PagedBytes => "paged-bytes",
            Metric::PagedInternalBytes => "paged-internal-bytes",
            Metric::BlockTableShare => "block-table-share",
        }
    }

    /// The metric of that name, if there is one.
    pub fn named(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.name() == name)
    }
}
