//! Array expressions that several threads compute. Feature `parallel`.

use super::dims::{of_arrays, over};
use super::infer::Compute;
use super::product::RowsInParts;
use super::uncomputed::NewTensor;
use crate::Scalar;
use crate::imports::*;
use crate::tensor::axes::letters;
use finch_traits::algebra::nat::{Named, Succ};
use finch_traits::expr::overload::parallel;

/// An array expression, or a reduction of one along its last axis, that several threads compute in parts of its outermost dimension.
#[must_use = "an array expression does nothing until it is computed"]
#[derive(Clone, Copy, Debug)]
pub struct InParts<E>(E);

/// What several threads can compute into level `L`.
#[diagnostic::on_unimplemented(
    message = "this cannot be computed in parts and written to `{L}`",
    note = "expressions of one to four dimensions can, and reductions along the last of two to four; what several threads write has \
            a level of rows, lists or runs outermost, and operands can be shared between threads"
)]
pub trait ComputeInParts<L> {
    /// Computes this, and replaces what `out` holds by it. Its parts run on the threads of the rayon pool that the caller is in.
    fn compute_in_parts(self, out: &mut Tensor<L>) -> Result<()>;
}

impl<E: ArrayExpr<ByRows: WriteInPartsBy<E, L>>, L> ComputeInParts<L> for InParts<E> {
    fn compute_in_parts(self, out: &mut Tensor<L>) -> Result<()> {
        E::ByRows::write_in_parts(self.0, out)
    }
}

/// How several threads write `E` to level `L`: row by row if it is a product with loops of its own, else by one nest of loops.
pub trait WriteInPartsBy<E, L> {
    /// `out .= expr`, in parts.
    fn write_in_parts(expr: E, out: &mut Tensor<L>) -> Result<()>;
}

impl<E: ArrayExpr<Rank: AssignInParts<E, L>>, L> WriteInPartsBy<E, L> for No {
    fn write_in_parts(expr: E, out: &mut Tensor<L>) -> Result<()> {
        E::Rank::assign_in_parts(expr, out)
    }
}

impl<E: RowsInParts<L>, L> WriteInPartsBy<E, L> for Yes {
    fn write_in_parts(expr: E, out: &mut Tensor<L>) -> Result<()> {
        expr.rows_in_parts(out)
    }
}

impl<O, E, L, const AXIS: usize> ComputeInParts<L> for InParts<Reduced<O, E, AXIS>>
where
    E: ArrayExpr<Rank: ReduceAxisInParts<AXIS, O, E, L>>,
{
    fn compute_in_parts(self, out: &mut Tensor<L>) -> Result<()> {
        let (op, expr) = self.0.parts();
        E::Rank::reduce_axis_in_parts(op, expr, out)
    }
}

/// Ranks for which several threads can write an expression `E` to a tensor of level `L`. Implemented for one to four dimensions; a bound of
/// [`InParts`], which [`Uncomputed::parallel`](crate::array::Uncomputed::parallel) makes.
pub trait AssignInParts<E, L>: Dims {
    /// `out .= expr`, in parts.
    fn assign_in_parts(expr: E, out: &mut Tensor<L>) -> Result<()>;
}

/// Ranks of which several threads can reduce `E` along axis number `AXIS` by `O`, into level `L`.
pub trait ReduceAxisInParts<const AXIS: usize, O, E, L>: Dims {
    /// `out .= expr`, reduced by `op`, in parts.
    fn reduce_axis_in_parts(op: O, expr: E, out: &mut Tensor<L>) -> Result<()>;
}

/// Ranks of which several threads can reduce `E` to one value by `O`.
#[diagnostic::on_unimplemented(
    message = "several threads cannot reduce this by `{O}`",
    note = "parts are reduced apart, so the reducer groups values at will: `reduce(FastAdd)` for sums of floating point numbers, \
            `reduce(Add)` for those of integers; `Min`, `Max`, `And`, `Or`"
)]
pub trait ReduceInParts<O, E: ArrayExpr>: Dims {
    /// All values of `expr`, reduced by `op`, in parts.
    fn reduce_in_parts(op: O, expr: E) -> Result<E::T>;
}

/// Index number `N`, called `Called`.
type At<N, Called> = Index<Named<N, Called>>;

