//! A generator of pseudo-random numbers, for random tensors: the same seed gives the same numbers everywhere.
//!
//! xoshiro256++ of D. Blackman and S. Vigna ("Scrambled Linear Pseudorandom Number Generators", ACM Transactions on
//! Mathematical Software, 2021), seeded by SplitMix64, as its authors advise. Not for secrets.

/// A generator of pseudo-random numbers, xoshiro256++: fast, with equal numbers for equal seeds on every machine, and not for secrets. For
/// random tensors in tests and examples.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// A generator that starts from `seed`: equal seeds give equal sequences.
    pub fn seeded(seed: u64) -> Random {
        let mut number = seed;
        let state = core::array::from_fn(|_| {
            number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        });
        Random { state }
    }

    /// The next number: any of 64 bits, uniformly distributed.
    pub fn number(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let number = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        number
    }

    /// A uniformly distributed number in `0..end`. Takes two rounds of the generator at most, on average.
    ///
    /// # Panics
    ///
    /// If `end` is 0, in builds with debug assertions. In others it does not return then.
    pub fn below(&mut self, end: u128) -> u128 {
        debug_assert!(end > 0);
        let mask = u128::MAX >> (end.max(2) - 1).leading_zeros();
        // Each round succeeds with a chance of a half at least.
        loop {
            let mut number = u128::from(self.number());
            if end > u128::from(u64::MAX) {
                number = number << 64 | u128::from(self.number())
            }
            let number = number & mask;
            if number < end {
                return number;
            }
        }
    }

    /// A uniformly distributed number in `0.0..1.0`: a multiple of `2^-53`.
    pub fn unit(&mut self) -> f64 {
        (self.number() >> 11) as f64 * 2_f64.powi(-53)
    }
}
