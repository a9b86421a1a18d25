//! MT19937, the generator behind NumPy's `RandomState` (Matsumoto and Nishimura, 1998), a whole state at a time: in
//! loops over arrays a compiler finds vector instructions, where a call for every number has none.

/// Numbers in the state, and in a batch.
const SIZE: usize = 624;
/// Distance of the number that a new one is mixed with.
const MIDDLE: usize = 397;
/// Pairs of numbers in a batch: as many uniforms.
pub(super) const BATCH: usize = SIZE / 2;

/// A stream of random numbers that depends on its seed alone.
pub(super) struct MersenneTwister {
    state: [u32; SIZE],
}

impl MersenneTwister {
    /// The stream that `numpy.random.RandomState(seed)` has, and `init_genrand(seed)` of the authors.
    pub fn new(seed: u32) -> Self {
        let mut state = [seed; SIZE];
        for i in 1..SIZE {
            let previous = state[i - 1];
            state[i] = (previous ^ (previous >> 30)).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        MersenneTwister { state }
    }

    /// The next uniforms in [0, 1), with 53 random bits each: the high 27 bits of one number and the high 26 of the
    /// next (the authors' `genrand_res53`, which NumPy uses).
    pub fn uniforms(&mut self) -> [f64; BATCH] {
        const LOW_BITS: f64 = (1u64 << 26) as f64;
        const ALL_BITS: f64 = (1u64 << 53) as f64;
        self.twist();
        let tempered = self.state.map(temper);
        std::array::from_fn(|i| {
            let (high, low) = (tempered[2 * i] >> 5, tempered[2 * i + 1] >> 6);
            (f64::from(high) * LOW_BITS + f64::from(low)) / ALL_BITS
        })
    }

    fn twist(&mut self) {
        let state = &mut self.state;
        for i in 0..SIZE - MIDDLE {
            state[i] = state[i + MIDDLE] ^ mix(state[i], state[i + 1]);
        }
        for i in SIZE - MIDDLE..SIZE - 1 {
            state[i] = state[i + MIDDLE - SIZE] ^ mix(state[i], state[i + 1]);
        }
        state[SIZE - 1] = state[MIDDLE - 1] ^ mix(state[SIZE - 1], state[0]);
    }
}

/// The highest bit of one number and the others of the next, times the matrix of the recurrence.
fn mix(one: u32, next: u32) -> u32 {
    let bits = (one & 0x8000_0000) | (next & 0x7fff_ffff);
    (bits >> 1) ^ ((bits & 1).wrapping_neg() & 0x9908_b0df)
}

fn temper(mut number: u32) -> u32 {
    number ^= number >> 11;
    number ^= (number << 7) & 0x9d2c_5680;
    number ^= (number << 15) & 0xefc6_0000;
    number ^ (number >> 18)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `numpy.random.RandomState(42).random_sample(313)`, the first two and those around the end of a batch.
    #[test]
    fn uniforms_are_numpys() {
        let mut twister = MersenneTwister::new(42);
        let (first, second) = (twister.uniforms(), twister.uniforms());
        assert_eq!(first[..2], [0.3745401188473625, 0.9507143064099162]);
        assert_eq!((first[BATCH - 1], second[0]), (0.07845638134226596, 0.02535074341545751));
    }
}
