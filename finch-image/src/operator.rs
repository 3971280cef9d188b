//! Operators on words of 64 pixels.

use crate::imports::*;
use finch_kernels::formats::traits::algebra::unary_laws;
use finch_kernels::formats::traits::expr::Expr;
use finch_kernels::formats::traits::expr::map::Map1;
use finch_kernels::formats::traits::expr::overload::Value;
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

/// What a word beyond a border counts as, made of the word at the border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// So many places are cut off at the end of high bits,
    cut: u32,
    /// and the bits that are left are moved by so many places, below the highest one again and again.
    spread: u32,
    /// Which of these bits are seen.
    seen: u64,
    /// Bits that are on anyway.
    on: u64,
}

impl Edge {
    /// All bits are on, or off.
    pub(crate) const fn constant(on: bool) -> Self {
        Edge {
            cut: 0,
            spread: 0,
            seen: 0,
            on: if on { !0 } else { 0 },
        }
    }

    /// The word itself.
    pub(crate) const WORD: Edge = Edge {
        seen: !0,
        ..Edge::constant(false)
    };

    /// The bit below `used`, in place of all bits of the word. `used` is from 1 to 64.
    pub(crate) const fn bit_below(self, used: u32) -> Self {
        Edge {
            cut: 64 - used,
            spread: 63,
            ..self
        }
    }
}

unary_laws! {
    impl UnaryOp<u64> for Edge {
        type Out = u64;
        const SYMBOL = "edge";
        forced {}
        natural {}
        fn apply(&self, a) { ((a << self.cut) as i64 >> self.spread) as u64 & self.seen | self.on }
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
