//! The inputs: one table of names, limits and defaults, and a [`Params`] that only ever holds allowed values.
//!
//! Numbers from outside (an address bar, an attribute, a number field) are read here and nowhere else.

use std::fmt;

use crate::format;

/// One input of the explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Number of requests that are in memory at once.
    Sequences,
    /// Longest request that the server allows, in tokens: what contiguous allocation reserves for each.
    MaxLength,
    /// Token slots in one block of paged memory.
    BlockSize,
    /// Seed of the workload's random numbers.
    Seed,
    /// Mean of the exponential distribution before clipping, in tokens.
    Mean,
}

/// Name, limits and default of a [`Parameter`].
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Name in the address bar and as an attribute.
    pub name: &'static str,
    /// Name that a reader sees, and assistive technology speaks.
    pub label: &'static str,
    /// Unit of the value; empty for a plain count.
    pub unit: &'static str,
    /// Smallest allowed value.
    pub minimum: f64,
    /// Largest allowed value.
    pub maximum: f64,
    /// Value where nothing else is said.
    pub default: f64,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
    /// The slider that moves it, if it has one.
    pub slider: Option<Slider>,
}

/// The positions of a slider. The number field beside it reaches further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// The position is the value, from the first to the second.
    Linear(u32, u32),
    /// The position is the exponent of a power of two, from the first to the second.
    PowersOfTwo(u32, u32),
}

impl Parameter {
    /// Every parameter, in the order in which a reader meets them.
    pub const ALL: [Parameter; 5] =
        [Parameter::Sequences, Parameter::MaxLength, Parameter::BlockSize, Parameter::Seed, Parameter::Mean];

    /// The parameter of that name (`max-length`), if there is one.
    pub fn named(name: &str) -> Option<Parameter> {
        Parameter::ALL.into_iter().find(|p| p.spec().name == name)
    }

    /// Name, limits and default.
    pub const fn spec(self) -> Spec {
        match self {
            Parameter::Sequences => Spec {
                name: "sequences",
                label: "Sequences",
                unit: "",
                minimum: 1.0,
                maximum: 1_000_000.0,
                default: 50.0,
                whole: true,
                slider: Some(Slider::Linear(1, 1_000)),
            },
            Parameter::MaxLength => Spec {
                name: "max-length",
                label: "Maximum length",
                unit: "tokens",
                minimum: 1.0,
                maximum: 1_048_576.0,
                default: 2_048.0,
                whole: true,
                slider: Some(Slider::PowersOfTwo(6, 17)),
            },
            Parameter::BlockSize => Spec {
                name: "block-size",
                label: "Block size",
                unit: "tokens",
                minimum: 1.0,
                maximum: 4_096.0,
                default: 16.0,
                whole: true,
                slider: Some(Slider::PowersOfTwo(0, 8)),
            },
            Parameter::Seed => Spec {
                name: "seed",
                label: "Seed",
                unit: "",
                minimum: 0.0,
                maximum: 4_294_967_295.0,
                default: 42.0,
                whole: true,
                slider: None,
            },
            Parameter::Mean => Spec {
                name: "mean",
                label: "Mean before clipping",
                unit: "tokens",
                minimum: 1.0,
                maximum: 100_000.0,
                default: 300.0,
                whole: false,
                slider: None,
            },
        }
    }
}

/// What the reader chose. Every value lies within the limits of its [`Spec`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    sequences: u32,
    max_length: u32,
    block_size: u32,
    seed: u32,
    mean: f64,
}

impl Default for Params {
    fn default() -> Self {
        let default = |parameter: Parameter| parameter.spec().default;
        Params {
            sequences: default(Parameter::Sequences) as u32,
            max_length: default(Parameter::MaxLength) as u32,
            block_size: default(Parameter::BlockSize) as u32,
            seed: default(Parameter::Seed) as u32,
            mean: default(Parameter::Mean),
        }
    }
}

impl Params {
    /// Number of requests.
    pub fn sequences(&self) -> u32 {
        self.sequences
    }

    /// Longest request allowed, in tokens.
    pub fn max_length(&self) -> u32 {
        self.max_length
    }

    /// Token slots in a block.
    pub fn block_size(&self) -> u32 {
        self.block_size
    }

