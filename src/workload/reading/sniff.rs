//! What a file looks like, by its first bytes: how it is written, and what of it the lengths may be.

use super::Format;
use super::byte_order_mark::ByteOrderMark;
use super::csv::Rows;
use super::excerpt::Excerpt;
use super::json::{Listener, Scanner};
use super::length;

/// As many bytes as it pays to look at, and no more are looked at.
pub const SNIFFED_BYTES: usize = 1 << 16;

/// Columns or fields to choose from, at most: nobody looks through more.
const MOST_CHOICES: usize = 1_000;

/// Rows or objects that are looked at.
const SAMPLE: u64 = 100;

/// What a file looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sniffed {
    /// How it is written.
    pub kind: Kind,
    /// The columns of CSV, all of them in their order; or the fields of JSON lines that hold numbers.
    pub choices: Vec<String>,
    /// Which of the choices add up to a length, as far as can be told: one or two of them, or none without choices.
    pub guess: Vec<usize>,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers with anything between them.
    Numbers,
    /// Rows of cells.
    Csv {
        /// What stands between two cells.
        delimiter: u8,
    },
    /// An object on each line.
    JsonLines,
    /// Not as text in UTF-8, or in what resembles it.
    Binary,
}

impl Sniffed {
    /// The format in which the `chosen` of the choices add up to a length; none where there are no such choices, or
    /// where it is no text.
    pub fn format(&self, chosen: &[usize]) -> Option<Format> {
        if chosen.iter().any(|&choice| choice >= self.choices.len()) {
            return None;
        }
        match self.kind {
            Kind::Numbers => Some(Format::Numbers),
            Kind::Csv { delimiter } => Some(Format::Csv { delimiter, columns: chosen.to_vec() }),
            Kind::JsonLines => {
                Some(Format::JsonLines { fields: chosen.iter().map(|&choice| self.choices[choice].clone()).collect() })
            }
            Kind::Binary => None,
        }
    }
}

/// Looks at the first [`SNIFFED_BYTES`] of a file.
pub fn sniff(bytes: &[u8]) -> Sniffed {
    let bytes = &bytes[..bytes.len().min(SNIFFED_BYTES)];
    let (held_back, text) = ByteOrderMark::default().skip(bytes);
    let text = if held_back.is_empty() { text } else { bytes };
    if text.contains(&0) {
        return Choices::default().sniffed(Kind::Binary);
    }
    sniff_json(text).or_else(|| sniff_csv(text)).unwrap_or_else(|| Choices::default().sniffed(Kind::Numbers))
}

/// Columns or fields.
#[derive(Default)]
struct Choices {
    names: Vec<String>,
    /// In how many of the rows or objects that are looked at each of them holds a length.
    lengths: Vec<u64>,
}

impl Choices {
    fn add(&mut self, name: String) {
        self.names.push(name);
        self.lengths.push(0);
    }

    fn sniffed(self, kind: Kind) -> Sniffed {
        Sniffed { kind, guess: self.guess(), choices: self.names }
    }

    /// Those whose sum is a length: by name, or else the first of those that hold the most lengths.
    fn guess(&self) -> Vec<usize> {
        let (mut given, mut given_back, mut best) = (None, None, 0);
        for (i, name) in self.names.iter().enumerate().filter(|(i, _)| self.lengths[*i] > 0) {
            let name = plain(name);
            if is_whole(&name) {
                return vec![i];
            }
            if is_about(&name, &GIVEN) {
                given.get_or_insert(i);
            }
            if is_about(&name, &GIVEN_BACK) {
                given_back.get_or_insert(i);
            }
            if self.lengths[i] > self.lengths[best] {
                best = i;
            }
        }
        match (given, given_back) {
            _ if self.names.is_empty() => Vec::new(),
            (Some(given), Some(given_back)) => vec![given, given_back],
            _ => vec![best],
        }
    }
}

// ---- JSON lines

fn sniff_json(text: &[u8]) -> Option<Sniffed> {
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace() && **byte != b'[');
    if first != Some(&b'{') {
        return None;
    }
    let mut fields = Fields::default();
    for line in text.split(|&byte| byte == b'\n') {
        let mut scanner = Scanner::default();
        scanner.scan(line, &mut fields);
        fields.present.clear();
        if fields.objects >= SAMPLE {
            break;
        }
    }
    (!fields.choices.names.is_empty()).then(|| fields.choices.sniffed(Kind::JsonLines))
}

