//! Sums, differences and products.

use super::reducers;
use crate::fill::{Inf, NegInf, One, Zero};
use crate::logic::{No, Yes};
use crate::number::Number;
use crate::operators::{Add, Div, Mul, Sub, sum};
use crate::reducer::Reducer;
use crate::{claims, skips};

sum! {
    /// A sum in any order: several accumulators run side by side, which of floating point numbers gives another rounding
    /// than [`Add`] does, not a worse one. As an operator it is [`Add`], so that a semiring can have it.
    FastAdd
}

reducers! {
    impl[T: Number] "+=" of T, for Add {
        skips(Zero), any order: No, groups: T::Exact, commutes: T::Exact, saturates: No;
        instruction: Sum;
        identity: *T::ZERO;
        |_this, old, new| old.sum(new);
        times count: old.plus_repeated(new, count);
    }
    /// A difference: what is there, less each value in order.
    impl[T: Number] "-=" of T, for Sub {
        skips(Zero), any order: No, groups: No, commutes: No, saturates: No;
        |_this, old, new| old.difference(new);
        times count: old.minus_repeated(new, count);
    }
    impl[T: Number] "<<fast_add>>=" of T, for FastAdd {
        skips(Zero), any order: Yes, groups: Yes, commutes: No, saturates: No;
        identity: *T::ZERO;
        |_this, old, new| old.sum(new);
        times count: old.plus_repeated(new, count);
    }
    impl[T: Number] "*=" of T, for Mul {
        skips(One), any order: No, groups: T::Exact, commutes: T::Exact, saturates: No;
        identity: *T::ONE;
        |_this, old, new| old.product(new);
        times count: old.times_repeated(new, count);
    }
}

/// A quotient: what is there, divided by each value in order.
impl<T: Number> Reducer<T> for Div {
    skips!(One);
    // The least integer divided by -1 wraps around, so the order of integers matters.
    claims!();
    const SYMBOL: &'static str = "/=";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine(&self, old: T, new: T) -> T {
        old.quotient(new)
    }

    /// Up to `count` steps: a power of `new` might be too large where the quotient is not.
    #[inline]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        let mut left = old;
        for _ in 0..count {
            let next = left.quotient(new);
            // Nothing changes any more, as with 0, 1 and infinity.
            if next == left {
                break;
            }
            left = next;
        }
        left
    }
}
