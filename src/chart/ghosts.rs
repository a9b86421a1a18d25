//! Ghost marks: where settings that the reader has pinned would be in a figure.

use super::pen::{Align, Pen, STRONG};
use super::{ColorRole, Drawn, Surface};
use crate::comparison::Report;
use crate::pins::LETTERS;

/// A mark needs so much room for its letter, in CSS pixels.
const APART: f64 = 14.0;

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
        let is_near = |ghost: &&mut Ghost| {
            // A group is as wide as it has letters.
            let width = apart * ghost.name.len() as i32;
            (ghost.at.0 - at.0).abs() < width && (ghost.at.1 - at.1).abs() < apart
        };
        match ghosts.iter_mut().find(is_near) {
            Some(ghost) => ghost.name.push_str(letter),
            None => ghosts.push(Ghost { at, name: letter.to_owned() }),
        }
    }
    ghosts
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
}
