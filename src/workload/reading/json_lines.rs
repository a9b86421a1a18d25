//! An object on each line: one field is the length, or several add up to it.

use super::excerpt::Excerpt;
use super::json::{Listener, Scanner};
use super::length::Sum;
use super::{Reading, Why};

/// Finds objects, and the chosen fields in them.
pub(super) struct JsonLines {
    scanner: Scanner,
    fields: Vec<String>,
    sum: Sum,
    line: u64,
    /// How the line begins.
    beginning: Excerpt,
}

impl JsonLines {
    pub fn new(fields: Vec<String>) -> JsonLines {
        let sum = Sum::new(fields.len());
        JsonLines { scanner: Scanner::default(), fields, sum, line: 1, beginning: Excerpt::default() }
    }

    pub fn push(&mut self, bytes: &[u8], reading: &mut Reading) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let text = part.strip_suffix(b"\n").unwrap_or(part);
            self.beginning.push(text);
            let JsonLines { scanner, fields, sum, line, .. } = self;
            scanner.scan(text, &mut Chosen { fields, sum, line: *line, reading });
            if text.len() < part.len() {
                self.end(reading);
            }
        }
    }

    /// The line ends, if it had not done so already.
    pub fn end(&mut self, reading: &mut Reading) {
        if !self.scanner.end_line() {
            reading.take(self.line, Err(Why::NotJson), &|| self.beginning.quoted());
        }
        self.sum.clear();
        self.beginning.clear();
        self.line += 1;
    }
}

struct Chosen<'a> {
    fields: &'a [String],
    sum: &'a mut Sum,
    line: u64,
    reading: &'a mut Reading,
}

impl Listener for Chosen<'_> {
    fn value(&mut self, name: &[u8], value: &Excerpt) {
        for (i, _) in self.fields.iter().enumerate().filter(|(_, field)| field.as_bytes() == name) {
            self.sum.set(i, value);
        }
    }

    fn object(&mut self) {
        self.reading.take(self.line, self.sum.total(Why::NoField), &|| self.sum.quoted());
        self.sum.clear();
    }
}

#[cfg(test)]
mod tests {
    use crate::workload::reading::{Format, Reader, Reading};

    fn read(text: &str, fields: &[&str]) -> Reading {
        let fields = fields.iter().map(|&field| field.to_owned()).collect();
        let mut reader = Reader::new(Format::JsonLines { fields });
        reader.push(text.as_bytes());
        reader.finish()
    }

    fn named(reading: &Reading) -> Vec<String> {
        reading.first_unreadable.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_field_is_read_or_two_are_added_up() {
        let text =
            "{\"prompt\": 12, \"output\": 30}\r\n\r\n {\"output\":1,\"prompt\":0 }\n{\"prompt\": 5, \"output\": \"7\"}";
        assert_eq!(read(text, &["output"]).lengths, [30, 1, 7]);
        assert_eq!(read(text, &["prompt", "output"]).lengths, [42, 1, 12]);
    }

    #[test]
    fn fields_within_others_have_dots_in_their_names() {
        let text =
            r#"{"usage": {"tokens": 12, "of": {"tokens": 3}}, "tokens": 4, "a": [{"tokens": 9}, [1]], "b.c": 5}"#;
        for (field, length) in [("usage.tokens", 12), ("usage.of.tokens", 3), ("tokens", 4), ("b.c", 5)] {
            assert_eq!(read(text, &[field]).lengths, [length], "{field}");
        }
        assert_eq!(named(&read(text, &["a.tokens"])), ["line 1: the object has no such field"]);
        assert_eq!(named(&read(text, &["usage"])), ["line 1: “{” is not a number"]);
        assert_eq!(named(&read(text, &["a"])), ["line 1: “[” is not a number"]);
    }

    #[test]
    fn strings_may_hold_what_ends_other_things() {
        let text = r#"{"text": "a \"b\": {[,\\", "n\"": 3, "": 4, "n": 5}"#;
        assert_eq!(read(text, &["n"]).lengths, [5]);
        assert_eq!(read(text, &[r#"n\""#]).lengths, [3]);
        assert_eq!(read(text, &[""]).lengths, [4]);
    }

    #[test]
    fn an_array_of_objects_is_one_after_the_other() {
        for text in ["[{\"n\": 1}, {\"n\": 2}]", "[\n{\"n\": 1},\n{\"n\": 2}\n]\n", "{\"n\": 1} {\"n\": 2}"] {
            assert_eq!((read(text, &["n"]).lengths, read(text, &["n"]).unreadable), (vec![1, 2], 0), "{text}");
        }
    }

    #[test]
    fn lines_that_are_no_object_are_named_and_the_next_is_read() {
        let text =
            "12\n{\"n\": 1, }\n{\"n\": 1\n[1]\n{\"n\" 1}\n{\"n\": 1]\n{\"n\": {}} x\nhello\n{\"n\": true}\n{\"n\": 9}";
        let reading = read(text, &["n"]);
        assert_eq!((reading.lengths.as_slice(), reading.unreadable), (&[9][..], 10));
        assert_eq!(
            named(&reading)[..2],
            ["line 1: “12” is not a JSON object", "line 2: “{\"n\": 1, }” is not a JSON object"]
        );
    }

    #[test]
    fn the_last_of_two_fields_of_a_name_counts() {
        assert_eq!(read("{\"n\": 1, \"n\": 2}", &["n"]).lengths, [2]);
    }

    #[test]
    fn a_broken_line_leaves_nothing_to_the_next() {
        let reading = read("{\"n\": 5, \n{\"m\": 1}\n", &["n"]);
        assert_eq!((reading.lengths.len(), reading.unreadable), (0, 2));
    }

    #[test]
    fn what_is_nested_very_deep_is_refused() {
        let deep = |depth: usize| format!("{{\"a\": {}{}, \"n\": 1}}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(read(&deep(200), &["n"]).lengths, [1]);
        assert_eq!(read(&deep(300), &["n"]).unreadable, 1);
    }
}
