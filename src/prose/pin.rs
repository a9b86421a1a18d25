//! What is said of settings that are kept to compare with.

use crate::params::{Parameter, Params};

/// What was chosen, as far as it is not what anybody finds: `block size 256, seed 7`.
pub fn pin_name(params: &Params) -> String {
    let changed = params.changed().filter(|parameter| parameter.is_compared());
    let names: Vec<String> = changed.map(|parameter| name(params, parameter)).collect();
    if names.is_empty() { "all defaults".to_owned() } else { names.join(", ") }
}

fn name(params: &Params, parameter: Parameter) -> String {
    if let Some(label) = params.chosen_label(parameter) {
        return label.to_owned();
    }
    let label = parameter.spec().label;
    // An abbreviation keeps its capitals.
    let is_word = label.chars().nth(1).is_some_and(|second| second.is_ascii_lowercase());
    let label = if is_word { label.to_ascii_lowercase() } else { label.to_owned() };
    format!("{label} {}", params.said(parameter))
}
