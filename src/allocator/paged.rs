//! Paging: memory is cut into blocks of a few tokens. A request takes a block only when its last one is full, from
//! anywhere, and its block table says which it has (Kwon et al., SOSP 2023, §4).

use super::requests::Requests;
use super::{AllocationError, Allocator, RequestId, Slot};

/// Number of a block of physical memory.
pub type BlockId = usize;

/// Gives every request the blocks that its tokens need, one at a time.
#[derive(Clone)]
pub struct PagedAllocator {
    total_slots: usize,
    block_size: usize,
    /// Blocks that nobody has. The last is given out next, so that memory just used is used again.
    free: Vec<BlockId>,
    requests: Requests<BlockTable>,
    /// Tables of requests that have ended, emptied: memory for others, which so need not ask for it as they grow.
    spare: Vec<Vec<BlockId>>,
    used_slots: usize,
    taken_blocks: usize,
}

/// The physical blocks of one request, in logical order: token `t` stands in the `t / block_size`-th of them.
#[derive(Clone)]
struct BlockTable {
    blocks: Vec<BlockId>,
    tokens: usize,
}

impl PagedAllocator {
    /// An empty memory of `total_slots`, in blocks of `block_size` slots (taken as 1 if it is 0).
    pub fn new(total_slots: usize, block_size: usize) -> Self {
        let block_size = block_size.max(1);
        let free = (0..total_slots / block_size).rev().collect();
        PagedAllocator {
            total_slots,
            block_size,
            free,
            requests: Requests::new(),
            spare: Vec::new(),
            used_slots: 0,
            taken_blocks: 0,
        }
    }

    /// The block table of `request`: physical blocks in logical order.
    pub fn block_table(&self, request: RequestId) -> Option<&[BlockId]> {
        self.requests.get(request).map(|table| table.blocks.as_slice())
    }
}

impl Allocator for PagedAllocator {
    fn admit(&mut self, prompt: usize) -> Result<RequestId, AllocationError> {
        let needed = prompt.div_ceil(self.block_size);
        let left = self.free.len().checked_sub(needed).ok_or(AllocationError::OutOfMemory)?;
        let mut blocks = self.spare.pop().unwrap_or_default();
        blocks.extend(self.free.drain(left..).rev());
        self.taken_blocks += needed;
        self.used_slots += prompt;
        Ok(self.requests.insert(BlockTable { blocks, tokens: prompt }))
    }

    fn append(&mut self, request: RequestId) -> Result<Slot, AllocationError> {
        let table = self.requests.get_mut(request)?;
        if table.tokens == table.blocks.len() * self.block_size {
            let block = self.free.pop().ok_or(AllocationError::OutOfMemory)?;
            table.blocks.push(block);
            self.taken_blocks += 1;
        }
        let last = table.blocks.len() - 1;
        let slot = table.blocks[last] * self.block_size + table.tokens - last * self.block_size;
        table.tokens += 1;
        self.used_slots += 1;
        Ok(slot)
    }

    fn release(&mut self, request: RequestId) -> Result<usize, AllocationError> {
        let mut table = self.requests.remove(request)?;
        let freed = table.blocks.len();
        self.free.extend(table.blocks.drain(..).rev());
        self.spare.push(table.blocks);
        self.used_slots -= table.tokens;
        self.taken_blocks -= freed;
        Ok(freed * self.block_size)
    }

    fn slot(&self, request: RequestId, token: usize) -> Option<Slot> {
        let table = self.requests.get(request).filter(|table| token < table.tokens)?;
        Some(table.blocks[token / self.block_size] * self.block_size + token % self.block_size)
    }

    fn total_slots(&self) -> usize {
        self.total_slots
    }

    fn used_slots(&self) -> usize {
        self.used_slots
    }

    fn unused_slots(&self) -> usize {
        self.taken_blocks * self.block_size - self.used_slots
    }

    fn free_slots(&self) -> usize {
        self.free.len() * self.block_size + self.total_slots % self.block_size
    }
}
