//! Floating point and complex numbers, which never raise a fault.

use super::{Number, Ordered};
use crate::logic::{No, Yes};
use num_complex::Complex;

/// What to take of the first of two values, by whether it is wanted.
///
/// Compilers make a branch of a choice between floating point numbers by a flag; x86 has no conditional move of them,
/// and a branch that depends on the data costs more than all the arithmetic around it. A mask calculated from the flag
/// is turned back into that choice, one that is looked up is not.
const MASKS: &[u64; 2] = &[0, u64::MAX];

/// Implements the number traits for a floating point type and its `Complex`.
macro_rules! float {
    ($($float:ident as $bits:ident),*) => { $(
        impl Number for $float {
            by_operators!(0.0, 1.0, magnitude Self, symmetric Yes, exact No, /);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn magnitude(self) -> Self {
                self.abs()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn choose(holds: bool, lawful: Self, computed: impl FnOnce() -> Self) -> Self {
                let mask = MASKS[usize::from(holds)] as $bits;
                Self::from_bits((lawful.to_bits() & mask) | (computed().to_bits() & !mask))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus_repeated(self, term: Self, count: usize) -> Self {
                // No infinite terms are not a number of infinite terms.
                if count == 0 { self } else { self + term * count as $float }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn minus_repeated(self, term: Self, count: usize) -> Self {
                if count == 0 { self } else { self - term * count as $float }
            }
        }

        impl Ordered for $float {
            const INF: &'static Self = &$float::INFINITY;
            const NEG_INF: &'static Self = &$float::NEG_INFINITY;
        }

        impl Number for Complex<$float> {
            by_operators!(Complex::new(0.0, 0.0), Complex::new(1.0, 0.0), magnitude $float, symmetric No, exact No, /);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn magnitude(self) -> $float {
                self.re.hypot(self.im)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn choose(holds: bool, lawful: Self, computed: impl FnOnce() -> Self) -> Self {
                let computed = computed();
                Complex::new(
                    $float::choose(holds, lawful.re, || computed.re),
                    $float::choose(holds, lawful.im, || computed.im),
                )
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus_repeated(self, term: Self, count: usize) -> Self {
                if count == 0 { self } else { self + term.scale(count as $float) }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn minus_repeated(self, term: Self, count: usize) -> Self {
                if count == 0 { self } else { self - term.scale(count as $float) }
            }
        }
    )* };
}

float!(f32 as u32, f64 as u64);
