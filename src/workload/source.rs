//! The lengths of requests: draws turned into tokens, or what the reader has given.

use super::Own;
use super::draws::{Draws, Standard};
use crate::params::{Params, Workload};

/// Shortest request of the exponential workload, in tokens, unless the maximum is shorter still: as in the article.
pub const SHORTEST: u32 = 50;

/// Where lengths come from, with what was drawn for them.
pub struct Source {
    seed: u32,
    draws: Draws,
    own: Own,
}

impl Source {
    /// The source for the workload and the seed of `params`; `own` are the reader's own lengths, for `Workload::Custom`.
    pub fn new(params: &Params, own: Own) -> Source {
        Source { seed: params.seed(), draws: Draws::new(standard(params.workload()), params.seed()), own }
    }

    /// Whether what was drawn serves other parameters as well.
    pub fn serves(&self, params: &Params) -> bool {
        self.seed == params.seed() && self.draws.standard() == standard(params.workload())
    }

    /// Takes other lengths of the reader's own.
    pub fn set_own(&mut self, own: Own) {
        self.own = own;
    }

    /// The reader's own lengths.
    pub fn own(&self) -> &Own {
        &self.own
    }

    /// The reader's own lengths, where they are the workload.
    pub fn own_in_use(&self, params: &Params) -> Option<&[u32]> {
        let is_used = params.workload() == Workload::Custom && !self.own.lengths().is_empty();
        is_used.then(|| self.own.lengths())
    }

    /// Lengths in tokens of the first `count` requests, none longer than the maximum: longer ones are cut off there.
    ///
    /// Every length can be had from NumPy (`prose::numpy_lines`). The reader's own come in their order, and again from the
    /// first where they are fewer; while there are none, the default ones stand in for them.
    pub fn lengths(&mut self, count: u32, params: &Params) -> Vec<u32> {
        if let Some(own) = self.own_in_use(params) {
            let own = own.iter().cycle().take(count as usize);
            return own.map(|&length| length.min(params.max_length())).collect();
        }
        self.drawn(count, params)
    }

    /// Lengths as other random numbers would have them, those of `seed`: the reader's own are drawn from with
    /// replacement (the bootstrap).
    pub fn resample(&self, seed: u32, count: u32, params: &Params) -> Vec<u32> {
        if let Some(own) = self.own_in_use(params) {
            let own = |uniform: &f64| own[(uniform * own.len() as f64) as usize].min(params.max_length());
            return Draws::new(Standard::Uniform, seed).first(count as usize).iter().map(own).collect();
        }
        let draws = Draws::new(self.draws.standard(), seed);
        Source { seed, draws, own: self.own.clone() }.drawn(count, params)
    }

    fn drawn(&mut self, count: u32, params: &Params) -> Vec<u32> {
        let max_length = params.max_length();
        let draws = self.draws.first(count as usize).iter();
        let clipped = |length: f64| (length as u32).max(1).min(max_length);
        match params.workload() {
            // NumPy clips first; between whole bounds that comes to the same. Where the maximum is below the shortest every
            // length is the maximum, as `numpy.clip` has it.
            Workload::Exponential | Workload::Custom => {
                let mean = params.mean();
                draws.map(|draw| ((mean * draw) as u32).max(SHORTEST).min(max_length)).collect()
            }
            Workload::Lognormal => {
                let (mu, sigma) = (params.mu(), params.sigma());
                draws.map(|draw| clipped(libm::exp(mu + sigma * draw))).collect()
            }
            // From 1 to as far above the mean as 1 lies below it.
            Workload::Uniform => {
                let width = 2.0 * params.mean() - 1.0;
                draws.map(|draw| clipped((draw * width).trunc() + 1.0)).collect()
            }
            Workload::Constant => vec![clipped(params.mean()); count as usize],
            Workload::Trace(trace) => draws.map(|draw| clipped(trace.total(draw * 100.0))).collect(),
        }
    }
}

fn standard(workload: Workload) -> Standard {
    match workload {
        Workload::Exponential | Workload::Custom => Standard::Exponential,
        Workload::Lognormal => Standard::Normal,
        Workload::Uniform | Workload::Constant | Workload::Trace(_) => Standard::Uniform,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Parameter;

    fn params(values: &[(Parameter, &str)]) -> Params {
        let mut params = Params::default();
        for (parameter, text) in values {
            assert_eq!(params.read(*parameter, text), None);
        }
        params
    }

    fn lengths(count: u32, params: &Params, own: &[u32]) -> Vec<u32> {
        Source::new(params, Own::new(own.iter().copied())).lengths(count, params)
    }

    #[test]
    fn a_maximum_below_the_shortest_wins_as_in_numpy_clip() {
        assert_eq!(lengths(3, &params(&[(Parameter::MaxLength, "32")]), &[]), [32, 32, 32]);
    }

    #[test]
    fn own_lengths_come_in_order_again_and_again_and_cut_off_at_the_maximum() {
        let params = params(&[(Parameter::Workload, "custom"), (Parameter::MaxLength, "100")]);
        assert_eq!(lengths(5, &params, &[7, 300, 12]), [7, 100, 12, 7, 100]);
    }

    #[test]
    fn while_there_are_no_own_lengths_the_exponential_ones_stand_in() {
        let own = params(&[(Parameter::Workload, "custom")]);
        assert_eq!(lengths(50, &own, &[]), lengths(50, &Params::default(), &[]));
    }

    #[test]
    fn own_lengths_are_resampled_from_themselves() {
        let params = params(&[(Parameter::Workload, "custom")]);
        let source = Source::new(&params, Own::new([3, 5, 8]));
        let sample = source.resample(1, 1000, &params);
        assert!(sample.iter().all(|length| [3, 5, 8].contains(length)));
        assert!([3, 5, 8].iter().all(|length| sample.contains(length)));
        assert_ne!(sample, source.resample(2, 1000, &params));
    }

    #[test]
    fn a_constant_workload_has_one_length() {
        let params = params(&[(Parameter::Workload, "constant"), (Parameter::Mean, "512")]);
        assert_eq!(lengths(3, &params, &[]), [512, 512, 512]);
    }

    /// The mean of 1 to 2 × 300 − 1, each equally often, is 300; of 100,000 draws it lies within one of it in all
    /// likelihood (six standard errors are 3.3).
    #[test]
    fn uniform_lengths_reach_as_far_above_the_mean_as_below() {
        let params = params(&[(Parameter::Workload, "uniform")]);
        let lengths = lengths(100_000, &params, &[]);
        assert_eq!((lengths.iter().min(), lengths.iter().max()), (Some(&1), Some(&599)));
        let mean = lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / 100_000.0;
        assert!((mean - 300.0).abs() < 3.3, "{mean}");
    }
}
