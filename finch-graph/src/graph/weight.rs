//! Lengths of edges, and how they add up.

use core::fmt::{Debug, Display};
use finch_kernels::traits::algebra::binary_laws;
use finch_kernels::traits::algebra::fault::{Fault, raise};
use finch_kernels::traits::algebra::fill::{Inf, Zero};
use finch_kernels::traits::algebra::number::Ordered;
use finch_kernels::traits::expr::Expr;
use finch_kernels::traits::expr::map::Map2;
use finch_kernels::traits::expr::overload::{Value, map2};

/// The length of an edge: an integer, `f32` or `f64`. The infinity of its type, which is the greatest value of an integer
/// type, is the length of an edge that is not there.
pub trait Weight: Ordered + Debug + Display + Default + Send + Sync {
    /// This length and another one, or `None` if their sum is beyond the type. Sums are monotone: of two lengths the longer one has the
    /// longer sum, or an equal one.
    fn plus(self, other: Self) -> Option<Self>;

    /// This length and another one, or the infinity on that side if their sum is beyond the type.
    fn saturating_plus(self, other: Self) -> Self {
        self.plus(other).unwrap_or(if other < *Self::ZERO {
            *Self::NEG_INF
        } else {
            *Self::INF
        })
    }

    /// How many steps of length `step` lead from `start` to this length or closely below it: none if it is not beyond `start`, and
    /// `usize::MAX` if they are more than that, or if `step` is zero.
    fn steps_from(self, start: Self, step: Self) -> usize;

    /// An edge can have this length: it is a number, and finite. The greatest integer of a type counts as infinite, and so does the least
    /// one of a type with a sign.
    fn is_length(self) -> bool;
}

macro_rules! weights {
    (integers $($int:ident)*; floats $($float:ident)*) => {
        $(impl Weight for $int {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus(self, other: Self) -> Option<Self> {
                // The greatest number is infinity.
                self.checked_add(other).filter(|&sum| sum != $int::MAX)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn saturating_plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn steps_from(self, start: Self, step: Self) -> usize {
                match self.checked_sub(start).filter(|&way| way > 0) {
                    Some(way) => way
                        .checked_div(step)
                        .and_then(|steps| usize::try_from(steps).ok())
                        .unwrap_or(usize::MAX),
                    None => 0,
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_length(self) -> bool {
                self != $int::MAX && ($int::MIN == 0 || self != $int::MIN)
            }
        })*
        $(impl Weight for $float {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus(self, other: Self) -> Option<Self> {
                Some(self + other).filter(|sum| sum.is_finite())
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn saturating_plus(self, other: Self) -> Self {
                self + other
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn steps_from(self, start: Self, step: Self) -> usize {
                // Conversions saturate, and nothing by nothing, which is no number, becomes 0.
                ((self - start) / step) as usize
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_length(self) -> bool {
                self.is_finite()
            }
        })*
    };
}

weights! {
    integers u8 u16 u32 u64 usize i8 i16 i32 i64 isize;
    floats f32 f64
}

/// The length of one path followed by another: the sum of both. A sum that does not fit the type is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Then;

binary_laws! {
    impl[T: Weight] BinaryOp<T, T> for Then {
        type Out = T;
        const SYMBOL = "then";
        // By a branch: computed in vain, a sum might be beyond the type.
        forced {
            (Inf, _) => left;
            (_, Inf) => right;
        }
        natural {
            (Zero, _) => right;
            (_, Zero) => left;
        }
        fn apply(&self, a, b) {
            match a.plus(b) {
                Some(sum) => sum,
                None => beyond(),
            }
        }
    }
}

/// The sum of two lengths cannot be told: there is an error, and no path.
#[cold]
fn beyond<T: Ordered>() -> T {
    raise(Fault::Overflow { operator: "then" });
    *T::INF
}

/// The length of `path` followed by `edge`, as a value in a program. [`Then`] adds them.
pub fn then<T: Weight, A: Expr<T = T>, B: Expr<T = T>>(path: Value<A>, edge: Value<B>) -> Value<Map2<Then, A, B>> {
    map2(Then, path, edge)
}