/// The fields that hold numbers.
#[derive(Default)]
struct Fields {
    choices: Choices,
    /// Those of an object that has not come to its end.
    present: Vec<(Vec<u8>, bool)>,
    objects: u64,
}

impl Listener for Fields {
    fn value(&mut self, name: &[u8], value: &Excerpt) {
        if self.present.len() < MOST_CHOICES && value.whole().is_some_and(length::is_number) {
            self.present.push((name.to_vec(), length::read(value).is_ok()));
        }
    }

    fn object(&mut self) {
        self.objects += 1;
        for (name, is_length) in self.present.drain(..) {
            let text = String::from_utf8_lossy(&name);
            // It must be found again by what it is called.
            if text.as_bytes() != name {
                continue;
            }
            let name = text.into_owned();
            let i = self.choices.names.iter().position(|known| *known == name).unwrap_or(self.choices.names.len());
            if i == MOST_CHOICES {
                continue;
            }
            if i == self.choices.names.len() {
                self.choices.add(name);
            }
            self.choices.lengths[i] += u64::from(is_length);
        }
    }
}

// ---- CSV

/// Between cells, the likeliest first.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

fn sniff_csv(text: &[u8]) -> Option<Sniffed> {
    let mut best: Option<(u8, Choices)> = None;
    for delimiter in DELIMITERS {
        let table = Table::sample(text, delimiter);
        let most = best.as_ref().map_or(0, |(_, columns)| columns.names.len());
        if table.is_plausible() && table.columns.names.len() > most {
            best = Some((delimiter, table.columns));
        }
    }
    let (delimiter, mut columns) = best?;
    columns.names.truncate(MOST_CHOICES);
    Some(columns.sniffed(Kind::Csv { delimiter }))
}

/// The first rows of what may be CSV.
#[derive(Default)]
struct Table {
    columns: Choices,
    /// Whether a number stands in the first row, where names should.
    begins_with_numbers: bool,
    /// Rows after the first, and those of them that are as long as it is.
    rows: u64,
    even_rows: u64,
}

impl Table {
    fn sample(text: &[u8], delimiter: u8) -> Table {
        let mut table = Table::default();
        let mut rows = Rows::new(delimiter);
        for part in text.split_inclusive(|&byte| byte == b'\n').chain([&b"\n"[..]]) {
            rows.push(part, &mut |cell| {
                if cell.row == 0 {
                    table.name(cell.column, cell.text);
                } else {
                    table.count(cell.column, cell.text, cell.is_last);
                }
            });
            if table.rows >= SAMPLE {
                break;
            }
        }
        table
    }

    fn name(&mut self, column: usize, text: &Excerpt) {
        let name = text.text();
        self.begins_with_numbers |= name.as_bytes().split(u8::is_ascii_whitespace).any(length::is_number);
        let name = if name.is_empty() { format!("column {}", column + 1) } else { name };
        self.columns.add(name);
    }

    fn count(&mut self, column: usize, text: &Excerpt, is_last: bool) {
        if let Some(lengths) = self.columns.lengths.get_mut(column) {
            *lengths += u64::from(length::read(text).is_ok());
        }
        if is_last {
            self.rows += 1;
            self.even_rows += u64::from(column + 1 == self.columns.names.len());
        }
    }

    /// Names above, lengths below, and most rows of the same number of cells.
    fn is_plausible(&self) -> bool {
        let has_lengths = self.columns.lengths.iter().any(|&lengths| lengths > 0);
        !self.begins_with_numbers && has_lengths && self.even_rows * 2 >= self.rows
    }
}

// ---- which of the choices

/// Names of the whole length.
const WHOLE: [&[u8]; 10] = [
    b"length",
    b"lengths",
    b"len",
    b"tokens",
    b"numtokens",
    b"ntokens",
    b"tokencount",
    b"seqlen",
    b"sequencelength",
    b"totallength",
];

/// Words in the names of what is given to a model, and of what it gives back. Azure's traces call these context and
/// generated, Mooncake's input and output, BurstGPT's request and response.
const GIVEN: [&[u8]; 5] = [b"prompt", b"input", b"context", b"request", b"prefill"];
const GIVEN_BACK: [&[u8]; 6] = [b"output", b"completion", b"generat", b"response", b"decode", b"answer"];

