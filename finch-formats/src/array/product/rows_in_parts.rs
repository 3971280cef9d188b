//! Products of matrices that several threads write row by row. Feature `parallel`.

use super::{Product, SparseRows, Stored};
use crate::array::dims::over;
use crate::imports::*;
use crate::tensor::axes::letters;
use finch_traits::algebra::nat::Named;
use finch_traits::expr::overload::{map2, parallel};

/// Products that several threads write to level `L`, row by row.
#[diagnostic::on_unimplemented(
    message = "this product cannot be computed in parts and written to `{L}`",
    note = "what several threads write has a level of rows, lists or runs outermost; operands can be shared between threads"
)]
pub trait RowsInParts<L> {
    /// `out .= self`, in parts.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::assign_to`](crate::array::Uncomputed::assign_to).
    fn rows_in_parts(self, out: &mut Tensor<L>) -> Result<()>;
}

/// Ranks of a left factor `A`, beside a right one `B`, whose product several threads write to level `O`. `Sparse` says whether rows are.
pub trait InRowsInParts<S, A, B, O, Sparse>: Dims {
    /// `out .= a b`, in parts.
    fn rows_in_parts(a: A, b: B, out: &mut Tensor<O>) -> Result<()>;
}

impl<S, A, B, L> RowsInParts<L> for Product<S, A, B, Stored>
where
    S: Semiring<A::T>,
    A: Infer<Rank: InRowsInParts<S, A, B, L, SparseRows<S, A, B>>>,
    B: Infer<T = A::T>,
{
    fn rows_in_parts(self, out: &mut Tensor<L>) -> Result<()> {
        self.check_both()?;
        A::Rank::rows_in_parts(self.a, self.b, out)
    }
}

type N1 = finch_traits::algebra::nat::Succ<U0>;
type N2 = finch_traits::algebra::nat::Succ<N1>;

type I = Index<Named<U0, letters::I>>;
type K = Index<Named<N1, letters::K>>;
type J = Index<Named<N2, letters::J>>;

macro_rules! in_parts {
    ($($sparse:ident $row:ident;)*) => { $(
        impl<S, A, B, O> InRowsInParts<S, A, B, O, $sparse> for U2
        where
            S: Semiring<A::T, Plus: Send + Sync, Times: Send + Sync>,
            A: ArrayExpr<Rank = U2, T: Send + Sync>,
            B: ArrayExpr<T = A::T, Rank = U2>,
            for<'t> A::Ready<'t>: ArrayExpr<At<Cons<K, Cons<I, Nil>>>: Send + Sync>,
            for<'t> B::Ready<'t>: ArrayExpr<At<Cons<J, Cons<K, Nil>>>: Send + Sync>,
            O: WriteInParts<T = A::T, Rank = U2, Splits = Yes> + Default + Send + Sync,
        {
            fn rows_in_parts(a: A, b: B, out: &mut Tensor<O>) -> Result<()> {
                let mut of = <(A::Temporaries, B::Temporaries)>::default();
                a.prepare(&mut of.0)?;
                b.prepare(&mut of.1)?;
                let (i, k, j) = (I::new(), K::new(), J::new());
                let product = map2(
                    S::times(),
                    over(a.ready(&of.0), Cons(k, Cons(i, Nil))),
                    over(b.ready(&of.1), Cons(j, Cons(k, Nil))),
                );
                let mut row = Tensor::<$row<Element<A::T, S::Zero>>>::default();
                program()
                    .declare(out)
                    .workspace(&mut row)
                    .body(|(out, row)| {
                        let sums = forall(k, forall(j, row.at((j,)).named("row").reduce(S::plus(), product)));
                        let copy = forall(j, out.at((i, j)).named("result").set(row.read((j,))));
                        parallel(i, row.within(sums, copy))
                    })
                    .run_parallel()
            }
        }

        // One row is one part.
        impl<S, A, B, O> InRowsInParts<S, A, B, O, $sparse> for U1
        where
            S: Semiring<A::T>,
            A: ArrayExpr<Rank = U1>,
            B: ArrayExpr<T = A::T, Rank = U2>,
            O: WriteLevel<T = A::T, Rank = U1>,
        {
            fn rows_in_parts(a: A, b: B, out: &mut Tensor<O>) -> Result<()> {
                Product::<S, A, B, Stored>::new(a, b).by_rows::<$sparse, O>(out)
            }
        }
    )* };
}

in_parts! {
    Yes SparseByteMap;
    No Dense;
}
