//! Operators on words of 64 pixels.

use finch_kernels::formats::traits::algebra::unary_laws;
use finch_kernels::formats::traits::expr::Expr;
use finch_kernels::formats::traits::expr::map::Map1;
use finch_kernels::formats::traits::expr::overload::{Value, map1};
use finch_kernels::prelude::Zero;

/// Shifts by fewer than 64 places.
macro_rules! shifts {
    ($($(#[$doc:meta])* $name:ident: $symbol:tt as $shown:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(u32);

        unary_laws! {
            impl UnaryOp<u64> for $name {
                type Out = u64;
                const SYMBOL = $shown;
                forced {}
                natural { (Zero) => Zero; }
                fn apply(&self, a) { a $symbol self.0 }
            }
        }
    )* };
}

shifts! {
    /// `a << n`, for `n` below 64.
    Left: << as "<<";
    /// `a >> n`, for `n` below 64.
    Right: >> as ">>";
}

/// All bits moved `by` places to where higher ones are, which is to the right in an image. `by` is below 64.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn higher<E: Expr<T = u64>>(word: Value<E>, by: u32) -> Value<Map1<Left, E>> {
    map1(Left(by), word)
}

/// All bits moved `by` places to where lower ones are. `by` is below 64.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn lower<E: Expr<T = u64>>(word: Value<E>, by: u32) -> Value<Map1<Right, E>> {
    map1(Right(by), word)
}