fn is_whole(name: &[u8]) -> bool {
    WHOLE.contains(&name) || has_any(name, &[b"total"]) && is_of_tokens(name)
}

/// Whether a name is one of the words, or that of how many tokens there are of it.
fn is_about(name: &[u8], words: &[&[u8]]) -> bool {
    words.contains(&name) || has_any(name, words) && is_of_tokens(name)
}

/// Not a limit of them.
fn is_of_tokens(name: &[u8]) -> bool {
    has_any(name, &[b"token", b"len"]) && !has_any(name, &[b"max"])
}

fn has_any(name: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| name.windows(word.len()).any(|part| part == *word))
}

/// The last part of a name with dots, in small letters, without what stands between its words.
fn plain(name: &str) -> Vec<u8> {
    let last = name.as_bytes().rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    last.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, kind: Kind, choices: &[&str], guess: &[usize]) {
        let sniffed = sniff(text.as_bytes());
        assert_eq!(
            (sniffed.kind, sniffed.choices.as_slice(), sniffed.guess.as_slice()),
            (kind, &choices.iter().map(|&c| c.to_owned()).collect::<Vec<_>>()[..], guess),
            "{text}"
        );
    }

    const COMMA: Kind = Kind::Csv { delimiter: b',' };

    #[test]
    fn numbers_are_numbers_however_they_are_separated() {
        for text in [
            "",
            "12",
            "1,2,3\n4,5,6\n",
            "[1, 2,\n3]",
            "1;2\n",
            "12 34\n5 6\n",
            "12 tokens\n13\n14",
            "a, b\nc, d",
            "{",
            "x",
        ] {
            check(text, Kind::Numbers, &[], &[]);
        }
    }

    #[test]
    fn rows_under_names_are_csv() {
        check("length\n12\n13", COMMA, &["length"], &[0]);
        check("\u{feff}id,tokens\r\na,12\r\n", COMMA, &["id", "tokens"], &[1]);
        check("a;b\n1,5;2\n", Kind::Csv { delimiter: b';' }, &["a", "b"], &[1]);
        check("a\tb, c\n12\tx\n", Kind::Csv { delimiter: b'\t' }, &["a", "b, c"], &[0]);
        check(",\"b\nc\"\n,12\n", COMMA, &["column 1", "b\nc"], &[1]);
    }

    #[test]
    fn public_traces_are_known() {
        let azure = "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03.9799600,4808,10\n";
        check(azure, COMMA, &["TIMESTAMP", "ContextTokens", "GeneratedTokens"], &[1, 2]);
        let burst = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n5,ChatGPT,472,18,490,Conversation log\n";
        let names = ["Timestamp", "Model", "Request tokens", "Response tokens", "Total tokens", "Log Type"];
        check(burst, COMMA, &names, &[4]);
        let mooncake =
            "{\"timestamp\": 27482, \"input_length\": 6955, \"output_length\": 52, \"hash_ids\": [46, 47]}\n";
        check(mooncake, Kind::JsonLines, &["timestamp", "input_length", "output_length"], &[1, 2]);
        let api = "{\"id\": \"a\", \"usage\": {\"prompt_tokens\": 9, \"completion_tokens\": 12}, \"max_tokens\": 64}";
        check(api, Kind::JsonLines, &["usage.prompt_tokens", "usage.completion_tokens", "max_tokens"], &[0, 1]);
    }

    #[test]
    fn without_a_name_that_says_so_the_most_lengths_decide() {
        check("a,b,c\n0.5,1,1\n0.7,x,2\n", COMMA, &["a", "b", "c"], &[2]);
        check("{\"x\": 0.5, \"y\": 3}\n{\"y\": 4, \"text\": \"", Kind::JsonLines, &["x", "y"], &[1]);
    }

    #[test]
    fn an_array_of_objects_is_as_good_as_lines() {
        check("[{\"n\": 1}, {\"n\": 2}]", Kind::JsonLines, &["n"], &[0]);
    }

    #[test]
    fn what_is_no_text_is_said_to_be_none() {
        for bytes in [&b"PK\x03\x04\x00\x00"[..], b"\xff\xfe1\x002\x00"] {
            assert_eq!(sniff(bytes).kind, Kind::Binary);
        }
    }
}
