//! How many requests have each length. Every number of the comparison follows from this, and it stays as small as
//! the range of lengths even where there are a million requests.

/// The distinct lengths of a workload with the number of requests that have each, shortest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// (length in tokens, number of requests), by increasing length.
    entries: Vec<(u32, u32)>,
    tokens: u64,
}

impl Tally {
    /// Counts `lengths`, in tokens.
    pub fn of(lengths: &[u32]) -> Tally {
        let extremes = |(low, high): (u32, u32), &length: &u32| (low.min(length), high.max(length));
        let first = lengths.first().copied().unwrap_or(0);
        let (shortest, longest) = lengths.iter().fold((first, first), extremes);
        let mut counts = vec![0u32; (longest - shortest) as usize + 1];
        for &length in lengths {
            counts[(length - shortest) as usize] += 1;
        }
        let entries: Vec<(u32, u32)> = (shortest..=longest).zip(counts).filter(|&(_, count)| count > 0).collect();
        let tokens = entries.iter().map(|&(length, count)| u64::from(length) * u64::from(count)).sum();
        Tally { entries, tokens }
    }

    /// (length in tokens, number of requests), by increasing length.
    pub fn entries(&self) -> &[(u32, u32)] {
        &self.entries
    }

    /// Σ length, in tokens.
    pub fn tokens(&self) -> u64 {
        self.tokens
    }

    /// Length of the shortest request, in tokens; zero where there is none.
    pub fn shortest(&self) -> u32 {
        self.entries.first().map_or(0, |&(length, _)| length)
    }

    /// Length of the longest request, in tokens; zero where there is none.
    pub fn longest(&self) -> u32 {
        self.entries.last().map_or(0, |&(length, _)| length)
    }

    /// Σ ⌈length / block size⌉: blocks that hold every request, each in blocks of its own.
    pub fn blocks(&self, block_size: u32) -> u64 {
        self.entries.iter().map(|&(length, count)| u64::from(length.div_ceil(block_size)) * u64::from(count)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_requests_add_up_to_nothing() {
        let tally = Tally::of(&[]);
        assert_eq!((tally.tokens(), tally.blocks(16)), (0, 0));
    }

    #[test]
    fn a_case_by_hand() {
        let tally = Tally::of(&[5, 3, 5, 9]);
        assert_eq!(tally.entries(), [(3, 1), (5, 2), (9, 1)]);
        assert_eq!(tally.tokens(), 22);
        assert_eq!((tally.shortest(), tally.longest()), (3, 9));
        // 3 → 1, 5 → 2, 5 → 2, 9 → 3
        assert_eq!(tally.blocks(4), 8);
    }

    proptest! {
        #[test]
        fn counting_loses_nothing(lengths in proptest::collection::vec(1u32..5000, 1..200), block in 1u32..5000) {
            let tally = Tally::of(&lengths);
            prop_assert_eq!(tally.tokens(), lengths.iter().map(|&l| u64::from(l)).sum::<u64>());
            prop_assert_eq!(tally.blocks(block), lengths.iter().map(|&l| u64::from(l.div_ceil(block))).sum::<u64>());
            prop_assert_eq!(Some(tally.shortest()), lengths.iter().copied().min());
            prop_assert_eq!(Some(tally.longest()), lengths.iter().copied().max());
        }
    }
}
