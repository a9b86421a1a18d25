//! The reader's own lengths in a form short enough for a link: `275_369_50*3` is 275, 369 and three times 50.

use std::fmt::Write;

use super::reading::{LONGEST, MOST_LENGTHS};

/// `lengths` in as few characters as this form takes, if they are at most `most`.
pub fn to_compact(lengths: &[u32], most: usize) -> Option<String> {
    let mut text = String::new();
    for run in lengths.chunk_by(|one, next| one == next) {
        if !text.is_empty() {
            text.push('_');
        }
        // Writing to a string does not fail.
        let _ = match run {
            [length] => write!(text, "{length}"),
            _ => write!(text, "{}*{}", run[0], run.len()),
        };
        if text.len() > most {
            return None;
        }
    }
    Some(text)
}

/// The lengths that a text in this form says; spaces, commas and semicolons part them as well.
///
/// # Errors
/// The first part that says none, or with which they become too many.
pub fn from_compact(text: &str) -> Result<Vec<u32>, &str> {
    let mut lengths = Vec::new();
    let parts = text.split(|c: char| c.is_whitespace() || matches!(c, '_' | ',' | ';'));
    for part in parts.filter(|part| !part.is_empty()) {
        let (length, times) = part.split_once('*').unwrap_or((part, "1"));
        let length = length.parse().ok().filter(|length| (1..=LONGEST).contains(length)).ok_or(part)?;
        let room = MOST_LENGTHS - lengths.len();
        let times = times.parse().ok().filter(|times| (1..=room).contains(times)).ok_or(part)?;
        lengths.extend(std::iter::repeat_n(length, times));
    }
    Ok(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs_are_written_once() {
        assert_eq!(to_compact(&[275, 369, 50, 50, 50], 100).as_deref(), Some("275_369_50*3"));
        assert_eq!(to_compact(&[512; 1_000_000], 100).as_deref(), Some("512*1000000"));
        assert_eq!(to_compact(&[], 100).as_deref(), Some(""));
    }

    #[test]
    fn what_does_not_fit_is_not_cut() {
        assert_eq!(to_compact(&[10, 20, 30], 7), None);
        assert_eq!(to_compact(&[10, 20, 30], 8).as_deref(), Some("10_20_30"));
    }

    #[test]
    fn authors_may_write_lengths_as_they_like() {
        assert_eq!(from_compact(" 12, 7;\n3_4*2 "), Ok(vec![12, 7, 3, 4, 4]));
    }

    #[test]
    fn what_is_no_length_is_named() {
        for wrong in ["0", "-1", "abc", "1048577", "5*0", "5*", "*5", "1.5", "5*1000001", "5*-1"] {
            assert_eq!(from_compact(&format!("7_{wrong}_8")), Err(wrong));
        }
        assert_eq!(from_compact("1*1000000_2"), Err("2"));
    }

    proptest! {
        #[test]
        fn written_lengths_are_read_again(lengths in proptest::collection::vec(1u32..=LONGEST, 0..50)) {
            let text = to_compact(&lengths, usize::MAX).unwrap();
            prop_assert_eq!(from_compact(&text), Ok(lengths));
        }

        #[test]
        fn any_text_is_read_or_named(text in ".*") {
            let _ = from_compact(&text);
        }
    }
}
