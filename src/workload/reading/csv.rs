//! Rows of cells: one column is the length, or several add up to it.
//!
//! The crate for this, csv-core, would be a seventh of all that reading lengths adds to the module that every visitor
//! loads, and has no way to tell that a quote was never closed. The tests hold what is here against it.

use super::excerpt::Excerpt;
use super::length::Sum;
use super::{Reading, Why};

/// Finds rows, and the chosen cells in them.
pub(super) struct Csv {
    rows: Rows,
    /// Which part of the sum a column is, in the order of the columns.
    parts: Vec<(usize, usize)>,
    sum: Sum,
}

impl Csv {
    pub fn new(delimiter: u8, columns: &[usize]) -> Csv {
        let parts = columns.iter().copied().enumerate().map(|(part, column)| (column, part)).collect();
        Csv { rows: Rows::new(delimiter), parts, sum: Sum::new(columns.len()) }
    }

    pub fn push(&mut self, bytes: &[u8], reading: &mut Reading) {
        let Csv { rows, parts, sum } = self;
        rows.push(bytes, &mut |cell| {
            for &(_, part) in parts.iter().filter(|(column, _)| *column == cell.column) {
                sum.set(part, cell.text);
            }
            if cell.is_last {
                // The first row has the names.
                if cell.row > 0 {
                    reading.take(cell.line, sum.total(Why::NoColumn), &|| sum.quoted());
                }
                sum.clear();
            }
        });
    }

    pub fn end(&mut self, reading: &mut Reading) {
        // A row without a line break at its end is one all the same.
        self.push(b"\n", reading);
        if self.rows.state != State::BetweenRows {
            reading.take(self.rows.row_line, Err(Why::Unclosed), &String::new);
        }
    }
}

/// A cell that has come to its end.
pub(super) struct Cell<'a> {
    /// The line on which its row begins, counted from 1.
    pub line: u64,
    /// Counted from 0, as is the column.
    pub row: u64,
    pub column: usize,
    pub text: &'a Excerpt,
    pub is_last: bool,
}

/// Cuts bytes into rows and cells.
pub(super) struct Rows {
    delimiter: u8,
    state: State,
    /// Lines that have ended, and one.
    line: u64,
    row_line: u64,
    row: u64,
    column: usize,
    cell: Excerpt,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    BetweenRows,
    CellStart,
    /// In a cell, where a quote is nothing special.
    Bare,
    Quoted,
    /// After a quote in a quoted cell: another one means that it is part of the text.
    AfterQuote,
}

impl Rows {
    pub fn new(delimiter: u8) -> Rows {
        let cell = Excerpt::default();
        Rows { delimiter, state: State::BetweenRows, line: 1, row_line: 1, row: 0, column: 0, cell }
    }

    /// Reads on, and says each cell that ends.
    pub fn push(&mut self, mut bytes: &[u8], say: &mut dyn FnMut(Cell)) {
        while let Some((&byte, rest)) = bytes.split_first() {
            bytes = match self.state {
                State::BetweenRows if is_line_break(byte) => {
                    self.line += u64::from(byte == b'\n');
                    rest
                }
                State::BetweenRows => {
                    self.row_line = self.line;
                    self.state = State::CellStart;
                    bytes
                }
                State::CellStart | State::AfterQuote if byte == b'"' => {
                    if self.state == State::AfterQuote {
                        self.cell.push(b"\"");
                    }
                    self.state = State::Quoted;
                    rest
                }
                State::Quoted => self.quoted(bytes),
                State::CellStart | State::AfterQuote | State::Bare => self.bare(bytes, say),
            };
        }
    }

    /// Reads on between quotes. Returns what comes after it.
    fn quoted<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let end = bytes.iter().position(|&byte| byte == b'"').unwrap_or(bytes.len());
        let (text, rest) = bytes.split_at(end);
        self.line += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.cell.push(text);
        match rest.split_first() {
            None => rest,
            Some((_, rest)) => {
                self.state = State::AfterQuote;
                rest
            }
        }
    }

    /// Reads on without quotes. Returns what comes after it: the line break too, where the row ends.
    fn bare<'a>(&mut self, bytes: &'a [u8], say: &mut dyn FnMut(Cell)) -> &'a [u8] {
        let ends = |&byte: &u8| byte == self.delimiter || is_line_break(byte);
        let end = bytes.iter().position(ends).unwrap_or(bytes.len());
        let (text, rest) = bytes.split_at(end);
        self.cell.push(text);
        self.state = State::Bare;
        match rest.split_first() {
            None => rest,
            Some((&byte, after)) => {
                let is_last = byte != self.delimiter;
                self.end_cell(is_last, say);
                if is_last { rest } else { after }
            }
        }
    }

    fn end_cell(&mut self, is_last: bool, say: &mut dyn FnMut(Cell)) {
        say(Cell { line: self.row_line, row: self.row, column: self.column, text: &self.cell, is_last });
        self.cell.clear();
        self.state = State::CellStart;
        self.column += 1;
        if is_last {
            self.state = State::BetweenRows;
            self.row += 1;
            self.column = 0;
        }
    }
}

fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::reading::{Format, Reader};
    use csv_core::ReadFieldResult;
    use proptest::prelude::*;

    fn read(text: &str, columns: &[usize]) -> Reading {
        let mut reader = Reader::new(Format::Csv { delimiter: b',', columns: columns.to_vec() });
        reader.push(text.as_bytes());
        reader.finish()
    }

    fn named(reading: &Reading) -> Vec<String> {
        reading.first_unreadable.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_column_is_read_or_two_are_added_up() {
        let text = "time,prompt,output\r\n0.1,12,30\r\n0.2, 5 ,\"7\"\r\n0.3,0,1";
        assert_eq!(read(text, &[1]).lengths, [12, 5]);
        assert_eq!(read(text, &[2]).lengths, [30, 7, 1]);
        assert_eq!(read(text, &[1, 2]).lengths, [42, 12, 1]);
        assert_eq!(read(text, &[2, 2]).lengths, [60, 14, 2]);
    }

    #[test]
    fn quotes_may_hold_separators_line_breaks_and_quotes() {
        let text = "text,length\n\"a, b\n\"\"c\"\"\",12\n\n,x\n";
        let reading = read(text, &[1]);
        assert_eq!(
            (reading.lengths.as_slice(), named(&reading)),
            (&[12][..], vec!["line 5: “x” is not a number".into()])
        );
    }

    #[test]
    fn short_rows_empty_cells_and_sums_out_of_range_are_named() {
        let reading = read("a,b\n1\n,2\n0,0\n1048576,1\n1,b\r\n3,4", &[0, 1]);
        assert_eq!((reading.lengths.as_slice(), reading.unreadable), (&[7][..], 5));
        let expected = [
            "line 2: the row ends before the column",
            "line 3: there is no value",
            "line 4: 0 + 0 is less than 1",
            "line 5: 1048576 + 1 is more than 1,048,576",
            "line 6: “b” is not a number",
        ];
        assert_eq!(named(&reading), expected);
    }

    #[test]
    fn a_quote_without_end_does_not_swallow_the_rest_unnoticed() {
        let reading = read("a,b\n1,2\n3,\"4\n5,6\n", &[0]);
        assert_eq!((reading.lengths.as_slice(), reading.unreadable), (&[1][..], 1));
        assert_eq!(named(&reading), ["line 3: a quote begins in this row and does not end"]);
    }

    #[test]
    fn nothing_but_names_is_nothing() {
        for text in ["", "\n", "a,b", "a,b\r\n"] {
            assert_eq!(read(text, &[0]), Reading::default());
        }
    }

    /// Every cell, with the number of its row, and whether it is the last of it.
    fn cells(text: &str) -> Vec<(u64, String, bool)> {
        let mut cells = Vec::new();
        let mut rows = Rows::new(b',');
        for part in [text.as_bytes(), b"\n"] {
            rows.push(part, &mut |cell| cells.push((cell.row, cell.text.text(), cell.is_last)));
        }
        cells
    }

    fn cells_of_csv_core(text: &str) -> Vec<(u64, String, bool)> {
        let (mut cells, mut row) = (Vec::new(), 0);
        let mut reader = csv_core::Reader::new();
        let text = format!("{text}\n");
        let mut rest = text.as_bytes();
        let mut output = [0; 256];
        while !rest.is_empty() {
            let (result, read, written) = reader.read_field(rest, &mut output);
            rest = &rest[read..];
            if let ReadFieldResult::Field { record_end } = result {
                cells.push((row, String::from_utf8_lossy(output[..written].trim_ascii()).into_owned(), record_end));
                row += u64::from(record_end);
            }
        }
        cells
    }

    proptest! {
        #[test]
        fn cells_are_those_of_csv_core(text in "[ab\",\r\n ]{0,40}") {
            prop_assert_eq!(cells(&text), cells_of_csv_core(&text));
        }
    }
}