    /// Seed of the workload.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// Mean of the exponential distribution before clipping, in tokens.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The value of `parameter`.
    pub fn get(&self, parameter: Parameter) -> f64 {
        match parameter {
            Parameter::Sequences => self.sequences.into(),
            Parameter::MaxLength => self.max_length.into(),
            Parameter::BlockSize => self.block_size.into(),
            Parameter::Seed => self.seed.into(),
            Parameter::Mean => self.mean,
        }
    }

    /// Sets `parameter` to what `text` says, or to the nearest allowed value, or, where `text` is no number, to the
    /// default. Says so if the value is not the one asked for.
    pub fn read(&mut self, parameter: Parameter, text: &str) -> Option<Correction> {
        self.take(parameter, text, |text| text.parse().unwrap_or(f64::NAN))
    }

    /// Like [`Params::read`], with somebody else's way from digits to the nearest number, NaN where there is none: in a
    /// browser that of JavaScript, which is there already.
    pub fn take(&mut self, parameter: Parameter, text: &str, parse: impl Fn(&str) -> f64) -> Option<Correction> {
        let spec = parameter.spec();
        let (value, why) = match number(text, parse) {
            None => (spec.default, Some(Why::Unreadable)),
            Some(value) => nearest(value, &spec),
        };
        self.put(parameter, value);
        why.map(|why| Correction { parameter, given: text.trim().to_owned(), used: value, why })
    }

    /// Stores a value that is known to be allowed.
    fn put(&mut self, parameter: Parameter, value: f64) {
        match parameter {
            Parameter::Sequences => self.sequences = value as u32,
            Parameter::MaxLength => self.max_length = value as u32,
            Parameter::BlockSize => self.block_size = value as u32,
            Parameter::Seed => self.seed = value as u32,
            Parameter::Mean => self.mean = value,
        }
    }
}

/// A decimal number such as `50`, ` 3.5` or `1e3`; not the words `inf` and `NaN`, nor what languages make of `0x10` or
/// of nothing.
fn number(text: &str, parse: impl Fn(&str) -> f64) -> Option<f64> {
    let text = text.trim();
    let is_word = text.bytes().any(|byte| byte.is_ascii_alphabetic() && !byte.eq_ignore_ascii_case(&b'e'));
    let number = if is_word || text.is_empty() { f64::NAN } else { parse(text) };
    (!number.is_nan()).then_some(number)
}

/// The allowed value nearest to `value`, and what was wrong with it.
fn nearest(value: f64, spec: &Spec) -> (f64, Option<Why>) {
    if value < spec.minimum {
        (spec.minimum, Some(Why::TooSmall))
    } else if value > spec.maximum {
        (spec.maximum, Some(Why::TooLarge))
    } else if spec.whole && value.fract() != 0.0 {
        (value.round(), Some(Why::NotWhole))
    } else {
        // Adding zero turns -0 into 0, which reads better in an address.
        (value + 0.0, None)
    }
}

/// A value that could not be used as given, and the one that is used in its place. Displays as a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Correction {
    /// What was set.
    pub parameter: Parameter,
    /// The text as given.
    pub given: String,
    /// The value that is used.
    pub used: f64,
    /// What was wrong with the text.
    pub why: Why,
}

/// What was wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is not a number.
    Unreadable,
    /// It has a fractional part where only whole numbers are allowed.
    NotWhole,
    /// It lies below the smallest allowed value.
    TooSmall,
    /// It lies above the largest allowed value.
    TooLarge,
}

