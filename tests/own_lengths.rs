//! Lengths that the reader brings along: the same however the bytes are cut, nothing lost, and nothing that panics.

#[path = "own_lengths/agreement.rs"]
mod agreement;

use std::fs;

use agreement::{check, read};
use paged_attention_explainer::workload::reading::{Format, Kind, LONGEST, MOST_LENGTHS, Reader, Reading, Why, sniff};
use proptest::prelude::*;

/// What the fuzzer (fuzz/) has found worth keeping.
#[test]
fn the_fuzzers_corpus_reads_the_same_in_any_chunks() {
    let files = fs::read_dir("tests/corpus/own_lengths").unwrap();
    let mut replayed = 0;
    for file in files {
        let text = fs::read(file.unwrap().path()).unwrap();
        for sizes in [&[1][..], &[2], &[3], &[7], &[64], &[1, 5, 128]] {
            check(&text, sizes);
        }
        replayed += 1;
    }
    assert!(replayed > 0);
}

fn all(format: Format, text: &[u8]) -> Reading {
    read(&format, text, &[usize::MAX])
}

fn items(reading: &Reading) -> u64 {
    reading.lengths.len() as u64 + reading.unreadable + reading.excess
}

fn json(field: &str) -> Format {
    Format::JsonLines { fields: vec![field.into()] }
}

const COLUMN: usize = 1;

fn csv() -> Format {
    Format::Csv { delimiter: b',', columns: vec![COLUMN] }
}

#[test]
fn lengths_beyond_the_millionth_are_counted_and_not_kept() {
    let text = "7 ".repeat(MOST_LENGTHS + 3) + "x";
    let reading = all(Format::Numbers, text.as_bytes());
    assert_eq!((reading.lengths.len(), reading.excess, reading.unreadable), (MOST_LENGTHS, 3, 1));
}

#[test]
fn a_line_without_end_is_one_thing_that_cannot_be_read() {
    let long = vec![b'x'; 4 << 20];
    for (format, before, why) in [
        (Format::Numbers, "", Why::TooLong),
        (csv(), "a,b\n1,", Why::TooLong),
        (csv(), "a,b\n1,\"", Why::Unclosed),
        (json("n"), "{\"n\": \"", Why::NotJson),
        (json("n"), "{\"", Why::NotJson),
        (json("n"), "", Why::NotJson),
    ] {
        let mut reader = Reader::new(format.clone());
        reader.push(before.as_bytes());
        long.chunks(1000).for_each(|chunk| reader.push(chunk));
        let reading = reader.finish();
        assert_eq!((items(&reading), reading.first_unreadable[0].why), (1, why), "{format:?} after {before:?}");
    }
}

#[test]
fn a_field_beside_the_length_may_hold_a_prompt_of_any_size() {
    let prompt = "All work and no play. \\\"".repeat(200_000);
    let text = format!("{{\"prompt\": \"{prompt}\", \"tokens\": 12}}\n{{\"tokens\": 5}}");
    let sniffed = sniff(b"{\"tokens\": 1}");
    assert_eq!((sniffed.kind, sniffed.choices), (Kind::JsonLines, vec!["tokens".to_owned()]));
    assert_eq!(read(&json("tokens"), text.as_bytes(), &[4096]).lengths, [12, 5]);
}

/// Anything, and more of what means something than chance would have.
fn any_text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\u{feff}".to_owned()),
        "[,;\t \"{}\\[\\]:\\\\]",
        "[0-9]{1,8}",
        "-?[0-9]{1,3}(\\.[0-9]{0,2})?(e[0-9])?",
        "\"(a|b|c|n)\":",
        "\\PC{0,4}",
    ];
    let bytes = prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat().into_bytes());
    prop_oneof![4 => bytes, 1 => prop::collection::vec(any::<u8>(), 0..300)]
}

fn any_lengths() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(1..=LONGEST, 1..100)
}

/// A cell or field: most of them a length, some of them anything that has no line break.
fn any_cell() -> impl Strategy<Value = String> {
    prop_oneof![3 => (1..=LONGEST).prop_map(|length| length.to_string()), 1 => "[^\r\n\"\\\\\\p{Cc}]{0,12}"]
}

proptest! {
    #[test]
    fn any_bytes_read_the_same_in_any_chunks(text in any_text(), sizes in prop::collection::vec(1usize..40, 1..5)) {
        check(&text, &sizes);
    }

    #[test]
    fn every_number_is_read_or_counted(cells in prop::collection::vec("[^\\s\\p{Cc},;|\"'(){}\\[\\]]{1,12}", 0..50)) {
        // After a space, where no byte order mark is one.
        let reading = all(Format::Numbers, format!(" {}", cells.join(", ")).as_bytes());
        prop_assert_eq!(items(&reading), cells.len() as u64);
    }

    #[test]
    fn every_row_is_read_or_counted(cells in prop::collection::vec(any_cell(), 0..50)) {
        let rows: String = cells.iter().map(|cell| format!("x,\"{cell}\"\n")).collect();
        let reading = all(csv(), format!("a,b\n{rows}").as_bytes());
        prop_assert_eq!(items(&reading), cells.len() as u64);
    }

    #[test]
    fn every_object_is_read_or_counted(values in prop::collection::vec(any_cell(), 0..50)) {
        let lines: String = values.iter().map(|value| format!("{{\"n\": \"{value}\"}}\n")).collect();
        let reading = all(json("n"), lines.as_bytes());
        prop_assert_eq!(items(&reading), values.len() as u64);
        prop_assert!(reading.first_unreadable.iter().all(|unreadable| unreadable.why != Why::NotJson));
    }

    #[test]
    fn what_a_parser_of_json_accepts_is_read(name in "\\PC{1,6}", length in 1..=LONGEST, beside in "\\PC{0,20}") {
        let object = serde_json::json!({ "before": beside.clone(), "in": { name.clone(): length }, "after": [beside] });
        let text = object.to_string();
        // Names are compared as they are written.
        let written = serde_json::to_string(&name).unwrap();
        let reading = all(json(&format!("in.{}", &written[1..written.len() - 1])), text.as_bytes());
        prop_assert_eq!(reading.lengths, [length]);
    }

    #[test]
    fn lengths_that_were_written_come_back(lengths in any_lengths()) {
        let join = |separator: &str| lengths.iter().map(u32::to_string).collect::<Vec<_>>().join(separator);
        for separator in [" ", ",", "\n", ";\t"] {
            prop_assert_eq!(&all(Format::Numbers, join(separator).as_bytes()).lengths, &lengths);
        }
        let array = serde_json::to_string(&lengths).unwrap();
        prop_assert_eq!(&all(Format::Numbers, array.as_bytes()).lengths, &lengths);
        let rows: String = lengths.iter().map(|length| format!("\"a, b\",{length}\r\n")).collect();
        prop_assert_eq!(&all(csv(), format!("text,tokens\r\n{rows}").as_bytes()).lengths, &lengths);
        let lines: String = lengths.iter().map(|length| format!("{{\"n\":{length}}}\n")).collect();
        prop_assert_eq!(&all(json("n"), lines.as_bytes()).lengths, &lengths);
    }
}
