//! A set of small numbers that knows its smallest member: bits, with a bit above every word that says whether any is set
//! in it, and so on up to a single word.

const BITS: usize = u64::BITS as usize;

/// Numbers below a bound. Every operation looks at one word a level; four levels reach to 16 million.
#[derive(Clone)]
pub(super) struct BitSet {
    /// From the members up to the single word that says which words below it have any.
    levels: Vec<Vec<u64>>,
}

impl BitSet {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        let mut levels = Vec::new();
        // One that can hold the bound itself, which may be asked about.
        let mut words = (bound + 1).div_ceil(BITS);
        loop {
            levels.push(vec![0; words]);
            if words == 1 {
                return BitSet { levels };
            }
            words = words.div_ceil(BITS);
        }
    }

    /// Adds a number below the bound.
    pub fn insert(&mut self, mut number: usize) {
        for level in &mut self.levels {
            let word = &mut level[number / BITS];
            let had_any = *word != 0;
            *word |= 1 << (number % BITS);
            if had_any {
                return;
            }
            number /= BITS;
        }
    }

    /// Takes a number out, and says whether it was in.
    pub fn remove(&mut self, mut number: usize) -> bool {
        if !self.contains(number) {
            return false;
        }
        for level in &mut self.levels {
            let word = &mut level[number / BITS];
            *word &= !(1 << (number % BITS));
            if *word != 0 {
                break;
            }
            number /= BITS;
        }
        true
    }

    /// Whether the number is in. Numbers beyond the bound are not.
    pub fn contains(&self, number: usize) -> bool {
        self.levels[0].get(number / BITS).is_some_and(|word| word >> (number % BITS) & 1 == 1)
    }

    /// The smallest member that is not below `number`.
    pub fn next(&self, number: usize) -> Option<usize> {
        let mut from = number;
        for (height, level) in self.levels.iter().enumerate() {
            let word = level.get(from / BITS)? >> (from % BITS);
            if word != 0 {
                return Some(self.lowest(height, from + word.trailing_zeros() as usize));
            }
            from = from / BITS + 1;
        }
        None
    }

    /// The largest member that is below `number`, which is no more than the bound.
    pub fn previous(&self, number: usize) -> Option<usize> {
        let mut below = number;
        for (height, level) in self.levels.iter().enumerate() {
            let word = level.get(below / BITS).map_or(0, |word| word & ((1 << (below % BITS)) - 1));
            if word != 0 {
                return Some(self.highest(height, below / BITS * BITS + word.ilog2() as usize));
            }
            below /= BITS;
        }
        None
    }

    /// The smallest member below a bit that is set at that height.
    fn lowest(&self, height: usize, bit: usize) -> usize {
        let below = self.levels[..height].iter().rev();
        below.fold(bit, |at, level| at * BITS + level[at].trailing_zeros() as usize)
    }

    /// The largest.
    fn highest(&self, height: usize, bit: usize) -> usize {
        self.levels[..height].iter().rev().fold(bit, |at, level| at * BITS + level[at].ilog2() as usize)
    }

    /// The smallest member.
    pub fn first(&self) -> Option<usize> {
        self.levels.iter().rev().try_fold(0, |at, level| {
            let word = level[at];
            (word != 0).then(|| at * BITS + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn of_a_bound_that_fills_its_words_the_last_member_is_found() {
        for bound in [64, 4_096, 262_144] {
            let mut bits = BitSet::new(bound);
            bits.insert(bound - 1);
            assert_eq!((bits.previous(bound), bits.next(bound)), (Some(bound - 1), None));
        }
    }

    proptest! {
        #[test]
        fn a_bit_set_is_a_set(toggled in proptest::collection::vec(0usize..10_000, 0..300)) {
            let (mut bits, mut model) = (BitSet::new(10_000), BTreeSet::new());
            for number in toggled {
                prop_assert_eq!(bits.contains(number), model.contains(&number));
                if model.insert(number) {
                    bits.insert(number);
                } else {
                    prop_assert!(bits.remove(number));
                    prop_assert!(!bits.remove(number));
                    model.remove(&number);
                }
                prop_assert_eq!(bits.first(), model.first().copied());
                for near in [0, number, number + 1, 10_000] {
                    prop_assert_eq!(bits.next(near), model.range(near..).next().copied());
                    prop_assert_eq!(bits.previous(near), model.range(..near).next_back().copied());
                }
            }
        }
    }
}
