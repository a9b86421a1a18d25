//! Any bytes as lengths that a reader brings along: in chunks as at once, and never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/own_lengths/agreement.rs"]
mod agreement;

fuzz_target!(|text: &[u8]| {
    // The sizes of the chunks come from the text, so that a file of the corpus is nothing but text.
    let sum: usize = text.iter().map(|&byte| usize::from(byte)).sum();
    agreement::check(text, &[1 + sum % 7, 1 + sum / 7 % 31]);
});
