//! Ways to a vertex: how long they are, and over which vertex they come. Values, a fill, operators and a reducer, whose laws
//! say that where there is no way or no edge there is nothing to do.

use crate::graph::{NO_VERTEX, Weight};
use finch_kernels::traits::algebra::fill::{Fill, Inf, Named};
use finch_kernels::traits::algebra::known::{Tagged, UserTag};
use finch_kernels::traits::algebra::logic::{No, Yes};
use finch_kernels::traits::algebra::reducer::Reducer;
use finch_kernels::traits::algebra::{binary_laws, skips, unary_laws};
use finch_kernels::traits::expr::Expr;
use finch_kernels::traits::expr::map::{Map1, Map2};
use finch_kernels::traits::expr::overload::{Value, map1, map2};
use typenum::U0;

/// A way to a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way<T> {
    /// How long it is.
    pub length: T,
    /// The vertex before the last: [`NO_VERTEX`] if there is no way, the vertex itself if it is a source.
    pub over: u32,
}

/// There is no way: it is infinitely long.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoWay;

impl Named for NoWay {
    type Tag = UserTag<U0>;
}

impl<T: Weight> Fill<Way<T>> for NoWay {
    type Known = Tagged<UserTag<U0>>;

    const VALUE: &'static Way<T> = T::NO_WAY;
}

/// The length of a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length;

unary_laws! {
    impl[T: Weight] UnaryOp<Way<T>> for Length {
        type Out = T;
        const SYMBOL = "length";
        forced {
            (NoWay) => Inf = *T::INF;
        }
        natural {}
        fn apply(&self, way) { way.length }
    }
}

/// The length of a way, in a program.
pub(super) fn length<T: Weight, E: Expr<T = Way<T>>>(way: Value<E>) -> Value<Map1<Length, E>> {
    map1(Length, way)
}

/// The vertex before the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over;

unary_laws! {
    impl[T: Weight] UnaryOp<Way<T>> for Over {
        type Out = u32;
        const SYMBOL = "over";
        forced {
            (NoWay) => Inf = NO_VERTEX;
        }
        natural {}
        fn apply(&self, way) { way.over }
    }
}

/// The vertex before the last, in a program.
pub(super) fn over<T: Weight, E: Expr<T = Way<T>>>(way: Value<E>) -> Value<Map1<Over, E>> {
    map1(Over, way)
}

/// The way of a length over a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along;

binary_laws! {
    impl[T: Weight] BinaryOp<T, u32> for Along {
        type Out = Way<T>;
        const SYMBOL = "along";
        forced {
            (Inf, _) => NoWay = *T::NO_WAY;
        }
        natural {}
        fn apply(&self, length, over) { Way { length, over } }
    }
}

/// The way of a length over a vertex, in a program.
pub(super) fn along<T, L, V>(length: Value<L>, over: Value<V>) -> Value<Map2<Along, L, V>>
where
    T: Weight,
    L: Expr<T = T>,
    V: Expr<T = u32>,
{
    map2(Along, length, over)
}

/// Keeps the shorter way, of equal ones the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearer;

impl<T: Weight> Reducer<Way<T>> for Nearer {
    skips!(NoWay);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "<<nearer>>=";

    #[inline(always)]
    fn identity() -> Option<Way<T>> {
        Some(*T::NO_WAY)
    }

    #[inline(always)]
    fn combine(&self, old: Way<T>, new: Way<T>) -> Way<T> {
        if new.length < old.length { new } else { old }
    }

    #[inline(always)]
    fn repeat(&self, old: Way<T>, new: Way<T>, _count: usize) -> Way<T> {
        self.combine(old, new)
    }
}
