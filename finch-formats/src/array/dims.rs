//! Ranks: the loops that compute an expression of so many dimensions.

use super::expr::ArrayExpr;
use super::identity::Identity;
use super::kinds::{Dim, Front, Full, InnerLevel, Kinds, NoDim, OuterLevel, RunsKind};
use crate::imports::*;
use crate::{Scalar, ShortScalar};
use finch_traits::algebra::typenum::{U5, U6, U7, U8};
use finch_traits::expr::over::Over;
use finch_traits::expr::overload::{Value, forall};
use finch_traits::index::{Cons, IndexList};
use finch_traits::indices;
use finch_traits::program::program;

/// A rank of array expressions: zero to eight.
pub trait Dims: Axes {
    /// One dimension less; of none, none.
    type Down: Dims;
    /// One dimension more; of eight, eight.
    type Up: Dims;
    /// The greater of this rank and `R`.
    type Max<R: Dims>: Dims;
    /// This rank and `R` more; at most eight.
    type Plus<R: Dims>: Dims;
    /// `I` without its first terms, as many as there are dimensions.
    type Drop<I: IndexList>: IndexList;
    /// The kinds of as many dense dimensions.
    type AllFull: Kinds;
    /// Kinds `K` inside of which there are as many dimensions along which nothing changes.
    type Same<K: Kinds>: Kinds;
    /// The kinds of as many dimensions of `K`, the innermost ones, inside of `Outer`.
    type Inside<K: Kinds, Outer: Kinds>: Kinds;
    /// The first of `I`, as many as there are dimensions, in reverse in front of `Rest`.
    type Take<I: IndexList, Rest: IndexList>: IndexList;
    /// The level of a result of these kinds around the leaf `L`.
    type Nest<K: Kinds, L>;
    /// The levels of dimensions of these kinds around `L`, which is a level already.
    type Around<K: Kinds, L>;

    /// `indices` without the first ones, as many as there are dimensions.
    fn drop<I: IndexList>(indices: I) -> Self::Drop<I>;

    /// The first of `indices`, as many as there are dimensions, in reverse in front of `rest`.
    fn take<I: IndexList, Rest: IndexList>(indices: I, rest: Rest) -> Self::Take<I, Rest>;

    /// `out .= expr`.
    fn assign<E: ArrayExpr<Rank = Self>, L: WriteLevel<T = E::T, Rank = Self>>(
        expr: E,
        out: &mut Tensor<L>,
    ) -> Result<()>;

    /// All values of `expr`, reduced by `op`.
    fn reduce<O: Identity<E::T>, E: ArrayExpr<Rank = Self>>(op: O, expr: E) -> Result<E::T>;
}

/// The rank of a vector.
#[diagnostic::on_unimplemented(
    message = "`dot` is of two vectors",
    label = "one of them is no vector",
    note = "`a.matmul(&b)` is the product of two matrices, of a matrix and a vector, and of a vector and a matrix",
    note = "`(&a * &b).sum()?` is the sum of all products of values at the same place"
)]
pub trait OneDimension: Dims {}

impl OneDimension for U1 {}

/// As many of `I` as rank `R` has dimensions, outermost first.
pub(super) type Take<R, I> = <R as Dims>::Take<I, Nil>;

/// `expr` at indices that are listed innermost first.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn over<E: ArrayExpr, I: IndexList>(expr: E, indices: I) -> Value<Over<E::At<I>, I::Indices>> {
    Value::new(Over::new(expr.at(indices)))
}

/// Nested loops over the given indices, outermost first.
macro_rules! loops {
    ([] $body:expr) => { $body };
    ([$index:ident $($rest:ident)*] $body:expr) => { forall($index, loops!([$($rest)*] $body)) };
}
pub(super) use loops;

/// A list of the given indices in reverse.
macro_rules! reversed {
    ($list:expr;) => { $list };
    ($list:expr; $index:ident $($rest:ident)*) => { reversed!(Cons($index, $list); $($rest)*) };
}
pub(super) use reversed;

macro_rules! names {
    () => {};
    ($($index:ident)+) => { indices!($($index),+) };
}

