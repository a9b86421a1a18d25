//! Rows of cells: one column is the length, or several add up to it.

use csv_core::{ReadFieldResult, ReaderBuilder};

use super::excerpt::Excerpt;
use super::length::{Flaw, Sum};
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
        rows.push(bytes, |cell| {
            for &(_, part) in parts.iter().filter(|(column, _)| *column == cell.column) {
                sum.set(part, cell.text);
            }
            if cell.is_last {
                let read = sum.take(Why::NoColumn);
                if cell.row > 0 {
                    reading.take(cell.line, read);
                }
            }
        });
    }

    pub fn end(&mut self, reading: &mut Reading) {
        // A row without a line break at its end is one all the same.
        self.push(b"\n", reading);
        if self.rows.in_row {
            reading.take(self.rows.row_line, Err(Flaw::of(Why::Unclosed)));
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
    csv: csv_core::Reader,
    /// Lines that ended between rows: the crate is not shown these.
    lines_between: u64,
    in_row: bool,
    row_line: u64,
    row: u64,
    column: usize,
    cell: Excerpt,
}

impl Rows {
    pub fn new(delimiter: u8) -> Rows {
        let mut csv = ReaderBuilder::new().delimiter(delimiter).build();
        // It skips a byte order mark if its first chunk begins with one, which is not the same for every way to cut.
        csv.read_field(b"\n", &mut [0]);
        csv.set_line(1);
        Rows { csv, lines_between: 0, in_row: false, row_line: 1, row: 0, column: 0, cell: Excerpt::default() }
    }

    /// Reads on, and says each cell that ends.
    pub fn push(&mut self, mut bytes: &[u8], mut say: impl FnMut(Cell)) {
        let mut output = [0; 1024];
        while let Some(&first) = bytes.first() {
            if !self.in_row {
                if matches!(first, b'\r' | b'\n') {
                    self.lines_between += u64::from(first == b'\n');
                    bytes = &bytes[1..];
                    continue;
                }
                self.in_row = true;
                self.row_line = self.lines_between + self.csv.line();
            }
            let (result, read, written) = self.csv.read_field(bytes, &mut output);
            bytes = &bytes[read..];
            self.cell.push(&output[..written]);
            if let ReadFieldResult::Field { record_end } = result {
                self.end_cell(record_end, &mut say);
            }
        }
    }

    fn end_cell(&mut self, is_last: bool, say: &mut impl FnMut(Cell)) {
        say(Cell { line: self.row_line, row: self.row, column: self.column, text: &self.cell, is_last });
        self.cell.clear();
        self.column += 1;
        if is_last {
            self.in_row = false;
            self.row += 1;
            self.column = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::workload::reading::{Format, Reader, Reading};

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
}