/// Nested loops over the given indices, outermost first.
macro_rules! loops {
    ([] $body:expr) => { $body };
    ([$index:ident $($rest:ident)*] $body:expr) => { forall($index, loops!([$($rest)*] $body)) };
}

/// A list of the given indices in reverse.
macro_rules! reversed {
    ($list:expr;) => { $list };
    ($list:expr; $index:ident $($rest:ident)*) => { reversed!(Cons($index, $list); $($rest)*) };
}

/// A list of indices, innermost first, of which the type is given in the order in which they are nested.
macro_rules! innermost_first {
    ($list:ty;) => { $list };
    ($list:ty; $first:ty, $($rest:ty,)*) => { innermost_first!(Cons<$first, $list>; $($rest,)*) };
}

macro_rules! ranks {
    ($([$rank:ident reduced to $reduced:tt: $($index:ident $number:ty, $name:ident;)+])*) => { $(
        ranks! { @expression $rank [$($index)+] [$(At<$number, letters::$name>,)+] }
        ranks! { @reduction $rank $reduced [$($index)+] [$(At<$number, letters::$name>,)+] }
    )* };
    (@expression $rank:ident [$first:ident $($index:ident)*] [$($type:ty,)+]) => {
        impl<E, L> AssignInParts<E, L> for $rank
        where
            E: ArrayExpr<Rank = $rank>,
            for<'t> E::Ready<'t>: ArrayExpr<At<innermost_first!(Nil; $($type,)+)>: Send + Sync>,
            L: WriteInParts<T = E::T, Rank = $rank, Splits = Yes> + Default + Send + Sync,
        {
            fn assign_in_parts(expr: E, out: &mut Tensor<L>) -> Result<()> {
                ranks! { @ready expr: E, [$first $($index)*] [$($type,)+] }
                program()
                    .declare(out)
                    .body(|(out,)| parallel($first, loops!([$($index)*]
                        out.at(($first, $($index,)*)).named("result").set(over(expr, reversed!(Nil; $first $($index)*)))
                    )))
                    .run_parallel()
                    .map_err(of_arrays)
            }
        }

        impl<O, E> ReduceInParts<O, E> for $rank
        where
            E: ArrayExpr<Rank = $rank, T: Send + Sync>,
            for<'t> E::Ready<'t>: ArrayExpr<At<innermost_first!(Nil; $($type,)+)>: Send + Sync>,
            O: Identity<E::T> + Reducer<E::T, Groups = Yes, Skip<KnownFill<O, E::T>, Unknown> = Yes> + Send + Sync,
        {
            fn reduce_in_parts(op: O, expr: E) -> Result<E::T> {
                ranks! { @ready expr: E, [$first $($index)*] [$($type,)+] }
                let mut out = Scalar::<E::T, O::Fill>::default();
                program()
                    .declare(&mut out)
                    .body(|(out,)| parallel($first, loops!([$($index)*]
                        out.at(()).reduce(op, over(expr, reversed!(Nil; $first $($index)*)))
                    )))
                    .run_parallel()
                    .map_err(of_arrays)?;
                Ok(out.get())
            }
        }
    };
    (@reduction $rank:ident no $indices:tt $types:tt) => {};
    (@reduction $rank:ident ($left:ident $axis:literal [$($kept:ident)*]) [$first:ident $($index:ident)*] [$($type:ty,)+]) => {
        impl<O, E, L> ReduceAxisInParts<$axis, O, E, L> for $rank
        where
            E: ArrayExpr<Rank = $rank>,
            for<'t> E::Ready<'t>: ArrayExpr<At<innermost_first!(Nil; $($type,)+)>: Send + Sync>,
            O: Identity<E::T> + Send + Sync,
            L: WriteInParts<T = E::T, Rank = $left, Fill = O::Fill, Splits = Yes> + Default + Send + Sync,
        {
            fn reduce_axis_in_parts(op: O, expr: E, out: &mut Tensor<L>) -> Result<()> {
                ranks! { @ready expr: E, [$first $($index)*] [$($type,)+] }
                program()
                    .declare(out)
                    .body(|(out,)| parallel($first, loops!([$($index)*]
                        out.at(($($kept,)*)).named("result").reduce(op, over(expr, reversed!(Nil; $first $($index)*)))
                    )))
                    .run_parallel()
                    .map_err(of_arrays)
            }
        }
    };
    (@ready $expr:ident: $E:ident, [$($index:ident)*] [$($type:ty,)+]) => {
        $expr.check()?;
        let mut temporaries = $E::Temporaries::default();
        $expr.prepare(&mut temporaries)?;
        let $expr = $expr.ready(&temporaries);
        $(let $index = <$type>::new();)+
    };
}

