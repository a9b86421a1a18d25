//! What a length is: a whole number of tokens, from 1 to the longest request there may be.

use super::excerpt::{Excerpt, shorten};
use super::{LONGEST, Why};

/// A length, or what is wrong with what should be one.
pub(super) type Read = Result<u32, Flaw>;

/// Why something is no length, and its beginning.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Flaw {
    pub why: Why,
    pub text: String,
}

impl Flaw {
    /// One for which there is nothing to quote.
    pub fn of(why: Why) -> Flaw {
        Flaw { why, text: String::new() }
    }
}

/// The length that a text says.
pub(super) fn read(text: &Excerpt) -> Read {
    within_limits(part(text)?.into(), || text.quoted())
}

/// Cells of a row, or fields of an object, that are added up to a length. A part may be 0, where the sum is not.
pub(super) struct Sum {
    parts: Vec<Option<Read>>,
}

impl Sum {
    /// A sum of so many parts, of which none is there yet.
    pub fn new(parts: usize) -> Sum {
        Sum { parts: vec![None; parts] }
    }

    /// Sets a part to what `text` says.
    pub fn set(&mut self, i: usize, text: &Excerpt) {
        self.parts[i] = Some(part(text));
    }

    /// Forgets every part.
    pub fn clear(&mut self) {
        self.parts.fill(None);
    }

    /// The sum, after which there are no parts any more. `missing` is said of a part that is not there.
    pub fn take(&mut self, missing: Why) -> Read {
        let total = self.total(missing);
        self.clear();
        total
    }

    fn total(&self, missing: Why) -> Read {
        let mut total = 0;
        for part in &self.parts {
            total += match part {
                None => return Err(Flaw::of(missing)),
                Some(Err(flaw)) => return Err(flaw.clone()),
                Some(Ok(tokens)) => u64::from(*tokens),
            };
        }
        let addends = self.parts.iter().flatten().flatten().map(u32::to_string);
        within_limits(total, || shorten(addends.collect::<Vec<_>>().join(" + ")))
    }
}

fn within_limits(length: u64, text: impl FnOnce() -> String) -> Read {
    let why = if length < 1 { Why::TooSmall } else { Why::TooLarge };
    let in_range = u32::try_from(length).ok().filter(|length| (1..=LONGEST).contains(length));
    in_range.ok_or_else(|| Flaw { why, text: text() })
}

/// The whole number from 0 to [`LONGEST`] that a text says.
fn part(text: &Excerpt) -> Read {
    let number = match text.whole() {
        None => Err(Why::TooLong),
        Some([]) => return Err(Flaw::of(Why::Empty)),
        Some(digits) => Decimal::parse(digits).ok_or(Why::NotANumber).and_then(Decimal::whole),
    };
    number.map_err(|why| Flaw { why, text: text.quoted() })
}

/// A number as it is written. In whole numbers throughout: they are exact, and the parser of floating-point numbers
/// would be a good part of the module.
struct Decimal<'a> {
    negative: bool,
    /// Digits before the point.
    whole: &'a [u8],
    /// Digits after it.
    fraction: &'a [u8],
    /// Of the power of ten that all of this is multiplied by.
    exponent: i32,
}

/// No exponent beyond this leads to a length, whatever digits a text has room for.
const LARGEST_EXPONENT: i32 = 1_000;

impl Decimal<'_> {
    /// `12`, `+12.0`, `.5e1`, `1E+3`.
    fn parse(text: &[u8]) -> Option<Decimal<'_>> {
        let (negative, text) = signed(text);
        let (mantissa, exponent) = match text.iter().position(|byte| byte.eq_ignore_ascii_case(&b'e')) {
            None => (text, 0),
            Some(at) => (&text[..at], exponent(&text[at + 1..])?),
        };
        let (whole, fraction) = match mantissa.iter().position(|&byte| byte == b'.') {
            None => (mantissa, &[][..]),
            Some(at) => (&mantissa[..at], &mantissa[at + 1..]),
        };
        let are_digits = whole.iter().chain(fraction).all(u8::is_ascii_digit);
        (are_digits && whole.len() + fraction.len() > 0).then_some(Decimal { negative, whole, fraction, exponent })
    }

    /// Its value, if that is a whole number from 0 to [`LONGEST`].
    fn whole(self) -> Result<u32, Why> {
        let digits = || self.whole.iter().chain(self.fraction).map(|byte| u32::from(byte - b'0'));
        if digits().all(|digit| digit == 0) {
            return Ok(0);
        }
        if self.negative {
            return Err(Why::TooSmall);
        }
        // How many of the digits stand before the point, once the exponent has moved it.
        let before_point = self.whole.len() as i32 + self.exponent;
        let before_point = usize::try_from(before_point).unwrap_or(0);
        if digits().skip(before_point).any(|digit| digit != 0) {
            return Err(Why::NotWhole);
        }
        let mut value = 0;
        for digit in digits().chain(std::iter::repeat(0)).take(before_point) {
            value = value * 10 + digit;
            if value > LONGEST {
                return Err(Why::TooLarge);
            }
        }
        Ok(value)
    }
}

/// Whether there is a minus before a number, and the number.
fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', number @ ..] => (true, number),
        [b'+', number @ ..] => (false, number),
        _ => (false, text),
    }
}

fn exponent(text: &[u8]) -> Option<i32> {
    let (negative, digits) = signed(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |size: i32, digit: &u8| (size * 10 + i32::from(digit - b'0')).min(LARGEST_EXPONENT);
    let size = digits.iter().fold(0, add);
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn length(text: &str) -> Result<u32, Why> {
        read(&Excerpt::of(text)).map_err(|flaw| flaw.why)
    }

    #[test]
    fn whole_numbers_of_any_notation_are_lengths() {
        for text in ["12", "+12", "12.", "12.0", "012", "1.2e1", "1.20E+01", ".12e2", "120e-1", "12e0", "0.00012e5"] {
            assert_eq!(length(text), Ok(12), "{text}");
        }
        assert_eq!((length("1"), length("1e3"), length("1048576")), (Ok(1), Ok(1000), Ok(1_048_576)));
    }

    #[test]
    fn what_is_none_is_told_why() {
        let cases: [(Why, &[&str]); 6] = [
            (Why::TooSmall, &["0", "-0", "0.0", "0e999999999999", "-3", "-12.5", "-1e99"]),
            (Why::NotWhole, &["12.5", "0.1", "1e-3", "1e-999999999999", "1048576.5"]),
            (Why::TooLarge, &["1048577", "2000000", "1e7", "1e999999999999", "99999999999999999999999999999999"]),
            (Why::Empty, &["", " "]),
            (Why::TooLong, &[&"1".repeat(200), &"x".repeat(200)]),
            (
                Why::NotANumber,
                &[
                    "abc", "NaN", "inf", "-", "+", ".", "e", "1e", "1e+", "e5", "--1", "1_0", "0x10", "1.2.3", "１６",
                    "5%",
                ],
            ),
        ];
        for (why, texts) in cases {
            for text in texts {
                assert_eq!(length(text), Err(why), "{text}");
            }
        }
    }

    proptest! {
        /// Where `f64` is exact, its parser has the last word.
        #[test]
        fn numbers_mean_what_they_mean_elsewhere(text in "[+-]?[0-9]{0,5}(\\.[0-9]{0,4})?(e[+-]?[0-9]{1,2})?") {
            let value: Option<f64> = text.parse().ok();
            let expected = value.filter(|value| value.fract() == 0.0 && (1.0..=LONGEST.into()).contains(value));
            prop_assert_eq!(length(&text).ok().map(f64::from), expected);
        }
    }
}
