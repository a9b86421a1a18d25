//! What must hold for any bytes whatever. The fuzzer (fuzz/) and the test that replays what it found share this.

use paged_attention_explainer::workload::reading::{
    Format, Kind, LONGEST, NAMED_UNREADABLE, Reader, Reading, Sniffed, sniff,
};

/// Everything that the page may ask for after a look at `text`, and each format by itself.
pub fn formats(text: &[u8]) -> Vec<Format> {
    let sniffed = sniff(text);
    let Sniffed { choices, guess, .. } = &sniffed;
    assert!(guess.len() <= 2 && guess.is_empty() == choices.is_empty());
    let guessed = sniffed.format(guess);
    assert!(guessed.is_some() || sniffed.kind == Kind::Binary);
    let csv = |delimiter, columns: &[usize]| Format::Csv { delimiter, columns: columns.to_vec() };
    let any = [
        Format::Numbers,
        csv(b',', &[0]),
        csv(b';', &[1, 0]),
        csv(b'\t', &[1]),
        Format::JsonLines { fields: vec!["a".into()] },
        Format::JsonLines { fields: vec!["a.b".into(), "c".into()] },
    ];
    any.into_iter().chain(guessed).collect()
}

/// What is read of `text` in chunks of those sizes, over and over.
pub fn read(format: &Format, text: &[u8], sizes: &[usize]) -> Reading {
    let mut reader = Reader::new(format.clone());
    let mut rest = text;
    for size in sizes.iter().cycle() {
        let (chunk, after) = rest.split_at(rest.len().min((*size).max(1)));
        reader.push(chunk);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    reader.finish()
}

/// Reads `text` in each of [`formats`], at once and in chunks of those sizes: the outcome is the same, and in order.
pub fn check(text: &[u8], sizes: &[usize]) {
    for format in formats(text) {
        let whole = read(&format, text, &[usize::MAX]);
        assert_eq!(whole, read(&format, text, sizes), "{format:?} in chunks of {sizes:?}");
        assert!(whole.lengths.iter().all(|length| (1..=LONGEST).contains(length)));
        assert_eq!(whole.first_unreadable.len() as u64, whole.unreadable.min(NAMED_UNREADABLE as u64));
        assert!(whole.first_unreadable.is_sorted_by_key(|unreadable| unreadable.line));
        for unreadable in &whole.first_unreadable {
            assert!(unreadable.text.chars().count() <= 24);
            assert!(!unreadable.to_string().contains(char::is_control));
        }
    }
}