/// A wrong value is quoted up to here: enough to recognize it by, short enough for a sentence.
const QUOTED_CHARACTERS: usize = 24;

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spec = self.parameter.spec();
        let mut given: String = self.given.chars().take(QUOTED_CHARACTERS).collect();
        if given.len() < self.given.len() {
            given.push('…');
        }
        let used = format::exact(self.used);
        let label = spec.label;
        match self.why {
            Why::Unreadable if given.is_empty() => write!(f, "{label}: no value was given; {used} is used."),
            Why::Unreadable => write!(f, "{label}: “{given}” is not a number; {used} is used."),
            Why::NotWhole => write!(f, "{label}: {given} is not a whole number; {used} is used."),
            Why::TooSmall => write!(f, "{label}: {given} is too small; {used}, the smallest possible, is used."),
            Why::TooLarge => write!(f, "{label}: {given} is too large; {used}, the largest possible, is used."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(parameter: Parameter, text: &str) -> (f64, Option<Why>) {
        let mut params = Params::default();
        let why = params.read(parameter, text).map(|correction| correction.why);
        (params.get(parameter), why)
    }

    #[test]
    fn defaults_are_the_articles() {
        let params = Params::default();
        assert_eq!((params.sequences(), params.max_length(), params.block_size()), (50, 2048, 16));
        assert_eq!((params.seed(), params.mean()), (42, 300.0));
    }

    #[test]
    fn numbers_in_range_are_taken_as_they_are() {
        assert_eq!(read(Parameter::Sequences, "1"), (1.0, None));
        assert_eq!(read(Parameter::Sequences, " 1000000 "), (1e6, None));
        assert_eq!(read(Parameter::Sequences, "1e3"), (1000.0, None));
        for (text, value) in [("1e1", 10.0), ("+8", 8.0), (" 32 ", 32.0), ("5.", 5.0), (".5e2", 50.0)] {
            assert_eq!(read(Parameter::BlockSize, text), (value, None));
        }
        assert_eq!(read(Parameter::MaxLength, "1048576"), (1_048_576.0, None));
        assert_eq!(read(Parameter::Seed, "4294967295"), (4_294_967_295.0, None));
        assert_eq!(read(Parameter::Mean, "2.5"), (2.5, None));
    }

    #[test]
    fn values_out_of_range_become_the_nearest_allowed_one() {
        assert_eq!(read(Parameter::Sequences, "0"), (1.0, Some(Why::TooSmall)));
        assert_eq!(read(Parameter::Sequences, "-7"), (1.0, Some(Why::TooSmall)));
        assert_eq!(read(Parameter::Sequences, "1000001"), (1e6, Some(Why::TooLarge)));
        assert_eq!(read(Parameter::Seed, "4294967296"), (4_294_967_295.0, Some(Why::TooLarge)));
        assert_eq!(read(Parameter::BlockSize, "1e999"), (4096.0, Some(Why::TooLarge)));
        assert_eq!(read(Parameter::Mean, "0.5"), (1.0, Some(Why::TooSmall)));
        assert_eq!(read(Parameter::BlockSize, "16.5"), (17.0, Some(Why::NotWhole)));
    }

    #[test]
    fn what_is_no_number_becomes_the_default() {
        for text in [
            "",
            " ",
            "abc",
            "NaN",
            "inf",
            "infinity",
            "0x10",
            "0b1",
            "1,000",
            "1_0",
            "--1",
            "1e",
            "e",
            ".",
            "１６",
            "16 tokens",
        ] {
            assert_eq!(read(Parameter::BlockSize, text), (16.0, Some(Why::Unreadable)), "{text:?}");
        }
    }

    #[test]
    fn minus_zero_is_zero() {
        let (seed, why) = read(Parameter::Seed, "-0");
        assert!(seed.is_sign_positive() && why.is_none());
    }

    #[test]
    fn a_correction_says_what_was_wrong_and_what_is_used() {
        let say = |parameter, text| Params::default().read(parameter, text).unwrap().to_string();
        assert_eq!(say(Parameter::Sequences, "abc"), "Sequences: “abc” is not a number; 50 is used.");
        assert_eq!(say(Parameter::Sequences, ""), "Sequences: no value was given; 50 is used.");
        assert_eq!(
            say(Parameter::MaxLength, "9999999"),
            "Maximum length: 9999999 is too large; 1,048,576, the largest possible, is used."
        );
        assert_eq!(say(Parameter::BlockSize, "2.5"), "Block size: 2.5 is not a whole number; 3 is used.");
        let long = "é".repeat(100);
        assert_eq!(
            say(Parameter::Mean, &long),
            format!("Mean before clipping: “{}…” is not a number; 300 is used.", "é".repeat(24))
        );
    }

    proptest! {
        #[test]
        fn any_text_leaves_an_allowed_value(text in ".*", which in 0usize..5) {
            let parameter = Parameter::ALL[which];
            let spec = parameter.spec();
            let (value, _) = read(parameter, &text);
            prop_assert!((spec.minimum..=spec.maximum).contains(&value));
            prop_assert!(!spec.whole || value.fract() == 0.0);
        }

        #[test]
        fn any_number_is_taken_or_corrected(number in any::<f64>(), which in 0usize..5) {
            let parameter = Parameter::ALL[which];
            let (value, why) = read(parameter, &number.to_string());
            prop_assert!(why.is_some() || value == number);
        }
    }
}
