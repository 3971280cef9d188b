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

/// What a word beyond a border counts as: `a & seen | on`, of the word `a` at the border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    seen: u64,
    on: u64,
}

impl Edge {
    /// All bits are on, or off.
    pub(crate) const fn constant(on: bool) -> Self {
        Edge {
            seen: 0,
            on: if on { !0 } else { 0 },
        }
    }

    /// The word itself.
    pub(crate) const WORD: Edge = Edge { seen: !0, on: 0 };

    /// The bit below `used` of the word in place of all of its bits, if the word itself counts. `used` is from 1 to 64.
    pub(crate) const fn bit_below(self, used: u32) -> EdgeBit {
        EdgeBit {
            place: used - 1,
            seen: self.seen & 1,
            on: self.on,
        }
    }
}

unary_laws! {
    impl UnaryOp<u64> for Edge {
        type Out = u64;
        const SYMBOL = "edge";
        forced {}
        natural {}
        fn apply(&self, a) { a & self.seen | self.on }
    }
}

/// What all bits of a word beyond a border count as: one bit of the word at the border, or a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeBit {
    place: u32,
    /// The lowest bit is on if the bit counts.
    seen: u64,
    /// What they are otherwise.
    on: u64,
}

unary_laws! {
    impl UnaryOp<u64> for EdgeBit {
        type Out = u64;
        const SYMBOL = "edge bit";
        forced {}
        natural {}
        // Arithmetic shifts of words are no instruction of most vectors.
        fn apply(&self, a) { self.on.wrapping_sub(a >> self.place & self.seen) }
    }
}

/// A word beyond a border that is the same whatever stands at the border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beyond(pub(crate) u64);

unary_laws! {
    impl UnaryOp<u64> for Beyond {
        type Out = u64;
        const SYMBOL = "beyond";
        forced {}
        natural {}
        fn apply(&self, _a) { self.0 }
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
