//! Paths to a vertex: how long they are, and over which vertex they come. Values, a fill, operators and a reducer, whose laws
//! say that where there is no path or no edge there is nothing to do.

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

/// A path to a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path<T> {
    /// How long it is.
    pub length: T,
    /// The vertex before the last: [`NO_VERTEX`] if there is no path, the vertex itself if it is a source.
    pub over: u32,
}

/// There is no path: it is infinitely long.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NoPath;

impl Named for NoPath {
    type Tag = UserTag<U0>;
}

impl<T: Weight> Fill<Path<T>> for NoPath {
    type Known = Tagged<UserTag<U0>>;

    const VALUE: &'static Path<T> = T::NO_PATH;
}

/// The length of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length;

unary_laws! {
    impl[T: Weight] UnaryOp<Path<T>> for Length {
        type Out = T;
        const SYMBOL = "length";
        forced {
            (NoPath) => Inf = *T::INF;
        }
        natural {}
        fn apply(&self, path) { path.length }
    }
}

/// The length of a path, in a program.
pub(super) fn length<T: Weight, E: Expr<T = Path<T>>>(path: Value<E>) -> Value<Map1<Length, E>> {
    map1(Length, path)
}

/// The vertex before the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over;

unary_laws! {
    impl[T: Weight] UnaryOp<Path<T>> for Over {
        type Out = u32;
        const SYMBOL = "over";
        forced {
            (NoPath) => Inf = NO_VERTEX;
        }
        natural {}
        fn apply(&self, path) { path.over }
    }
}

/// The vertex before the last, in a program.
pub(super) fn over<T: Weight, E: Expr<T = Path<T>>>(path: Value<E>) -> Value<Map1<Over, E>> {
    map1(Over, path)
}

/// The path of a length over a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along;

binary_laws! {
    impl[T: Weight] BinaryOp<T, u32> for Along {
        type Out = Path<T>;
        const SYMBOL = "along";
        forced {
            (Inf, _) => NoPath = *T::NO_PATH;
        }
        natural {}
        fn apply(&self, length, over) { Path { length, over } }
    }
}

/// The path of a length over a vertex, in a program.
pub(super) fn along<T, L, V>(length: Value<L>, over: Value<V>) -> Value<Map2<Along, L, V>>
where
    T: Weight,
    L: Expr<T = T>,
    V: Expr<T = u32>,
{
    map2(Along, length, over)
}

/// Keeps the shorter path, of equal ones the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearer;

impl<T: Weight> Reducer<Path<T>> for Nearer {
    skips!(NoPath);
    type Reassociates = No;
    type Gathers = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "<<nearer>>=";

    #[inline(always)]
    fn identity() -> Option<Path<T>> {
        Some(*T::NO_PATH)
    }

    #[inline(always)]
    fn combine(&self, old: Path<T>, new: Path<T>) -> Path<T> {
        if new.length < old.length { new } else { old }
    }

    #[inline(always)]
    fn repeat(&self, old: Path<T>, new: Path<T>, _count: usize) -> Path<T> {
        self.combine(old, new)
    }
}
