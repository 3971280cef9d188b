//! Functions as operators: `Unary`, `Binary`, `Ternary`.
//!
//! Nothing is known of the result of a function, save that it is missing where an operand is. An operator with laws
//! is a type of its own, see [`unary_laws!`](crate::unary_laws) and [`binary_laws!`](crate::binary_laws).

use crate::known::{Known, Unknown};
use crate::logic::Yes;
use crate::operator::{BinaryOp, TernaryOp, UnaryOp};
use core::fmt::{self, Debug, Formatter};

/// A function of one value as an operator.
///
/// ```
/// use finch_algebra::{Unary, UnaryOp};
///
/// assert_eq!(Unary(f64::sqrt).apply(9.0), 3.0);
/// ```
#[derive(Clone, Copy)]
pub struct Unary<F>(pub F);

/// A function of two values as an operator.
///
/// ```
/// use finch_algebra::{Binary, BinaryOp};
///
/// assert_eq!(Binary(f64::atan2).apply(0.0, 1.0), 0.0);
/// ```
#[derive(Clone, Copy)]
pub struct Binary<F>(pub F);

/// A function of three values as an operator.
///
/// ```
/// use finch_algebra::{Ternary, TernaryOp};
///
/// assert_eq!(Ternary(f64::mul_add).apply(2.0, 3.0, 1.0), 7.0);
/// ```
#[derive(Clone, Copy)]
pub struct Ternary<F>(pub F);

impl<F> Debug for Unary<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Unary(..)")
    }
}

impl<F> Debug for Binary<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Binary(..)")
    }
}

impl<F> Debug for Ternary<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Ternary(..)")
    }
}

impl<A, Out: Copy + 'static, F: Fn(A) -> Out + Copy> UnaryOp<A> for Unary<F> {
    type Out = Out;
    type Strict = Yes;
    type Fold<K: Known> = Unknown;
    const SYMBOL: &'static str = "function";

    #[inline(always)]
    fn apply(&self, a: A) -> Out {
        (self.0)(a)
    }
}

impl<A, B, Out: Copy + 'static, F: Fn(A, B) -> Out + Copy> BinaryOp<A, B> for Binary<F> {
    type Out = Out;
    type Strict = Yes;
    type Fold<L: Known, R: Known> = Unknown;
    const SYMBOL: &'static str = "function";

    #[inline(always)]
    fn apply(&self, a: A, b: B) -> Out {
        (self.0)(a, b)
    }
}

impl<A, B, C, Out, F> TernaryOp<A, B, C> for Ternary<F>
where
    Out: Copy + 'static,
    F: Fn(A, B, C) -> Out + Copy,
{
    type Out = Out;
    type Strict = Yes;
    type Fold<K1: Known, K2: Known, K3: Known> = Unknown;
    const SYMBOL: &'static str = "function";

    #[inline(always)]
    fn apply(&self, a: A, b: B, c: C) -> Out {
        (self.0)(a, b, c)
    }
}
