//! Functions as operators: `Unary`, `Binary`, `Ternary`.
//!
//! Nothing is known of the result of a function, save that it is missing where an operand is. An operator with laws
//! is a type of its own, see [`unary_laws!`](crate::unary_laws) and [`binary_laws!`](crate::binary_laws).

use crate::known::{Known, Unknown};
use crate::logic::Yes;
use crate::operator::{BinaryOp, TernaryOp, UnaryOp};
use core::fmt::{self, Debug, Formatter};

/// A function of one value as an operator. Types know nothing of its result, so that it counts as stored at every index: of a sparse array
/// it makes a dense one. An operator with laws is made by [`unary_laws!`](crate::unary_laws).
///
/// ```
/// use finch_algebra::{Unary, UnaryOp};
///
/// assert_eq!(Unary(f64::sqrt).apply(9.0), 3.0);
/// ```
#[derive(Clone, Copy)]
pub struct Unary<F>(pub F);

/// A function of two values as an operator. Types know nothing of its result, so that it counts as stored at every index: of a sparse array
/// it makes a dense one. An operator with laws is made by [`binary_laws!`](crate::binary_laws).
///
/// ```
/// use finch_algebra::{Binary, BinaryOp};
///
/// assert_eq!(Binary(f64::atan2).apply(0.0, 1.0), 0.0);
/// ```
#[derive(Clone, Copy)]
pub struct Binary<F>(pub F);

/// A function of three values as an operator. Types know nothing of its result, so that it counts as stored at every index: of a sparse
/// array it makes a dense one.
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, a: A) -> Out {
        (self.0)(a)
    }
}

impl<A, B, Out: Copy + 'static, F: Fn(A, B) -> Out + Copy> BinaryOp<A, B> for Binary<F> {
    type Out = Out;
    type Strict = Yes;
    type Fold<L: Known, R: Known> = Unknown;
    const SYMBOL: &'static str = "function";

    #[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, a: A, b: B, c: C) -> Out {
        (self.0)(a, b, c)
    }
}

/// Makes an operator of a closure of one or two values, with what is known of its results.
///
/// A law says what becomes of a value that types know: `0 => 0` keeps sparse tensors sparse, `(0, _) => 0` says that zero on
/// the left annihilates whatever is on the right. Values are written as `0`, `1`, `inf`, `true`, `false`, or as the type of a
/// fill (`NegInf`); behind the arrow of a law of two values, `left` and `right` stand for that operand. The first law that
/// fits counts, whatever the closure would return. The closure names its types, and may capture values that are `Copy`.
///
/// In front of the laws of a closure of one value, `increasing`, `decreasing` or `even` says which way its results go as the value grows,
/// or that the sign of the value does not count: see [`UnaryOp::MONOTONE`](crate::operator::UnaryOp::MONOTONE). Nothing is stored or left
/// out because of these.
///
/// ```
/// use finch_algebra::{BinaryOp, UnaryOp, function};
///
/// let limit = 2.0;
/// let clip = function!(|x: f64| -> f64 { x.clamp(-limit, limit) }; 0 => 0, 1 => 1);
/// assert_eq!(clip.apply(5.0), 2.0);
///
/// let damped = function!(|x: f64, y: f64| -> f64 { x * y / (1.0 + y * y) }; (0, _) => 0, (_, 0) => 0);
/// assert_eq!(damped.apply(3.0, 1.0), 1.5);
///
/// let gauss = function!(|x: f64| -> f64 { (-x * x).exp() }; even, 0 => 1);
/// finch_algebra::laws::even(gauss, 0.5, |a, b| a == b)?;
/// # Ok::<(), finch_algebra::laws::LawViolation>(())
/// ```
#[macro_export]
macro_rules! function {
    (|$x:ident: $of:ty| -> $out:ty $body:block; increasing $(, $($laws:tt)*)?) => {
        $crate::function!(
            @unary [const MONOTONE = $crate::operator::Monotone::Increasing;] |$x: $of| -> $out $body; $($($laws)*)?
        )
    };
    (|$x:ident: $of:ty| -> $out:ty $body:block; decreasing $(, $($laws:tt)*)?) => {
        $crate::function!(
            @unary [const MONOTONE = $crate::operator::Monotone::Decreasing;] |$x: $of| -> $out $body; $($($laws)*)?
        )
    };
    (|$x:ident: $of:ty| -> $out:ty $body:block; even $(, $($laws:tt)*)?) => {
        $crate::function!(@unary [const EVEN = true;] |$x: $of| -> $out $body; $($($laws)*)?)
    };
    (|$x:ident: $of:ty| -> $out:ty $body:block $(; $($laws:tt)*)?) => {
        $crate::function!(@unary [] |$x: $of| -> $out $body; $($($laws)*)?)
    };
    (@unary $shape:tt |$x:ident: $of:ty| -> $out:ty $body:block; $($from:tt => $to:tt),* $(,)?) => {
        $crate::function!(
            @named unary_laws [F: Fn($of) -> $out + Copy] (UnaryOp<$of>) $out, $shape,
            (a), { $(($from) => $to;)* }, move |$x: $of| -> $out { $body }
        )
    };
    (|$x:ident: $a:ty, $y:ident: $b:ty| -> $out:ty $body:block $(; $($from:tt => $to:tt),* $(,)?)?) => {
        $crate::function!(
            @named binary_laws [F: Fn($a, $b) -> $out + Copy] (BinaryOp<$a, $b>) $out, [],
            (a, b), { $($($from => $to;)*)? }, move |$x: $a, $y: $b| -> $out { $body }
        )
    };
    (
        @named $table:ident $generics:tt ($($trait:tt)*) $out:ty, [$($shape:tt)*],
        ($($operand:ident),*), { $($laws:tt)* }, $closure:expr
    ) => {{
        #[derive(Clone, Copy)]
        struct Function<F>(F);

        impl<F> ::core::fmt::Debug for Function<F> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str("Function(..)")
            }
        }

        $crate::$table! {
            impl $generics $($trait)* for Function<F> {
                type Out = $out;
                const SYMBOL = "function";
                $($shape)*
                forced { $($laws)* }
                natural {}
                fn apply(&self, $($operand),*) { (self.0)($($operand),*) }
            }
        }
        Function($closure)
    }};
}
