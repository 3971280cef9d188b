//! Operators on words of 64 pixels.

use finch_kernels::formats::traits::algebra::unary_laws;
use finch_kernels::formats::traits::expr::Expr;
use finch_kernels::formats::traits::expr::map::Map1;
use finch_kernels::formats::traits::expr::overload::{Value, map1};
use finch_kernels::prelude::Zero;

/// `a << n`, for `n` below 64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left(u32);

/// `a >> n`, for `n` below 64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Right(u32);

unary_laws! {
    impl UnaryOp<u64> for Left {
        type Out = u64;
        const SYMBOL = "<<";
        forced {}
        natural { (Zero) => Zero; }
        fn apply(&self, a) { a << self.0 }
    }
}

unary_laws! {
    impl UnaryOp<u64> for Right {
        type Out = u64;
        const SYMBOL = ">>";
        forced {}
        natural { (Zero) => Zero; }
        fn apply(&self, a) { a >> self.0 }
    }
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
