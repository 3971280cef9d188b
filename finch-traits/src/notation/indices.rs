//! Indices as values: `y[j] = j + 1`, `(i - 1) as f64`, `i * count[i]`. They are of type `usize`.

use crate::index::arithmetic::Calculation;
use crate::notation::Operand;
use crate::notation::call::CastAs;
use crate::notation::overload::{Beside, MaskAlong, Value};
use crate::upper::*;
use finch_algebra as algebra;

/// The value of the index.
impl<N: Nat> Operand<usize> for Index<N> {
    type Expr = Access<Iota, Cons<Index<N>, Nil>>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operand(self) -> MaskAlong<Iota, N> {
        self.value()
    }
}

macro_rules! computed {
    ($($(#[$doc:meta])* [$($generics:tt)*] $of:ty: $op:ty = $value:expr, |$this:ident| $parts:expr;)*) => { $(
        $(#[$doc])*
        impl<$($generics)* A: Operand<usize>, B: Operand<usize>> Operand<usize> for $of {
            type Expr = Map2<$op, A::Expr, B::Expr>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn operand(self) -> Value<Self::Expr> {
                let $this = self;
                let (a, b) = $parts;
                Value(Map2::new($value, a.operand().0, b.operand().0))
            }
        }
    )* };
}

computed! {
    /// The value of a sum.
    [] Sum<A, B>: algebra::Add = algebra::Add, |sum| (sum.0, sum.1);
    /// The value of a difference.
    [] Minus<A, B>: algebra::Sub = algebra::Sub, |minus| (minus.0, minus.1);
    /// The value of a product, a quotient or a remainder.
    [O: Calculation,] Calculated<O, A, B>: O::Operator = O::OPERATOR, |calculated| calculated.parts();
}

/// What stands beside values, on either side, and what `as` makes of it.
macro_rules! values {
    ($([$($generics:tt)*] $of:ty;)*) => { $(
        impl<Op: BinaryOp<usize, usize>, $($generics)*> Beside<usize, Op> for $of
        where
            Self: Operand<usize>,
        {
            type Expr = <Self as Operand<usize>>::Expr;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn beside(self) -> Self::Expr {
                self.operand().0
            }
        }

        impl<To, $($generics)*> CastAs<To> for $of
        where
            Self: Operand<usize>,
            Cast<To>: UnaryOp<usize>,
        {
            type As = Value<Map1<Cast<To>, <Self as Operand<usize>>::Expr>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn cast_as(self) -> Self::As {
                self.operand().cast()
            }
        }

        values! { @left [$($generics)*] $of: Add add, Sub sub, Mul mul, Div div }
    )* };
    (@left $generics:tt $of:ty: $($trait:ident $method:ident),*) => { $(
        values! { @each $generics $of: $trait $method }
    )* };
    (@each [$($generics:tt)*] $of:ty: $trait:ident $method:ident) => {
        impl<V: Expr, $($generics)*> core::ops::$trait<Value<V>> for $of
        where
            Self: Beside<V::T, algebra::$trait>,
        {
            type Output = Value<Map2<algebra::$trait, <Self as Beside<V::T, algebra::$trait>>::Expr, V>>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn $method(self, other: Value<V>) -> Self::Output {
                Value(Map2::new(algebra::$trait, self.beside(), other.0))
            }
        }
    };
}

values! {
    [N: Nat] Index<N>;
    [A, B] Sum<A, B>;
    [A, B] Minus<A, B>;
    [O, A, B] Calculated<O, A, B>;
}
