//! Exponentially distributed lengths, as NumPy's legacy generator draws them, to the bit:
//! `RandomState(seed)`, eight uniforms discarded, `clip(exponential(mean, n), 50, maximum).astype(int)`.

use super::mersenne_twister::{BATCH, MersenneTwister};

/// Shortest request the workload asks for, in tokens, unless the maximum is shorter still.
pub const SHORTEST: u32 = 50;

/// Uniforms drawn and thrown away before the first length: the article had used eight by then.
pub const DISCARDED_UNIFORMS: usize = 8;

/// Draws from the exponential distribution of mean 1, kept so that a longer run only appends, and that a new mean or
/// maximum draws nothing at all.
pub struct ExponentialDraws {
    generator: MersenneTwister,
    /// All draws so far, and, before them, what is discarded.
    drawn: Vec<f64>,
}

impl ExponentialDraws {
    /// A stream that depends on `seed` alone.
    pub fn new(seed: u32) -> Self {
        ExponentialDraws { generator: MersenneTwister::new(seed), drawn: Vec::new() }
    }

    /// Lengths in tokens of the first `sequences` requests: draws of the given mean, truncated and clipped to
    /// [`SHORTEST`]..`max_length`. Where the maximum is below [`SHORTEST`] every length is the maximum, as `numpy.clip`
    /// has it. (NumPy clips first; between whole bounds that comes to the same.)
    pub fn lengths(&mut self, sequences: u32, mean: f64, max_length: u32) -> Vec<u32> {
        let draws = self.first(sequences as usize).iter();
        draws.map(|draw| ((mean * draw) as u32).max(SHORTEST).min(max_length)).collect()
    }

    /// The first `n` draws.
    fn first(&mut self, n: usize) -> &[f64] {
        let end = DISCARDED_UNIFORMS + n;
        let batches = end.saturating_sub(self.drawn.len()).div_ceil(BATCH);
        self.drawn.reserve(batches * BATCH);
        for _ in 0..batches {
            let uniforms = self.generator.uniforms();
            self.drawn.extend(uniforms.map(|uniform| -libm::log(1.0 - uniform)));
        }
        &self.drawn[DISCARDED_UNIFORMS..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_run_only_appends() {
        let short = ExponentialDraws::new(7).lengths(10, 300.0, 2048);
        let mut draws = ExponentialDraws::new(7);
        assert_eq!(draws.lengths(10, 300.0, 2048), short);
        assert_eq!(draws.lengths(1000, 300.0, 2048)[..10], short[..]);
        assert_eq!(draws.lengths(10, 300.0, 2048), short);
    }

    #[test]
    fn a_maximum_below_the_shortest_wins_as_in_numpy_clip() {
        assert_eq!(ExponentialDraws::new(42).lengths(3, 300.0, 32), [32, 32, 32]);
    }
}
