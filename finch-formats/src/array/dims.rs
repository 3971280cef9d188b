//! Ranks: the loops that compute an expression of so many dimensions.

use super::kinds::{Dim, Front, Full, InnerLevel, NoDim, OuterLevel, RunsKind};
use crate::imports::*;
use crate::{Scalar, ShortScalar};
use finch_traits::expr::over::Over;
use finch_traits::expr::overload::Value;

/// All of `$value`, reduced by `$op` into the scalar `$out`.
macro_rules! reduced {
    ($rank:ident, $op:ident, $value:ident, $out:expr) => {{
        let mut out = $out;
        program()
            .declare(&mut out)
            .body(
                #[cfg_attr(not(debug_assertions), inline(always))]
                |(out,)| $rank::loops(out.at(()).reduce($op, $value)),
            )
            .run_generic()
            .map_err(of_arrays)?;
        Ok(out.get())
    }};
}

/// The error that loops over an array expression return. Who wrote the expression knows of no loops, which might be given an extent.
#[cold]
pub(super) fn of_arrays(error: Error) -> Error {
    if error.kind() != ErrorKind::Unresolved {
        return error;
    }
    error!(
        Unresolved,
        "no operand says how long a dimension is: what is moved, or permissive, does not, nor does a window of it; `broadcast_to(shape)` \
         says it, or the output of `assign_to`, if it has that shape"
    )
}

/// How many dimensions an array expression has: a type-level number from zero to eight. Implemented for `U0` to `U8` of typenum.
///
/// Its associated types compute, at compile time, the rank, the indices and the levels of results.
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assign<E: ArrayExpr<Rank = Self>, L: WriteLevel<T = E::T, Rank = Self>>(
        expr: E,
        out: &mut Tensor<L>,
    ) -> Result<()> {
        expr.check()?;
        let value = innermost_first(expr);
        program()
            .declare(out)
            .body(
                #[cfg_attr(not(debug_assertions), inline(always))]
                |(out,)| Self::loops(out.at_by(Self::indices()).named("result").set(value)),
            )
            .run_generic()
            .map_err(of_arrays)
    }

    /// All values of `expr`, reduced by `op`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reduce<O: Identity<E::T>, E: ArrayExpr<Rank = Self>>(op: O, expr: E) -> Result<E::T> {
        expr.check()?;
        let value = innermost_first(expr);
        // Where a value may be final, the loops end with it.
        branch!(if O::Saturates {
            reduced!(Self, op, value, ShortScalar::<E::T, O::Fill>::default())
        } else {
            reduced!(Self, op, value, Scalar::<E::T, O::Fill>::default())
        })
    }
}

/// The rank of a vector.
#[diagnostic::on_unimplemented(
    message = "`dot` is of two vectors",
    label = "one of them is no vector",
    note = "`a.matmul(&b)` is the product of two matrices, of a matrix and a vector, and of a vector and a matrix",
    note = "`(&a * &b).sum()?` is the sum of all products of values at the same place"
)]
pub trait OneDimension: Dims {}

// Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
#[diagnostic::do_not_recommend]
impl OneDimension for U1 {}

/// As many of `I` as rank `R` has dimensions, outermost first.
pub(crate) type Take<R, I> = <R as Dims>::Take<I, Nil>;

/// `expr` at indices that are listed innermost first.
pub(super) fn over<E: ArrayExpr, I: IndexList>(expr: E, indices: I) -> Value<Over<E::At<I>, I::Indices>> {
    Value::new(Over::new(expr.at(indices)))
}

/// The indices of loops over an array of rank `R`, innermost first.
pub(super) type InnermostFirst<R> = Take<R, <R as Axes>::Indices>;

/// `expr` at the indices of the loops over it.
pub(super) fn innermost_first<E: ArrayExpr>(expr: E) -> Value<E::At<InnermostFirst<E::Rank>>> {
    Value::new(expr.at(E::Rank::take(E::Rank::indices(), Nil)))
}

macro_rules! dims {
    ($($rank:ident, up $up:ident, $(down $down:ident)?;)*) => { $(
        impl Dims for $rank {
            type Up = $up;
            dims!(@below $($down)?);
        }
    )* };

    (@below) => {
        type Down = U0;
        type Max<R: Dims> = R;
        type Plus<R: Dims> = R;
        type Drop<I: IndexList> = I;
        type AllFull = NoDim;
        type Same<K: Kinds> = K;
        type Inside<K: Kinds, Outer: Kinds> = Outer;

        fn drop<I: IndexList>(indices: I) -> I {
            indices
        }

        type Take<I: IndexList, Rest: IndexList> = Rest;
        type Nest<K: Kinds, L> = L;
        type Around<K: Kinds, L> = L;

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

        fn drop<I: IndexList>(indices: I) -> Self::Drop<I> {
            $down::drop(indices.split().1)
        }

        type Take<I: IndexList, Rest: IndexList> = <$down as Dims>::Take<I::Tail, Cons<I::Head, Rest>>;
        type Nest<K: Kinds, L> = <$down as Dims>::Around<K::Outer, InnerLevel<K, L>>;
        type Around<K: Kinds, L> = <$down as Dims>::Around<K::Outer, OuterLevel<K, L>>;

        fn take<I: IndexList, Rest: IndexList>(indices: I, rest: Rest) -> Self::Take<I, Rest> {
            let (first, others) = indices.split();
            $down::take(others, Cons(first, rest))
        }
    };
}

dims! {
    U0, up U1, ;
    U1, up U2, down U0;
    U2, up U3, down U1;
    U3, up U4, down U2;
    U4, up U5, down U3;
    U5, up U6, down U4;
    U6, up U7, down U5;
    U7, up U8, down U6;
    U8, up U8, down U7;
}
