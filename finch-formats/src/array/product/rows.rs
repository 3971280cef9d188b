//! Products that are written row by row.

use crate::array::dims::over;
use crate::imports::*;
use finch_traits::algebra::logic::Case;
use finch_traits::expr::overload::map2;
use finch_traits::indices;
use finch_traits::program::{IntoOutput, OutputRoot};

/// The rank of the product of arrays of ranks `A` and `B`.
type Joined<A, B> = <<B as Dims>::Down as Dims>::Plus<<A as Dims>::Down>;

/// Ranks of a left factor, beside a right one of rank `B`, whose product is written row by row. `Sparse` says whether rows are.
pub trait InRows<B: Dims, Sparse>: Dims {
    /// `out .= a b`.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::assign_to`](crate::array::Uncomputed::assign_to).
    fn by_rows<S, L, R, O>(a: L, b: R, out: &mut Tensor<O>) -> Result<()>
    where
        S: Semiring<L::T>,
        L: ArrayExpr<Rank = Self>,
        R: ArrayExpr<T = L::T, Rank = B>,
        O: WriteLevel<T = L::T, Rank = Joined<Self, B>>;
}

/// The factors of a product, over semiring `S`, and what it is written to.
pub(super) struct Job<'o, 'r, S, L, R, O> {
    pub(super) a: L,
    pub(super) b: R,
    pub(super) out: &'o mut Tensor<O>,
    pub(super) outcome: &'r mut Result<()>,
    pub(super) semiring: PhantomData<S>,
}

/// Rows are added up where they are stored. The left factor has rank `A`.
struct InPlace<A>(PhantomData<A>);

/// Rows are added up in a workspace, sparse or not. The left factor has rank `A`.
struct InRow<A, Sparse>(PhantomData<(A, Sparse)>);

/// Values can be added to an output of level `L` in any order, and what is not written is the zero of `S`.
type IsAdded<'o, S, T, L> = And<
    <OutputRoot<<&'o mut Tensor<L> as IntoOutput>::Handle> as WriteFiber>::AnyOrder,
    Same<<<L as Level>::Fill as Fill<T>>::Known, <<S as Semiring<T>>::Zero as Fill<T>>::Known>,
>;

macro_rules! by_rows {
    ($($left:ident $i:tt $k:ident $j:ident, $($sparse:ident $row:ident),+;)*) => { $(
        by_rows! { @in_place $left $i $k $j }
        $(by_rows! { @in_row $left $i $k $j $sparse $row })+
    )* };
    (@in_place $left:ident [$($i:ident)?] $k:ident $j:ident) => {
        by_rows! { @case InPlace<$left>, $left [$($i)?] $k $j, |out, product| program()
            .declare(out)
            .body(#[cfg_attr(not(debug_assertions), inline(always))] |(out,)| by_rows!(@for [$($i)?] forall($k, forall($j,
                out.at(($($i,)? $j,)).named("result").reduce(S::plus(), product)
            ))))
            .run_generic()
        }
    };
    (@in_row $left:ident [$($i:ident)?] $k:ident $j:ident $sparse:ident $row:ident) => {
        by_rows! { @case InRow<$left, $sparse>, $left [$($i)?] $k $j, |out, product| {
            let mut row = Tensor::<$row<Element<L::T, S::Zero>>>::default();
            program()
                .declare(out)
                .workspace(&mut row)
                .body(#[cfg_attr(not(debug_assertions), inline(always))] |(out, row)| {
                    let sums = forall($k, forall($j, row.at(($j,)).named("row").reduce(S::plus(), product)));
                    let copy = forall($j, out.at(($($i,)? $j,)).named("result").set(row.read(($j,))));
                    by_rows!(@for [$($i)?] row.within(sums, copy))
                })
                .run()
        } }

        impl InRows<U2, $sparse> for $left {
            fn by_rows<'o, S, L, R, O>(a: L, b: R, out: &'o mut Tensor<O>) -> Result<()>
            where
                S: Semiring<L::T>,
                L: ArrayExpr<Rank = $left>,
                R: ArrayExpr<T = L::T, Rank = U2>,
                O: WriteLevel<T = L::T, Rank = Joined<$left, U2>>,
            {
                let mut outcome = Ok(());
                let job = Job { a, b, out, outcome: &mut outcome, semiring: PhantomData::<S> };
                // Not by the closures of `branch!`: the output cannot be copied.
                <<IsAdded<'o, S, L::T, O> as Bool>::SelectCase<_, InPlace<$left>, InRow<$left, $sparse>> as Case<_>>::take(job);
                outcome
            }
        }
    };
    (@case $case:ty, $left:ident [$($i:ident)?] $k:ident $j:ident, |$out:ident, $product:ident| $run:expr) => {
        impl<'o, 'r, S, L, R, O> Case<Job<'o, 'r, S, L, R, O>> for $case
        where
            S: Semiring<L::T>,
            L: ArrayExpr<Rank = $left>,
            R: ArrayExpr<T = L::T, Rank = U2>,
            O: WriteLevel<T = L::T, Rank = Joined<$left, U2>>,
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take(job: Job<'o, 'r, S, L, R, O>) {
                let Job { a, b, out: $out, outcome, .. } = job;
                indices!($($i,)? $k, $j);
                let $product = map2(
                    S::times(),
                    over(a, Cons($k, by_rows!(@list $($i)?))),
                    over(b, Cons($j, Cons($k, Nil))),
                );
                *outcome = $run
            }
        }
    };
    (@list) => { Nil };
    (@list $i:ident) => { Cons($i, Nil) };
    (@for [] $body:expr) => { $body };
    (@for [$i:ident] $body:expr) => { forall($i, $body) };
}

by_rows! {
    U2 [i] k j, Yes SparseByteMap, No Dense;
    U1 [] k j, Yes SparseByteMap, No Dense;
}
