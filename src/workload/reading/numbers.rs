//! Numbers with anything between them.

use super::Reading;
use super::excerpt::Excerpt;
use super::length;

/// Finds the items between separators.
pub(super) struct Numbers {
    line: u64,
    item: Excerpt,
    /// Whether the last byte was part of an item.
    in_item: bool,
}

impl Numbers {
    pub fn new() -> Numbers {
        Numbers { line: 1, item: Excerpt::default(), in_item: false }
    }

    pub fn push(&mut self, mut bytes: &[u8], reading: &mut Reading) {
        while let Some(&first) = bytes.first() {
            if is_separator(first) {
                self.end(reading);
                self.line += u64::from(first == b'\n');
                bytes = &bytes[1..];
            } else {
                let end = bytes.iter().position(|&byte| is_separator(byte)).unwrap_or(bytes.len());
                self.item.push(&bytes[..end]);
                self.in_item = true;
                bytes = &bytes[end..];
            }
        }
    }

    pub fn end(&mut self, reading: &mut Reading) {
        if self.in_item {
            reading.take(self.line, length::read(&self.item), &|| self.item.quoted());
            self.item.clear();
            self.in_item = false;
        }
    }
}

/// Not all that a number has no use for: `50%` and `18:17` are no lengths, and their parts are none either. Nor is the
/// no-break space, which some languages have between thousands.
fn is_separator(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | b',' | b';' | b'|' | b'"' | b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}')
}

#[cfg(test)]
mod tests {
    use crate::workload::reading::{Format, Reader, Reading};

    fn read(text: &str) -> Reading {
        let mut reader = Reader::new(Format::Numbers);
        reader.push(text.as_bytes());
        reader.finish()
    }

    #[test]
    fn anything_may_stand_between_numbers() {
        for text in ["1 2 3", "1,2;3", "[1, 2, 3]\n", "\u{feff}1\t2\r\n3\r\n", "{'1'|\"2\"|(3)}", "1\n\n2\r3"] {
            let reading = read(text);
            assert_eq!((reading.lengths.as_slice(), reading.unreadable), (&[1, 2, 3][..], 0), "{text}");
        }
        assert_eq!(read(""), Reading::default());
        assert_eq!(read(" ,\n"), Reading::default());
    }

    #[test]
    fn what_is_no_length_is_counted_and_the_first_five_are_named() {
        let reading = read("12 abc 0\n-3, 12.5\r\n\n2000000 NaN 1_000 7");
        assert_eq!((reading.lengths.as_slice(), reading.unreadable), (&[12, 7][..], 7));
        let named: Vec<String> = reading.first_unreadable.iter().map(ToString::to_string).collect();
        assert_eq!(
            named,
            [
                "line 1: “abc” is not a number",
                "line 1: 0 is less than 1",
                "line 2: -3 is less than 1",
                "line 2: 12.5 is not a whole number",
                "line 4: 2000000 is more than 1,048,576",
            ]
        );
    }

    #[test]
    fn thousands_are_not_guessed_nor_parts_of_words() {
        assert_eq!(read("1,234").lengths, [1, 234]);
        assert_eq!(read("1\u{a0}234 18:17 50% a=5").unreadable, 4);
    }
}
