//! The mark that some programs put before text in UTF-8: no part of it, even where a chunk ends within the mark.

/// U+FEFF in UTF-8.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Skips a mark at the very beginning, once.
#[derive(Default)]
pub(super) struct ByteOrderMark {
    /// Bytes of the mark that have come and are held back: they may be something else yet.
    held_back: usize,
    /// Whether the beginning is over.
    over: bool,
}

impl ByteOrderMark {
    /// What of `bytes` is to be read: first those that had been held back, then the rest.
    pub fn skip<'a>(&mut self, mut bytes: &'a [u8]) -> (&'static [u8], &'a [u8]) {
        while let Some((&byte, rest)) = bytes.split_first().filter(|_| !self.over) {
            if byte != MARK[self.held_back] {
                return (self.end(), bytes);
            }
            bytes = rest;
            self.held_back += 1;
            if self.held_back == MARK.len() {
                *self = ByteOrderMark { held_back: 0, over: true };
            }
        }
        (&[], bytes)
    }

    /// What was held back, and turned out to be no mark.
    pub fn end(&mut self) -> &'static [u8] {
        self.over = true;
        &MARK[..std::mem::take(&mut self.held_back)]
    }
}
