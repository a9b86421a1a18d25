//! What JavaScript sees of reading lengths that the reader of the page brings along.

use wasm_bindgen::prelude::*;

use crate::workload::reading::{self, Kind, Reader, SNIFFED_BYTES};

/// The largest file that the page takes, in bytes.
#[wasm_bindgen(js_name = mostBytes)]
pub fn most_bytes() -> u32 {
    reading::MOST_BYTES
}

/// How many bytes of a file `sniffLengths` looks at.
#[wasm_bindgen(js_name = sniffedBytes)]
pub fn sniffed_bytes() -> usize {
    SNIFFED_BYTES
}

/// What a file looks like.
#[wasm_bindgen]
pub struct SniffedLengths {
    sniffed: reading::Sniffed,
}

/// Looks at the first bytes of a file.
#[wasm_bindgen(js_name = sniffLengths)]
pub fn sniff_lengths(bytes: &[u8]) -> SniffedLengths {
    SniffedLengths { sniffed: reading::sniff(bytes) }
}

#[wasm_bindgen]
impl SniffedLengths {
    /// How it is written: `numbers`, `csv`, `json-lines`, or `binary` where it is no text.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        let kind = match self.sniffed.kind {
            Kind::Numbers => "numbers",
            Kind::Csv { .. } => "csv",
            Kind::JsonLines => "json-lines",
            Kind::Binary => "binary",
        };
        kind.to_owned()
    }

    /// The columns, or the fields that hold numbers.
    #[wasm_bindgen(getter)]
    pub fn choices(&self) -> Vec<String> {
        self.sniffed.choices.clone()
    }

    /// Which of the choices seem to add up to a length: one or two of them, or none without choices.
    #[wasm_bindgen(getter)]
    pub fn guess(&self) -> Vec<usize> {
        self.sniffed.guess.clone()
    }
}

/// Reads lengths from chunks of bytes, cut anywhere.
#[wasm_bindgen]
pub struct LengthsReader {
    reader: Reader,
}

#[wasm_bindgen]
impl LengthsReader {
    /// A reader of a file that looks like that, where the `chosen` of its choices add up to a length.
    ///
    /// # Errors
    /// Where there are no such choices, or the file is no text.
    #[wasm_bindgen(constructor)]
    pub fn new(sniffed: &SniffedLengths, chosen: &[usize]) -> Result<LengthsReader, JsError> {
        let format = sniffed.sniffed.format(chosen);
        let format = format.ok_or_else(|| JsError::new("there is nothing to read lengths from"))?;
        Ok(LengthsReader { reader: Reader::new(format) })
    }

    /// Reads on.
    pub fn push(&mut self, bytes: &[u8]) {
        self.reader.push(bytes);
    }

    /// All that was read, once there is no more. The reader is gone then.
    pub fn finish(self) -> LengthsRead {
        let reading = self.reader.finish();
        LengthsRead {
            unreadable: reading.unreadable as f64,
            first_unreadable: reading.first_unreadable.iter().map(ToString::to_string).collect(),
            excess: reading.excess as f64,
            lengths: reading.lengths,
        }
    }
}

/// What was read.
#[wasm_bindgen(getter_with_clone)]
pub struct LengthsRead {
    /// Lengths of requests, in tokens.
    #[wasm_bindgen(readonly)]
    pub lengths: Vec<u32>,
    /// How many could not be read.
    #[wasm_bindgen(readonly)]
    pub unreadable: f64,
    /// The first of these, and what is wrong with each: `line 7: “abc” is not a number`.
    #[wasm_bindgen(readonly, js_name = firstUnreadable)]
    pub first_unreadable: Vec<String>,
    /// Lengths beyond the greatest number of requests, which were not kept.
    #[wasm_bindgen(readonly)]
    pub excess: f64,
}
