//! Requests with a prompt and an output, whose lengths are drawn apart: what serving over time needs, where a total is not
//! enough.

use super::draws::{Draws, Standard};

/// Pairs made at a time.
const BATCH: usize = 256;

/// What one request brings and what it will be given, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Tokens of the prompt.
    pub prompt: u32,
    /// Tokens generated until the request ends. Nobody but an oracle knows it beforehand.
    pub output: u32,
}

impl Pair {
    /// Tokens in the end. Those of a pair that its source allows do not overflow.
    pub fn total(self) -> u32 {
        self.prompt + self.output
    }
}

/// Where pairs come from.
#[derive(Clone, Debug, PartialEq)]
pub enum PairSource {
    /// Two lognormal lengths, drawn anew until the pair keeps the rules.
    Lognormal(LognormalPairs),
    /// These, in their order, and again from the first.
    Trace(Vec<Pair>),
}

impl PairSource {
    /// Mean tokens of a prompt, of requests of at most `longest` in all: exact of a trace, of others an estimate from so many
    /// `tries`, the same for every seed.
    pub fn mean_prompt(&self, tries: usize, longest: u32) -> f64 {
        match self {
            PairSource::Lognormal(lengths) => lengths.mean_prompt(tries, longest),
            PairSource::Trace(pairs) => mean(pairs.iter().map(|pair| pair.prompt)),
        }
    }
}

fn mean(lengths: impl Iterator<Item = u32>) -> f64 {
    let (count, sum) = lengths.fold((0u64, 0u64), |(count, sum), length| (count + 1, sum + u64::from(length)));
    sum as f64 / count.max(1) as f64
}

/// Lognormal lengths of prompt and output, independent of each other, cut to whole tokens; and the rules by which a pair
/// is drawn anew.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LognormalPairs {
    /// Of the prompt.
    pub prompt: Lognormal,
    /// Of the output.
    pub output: Lognormal,
    /// Neither is shorter, in tokens.
    pub shortest: u32,
    /// No prompt is longer, in tokens.
    pub longest_prompt: u32,
}

/// A lognormal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lognormal {
    /// Mean of the logarithms.
    pub mu: f64,
    /// Standard deviation of the logarithms.
    pub sigma: f64,
}

impl Lognormal {
    fn tokens(self, normal: f64) -> u32 {
        libm::exp(self.mu + self.sigma * normal) as u32
    }
}

impl LognormalPairs {
    /// How many of `tries` pairs keep the rules, with at most `longest` tokens in all: the same for every seed.
    pub fn allowed_of(&self, tries: usize, longest: u32) -> usize {
        let mut draws = Draws::new(Standard::Normal, 0);
        draws.first(2 * tries).chunks_exact(2).filter_map(|normals| self.pair(normals, longest)).count()
    }

    /// Mean length of the prompts, in tokens, of those of `tries` pairs that keep the rules.
    fn mean_prompt(&self, tries: usize, longest: u32) -> f64 {
        let mut draws = Draws::new(Standard::Normal, 0);
        let pairs = draws.first(2 * tries).chunks_exact(2).filter_map(|normals| self.pair(normals, longest));
        mean(pairs.map(|pair| pair.prompt))
    }

    /// The pair of these two normal draws, if it keeps the rules.
    fn pair(&self, normals: &[f64], longest: u32) -> Option<Pair> {
        let (prompt, output) = (self.prompt.tokens(normals[0]), self.output.tokens(normals[1]));
        // Not even the prompt may fill all: a request without an output is none.
        let allowed = self.shortest.max(1) <= prompt.min(output)
            && prompt <= self.longest_prompt
            && prompt.checked_add(output).is_some_and(|total| total <= longest);
        allowed.then_some(Pair { prompt, output })
    }
}

/// An endless stream of pairs that depends on its source and its seed alone. What was drawn once is kept.
pub struct PairStream {
    source: PairSource,
    longest: u32,
    draws: Draws,
    /// Normal draws that have been used.
    used: usize,
    pairs: Vec<Pair>,
}

impl PairStream {
    /// The pairs of `source`, of lognormal ones those of at most `longest` tokens in all.
    ///
    /// The source must allow some: see [`LognormalPairs::allowed_of`]; a trace must not be empty.
    pub fn new(source: PairSource, longest: u32, seed: u32) -> Self {
        PairStream { source, longest, draws: Draws::new(Standard::Normal, seed), used: 0, pairs: Vec::new() }
    }

    /// The `n`-th pair, counted from zero.
    pub fn get(&mut self, n: usize) -> Pair {
        match &self.source {
            PairSource::Trace(pairs) => pairs[n % pairs.len()],
            &PairSource::Lognormal(lengths) => {
                while self.pairs.len() <= n {
                    self.draw(lengths);
                }
                self.pairs[n]
            }
        }
    }

    fn draw(&mut self, lengths: LognormalPairs) {
        let end = self.used + 2 * BATCH;
        let normals = self.draws.first(end)[self.used..].chunks_exact(2);
        self.pairs.extend(normals.filter_map(|pair| lengths.pair(pair, self.longest)));
        self.used = end;
    }
}
