//! Settings that the reader keeps to compare others with: up to four, each with the numbers that it led to.

use crate::comparison::Report;
use crate::params::Params;
use crate::pipeline::Pipeline;
use crate::workload::Own;

/// So many settings can be kept at once.
pub const MOST_PINS: usize = 4;

/// The names of pins, by their place.
pub const LETTERS: [&str; MOST_PINS] = ["A", "B", "C", "D"];

/// What stands in a link for a setting at which nothing was changed.
const UNCHANGED: &str = "defaults";

/// What is wrong with a text that should say settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinsError<'t> {
    /// This part does not say what was chosen.
    Unreadable(&'t str),
    /// There are more than [`MOST_PINS`].
    TooMany,
}

/// The settings that are kept, in the order in which they were pinned.
#[derive(Clone, Debug, Default)]
pub struct Pins {
    reports: Vec<Report>,
}

impl Pins {
    /// The numbers of each.
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// Keeps one more, unless there is no more room, or it is there already.
    pub fn add(&mut self, report: &Report) {
        let is_new = self.reports.iter().all(|pinned| !are_alike(pinned, report));
        if is_new && self.reports.len() < MOST_PINS {
            self.reports.push(report.clone());
        }
    }

    /// Lets go of the one at that place, if there is one.
    pub fn remove(&mut self, place: usize) {
        if place < self.reports.len() {
            self.reports.remove(place);
        }
    }

    /// All of them, as they stand in a link: `block-size:256,seed:7;defaults`. Lengths of the reader's own are not in it.
    pub fn text(&self) -> String {
        let pins = self.reports.iter().map(|report| Some(report.params().text()).filter(|text| !text.is_empty()));
        pins.map(|text| text.unwrap_or_else(|| UNCHANGED.to_owned())).collect::<Vec<_>>().join(";")
    }

    /// What such a text says, with `parse` as in [`Params::take`]. Lengths of the reader's own are `own`, for a text does
    /// not have them.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read<'t>(text: &'t str, own: &Own, parse: impl Fn(&str) -> f64) -> Result<Pins, PinsError<'t>> {
        let mut pins = Pins::default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let choices = if part == UNCHANGED { "" } else { part };
            let params = Params::from_text(choices, &parse).ok_or(PinsError::Unreadable(part))?;
            if pins.reports.len() == MOST_PINS {
                return Err(PinsError::TooMany);
            }
            let mut pipeline = Pipeline::new(params);
            pipeline.set_own_lengths(own.clone());
            pins.reports.push(pipeline.report().clone());
        }
        Ok(pins)
    }
}

/// Whether two settings lead to the same numbers.
fn are_alike(one: &Report, other: &Report) -> bool {
    one.params().text() == other.params().text() && one.own_lengths() == other.own_lengths()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Metric;

    fn read(text: &str) -> Result<Pins, PinsError<'_>> {
        Pins::read(text, &Own::default(), |text| text.parse().unwrap_or(f64::NAN))
    }

    #[test]
    fn pins_say_what_was_changed_and_are_read_again() {
        let text = "block-size:256,seed:7;defaults;model:llama-3-8b,memory:11.12";
        let pins = read(text).unwrap();
        assert_eq!(pins.text(), text);
        assert_eq!(pins.reports()[1].value(Metric::PagedSlots), 14_976.0);
        assert_eq!(pins.reports()[2].text(Metric::RequestsAtMaximum), "44.48");
    }

    #[test]
    fn what_makes_no_difference_is_not_said() {
        assert_eq!(read("layers:40,model:none").unwrap().text(), "defaults");
        assert_eq!(read("mu:7").unwrap().text(), "defaults");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for wrong in ["block-size", "block-size:x", "size:3", "block-size:0", "workload:gaussian"] {
            assert_eq!(read(&format!("seed:7;{wrong}")).err(), Some(PinsError::Unreadable(wrong)));
        }
        assert_eq!(read("seed:1;seed:2;seed:3;seed:4;seed:5").err(), Some(PinsError::TooMany));
    }

    #[test]
    fn the_same_setting_is_kept_once_and_five_are_too_many() {
        let mut pins = Pins::default();
        for seed in [1, 1, 2, 3, 4, 5] {
            pins.add(&read(&format!("seed:{seed}")).unwrap().reports()[0]);
        }
        assert_eq!(pins.text(), "seed:1;seed:2;seed:3;seed:4");
        pins.remove(1);
        pins.remove(7);
        assert_eq!(pins.text(), "seed:1;seed:3;seed:4");
    }
}
