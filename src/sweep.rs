//! One workload under every block size: how much of the paged memory holds a token, how many blocks there are to keep
//! track of, and how far other random numbers would have led elsewhere.

use crate::params::{LARGEST_BLOCK_SIZE, Params, Workload};
use crate::workload::{Source, Tally};

/// How many other seeds the band around the curve is of.
pub const SEEDS: u32 = 100;

/// With more requests than this there is no band: it would be thinner than a line.
pub const MOST_SEQUENCES_WITH_BAND: u32 = 100_000;

/// Block sizes from one power of two to the next.
const STEPS_PER_OCTAVE: u32 = 8;

/// What one block size leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Slots in a block.
    pub block_size: u32,
    /// Blocks that the workload takes.
    pub blocks: u64,
    /// tokens / slots of the workload.
    pub utilization: f64,
    /// The lowest and the highest utilization of the other seeds so far.
    pub band: Option<(f64, f64)>,
}

/// Every block size worth a point, from the smallest to the largest allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    points: Vec<Point>,
    seeds_done: u32,
}

impl Sweep {
    /// The sweep of one workload, without a band yet.
    pub fn of(tally: &Tally) -> Sweep {
        let point = |block_size| {
            let blocks = tally.blocks(block_size);
            Point { block_size, blocks, utilization: utilization(tally, block_size, blocks), band: None }
        };
        Sweep { points: block_sizes().map(point).collect(), seeds_done: 0 }
    }

    /// The points, by increasing block size.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Whether the band is there: of all its seeds.
    pub fn has_band(&self) -> bool {
        self.seeds_done == SEEDS
    }

    /// Takes one more seed into the band, one of those that follow that of `params`, with lengths of `source`. Returns
    /// whether there was one left.
    pub fn widen_band(&mut self, params: &Params, source: &Source) -> bool {
        if self.has_band() || !gets_band(params) {
            return false;
        }
        self.seeds_done += 1;
        let seed = params.seed().wrapping_add(self.seeds_done);
        let tally = Tally::of(&source.resample(seed, params.sequences(), params));
        for point in &mut self.points {
            let other = utilization(&tally, point.block_size, tally.blocks(point.block_size));
            let (low, high) = point.band.unwrap_or((other, other));
            point.band = Some((low.min(other), high.max(other)));
        }
        true
    }
}

/// Whether the sweep of a workload has a band, or will have one: chance has a part in it, and there are few enough requests
/// for that to be seen.
pub fn gets_band(params: &Params) -> bool {
    params.workload() != Workload::Constant && params.sequences() <= MOST_SEQUENCES_WITH_BAND
}

/// What the utilization is of requests of the mean length `mean`, whose last blocks are half empty on average:
/// L / (L + (B − 1) / 2), as it is where every remainder is as likely as every other.
pub fn closed_form(mean: f64, block_size: u32) -> f64 {
    mean / (mean + (f64::from(block_size) - 1.0) / 2.0)
}

fn utilization(tally: &Tally, block_size: u32, blocks: u64) -> f64 {
    tally.tokens() as f64 / (blocks as f64 * f64::from(block_size))
}

/// Whole block sizes, evenly apart on a logarithmic axis as far as whole numbers can be.
fn block_sizes() -> impl Iterator<Item = u32> {
    let last = LARGEST_BLOCK_SIZE.ilog2() * STEPS_PER_OCTAVE;
    let size = |step: u32| 2f64.powf(f64::from(step) / f64::from(STEPS_PER_OCTAVE)).round() as u32;
    let mut previous = 0;
    (0..=last).map(size).filter(move |&size| std::mem::replace(&mut previous, size) != size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Parameter;
    use crate::workload::Own;

    #[test]
    fn block_sizes_reach_from_the_smallest_to_the_largest_without_a_repeat() {
        let sizes: Vec<u32> = block_sizes().collect();
        assert_eq!((sizes.first(), sizes.last()), (Some(&1), Some(&4096)));
        assert!(sizes.windows(2).all(|pair| pair[0] < pair[1]), "{sizes:?}");
        for exponent in 0..=12 {
            assert!(sizes.contains(&(1 << exponent)), "{exponent}");
        }
    }

    /// Lengths 3, 5, 5 and 9 by hand: 22 tokens, in 4-slot blocks 1 + 2 + 2 + 3 = 8 of them.
    #[test]
    fn a_sweep_by_hand() {
        let sweep = Sweep::of(&Tally::of(&[5, 3, 5, 9]));
        let at = |size| *sweep.points().iter().find(|point| point.block_size == size).unwrap();
        assert_eq!((at(1).blocks, at(1).utilization), (22, 1.0));
        assert_eq!((at(4).blocks, at(4).utilization), (8, 22.0 / 32.0));
        assert_eq!((at(16).blocks, at(16).utilization), (4, 22.0 / 64.0));
    }

    /// With 1 to B tokens in the last block, each equally often, L is a multiple of B plus (B + 1) / 2 on average.
    #[test]
    fn the_closed_form_is_exact_where_remainders_are_uniform() {
        let lengths: Vec<u32> = (1..=32).map(|remainder| 160 + remainder).collect();
        let tally = Tally::of(&lengths);
        let measured = utilization(&tally, 32, tally.blocks(32));
        let mean = tally.tokens() as f64 / lengths.len() as f64;
        assert!((measured - closed_form(mean, 32)).abs() < 1e-12);
    }

    #[test]
    fn the_band_has_all_its_seeds_and_then_is_done() {
        let params = Params::default();
        let mut source = Source::new(&params, Own::default());
        let mut sweep = Sweep::of(&Tally::of(&source.lengths(50, &params)));
        let mut steps = 0;
        while sweep.widen_band(&params, &source) {
            steps += 1;
        }
        assert_eq!((steps, sweep.has_band(), sweep.widen_band(&params, &source)), (SEEDS, true, false));
        for point in sweep.points() {
            let (low, high) = point.band.unwrap();
            assert!(0.0 < low && low <= high && high <= 1.0);
        }
        // Blocks of one token waste nothing, whatever the lengths.
        assert_eq!(sweep.points()[0].band, Some((1.0, 1.0)));
    }

    /// A line is two pixels on a plot two hundred high: 1 % of it.
    #[test]
    fn a_band_of_very_many_requests_would_be_thinner_than_a_line() {
        let mut params = Params::default();
        assert_eq!(params.read(Parameter::Sequences, &MOST_SEQUENCES_WITH_BAND.to_string()), None);
        let mut source = Source::new(&params, Own::default());
        let mut sweep = Sweep::of(&Tally::of(&source.lengths(MOST_SEQUENCES_WITH_BAND, &params)));
        while sweep.widen_band(&params, &source) {}
        for point in sweep.points() {
            let (low, high) = point.band.unwrap();
            assert!(high - low < 0.01, "{point:?}");
        }
    }
}
