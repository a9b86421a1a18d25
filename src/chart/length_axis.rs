//! The horizontal axis of the histogram: from zero to just past the reserved maximum, or, where the maximum lies far
//! beyond every request, cut in between so that the requests keep most of the width.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

use super::scale::pixel;

/// The axis is cut where the maximum is more than so many times the longest request.
const CUT_BEYOND: f64 = 4.0;
/// Where the part left of the cut ends, as a share of the width.
const CUT_AT: f64 = 0.78;
/// Where the maximum stands on a cut axis, as a share of the width.
const MAXIMUM_AT: f64 = 0.955;
/// Room to the right of what an axis must show, as a share of it.
const MARGIN: f64 = 0.05;

/// Maps lengths in tokens to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthAxis {
    /// End of the part that is to scale, in tokens.
    end: f64,
    /// The reserved maximum in tokens, where it lies beyond a cut.
    beyond: Option<f64>,
}

impl LengthAxis {
    /// An axis for requests up to `longest` tokens, of which `maximum` were reserved for each.
    pub fn new(longest: f64, maximum: f64) -> LengthAxis {
        if maximum > CUT_BEYOND * longest {
            LengthAxis { end: longest * (1.0 + MARGIN), beyond: Some(maximum) }
        } else {
            LengthAxis { end: longest.max(maximum) * (1.0 + MARGIN), beyond: None }
        }
    }

    /// Whether the axis is cut between the requests and the maximum.
    pub fn is_cut(&self) -> bool {
        self.beyond.is_some()
    }

    /// Where it is cut, in pixels of `width`.
    pub fn cut(&self, width: Range<i32>) -> Option<i32> {
        self.beyond.map(|_| pixel(CUT_AT, (width.start, width.end)))
    }

    /// Whole lengths worth a label, `most` of them at most, all left of the cut.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        let points = RangedCoordf64::from(0.0..self.end).key_points(most);
        points.into_iter().filter(|length| length.fract() == 0.0).collect()
    }
}

impl Ranged for LengthAxis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, &length: &f64, limit: (i32, i32)) -> i32 {
        let share = match self.beyond {
            None => length / self.end,
            Some(_) if length <= self.end => CUT_AT * length / self.end,
            Some(maximum) => CUT_AT + (MAXIMUM_AT - CUT_AT) * (length - self.end) / (maximum - self.end),
        };
        pixel(share, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        self.ticks(hint.max_num_points())
    }

    fn range(&self) -> Range<f64> {
        0.0..self.beyond.unwrap_or(self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_articles_axis_is_to_scale() {
        let axis = LengthAxis::new(1051.0, 2048.0);
        assert!(!axis.is_cut());
        let end = 2048.0 * 1.05;
        assert_eq!(axis.map(&end, (0, 1000)), 1000);
        assert_eq!(axis.map(&(end / 4.0), (0, 1000)), 250);
    }

    #[test]
    fn a_maximum_far_beyond_is_moved_near_and_the_requests_keep_their_width() {
        let axis = LengthAxis::new(1051.0, 131_072.0);
        assert!(axis.is_cut());
        assert!(axis.map(&1051.0, (0, 1000)) > 700);
        assert_eq!(axis.map(&131_072.0, (0, 1000)), 955);
        assert_eq!(axis.cut(0..1000), Some(780));
    }

    #[test]
    fn ticks_are_whole_lengths_left_of_the_cut() {
        assert_eq!(LengthAxis::new(1051.0, 2048.0).ticks(6), [0.0, 500.0, 1000.0, 1500.0, 2000.0]);
        assert_eq!(LengthAxis::new(1051.0, 131_072.0).ticks(3), [0.0, 500.0, 1000.0]);
        assert_eq!(LengthAxis::new(1.5, 1.0).ticks(6), [0.0, 1.0]);
    }

    #[test]
    fn order_is_kept_across_the_cut() {
        let axis = LengthAxis::new(100.0, 1_048_576.0);
        let pixels: Vec<i32> =
            [0.0, 50.0, 100.0, 105.0, 1e3, 1e6, 1_048_576.0].iter().map(|length| axis.map(length, (40, 340))).collect();
        assert!(pixels.is_sorted(), "{pixels:?}");
    }
}
