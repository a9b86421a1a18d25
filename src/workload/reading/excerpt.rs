//! The beginning of a text of any length: as much as a number needs, and a reader to recognize it by.

/// Bytes that are kept: more than any sensible number has, and than what is quoted of it.
const KEPT: usize = 128;

/// What is quoted has so many characters at most, the ellipsis included.
const QUOTED_CHARACTERS: usize = 24;

/// A text without the space around it, or at least its beginning.
#[derive(Default)]
pub(super) struct Excerpt {
    kept: Vec<u8>,
    cut: bool,
}

impl Excerpt {
    /// Empties it.
    pub fn clear(&mut self) {
        self.kept.clear();
        self.cut = false;
    }

    /// Becomes what another one is.
    pub fn copy(&mut self, other: &Excerpt) {
        self.kept.clone_from(&other.kept);
        self.cut = other.cut;
    }

    /// The text goes on. Copied into each of its callers, this would make the module half a kilobyte larger.
    #[inline(never)]
    pub fn push(&mut self, bytes: &[u8]) {
        let bytes = if self.kept.is_empty() { bytes.trim_ascii_start() } else { bytes };
        let (kept, rest) = bytes.split_at(bytes.len().min(KEPT - self.kept.len()));
        self.kept.extend_from_slice(kept);
        self.cut |= !rest.trim_ascii_start().is_empty();
    }

    /// The text, if all of it is here.
    pub fn whole(&self) -> Option<&[u8]> {
        (!self.cut).then(|| self.kept.trim_ascii_end())
    }

    /// As much of the text as is kept.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.kept.trim_ascii_end()).into_owned()
    }

    /// The beginning of the text in a sentence: on one line, and with an ellipsis where there is more.
    pub fn quoted(&self) -> String {
        shorten(self.text().chars().map(visible).collect())
    }
}

/// Cuts a text off that is longer than what is quoted.
pub(super) fn shorten(mut text: String) -> String {
    let mut ends = text.char_indices().map(|(i, _)| i).skip(QUOTED_CHARACTERS - 1);
    if let (Some(end), Some(_)) = (ends.next(), ends.next()) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Line breaks would tear the sentence apart, and marks of direction turn it round.
fn visible(character: char) -> char {
    let turns = matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if turns || character.is_control() { char::REPLACEMENT_CHARACTER } else { character }
}

#[cfg(test)]
impl Excerpt {
    /// That of a text which is here.
    pub fn of(text: &str) -> Excerpt {
        let mut excerpt = Excerpt::default();
        excerpt.push(text.as_bytes());
        excerpt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(chunks: &[&str]) -> Excerpt {
        let mut excerpt = Excerpt::default();
        chunks.iter().for_each(|chunk| excerpt.push(chunk.as_bytes()));
        excerpt
    }

    #[test]
    fn space_around_it_is_no_part_of_it() {
        let far = " ".repeat(1000);
        assert_eq!(excerpt(&[" ", "\t12", " ", &far]).whole(), Some(&b"12"[..]));
        assert_eq!(excerpt(&[" 1", &far, "2"]).whole(), None);
        assert_eq!(excerpt(&[&far, "12"]).whole(), Some(&b"12"[..]));
    }

    #[test]
    fn long_texts_are_cut_where_a_character_ends() {
        assert_eq!(excerpt(&["é".repeat(24).as_str()]).quoted(), "é".repeat(24));
        for length in [25, 63, 64, 65, 1000] {
            assert_eq!(excerpt(&["é".repeat(length).as_str()]).quoted(), format!("{}…", "é".repeat(23)), "{length}");
        }
    }

    #[test]
    fn what_would_break_a_sentence_is_shown_as_unknown() {
        assert_eq!(excerpt(&["a\nb\u{202e}c\0"]).quoted(), "a\u{fffd}b\u{fffd}c\u{fffd}");
    }
}
