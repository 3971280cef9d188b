//! Semirings: the pairs of a reducer and an operator that kernels of linear algebra and graphs are generic over.
//!
//! | semiring | of | plus | times | zero | what a matrix product with it is |
//! |---|---|---|---|---|---|
//! | [`PlusTimes`] | numbers | [`Add`] | [`Mul`] | [`Zero`] | the matrix product |
//! | [`FastPlusTimes`] | numbers | [`FastAdd`] | [`Mul`] | [`Zero`] | the same, where sums may be taken in any order |
//! | [`MinPlus`] | ordered numbers | [`Min`] | [`Add`] | [`Inf`] | lengths of shortest paths |
//! | [`MaxPlus`] | ordered numbers | [`Max`] | [`Add`] | [`NegInf`] | lengths of longest paths |
//! | [`OrAnd`] | `bool`, integers | [`Or`] | [`And`] | [`False`], [`Zero`] | reachability, for integers of many sources at once |
//! | [`AnyPair`] | `bool`, numbers | [`Any`] | [`Pair`] | [`Zero`] | where the product has entries |
//!
//! The laws hold as far as those of the element type do. The zero annihilates because it is known, not because of its
//! value: an unsigned 0 stored in a matrix over [`MaxPlus`] is a number like any other. Products that shall store such numbers
//! are over [`KeepExplicitZeros`].

use crate::fill::{False, Fill, Inf, NegInf, Zero};
use crate::number::{Bits, Number, Ordered};
use crate::operator::BinaryOp;
use crate::operators::{Add, And, Any, Max, Min, Mul, Or, Pair};
use crate::reducer::Reducer;
use crate::reducers::FastAdd;
use core::fmt::Debug;

/// A commutative, associative `Plus`, an associative `Times` that distributes over it, and the `Zero` that is the identity of `Plus` and
/// annihilates under `Times`.
///
/// ```
/// use finch_algebra::{BinaryOp, Fill, MinPlus, Reducer, Semiring};
///
/// /// The dot product.
/// fn dot<T: Copy + 'static, S: Semiring<T>>(a: &[T], b: &[T]) -> T {
///     a.iter().zip(b).fold(S::Zero::value(), |sum, (&a, &b)| S::plus().combine(sum, S::times().apply(a, b)))
/// }
/// assert_eq!(dot::<f64, MinPlus>(&[1.0, 5.0], &[4.0, 2.0]), 5.0);
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is not a semiring of `{T}`")]
pub trait Semiring<T: Copy + 'static>: Copy + Debug + Default + Send + Sync + 'static {
    /// The addition, which combines products.
    type Plus: Reducer<T> + BinaryOp<T, T, Out = T> + Send + Sync;
    /// The multiplication, which combines an entry of one operand with an entry of the other.
    type Times: BinaryOp<T, T, Out = T> + Send + Sync;
    /// The zero: the value of entries that are not stored.
    type Zero: Fill<T> + Send + Sync;
    /// Whether factors may be exchanged: `times(a, b)` is `times(b, a)`. Kernels that would multiply factors in another order than the
    /// written one do so only if this is true. By default it is false.
    const COMMUTES: bool = false;
    /// Whether the *value* of the zero annihilates, wherever it comes from: `times(zero, a)` is the zero for every `a`. Then sums of
    /// products may be stored densely before they are multiplied. It is taken to be true of floats, although it is not of infinities and
    /// NaN, and is false for [`MinPlus`], since `MAX + 1` of integers overflows. By default it is false: only a zero that is not stored
    /// annihilates.
    const ANNIHILATES: bool = false;
    /// The value of [`Plus`](Self::Plus), with which sums are computed.
    fn plus() -> Self::Plus;
    /// The value of [`Times`](Self::Times), with which products are computed.
    fn times() -> Self::Times;
    /// Whether `value` is the zero, so that a sparse product need not store it: sums that cancel come to it. [`KeepExplicitZeros`]
    /// says this of nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_zero(value: T) -> bool
    where
        T: PartialEq,
    {
        value == Self::Zero::value()
    }
}

/// A semiring like `S`, whose sparse products store every entry that has a product, also those whose products come to
/// zero: the structure of a product then follows from those of the operands.
///
/// ```
/// use finch_algebra::{KeepExplicitZeros, PlusTimes, Semiring};
///
/// assert!(<PlusTimes as Semiring<f64>>::is_zero(1.0 - 1.0));
/// assert!(!<KeepExplicitZeros<PlusTimes> as Semiring<f64>>::is_zero(1.0 - 1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeepExplicitZeros<S>(pub S);

impl<T: Copy + 'static, S: Semiring<T>> Semiring<T> for KeepExplicitZeros<S> {
    type Plus = S::Plus;
    type Times = S::Times;
    type Zero = S::Zero;

    const COMMUTES: bool = S::COMMUTES;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plus() -> S::Plus {
        S::plus()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times() -> S::Times {
        S::times()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_zero(_value: T) -> bool
    where
        T: PartialEq,
    {
        false
    }
}

/// Declares a semiring, whether the value of its zero annihilates, and the element types it has. Factors may be exchanged in all of them.
macro_rules! semirings {
    ($(
        $(#[$doc:meta])*
        $semiring:ident = $plus:ident, $times:ident, $annihilates:literal: $($zero:ident of $([$bound:ident])? $ty:ident),*;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $semiring;

        $(impl $(<$ty: $bound>)? Semiring<$ty> for $semiring {
            type Plus = $plus;
            type Times = $times;
            type Zero = $zero;

            const COMMUTES: bool = true;
            const ANNIHILATES: bool = $annihilates;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn plus() -> $plus {
                $plus
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn times() -> $times {
                $times
            }
        })*
    )* };
}

semirings! {
    /// Sums of products. The multiplication of a [`Number`] is taken to commute.
    PlusTimes = Add, Mul, true: Zero of [Number] T;
    /// Sums of products, where any order of the sums will do: several accumulators run side by side.
    FastPlusTimes = FastAdd, Mul, true: Zero of [Number] T;
    /// Minima of sums.
    MinPlus = Min, Add, false: Inf of [Ordered] T;
    /// Maxima of sums.
    MaxPlus = Max, Add, false: NegInf of [Ordered] T;
    /// Disjunctions of conjunctions.
    OrAnd = Or, And, true: False of bool, Zero of [Bits] T;
    /// One wherever any product is there.
    AnyPair = Any, Pair, false: Zero of bool, Zero of [Number] T;
}
