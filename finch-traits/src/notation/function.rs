//! Operators that are called by name: `min(a[i], b[i])`.
//!
//! Any function from values to values can be called in a program. These take constants and indices, too.

use crate::notation::Operand;
pub use crate::notation::elementary::{
    abs, acos, acosh, asin, asinh, atan, atanh, cbrt, ceil, cos, cosh, exp, exp_m1, exp2, floor, fract, is_finite,
    is_infinite, is_nan, ln, ln_1p, log2, log10, recip, round, signum, sin, sinh, sqrt, square, tan, tanh, trunc,
};
use crate::notation::overload::{Value, map2, map3};
use crate::upper::*;
use finch_algebra as algebra;

/// The value that a function of two operands, such as `min(a, b)`, makes.
pub type Called2<O, T, A, B> = Value<Map2<O, <A as Operand<T>>::Expr, <B as Operand<T>>::Expr>>;

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident: $op:ident;)*) => { $(
        $(#[$doc])*
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<T, A: Operand<T>, B: Operand<T>>(left: A, right: B) -> Called2<algebra::$op, T, A, B>
        where
            algebra::$op: BinaryOp<T, T>,
        {
            map2(algebra::$op, left.operand(), right.operand())
        }
    )* };
}

functions! {
    /// The smaller of two values.
    min: Min;
    /// The larger of two values.
    max: Max;
    /// The first value, or the second if the first is missing.
    coalesce: Coalesce;
}

/// The pair of a key and a value: `<<minby>>=` keeps the one with the least key, `<<maxby>>=` the one with the
/// greatest, the first of equals. An index is given as `i.value()`. If the key is known to be an infinity, such as a
/// fill, the value is 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn keyed<K: Expr, V: Expr>(key: Value<K>, value: Value<V>) -> Value<Map2<algebra::Keyed, K, V>>
where
    algebra::Keyed: BinaryOp<K::T, V::T>,
{
    map2(algebra::Keyed, key, value)
}

/// The value that `select(condition, a, b)` makes: `a` where the condition holds, else `b`.
pub type Selected<T, C, A, B> = Value<Map3<algebra::Select, C, <A as Operand<T>>::Expr, <B as Operand<T>>::Expr>>;

/// `then` where `condition` holds, else `otherwise`; both are evaluated.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn select<T, C: Expr<T = bool>, A: Operand<T>, B: Operand<T>>(
    condition: Value<C>,
    then: A,
    otherwise: B,
) -> Selected<T, C, A, B>
where
    algebra::Select: TernaryOp<bool, T, T>,
{
    map3(algebra::Select, condition, then.operand(), otherwise.operand())
}
