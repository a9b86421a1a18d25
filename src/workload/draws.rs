//! Random numbers of a standard distribution, as NumPy's legacy generator `RandomState(seed)` draws them, to the bit.

use super::mersenne_twister::{BATCH, MersenneTwister};

/// Uniforms drawn and thrown away before the first exponential length: the article had used eight by then.
pub const DISCARDED_UNIFORMS: usize = 8;

/// A distribution that others are made from, by a factor or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    /// The exponential distribution of mean 1, after [`DISCARDED_UNIFORMS`].
    Exponential,
    /// The normal distribution of mean 0 and deviation 1.
    Normal,
    /// The uniform distribution from 0 to just below 1.
    Uniform,
}

/// A stream of draws, kept so that a longer run only appends, and that what is made of them anew draws nothing at all.
pub(super) struct Draws {
    standard: Standard,
    generator: MersenneTwister,
    /// All draws so far, and, before them, what is discarded.
    drawn: Vec<f64>,
    /// Uniforms that await their use: those of a normal draw are taken in pairs, of which some are of none.
    uniforms: Vec<f64>,
}

impl Draws {
    /// A stream that depends on its arguments alone.
    pub fn new(standard: Standard, seed: u32) -> Self {
        Draws { standard, generator: MersenneTwister::new(seed), drawn: Vec::new(), uniforms: Vec::new() }
    }

    /// What distribution these are draws of.
    pub fn standard(&self) -> Standard {
        self.standard
    }

    /// The first `n` draws.
    pub fn first(&mut self, n: usize) -> &[f64] {
        let discarded = if self.standard == Standard::Exponential { DISCARDED_UNIFORMS } else { 0 };
        let end = discarded + n;
        // To the end of a batch, and no further.
        self.drawn.reserve(end.saturating_sub(self.drawn.len()).next_multiple_of(BATCH));
        while self.drawn.len() < end {
            let uniforms = self.generator.uniforms();
            match self.standard {
                Standard::Exponential => self.drawn.extend(uniforms.map(|uniform| -libm::log(1.0 - uniform))),
                Standard::Uniform => self.drawn.extend(uniforms),
                Standard::Normal => {
                    self.uniforms.extend(uniforms);
                    self.draw_normals();
                }
            }
        }
        &self.drawn[discarded..end]
    }

    /// Uses up the uniforms, pair by pair, in the polar method (Marsaglia and Bray, 1964) in the order that NumPy's
    /// `legacy_gauss` has: of the two numbers that a pair gives, the second comes first.
    fn draw_normals(&mut self) {
        let pairs = self.uniforms.chunks_exact(2);
        let rest = pairs.remainder().to_vec();
        for pair in pairs {
            let (x, y) = (2.0 * pair[0] - 1.0, 2.0 * pair[1] - 1.0);
            let square = x * x + y * y;
            if 0.0 < square && square < 1.0 {
                let factor = (-2.0 * libm::log(square) / square).sqrt();
                self.drawn.extend([factor * y, factor * x]);
            }
        }
        self.uniforms = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_run_only_appends() {
        for standard in [Standard::Exponential, Standard::Normal, Standard::Uniform] {
            let short = Draws::new(standard, 7).first(10).to_vec();
            let mut draws = Draws::new(standard, 7);
            assert_eq!(draws.first(10), short);
            assert_eq!(draws.first(1000)[..10], short);
            assert_eq!(draws.first(10), short);
        }
    }

    /// `numpy.random.RandomState(42)`: `standard_normal(1000)` and `random_sample(1000)`, the first two and the last.
    #[test]
    fn normal_and_uniform_draws_are_numpys() {
        let ends = |draws: &[f64]| (draws[0], draws[1], draws[999]);
        let normal = ends(Draws::new(Standard::Normal, 42).first(1000));
        assert_eq!(normal, (0.4967141530112327, -0.13826430117118466, 0.5725827813561586));
        let uniform = ends(Draws::new(Standard::Uniform, 42).first(1000));
        assert_eq!(uniform, (0.3745401188473625, 0.9507143064099162, 0.44600577295795574));
    }
}