/// What is known of the identity of `O`.
type KnownFill<O, T> = <<O as Identity<T>>::Fill as Fill<T>>::Known;

type N0 = U0;
type N1 = Succ<N0>;
type N2 = Succ<N1>;
type N3 = Succ<N2>;

ranks! {
    [U1 reduced to no: i N0, I;]
    [U2 reduced to (U1 1 [j]): j N0, J; i N1, I;]
    [U3 reduced to (U2 2 [k j]): k N0, K; j N1, J; i N2, I;]
    [U4 reduced to (U3 3 [l k j]): l N0, L; k N1, K; j N2, J; i N3, I;]
}

impl<E: ArrayExpr> Uncomputed<E> {
    /// This expression, computed by the threads of rayon's pool, in parts of its outermost dimension. Where parts begin depends on what the
    /// operands store, so results have the same bits on any number of threads. A part has at least
    /// [`GRAIN`](finch_traits::program::GRAIN) indices and stored values; smaller expressions are computed by one thread. So are
    /// [products](super::product) that are computed first, into temporary tensors; alone, `a.matmul(&b).parallel()` is written row by row, in
    /// parts of the rows of `a`.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
    /// let c: Csr<f64> = (&a * 3.0).parallel().compute()?;
    /// assert_eq!(c.to_dense()?, [0.0, 6.0, 0.0, 0.0, 0.0, 12.0]);
    /// let rows: Vector<f64> = (&a * &a).sum_axis::<1>().parallel().compute()?;
    /// assert_eq!(rows.values(), [4.0, 16.0]);
    /// assert_eq!((&a + 1.0).parallel().reduce(FastAdd)?, 12.0);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn parallel(self) -> InParts<E> {
        InParts(self.0)
    }
}

impl<O, E, const AXIS: usize> Reduced<O, E, AXIS> {
    /// This reduction, computed by the threads of rayon's pool in parts of the outermost dimension: see [`Uncomputed::parallel`]. It must
    /// be along the last axis: along another one, what computes it does not compile.
    pub fn parallel(self) -> InParts<Self> {
        InParts(self)
    }
}

impl<E> InParts<E> {
    /// Computes the result, in the format that [follows from types](super#the-format-of-a-result). The threads share the work of
    /// [`Uncomputed::compute`]. Rows that are not dense are copied once more, when the parts are joined.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::compute`].
    pub fn compute<L: WriteLevel + Default>(self) -> Result<Tensor<L>>
    where
        E: Compute<Level = L>,
        Self: ComputeInParts<L>,
    {
        let mut out = Tensor::default();
        self.compute_in_parts(&mut out)?;
        Ok(out)
    }

    /// Computes the result, in the format that the caller names.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::compute_as`].
    pub fn compute_as<R: NewTensor>(self) -> Result<R>
    where
        Self: ComputeInParts<R::Level>,
    {
        let mut out = R::default();
        self.compute_in_parts(out.output())?;
        Ok(out)
    }

    /// Computes the result into `out`: it gets the shape of the result, and its memory is reused.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::assign_to`].
    pub fn assign_to<L>(self, out: &mut Tensor<L>) -> Result<()>
    where
        Self: ComputeInParts<L>,
    {
        self.compute_in_parts(out)
    }

    /// Reduces all values by `op`, from its identity on. Each part is reduced by itself, so `op` must allow any grouping of the values:
    /// `FastAdd` for sums of floating point numbers, `Add` for sums of integers, `Min`, `Max`, `And`, `Or`.
    ///
    /// # Errors
    ///
    /// Those of [`Array::reduce`](super::Array::reduce).
    pub fn reduce<O>(self, op: O) -> Result<E::T>
    where
        E: ArrayExpr<Rank: ReduceInParts<O, E>>,
    {
        E::Rank::reduce_in_parts(op, self.0)
    }
}
