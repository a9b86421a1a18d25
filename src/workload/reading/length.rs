//! What a length is: a whole number of tokens, from 1 to the longest request there may be.

use super::excerpt::{Excerpt, shorten};
use super::{LONGEST, Why};

/// A length, or what is wrong with what should be one.
pub(super) type Read = Result<u32, Why>;

/// The length that a text says.
pub(super) fn read(text: &Excerpt) -> Read {
    within_limits(part(text)?.into())
}

/// Whether a text is a number, if perhaps none that is a length.
pub(super) fn is_number(text: &[u8]) -> bool {
    !matches!(whole(text), Err(Why::NotANumber))
}

/// Cells of a row, or fields of an object, that are added up to a length. A part may be 0, where the sum is not.
pub(super) struct Sum {
    /// What each part says, and whether it is there.
    parts: Vec<(Excerpt, bool)>,
}

impl Sum {
    /// A sum of so many parts, of which none is there yet.
    pub fn new(parts: usize) -> Sum {
        Sum { parts: (0..parts).map(|_| (Excerpt::default(), false)).collect() }
    }

    /// Sets a part to what `text` says.
    pub fn set(&mut self, i: usize, text: &Excerpt) {
        let (part, is_there) = &mut self.parts[i];
        part.copy(text);
        *is_there = true;
    }

    /// Forgets every part.
    pub fn clear(&mut self) {
        for (_, is_there) in &mut self.parts {
            *is_there = false;
        }
    }

    /// The sum. `missing` is said of a part that is not there.
    pub fn total(&self, missing: Why) -> Read {
        let mut total = 0;
        for (text, is_there) in &self.parts {
            total += u64::from(if *is_there { part(text)? } else { return Err(missing) });
        }
        within_limits(total)
    }

    /// What of the parts is no length, in a sentence: the first that is no number, or else all of them.
    pub fn quoted(&self) -> String {
        let flawed = self.parts.iter().find(|(text, is_there)| !is_there || part(text).is_err());
        match flawed {
            Some((text, true)) => text.quoted(),
            Some((_, false)) => String::new(),
            None => shorten(self.parts.iter().map(|(text, _)| text.text()).collect::<Vec<_>>().join(" + ")),
        }
    }
}

fn within_limits(length: u64) -> Read {
    match u32::try_from(length) {
        Ok(0) => Err(Why::TooSmall),
        Ok(length) if length <= LONGEST => Ok(length),
        _ => Err(Why::TooLarge),
    }
}

/// The whole number from 0 to [`LONGEST`] that a text says.
fn part(text: &Excerpt) -> Read {
    match text.whole() {
        None => Err(Why::TooLong),
        Some([]) => Err(Why::Empty),
        Some(digits) => whole(digits),
    }
}

/// The number from 0 to [`LONGEST`] that is written as `12`, `+12.0`, `.12e2` or `1200E-2`. Computed in whole numbers:
/// they are exact, and std's parser of others would be a good part of the module.
fn whole(text: &[u8]) -> Read {
    let (is_negative, text) = signed(text);
    let e = text.iter().position(|byte| byte.eq_ignore_ascii_case(&b'e'));
    let (mantissa, exponent) = match e {
        None => (text, 0),
        Some(e) => (&text[..e], exponent(&text[e + 1..]).ok_or(Why::NotANumber)?),
    };
    let point = mantissa.iter().position(|&byte| byte == b'.').unwrap_or(mantissa.len());
    // How many of the digits stand before the point, once the exponent has moved it.
    let before_point = point as i32 + exponent;

    let (mut digits, mut value, mut is_whole) = (0, 0, true);
    for (_, &byte) in mantissa.iter().enumerate().filter(|(i, _)| *i != point) {
        let digit = digit(byte).ok_or(Why::NotANumber)?;
        if digits < before_point {
            value = appended(value, digit);
        } else {
            is_whole &= digit == 0;
        }
        digits += 1;
    }
    for _ in digits..before_point {
        value = appended(value, 0);
    }
    match value {
        _ if digits == 0 => Err(Why::NotANumber),
        _ if is_negative && (value > 0 || !is_whole) => Err(Why::TooSmall),
        _ if !is_whole => Err(Why::NotWhole),
        _ if value > LONGEST => Err(Why::TooLarge),
        _ => Ok(value),
    }
}

/// No exponent beyond this leads to a length, whatever digits a text has room for.
const LARGEST_EXPONENT: u32 = 1_000;

fn exponent(text: &[u8]) -> Option<i32> {
    let (is_negative, digits) = signed(text);
    let size = digits.iter().try_fold(0, |size, &byte| Some((size * 10 + digit(byte)?).min(LARGEST_EXPONENT)))?;
    let size = if is_negative { -(size as i32) } else { size as i32 };
    (!digits.is_empty()).then_some(size)
}

/// Whether there is a minus before a number, and the number.
fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', number @ ..] => (true, number),
        [b'+', number @ ..] => (false, number),
        _ => (false, text),
    }
}

fn digit(byte: u8) -> Option<u32> {
    byte.is_ascii_digit().then(|| u32::from(byte - b'0'))
}

/// `value` with one more digit; no further than where it is too large in any case.
fn appended(value: u32, digit: u32) -> u32 {
    (value * 10 + digit).min(LONGEST + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn length(text: &str) -> Result<u32, Why> {
        read(&Excerpt::of(text))
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
