//! The horizontal axis of the histogram: from zero to just past the reserved maximum, or, where the maximum lies far
//! beyond every request, cut in between so that the requests keep most of the width.

use plotters::coord::ranged1d::Ranged;
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
pub(super) struct LengthAxis {
    /// End of the part that is to scale, in tokens.
    end: f64,
    /// The reserved maximum in tokens, where it lies beyond a cut.
    beyond: Option<f64>,
    /// Where the axis begins and ends, in pixels.
    pixels: (i32, i32),
}

impl LengthAxis {
    /// An axis for requests up to `longest` tokens, of which `maximum` were reserved for each.
    pub fn new(longest: f64, maximum: f64, pixels: (i32, i32)) -> LengthAxis {
        if maximum > CUT_BEYOND * longest {
            LengthAxis { end: longest * (1.0 + MARGIN), beyond: Some(maximum), pixels }
        } else {
            LengthAxis { end: longest.max(maximum) * (1.0 + MARGIN), beyond: None, pixels }
        }
    }

    /// The pixel of a length.
    pub fn x(&self, length: f64) -> i32 {
        let share = match self.beyond {
            None => length / self.end,
            Some(_) if length <= self.end => CUT_AT * length / self.end,
            Some(maximum) => CUT_AT + (MAXIMUM_AT - CUT_AT) * (length - self.end) / (maximum - self.end),
        };
        pixel(share, self.pixels)
    }

    /// The pixel at which it is cut between the requests and the maximum, if it is.
    pub fn cut(&self) -> Option<i32> {
        self.beyond.map(|_| self.x(self.end))
    }

    /// Where the part that is to scale ends, in tokens.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// Whole lengths worth a label, `most` of them at most, all within the part that is to scale.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        let points = RangedCoordf64::from(0.0..self.end).key_points(most);
        points.into_iter().filter(|length| length.fract() == 0.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(longest: f64, maximum: f64) -> LengthAxis {
        LengthAxis::new(longest, maximum, (0, 1000))
    }

    #[test]
    fn the_articles_axis_is_to_scale() {
        let axis = axis(1051.0, 2048.0);
        assert_eq!(axis.cut(), None);
        let end = 2048.0 * 1.05;
        assert_eq!((axis.x(end), axis.x(end / 4.0)), (1000, 250));
    }

    #[test]
    fn a_maximum_far_beyond_is_moved_near_and_the_requests_keep_their_width() {
        let axis = axis(1051.0, 131_072.0);
        assert!(axis.x(1051.0) > 700);
        assert_eq!((axis.cut(), axis.x(131_072.0)), (Some(780), 955));
    }

    #[test]
    fn ticks_are_whole_lengths_left_of_the_cut() {
        assert_eq!(axis(1051.0, 2048.0).ticks(6), [0.0, 500.0, 1000.0, 1500.0, 2000.0]);
        assert_eq!(axis(1051.0, 131_072.0).ticks(3), [0.0, 500.0, 1000.0]);
        assert_eq!(axis(1.5, 1.0).ticks(6), [0.0, 1.0]);
    }

    #[test]
    fn order_is_kept_across_the_cut() {
        let axis = axis(100.0, 1_048_576.0);
        let pixels = [0.0, 50.0, 100.0, 105.0, 1e3, 1e6, 1_048_576.0].map(|length| axis.x(length));
        assert!(pixels.is_sorted(), "{pixels:?}");
    }
}
