//! A memory of so many GiB, and what of a model's keys and values it has room for.

use crate::params::Params;

/// Bytes in a GiB.
const GIB: f64 = (1u64 << 30) as f64;

/// What a chosen memory comes to, for the chosen model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    bytes: u64,
    bytes_per_token: u64,
    block_size: u64,
}

impl Memory {
    /// The memory of `params`, if they have a model to fill it.
    pub fn of(params: &Params) -> Option<Memory> {
        let bytes_per_token = params.model()?.bytes_per_token(params.kv_bits());
        let bytes = (params.memory() * GIB) as u64;
        Some(Memory { bytes, bytes_per_token, block_size: params.block_size().into() })
    }

    /// Bytes that one token's keys and values take.
    pub fn bytes_per_token(&self) -> u64 {
        self.bytes_per_token
    }

    /// Slots that there are, in blocks or not: ⌊memory / bytes per token⌋.
    pub fn slots(&self) -> u64 {
        self.bytes / self.bytes_per_token
    }

    /// Blocks that there are: ⌊memory / (block size × bytes per token)⌋.
    pub fn blocks(&self) -> u64 {
        self.bytes / (self.block_size * self.bytes_per_token)
    }

    /// Slots of these blocks.
    pub fn block_slots(&self) -> u64 {
        self.blocks() * self.block_size
    }
}
