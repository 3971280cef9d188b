//! Kronecker products that are written row by row.

use super::kron::extents;
use super::rows::Job;
use crate::array::dims::over;
use crate::imports::*;
use finch_traits::algebra::logic::Case;
use finch_traits::expr::overload::{map2, places, sieve};
use finch_traits::indices;
use finch_traits::view::{quotient, remainder};

/// Ranks whose Kronecker products are written row by row, by a loop of their own: one and two.
pub trait KronRows: Dims {
    /// `out .= a ⊗ b` over semiring `S`. `Sparse` says whether rows are.
    ///
    /// If they are sparse it takes time linear in the rows of the result, and in the number of entries of `a` times that of `b`; if not, in
    /// all places of the result. Takes memory for one row: a value for each column, and for sparse rows a byte and up to an index besides.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::assign_to`](crate::array::Uncomputed::assign_to).
    fn by_rows<Sparse, S, A, B, O>(a: A, b: B, out: &mut Tensor<O>) -> Result<()>
    where
        Sparse: Bool,
        S: Semiring<A::T>,
        A: ArrayExpr<Rank = Self>,
        B: ArrayExpr<T = A::T, Rank = Self>,
        O: WriteLevel<T = A::T, Rank = Self>;
}

/// Rows are put together in a workspace, sparse or not. The factors have rank `R`.
struct InRow<R, Sparse>(PhantomData<(R, Sparse)>);

macro_rules! in_row {
    ($($rank:ident $i:tt, $($sparse:ident $row:ident),+;)*) => { $(
        impl KronRows for $rank {
            fn by_rows<Sparse, S, A, B, O>(a: A, b: B, out: &mut Tensor<O>) -> Result<()>
            where
                Sparse: Bool,
                S: Semiring<A::T>,
                A: ArrayExpr<Rank = Self>,
                B: ArrayExpr<T = A::T, Rank = Self>,
                O: WriteLevel<T = A::T, Rank = Self>,
            {
                let mut outcome = Ok(());
                let job = Job { a, b, out, outcome: &mut outcome, semiring: PhantomData::<S> };
                // Not by the closures of `branch!`: the output cannot be copied.
                <Sparse::SelectCase<_, InRow<$rank, Yes>, InRow<$rank, No>> as Case<_>>::take(job);
                outcome
            }
        }
        $(in_row! { @case $rank $i $sparse $row })+
    )* };
    (@case $rank:ident [$($i:ident)?] $sparse:ident $row:ident) => {
        impl<'o, 'r, S, A, B, O> Case<Job<'o, 'r, S, A, B, O>> for InRow<$rank, $sparse>
        where
            S: Semiring<A::T>,
            A: ArrayExpr<Rank = $rank>,
            B: ArrayExpr<T = A::T, Rank = $rank>,
            O: WriteLevel<T = A::T, Rank = $rank>,
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take(job: Job<'o, 'r, S, A, B, O>) {
                let Job { a, b, out, outcome, .. } = job;
                *outcome = (|| {
                    let (n, columns) = extents(&a, &b, 0)?;
                    // No loop says how long it is: its places are sums.
                    let mut row = Tensor::<$row<Element<A::T, S::Zero>>>::empty([columns])?;
                    in_row! { @rows a b [$($i)?] m rows }
                    // Not the names that products take for the loops within them.
                    indices!($($i,)? j, k, l);
                    program()
                        .declare(out)
                        .workspace(&mut row)
                        .body(#[cfg_attr(not(debug_assertions), inline(always))] |(out, row)| {
                            let product = map2(
                                S::times(),
                                over(a, Cons(j, in_row!(@term quotient [$($i)?] m))),
                                over(b, Cons(l, in_row!(@term remainder [$($i)?] m))),
                            );
                            let values = forall(j, forall(l, row.at((j * n + l,)).named("row").set(product)));
                            let copy = out.at(($($i,)? k,)).named("result").set(row.read((k,)));
                            in_row!(@for [$($i)?] rows, row.within(values, forall(k, sieve(places([columns], Cons(k, Nil)), copy))))
                        })
                        .run()
                })();
            }
        }
    };
    (@rows $a:ident $b:ident [] $m:ident $rows:ident) => {};
    (@rows $a:ident $b:ident [$i:ident] $m:ident $rows:ident) => {
        let (m, $rows) = extents(&$a, &$b, 1)?;
        // Without rows there is no loop in which these are divided by.
        let $m = m.max(1);
    };
    (@term $of:ident [] $m:ident) => { Nil };
    (@term $of:ident [$i:ident] $m:ident) => { Cons($of($i, $m), Nil) };
    (@for [] $rows:ident, $body:expr) => { $body };
    (@for [$i:ident] $rows:ident, $body:expr) => { forall($i, sieve(places([$rows], Cons($i, Nil)), $body)) };
}

in_row! {
    U2 [i], Yes SparseByteMap, No Dense;
    U1 [], Yes SparseByteMap, No Dense;
}
