//! Exponentially distributed lengths, as NumPy's legacy generator draws them, to the bit:
//! `RandomState(seed)`, eight uniforms discarded, `clip(exponential(mean, n), 50, maximum).astype(int)`.

use rand_mt::Mt;

/// Shortest request the workload asks for, in tokens, unless the maximum is shorter still.
pub const SHORTEST: u32 = 50;

/// Uniforms drawn and thrown away before the first length: the article had used eight by then.
pub const DISCARDED_UNIFORMS: usize = 8;

/// Draws from the exponential distribution of mean 1, kept so that a longer run only appends, and that a new mean or
/// maximum draws nothing at all.
pub struct ExponentialDraws {
    generator: Mt,
    drawn: Vec<f64>,
}

impl ExponentialDraws {
    /// A stream that depends on `seed` alone.
    pub fn new(seed: u32) -> Self {
        let mut generator = Mt::new(seed);
        for _ in 0..DISCARDED_UNIFORMS {
            uniform(&mut generator);
        }
        ExponentialDraws { generator, drawn: Vec::new() }
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
        let missing = n.saturating_sub(self.drawn.len());
        let generator = &mut self.generator;
        self.drawn.extend((0..missing).map(|_| -libm::log(1.0 - uniform(generator))));
        &self.drawn[..n]
    }
}

/// A uniform in [0, 1) with 53 random bits, the high 27 bits of one output and the high 26 of the next: the
/// `genrand_res53` of MT19937's authors, which NumPy uses.
#[inline]
fn uniform(generator: &mut Mt) -> f64 {
    const HIGH: f64 = (1u64 << 26) as f64;
    const ALL: f64 = (1u64 << 53) as f64;
    let high = f64::from(generator.next_u32() >> 5);
    let low = f64::from(generator.next_u32() >> 6);
    (high * HIGH + low) / ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `numpy.random.RandomState(42).random_sample(2)`.
    #[test]
    fn uniforms_are_numpys() {
        let mut generator = Mt::new(42);
        assert_eq!(uniform(&mut generator), 0.3745401188473625);
        assert_eq!(uniform(&mut generator), 0.9507143064099162);
    }

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
