//! Sums, differences and products.

use crate::fill::{Inf, NegInf, One, Zero};
use crate::logic::{No, Yes};
use crate::number::Number;
use crate::operators::{Add, Mul, Sub};
use crate::reducer::Reducer;
use crate::{binary_laws, skips};

impl<T: Number> Reducer<T> for Add {
    skips!(Zero);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "+=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(*T::ZERO)
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        old.sum(new)
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        old.plus_repeated(new, count)
    }
}

/// A difference: what is there, less each value in order.
impl<T: Number> Reducer<T> for Sub {
    skips!(Zero);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "-=";

    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        old.difference(new)
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        old.minus_repeated(new, count)
    }
}

/// A sum in any order: several accumulators run side by side, which of floating point numbers gives another rounding
/// than [`Add`] does, not a worse one. As an operator it is [`Add`], so that a semiring can have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FastAdd;

binary_laws! {
    impl[T: Number] BinaryOp<T, T> for FastAdd {
        type Out = T;
        const SYMBOL = "+";
        forced by T::choose {
            (Inf, _) => left;
            (_, Inf) => right;
            (NegInf, _) => left;
            (_, NegInf) => right;
        }
        natural {
            (Zero, _) => right;
            (_, Zero) => left;
        }
        fn apply(&self, a, b) { a.sum(b) }
    }
}

impl<T: Number> Reducer<T> for FastAdd {
    skips!(Zero);
    type Reassociates = Yes;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "<<fast_add>>=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(*T::ZERO)
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        old.sum(new)
    }
    #[inline(always)]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        old.plus_repeated(new, count)
    }
}

impl<T: Number> Reducer<T> for Mul {
    skips!(One);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "*=";

    #[inline(always)]
    fn identity() -> Option<T> {
        Some(*T::ONE)
    }
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        old.product(new)
    }
    #[inline]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        old.times_repeated(new, count)
    }
}
