//! Numbers as people read them: separators, one decimal for percentages, and never a digit that claims more than is
//! known.

/// A whole number with a comma between thousands: `102,400`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of what has that name: `1 token`, `275 tokens`.
pub fn counted(value: u64, name: &str) -> String {
    let plural = if value == 1 { "" } else { "s" };
    format!("{} {name}{plural}", count(value))
}

/// A fraction as a percentage with one decimal: `14.2 %`.
///
/// A share that is not quite nothing, or not quite everything, never reads as if it were: `< 0.1 %`, `> 99.9 %`.
pub fn percent(fraction: f64) -> String {
    let (sign, below, above) = if fraction < 0.0 { ("−", ">", "<") } else { ("", "<", ">") };
    let size = fraction.abs();
    if 0.0 < size && size < 0.0005 {
        format!("{below} {sign}0.1 %")
    } else if (0.9995..1.0).contains(&size) {
        format!("{above} {sign}99.9 %")
    } else {
        format!("{sign}{} %", decimal(size * 100.0, 1))
    }
}

/// How many times: one decimal where that is what matters (`6.8`), more below one (`0.52`), none above a hundred.
pub fn times(value: f64) -> String {
    if value < 0.005 {
        "< 0.01".to_owned()
    } else if value < 1.0 {
        // What would round to one is not yet one.
        decimal(value.min(0.99), 2)
    } else {
        decimal(value, u32::from(value < 99.95))
    }
}

/// A mean: whole above a hundred (`292`), else one decimal where there is a fraction (`61.5`, `50`).
pub fn mean(value: f64) -> String {
    decimal(value, u32::from(value < 99.95 && value.fract() != 0.0))
}

/// Three digits and a word, where there is no room for more: `102 thousand`, `1.05 trillion`.
pub fn short(value: f64) -> String {
    three_digits(value, &[(1e12, " trillion"), (1e9, " billion"), (1e6, " million"), (1e3, " thousand")])
}

/// Three digits and a letter, where there is no room for a word: `102k`, `1.05T`.
pub fn shortest(value: f64) -> String {
    three_digits(value, &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")])
}

/// A value in the largest of `units` that it reaches, with three digits; whole where it reaches none.
fn three_digits(value: f64, units: &[(f64, &str)]) -> String {
    // Rounded first: 999,950 is a million then, not a thousand thousand.
    match units.iter().find(|(size, _)| value >= size * 0.9995) {
        None => decimal(value, 0),
        Some((size, unit)) => {
            let scaled = value / size;
            let decimals = if scaled < 9.995 { 2 } else { u32::from(scaled < 99.95) };
            format!("{}{unit}", decimal(scaled, decimals))
        }
    }
}

/// Memory with its unit: `3,744 bytes`, and from 10,000 bytes on three digits and a power of 1,024, `36.6 KiB`.
pub fn bytes(value: f64) -> String {
    const KIB: f64 = 1024.0;
    const MIB: f64 = KIB * KIB;
    const GIB: f64 = MIB * KIB;
    if value < 10_000.0 {
        return format!("{} bytes", count(value as u64));
    }
    three_digits(value, &[(GIB * KIB, " TiB"), (GIB, " GiB"), (MIB, " MiB"), (KIB, " KiB")])
}

/// A length with two decimals: `83.37`.
pub fn hundredths(value: f64) -> String {
    decimal(value, 2)
}

/// All digits that tell the value apart, with separators: `300`, `2.5`, `1,048,576`.
pub fn exact(value: f64) -> String {
    let text = value.to_string();
    match text.split_once('.') {
        None => count(value as u64),
        Some((_, fraction)) => format!("{}.{fraction}", count(value as u64)),
    }
}

/// A value of at least zero, rounded to so many decimals, with separators.
///
/// In whole numbers, which hold every value that is shown: what `format!` has for floats would be a twentieth of the
/// module.
fn decimal(value: f64, decimals: u32) -> String {
    let units = 10u64.pow(decimals);
    let rounded = (value * units as f64).round() as u64;
    let whole = count(rounded / units);
    if decimals == 0 { whole } else { format!("{whole}.{:0width$}", rounded % units, width = decimals as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_000), "1,000");
        assert_eq!(count(102_400), "102,400");
        assert_eq!(count(1_048_576_000_000), "1,048,576,000,000");
    }

    #[test]
    fn percentages_have_one_decimal() {
        assert_eq!(percent(0.14240234375), "14.2 %");
        assert_eq!(percent(0.97369123), "97.4 %");
        assert_eq!(percent(1.0), "100.0 %");
        assert_eq!(percent(0.0), "0.0 %");
        assert_eq!(percent(-1.0), "−100.0 %");
        assert_eq!(percent(-30.5), "−3,050.0 %");
    }

    #[test]
    fn nearly_nothing_and_nearly_everything_say_so() {
        assert_eq!(percent(0.00001), "< 0.1 %");
        assert_eq!(percent(0.99999), "> 99.9 %");
        assert_eq!(percent(-0.00001), "> −0.1 %");
        assert_eq!(percent(-0.99999), "< −99.9 %");
        assert_eq!(percent(0.0005), "0.1 %");
        assert_eq!(percent(0.9994), "99.9 %");
    }

    #[test]
    fn multiples_keep_the_digits_that_matter() {
        assert_eq!(times(6.8376), "6.8");
        assert_eq!(times(0.5), "0.50");
        assert_eq!(times(1.0), "1.0");
        assert_eq!(times(1048.576), "1,049");
        assert_eq!(times(0.9999), "0.99");
        assert_eq!(times(0.000244), "< 0.01");
        assert_eq!(times(99.97), "100");
    }

    #[test]
    fn short_numbers_have_three_digits_and_a_word() {
        assert_eq!(short(999.0), "999");
        assert_eq!(short(102_400.0), "102 thousand");
        assert_eq!(short(51_200_000.0), "51.2 million");
        assert_eq!(short(1_048_576_000_000.0), "1.05 trillion");
        assert_eq!(short(999_949.0), "1.00 million");
        assert_eq!(short(999_499.0), "999 thousand");
        assert_eq!(short(9_999.0), "10.0 thousand");
        assert_eq!((shortest(14_582.0), shortest(50.0)), ("14.6k".into(), "50".into()));
    }

    #[test]
    fn memory_has_a_unit() {
        assert_eq!(bytes(0.0), "0 bytes");
        assert_eq!(bytes(3_744.0), "3,744 bytes");
        assert_eq!(bytes(10_000.0), "9.77 KiB");
        assert_eq!(bytes(819_200.0), "800 KiB");
        assert_eq!(bytes(1_048_575.0), "1.00 MiB");
        assert_eq!(bytes(12.0 * 1024f64.powi(3)), "12.0 GiB");
        assert_eq!(bytes(4_194_304_000_000.0), "3.81 TiB");
    }

    #[test]
    fn means_and_exact_values() {
        assert_eq!(mean(291.64), "292");
        assert_eq!(mean(50.0), "50");
        assert_eq!(mean(99.97), "100");
        assert_eq!(mean(61.46), "61.5");
        assert_eq!(exact(300.0), "300");
        assert_eq!(exact(1234.25), "1,234.25");
    }
}
