//! Request lengths that the reader of the page brings along: numbers, CSV or JSON lines, read as they arrive.
//!
//! Bytes come in chunks cut anywhere, even inside a number or a character, and lead to the same [`Reading`] as all of
//! them at once. Nothing is kept of them but lengths and the beginning of what cannot be read, so a line without an end
//! costs no more memory than a short one. What cannot be read is counted, and the first few are named by line.
//!
//! ```
//! use paged_attention_explainer::workload::reading::{Format, Reader};
//!
//! let mut reader = Reader::new(Format::Numbers);
//! reader.push(b"120 35 a few 9");
//! reader.push(b"00");
//! let reading = reader.finish();
//! assert_eq!(reading.lengths, [120, 35, 900]);
//! assert_eq!(reading.unreadable, 2);
//! assert_eq!(reading.first_unreadable[0].to_string(), "line 1: “a” is not a number");
//! ```

mod byte_order_mark;
mod csv;
mod excerpt;
mod json;
mod json_lines;
mod length;
mod numbers;
mod sniff;

use std::fmt;

use crate::format::count;
use crate::params::{GREATEST_MAX_LENGTH, MOST_SEQUENCES};
use byte_order_mark::ByteOrderMark;
pub use sniff::{Kind, SNIFFED_BYTES, Sniffed, sniff};

/// Lengths that are kept: as many as there may be requests.
pub const MOST_LENGTHS: usize = MOST_SEQUENCES as usize;

/// The longest request, in tokens: the greatest maximum length that the explainer knows.
pub const LONGEST: u32 = GREATEST_MAX_LENGTH;

/// The largest file that the page takes, in bytes: 64 MiB.
pub const MOST_BYTES: u32 = 64 << 20;

/// How many of those that cannot be read are named.
pub const NAMED_UNREADABLE: usize = 5;

/// How the bytes are to be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Numbers with anything between them: space, line breaks, commas, semicolons, bars, brackets or quotes. Whatever
    /// else stands between two of these is an item that cannot be read. Thousands separators are not guessed: `1,234`
    /// is 1 and 234.
    Numbers,
    /// Rows of cells, the first of which names the columns. A line with nothing on it is no row.
    Csv {
        /// What stands between two cells of a row: a comma, a semicolon or a tab.
        delimiter: u8,
        /// The columns, counted from 0, that are added up to a length.
        columns: Vec<usize>,
    },
    /// A JSON object on each line, or several, perhaps in an array. A line with nothing on it is no object.
    JsonLines {
        /// The fields that are added up to a length; for one within another, the names of both with a dot between
        /// (`usage.prompt_tokens`).
        fields: Vec<String>,
    },
}

/// Reads lengths from chunks of bytes.
pub struct Reader {
    mark: ByteOrderMark,
    scanner: Scanner,
    reading: Reading,
}

enum Scanner {
    Numbers(numbers::Numbers),
    Csv(csv::Csv),
    JsonLines(json_lines::JsonLines),
}

impl Reader {
    /// A reader of that format which has been given nothing yet.
    pub fn new(format: Format) -> Reader {
        let scanner = match format {
            Format::Numbers => Scanner::Numbers(numbers::Numbers::new()),
            Format::Csv { delimiter, columns } => Scanner::Csv(csv::Csv::new(delimiter, &columns)),
            Format::JsonLines { fields } => Scanner::JsonLines(json_lines::JsonLines::new(fields)),
        };
        Reader { mark: ByteOrderMark::default(), scanner, reading: Reading::default() }
    }

    /// Reads on.
    pub fn push(&mut self, bytes: &[u8]) {
        let (held_back, rest) = self.mark.skip(bytes);
        self.scan(held_back);
        self.scan(rest);
    }

    /// All that was read, once there is no more.
    pub fn finish(mut self) -> Reading {
        let held_back = self.mark.end();
        self.scan(held_back);
        match &mut self.scanner {
            Scanner::Numbers(numbers) => numbers.end(&mut self.reading),
            Scanner::Csv(csv) => csv.end(&mut self.reading),
            Scanner::JsonLines(lines) => lines.end(&mut self.reading),
        }
        self.reading
    }

    fn scan(&mut self, bytes: &[u8]) {
        match &mut self.scanner {
            Scanner::Numbers(numbers) => numbers.push(bytes, &mut self.reading),
            Scanner::Csv(csv) => csv.push(bytes, &mut self.reading),
            Scanner::JsonLines(lines) => lines.push(bytes, &mut self.reading),
        }
    }
}

/// What was read. Every number, row or object is in one of `lengths`, `unreadable` and `excess`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Lengths of requests in tokens, 1 to [`LONGEST`], in the order in which they were found; the first
    /// [`MOST_LENGTHS`] of them.
    pub lengths: Vec<u32>,
    /// How many could not be read.
    pub unreadable: u64,
    /// The first [`NAMED_UNREADABLE`] of these.
    pub first_unreadable: Vec<Unreadable>,
    /// Lengths that were found after the first [`MOST_LENGTHS`], and not kept.
    pub excess: u64,
}

impl Reading {
    /// Takes in what was made of a number, a row or an object that begins on `line`. Only where it is named, it is asked
    /// for its beginning.
    fn take(&mut self, line: u64, read: length::Read, text: &dyn Fn() -> String) {
        match read {
            Ok(length) if self.lengths.len() < MOST_LENGTHS => self.lengths.push(length),
            Ok(_) => self.excess += 1,
            Err(why) => {
                self.unreadable += 1;
                if self.first_unreadable.len() < NAMED_UNREADABLE {
                    self.first_unreadable.push(Unreadable { line, text: text(), why });
                }
            }
        }
    }
}

/// Something that is no length. Displays as a clause: `line 7: “abc” is not a number`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The line on which it begins, counted from 1 by line feeds.
    pub line: u64,
    /// Its beginning, 24 characters at most; empty where `why` says it all.
    pub text: String,
    /// What is wrong with it.
    pub why: Why,
}

/// Why something is no length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is something else than a number.
    NotANumber,
    /// It is longer than any number that means something here.
    TooLong,
    /// It has a fractional part.
    NotWhole,
    /// It is below 1.
    TooSmall,
    /// It is above [`LONGEST`].
    TooLarge,
    /// Nothing stands in its place.
    Empty,
    /// The row has too few cells.
    NoColumn,
    /// The object has no such field.
    NoField,
    /// The line is no JSON object.
    NotJson,
    /// A quoted cell of the row has no end.
    Unclosed,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unreadable { line, text, why } = self;
        write!(f, "line {}: ", count(*line))?;
        match why {
            Why::NotANumber => write!(f, "“{text}” is not a number"),
            Why::TooLong => write!(f, "“{text}” is too long for a number"),
            Why::NotWhole => write!(f, "{text} is not a whole number"),
            Why::TooSmall => write!(f, "{text} is less than 1"),
            Why::TooLarge => write!(f, "{text} is more than {}", count(LONGEST.into())),
            Why::Empty => write!(f, "there is no value"),
            Why::NoColumn => write!(f, "the row ends before the column"),
            Why::NoField => write!(f, "the object has no such field"),
            Why::NotJson => write!(f, "“{text}” is not a JSON object"),
            Why::Unclosed => write!(f, "a quote begins in this row and does not end"),
        }
    }
}