macro_rules! dims {
    ($($rank:ident, up $up:ident: [$($index:ident)*], $(down $down:ident)?;)*) => { $(
        impl Dims for $rank {
            type Up = $up;
            dims!(@below $($down)?);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn assign<E: ArrayExpr<Rank = Self>, L: WriteLevel<T = E::T, Rank = Self>>(
                expr: E,
                out: &mut Tensor<L>,
            ) -> Result<()> {
                expr.check()?;
                names!($($index)*);
                program()
                    .declare(out)
                    .body(#[cfg_attr(not(debug_assertions), inline(always))] |(out,)| loops!([$($index)*]
                        out.at(($($index,)*)).named("result").set(over(expr, reversed!(Nil; $($index)*)))
                    ))
                    .run()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn reduce<O: Identity<E::T>, E: ArrayExpr<Rank = Self>>(op: O, expr: E) -> Result<E::T> {
                expr.check()?;
                names!($($index)*);
                // Where a value may be final, the loops end with it.
                branch!(if O::Saturates {
                    let mut out = ShortScalar::<E::T, O::Fill>::default();
                    dims!(@reduce out, op, expr, $($index)*)?;
                    Ok(out.get())
                } else {
                    let mut out = Scalar::<E::T, O::Fill>::default();
                    dims!(@reduce out, op, expr, $($index)*)?;
                    Ok(out.get())
                })
            }
        }
    )* };

    (@reduce $out:ident, $op:ident, $expr:ident, $($index:ident)*) => {
        program()
            .declare(&mut $out)
            .body(#[cfg_attr(not(debug_assertions), inline(always))] |(out,)| loops!([$($index)*]
                out.at(()).reduce($op, over($expr, reversed!(Nil; $($index)*)))
            ))
            .run()
    };

    (@below) => {
        type Down = U0;
        type Max<R: Dims> = R;
        type Plus<R: Dims> = R;
        type Drop<I: IndexList> = I;
        type AllFull = NoDim;
        type Same<K: Kinds> = K;
        type Inside<K: Kinds, Outer: Kinds> = Outer;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn drop<I: IndexList>(indices: I) -> I {
            indices
        }

        type Take<I: IndexList, Rest: IndexList> = Rest;
        type Nest<K: Kinds, L> = L;
        type Around<K: Kinds, L> = L;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn take<I: IndexList, Rest: IndexList>(_indices: I, rest: Rest) -> Rest {
            rest
        }
    };
    (@below $down:ident) => {
        type Down = $down;
        type Max<R: Dims> = <<$down as Dims>::Max<R::Down> as Dims>::Up;
        type Plus<R: Dims> = <<$down as Dims>::Plus<R> as Dims>::Up;
        type Drop<I: IndexList> = <$down as Dims>::Drop<I::Tail>;
        type AllFull = Dim<Full, <$down as Dims>::AllFull>;
        type Same<K: Kinds> = Dim<RunsKind, <$down as Dims>::Same<K>>;
        type Inside<K: Kinds, Outer: Kinds> = Front<K, <$down as Dims>::Inside<K::Outer, Outer>>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn drop<I: IndexList>(indices: I) -> Self::Drop<I> {
            $down::drop(indices.split().1)
        }

        type Take<I: IndexList, Rest: IndexList> = <$down as Dims>::Take<I::Tail, Cons<I::Head, Rest>>;
        type Nest<K: Kinds, L> = <$down as Dims>::Around<K::Outer, InnerLevel<K, L>>;
        type Around<K: Kinds, L> = <$down as Dims>::Around<K::Outer, OuterLevel<K, L>>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn take<I: IndexList, Rest: IndexList>(indices: I, rest: Rest) -> Self::Take<I, Rest> {
            let (first, others) = indices.split();
            $down::take(others, Cons(first, rest))
        }
    };
}

dims! {
    U0, up U1: [], ;
    U1, up U2: [i], down U0;
    U2, up U3: [j i], down U1;
    U3, up U4: [k j i], down U2;
    U4, up U5: [l k j i], down U3;
    U5, up U6: [m l k j i], down U4;
    U6, up U7: [n m l k j i], down U5;
    U7, up U8: [o n m l k j i], down U6;
    U8, up U8: [p o n m l k j i], down U7;
}
