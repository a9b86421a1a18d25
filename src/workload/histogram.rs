//! `numpy.histogram(lengths, bins=30)`, the case of equal lengths included.

use super::Tally;

/// Number of bins.
pub const BINS: usize = 30;

/// Requests by length, in [`BINS`] bins of equal width from the shortest to the longest.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// The limits of the bins, in tokens: one more than there are bins. A bin includes its lower limit; the last one
    /// its upper limit, too.
    pub edges: [f64; BINS + 1],
    /// Requests in each bin.
    pub counts: [u64; BINS],
}

impl Histogram {
    /// Sorts a workload into bins.
    pub fn of(tally: &Tally) -> Histogram {
        let edges = edges(tally.shortest().into(), tally.longest().into());
        let mut counts = [0; BINS];
        let mut bin = 0;
        for &(length, count) in tally.entries() {
            while bin + 1 < BINS && f64::from(length) >= edges[bin + 1] {
                bin += 1;
            }
            counts[bin] += u64::from(count);
        }
        Histogram { edges, counts }
    }

    /// Requests in the fullest bin.
    pub fn highest(&self) -> u64 {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// Where the last bin ends, in tokens.
    pub fn end(&self) -> f64 {
        self.edges[BINS]
    }
}

/// `numpy.linspace` from `first` to `last`; half a token to either side where they are equal.
fn edges(first: f64, last: f64) -> [f64; BINS + 1] {
    let (first, last) = if first == last { (first - 0.5, last + 0.5) } else { (first, last) };
    let step = (last - first) / BINS as f64;
    let mut edges: [f64; BINS + 1] = std::array::from_fn(|i| i as f64 * step + first);
    edges[BINS] = last;
    edges
}
