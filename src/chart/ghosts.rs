//! Ghost marks: where settings that the reader has pinned would be in a figure.

use super::pen::{Align, Pen, STRONG};
use super::{ColorRole, Drawn, Surface};
use crate::comparison::Report;
use crate::pins::LETTERS;

/// A mark needs so much room for its letter, in CSS pixels.
const APART: f64 = 16.0;

/// Where one pin, or several that lie too near to each other for two letters, are marked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ghost {
    /// Where the first of them is, in device pixels.
    pub at: (i32, i32),
    /// Their letters.
    pub name: String,
}

/// The marks of `pins`, which are where `place` says; of those of which it says nothing there is none.
pub(super) fn ghosts<DB: Surface>(
    pen: &Pen<'_, DB>,
    pins: &[Report],
    place: impl Fn(&Report) -> Option<(i32, i32)>,
) -> Vec<Ghost> {
    grouped(pins.iter().map(place), pen.px(APART))
}

fn grouped(places: impl Iterator<Item = Option<(i32, i32)>>, apart: i32) -> Vec<Ghost> {
    let mut ghosts: Vec<Ghost> = Vec::new();
    for (at, letter) in places.zip(LETTERS).filter_map(|(at, letter)| at.map(|at| (at, letter))) {
        ghosts.push(Ghost { at, name: letter.to_owned() });
    }
    // A group is as wide as it has letters, and so may come to touch another.
    while let Some((one, other)) = touching(&ghosts, apart) {
        let Ghost { name, .. } = ghosts.remove(other);
        ghosts[one].name.push_str(&name);
    }
    ghosts
}

/// The places of two whose names would touch, the earlier first.
fn touching(ghosts: &[Ghost], apart: i32) -> Option<(usize, usize)> {
    let pairs = (0..ghosts.len()).flat_map(|one| (one + 1..ghosts.len()).map(move |other| (one, other)));
    pairs.into_iter().find(|&(one, other)| {
        let (one, other) = (&ghosts[one], &ghosts[other]);
        let letters = (one.name.len() + other.name.len()) as i32;
        (one.at.0 - other.at.0).abs() < apart * letters / 2 && (one.at.1 - other.at.1).abs() < apart
    })
}

impl Ghost {
    /// Draws the letters around a point, but between the two `sides`, on a plate that keeps them readable on whatever is
    /// there.
    pub fn draw_name<DB: Surface>(&self, pen: &Pen<'_, DB>, at: (i32, i32), sides: (i32, i32)) -> Drawn<DB> {
        let half = pen.text_width(&self.name, STRONG) / 2 + pen.px(2.0);
        let x = at.0.min(sides.1 - half).max(sides.0 + half);
        pen.plate((x, at.1), half, pen.px(8.0), ColorRole::Panel)?;
        pen.text(&self.name, (x, at.1), Align::Center, STRONG, ColorRole::Muted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_too_near_to_each_other_share_their_letters() {
        let places = [Some((0, 0)), Some((100, 0)), None, Some((5, 3))];
        let ghosts = grouped(places.into_iter(), 14);
        assert_eq!(ghosts.len(), 2);
        assert_eq!((ghosts[0].name.as_str(), ghosts[1].name.as_str()), ("AD", "B"));
    }

    #[test]
    fn a_group_that_comes_to_touch_another_takes_it_in() {
        let ghosts = grouped([Some((0, 0)), Some((16, 0)), Some((1, 0))].into_iter(), 14);
        assert_eq!((ghosts.len(), ghosts[0].name.as_str()), (1, "ACB"));
    }
}
