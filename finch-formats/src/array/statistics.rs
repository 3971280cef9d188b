//! `Statistics`: means, variances, sums of all values up to each, and where values are.

use super::along::from_inside;
use super::axis::HasAxis;
use super::expr::always_ready;
use super::infer::Compute;
use super::kinds::NoDim;
use super::methods::Array;
use super::reduction::Reduction;
use crate::imports::*;
use crate::tensor::values::AllDense;
use finch_traits::algebra::number::Ordered;
use finch_traits::algebra::operators::{CastTo, Div, Sqrt, Square, Sub};
use finch_traits::algebra::reducers;
use finch_traits::expr::overload::constant;

/// Values that have a mean: floating point numbers, and complex ones.
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` have no mean",
    note = "the mean of integers is no integer: convert them first, `a.map(Cast::<f64>::new())`"
)]
pub trait Averaged: Number {
    /// So many values, as a number of this type.
    fn count(values: usize) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Number> Averaged for T
where
    usize: CastTo<T>,
    Sqrt: UnaryOp<T, Out = T>,
{
    fn count(values: usize) -> Self {
        values.cast_to()
    }
}

/// How many values an array has along an axis, as an operand: the divisor of [`MeanAlong`].
#[derive(Clone, Copy, Debug)]
pub struct CountAlong<T>(Option<T>);

impl<T: Averaged> ArrayExpr for CountAlong<T> {
    type T = T;
    type Rank = U0;
    type At<I: IndexList> = Constant<T>;
    fn at<I: IndexList>(self, _indices: I) -> Constant<T> {
        // Of nothing known: `check` says so.
        expr_of(constant(self.0.unwrap_or_default()))
    }
    fn extent(&self, _axis: usize) -> Result<Option<usize>> {
        Ok(None)
    }
    fn check(&self) -> Result<()> {
        self.0.map(drop).ok_or_else(unknown)
    }
    always_ready!(own check);
}

impl<T: Averaged> Infer for CountAlong<T> {
    type Fill = Unknown;
    type Always = Unknown;
    type Kinds = NoDim;
}

#[cold]
fn unknown() -> crate::Error {
    error!(
        Unresolved,
        "an array without an extent of its own along a dimension has no mean there: how many values it has is not known"
    )
}

/// The sum of the values of `expr`.
fn reduced<E: ArrayExpr>(expr: E) -> Result<E::T>
where
    reducers::Add: Identity<E::T>,
{
    E::Rank::reduce(reducers::Add, expr)
}

/// How many values `expr` has.
fn count<E: ArrayExpr<T: Averaged>>(expr: &E) -> Result<E::T> {
    (0..E::Rank::USIZE).try_fold(*E::T::ONE, |count, axis| {
        let extent = expr.extent(axis)?.ok_or_else(unknown)?;
        Ok(count.product(E::T::count(extent)))
    })
}

/// The means of the array `E` along axis number `AXIS`. [`Statistics::mean_axis`] makes it.
pub type MeanAlong<E, const AXIS: usize> = Op2<Div, Reduction<reducers::Add, E, AXIS>, CountAlong<<E as ArrayExpr>::T>>;

/// The levels of a dense array of rank `R` with values of type `T` and fill zero: `Dense<Dense<Element<T, Zero>>>` if `R` is two.
pub type DenseNest<R, T> = <R as Dims>::Nest<<R as Dims>::AllFull, Element<T, Zero>>;

/// What is computed of all values of an array, or of those along an axis, beside [sums and extremes](Array::sum). Axes are counted from 0, the
/// outermost.
pub trait Statistics: Array {
    /// The mean of all values: what is not stored counts as the fill that it is. Of no values it is NaN.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 4.0)], Add)?;
    /// assert_eq!((a.mean()?, a.variance(0)?, a.std(0)?), (1.5, 2.75, 2.75_f64.sqrt()));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// Takes the time of [`sum`](Array::sum).
    ///
    /// # Errors
    ///
    /// [`Mismatch`](crate::ErrorKind::Mismatch): operands whose extents differ. [`Unresolved`](crate::ErrorKind::Unresolved): a view has no
    /// extent of its own, as a moved one.
    fn mean(&self) -> Result<Self::T>
    where
        Self::T: Averaged,
        reducers::Add: Identity<Self::T>,
    {
        let count = count(&self.uncomputed().0)?;
        Ok(self.reduce(reducers::Add)?.quotient(count))
    }

    /// The sum of the diagonal of a square matrix. Takes a search for each row of a sparse one.
    ///
    /// # Errors
    ///
    /// Those of [`reduce`](Array::reduce), and [`Mismatch`](crate::ErrorKind::Mismatch) if the matrix is not square.
    fn trace(&self) -> Result<Self::T>
    where
        Self: Array<Rank = U2>,
        reducers::Add: Identity<Self::T>,
    {
        self.diagonal().sum()
    }

    /// The variance of all values: the sum of the squares of their differences from the [mean](Self::mean), divided by their number less
    /// `correction`, which is 0 for all there are, and 1 for a sample of them. If that is not positive, it is NaN.
    ///
    /// The array is walked through twice. What is not stored is added at once.
    ///
    /// # Errors
    ///
    /// Those of [`mean`](Self::mean).
    #[doc(alias = "var")]
    fn variance(&self, correction: usize) -> Result<Self::T>
    where
        Self::T: Averaged + Ordered,
        reducers::Add: Identity<Self::T>,
        Sub: BinaryOp<Self::T, Self::T, Out = Self::T>,
        Square: UnaryOp<Self::T, Out = Self::T>,
    {
        let expr = self.uncomputed().0;
        let all = count(&expr)?;
        let mut temporaries = Default::default();
        expr.prepare(&mut temporaries)?;
        let expr = expr.ready(&temporaries);
        let mean = reduced(expr)?.quotient(all);
        let squares = Op1 {
            op: Square,
            a: Op2 {
                op: Sub,
                a: expr,
                b: CountAlong(Some(mean)),
            },
        };
        let (sum, count) = (reduced(squares)?, all.difference(Self::T::count(correction)));
        let zero = *Self::T::ZERO;
        // Of too few values it is zero by zero, which is NaN.
        let (sum, count) = if count > zero { (sum, count) } else { (zero, zero) };
        Ok(sum.quotient(count))
    }

    /// The standard deviation of all values: the root of their [variance](Self::variance).
    ///
    /// # Errors
    ///
    /// Those of [`mean`](Self::mean).
    fn std(&self, correction: usize) -> Result<Self::T>
    where
        Self::T: Averaged + Ordered,
        reducers::Add: Identity<Self::T>,
        Sub: BinaryOp<Self::T, Self::T, Out = Self::T>,
        Square: UnaryOp<Self::T, Out = Self::T>,
        Sqrt: UnaryOp<Self::T, Out = Self::T>,
    {
        Ok(Sqrt.apply(self.variance(correction)?))
    }

    /// The means along axis number `AXIS`: `a.mean_axis::<1>()` is the mean of each row of a matrix. It is
    /// [`sum_axis`](Array::sum_axis), which is computed first, divided by the extent: dense, or sparse where that is. Of no values it is NaN, or
    /// zero where nothing is stored.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 4.0)], Add)?;
    /// let rows: Vector<f64> = a.mean_axis::<1>().compute()?;
    /// assert_eq!(rows.values(), [1.0, 2.0]);
    /// // The variance of each row.
    /// let variances = (&a - a.mean_axis::<1>().column()).map(Square).mean_axis::<1>().compute()?;
    /// assert_eq!(variances.values(), [1.0, 4.0]);
    /// # use finch_formats::traits::algebra::operators::Square;
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// A view without an extent of its own along that axis is [`Unresolved`](crate::ErrorKind::Unresolved) when the result is computed.
    fn mean_axis<'a, const AXIS: usize>(&'a self) -> Uncomputed<MeanAlong<Self::Expr<'a>, AXIS>>
    where
        Self::T: Averaged,
        Self::Rank: HasAxis<AXIS>,
        reducers::Add: Identity<Self::T>,
    {
        let expr = self.uncomputed().0;
        let extent = expr.extent(from_inside::<Self::Rank>(AXIS)).ok().flatten();
        Uncomputed(Op2 {
            op: Div,
            a: Reduction::new(Reduced::new(reducers::Add, expr)),
            b: CountAlong(extent.map(Self::T::count)),
        })
    }

    /// The sums of the values up to each one along axis number `AXIS`, with that one: a dense array of the same shape, computed at once, in
    /// time linear in the product of the extents.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
    /// let c: Matrix<f64> = a.cumulative_sum::<1>()?;
    /// assert_eq!(c.values(), [0.0, 2.0, 2.0, 0.0, 0.0, 4.0]);
    /// let c: Matrix<f64> = a.cumulative_sum::<0>()?;
    /// assert_eq!(c.values(), [0.0, 2.0, 0.0, 0.0, 2.0, 4.0]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::compute_as`].
    #[doc(alias = "cumsum")]
    fn cumulative_sum<const AXIS: usize>(&self) -> Result<Tensor<DenseNest<Self::Rank, Self::T>>>
    where
        Self::Rank: AlongAxis<AXIS>,
        reducers::Add: Identity<Self::T>,
        DenseNest<Self::Rank, Self::T>: DenseResult<Self::T, Self::Rank>,
    {
        accumulated::<_, _, AXIS>(reducers::Add, self.uncomputed().0)
    }

    /// The products of the values up to each one along axis number `AXIS`, as [`cumulative_sum`](Self::cumulative_sum) has the sums.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::compute_as`].
    #[doc(alias = "cumulative_prod", alias = "cumprod")]
    fn cumulative_product<const AXIS: usize>(&self) -> Result<Tensor<DenseNest<Self::Rank, Self::T>>>
    where
        Self::Rank: AlongAxis<AXIS>,
        reducers::Mul: Identity<Self::T>,
        DenseNest<Self::Rank, Self::T>: DenseResult<Self::T, Self::Rank>,
    {
        accumulated::<_, _, AXIS>(reducers::Mul, self.uncomputed().0)
    }

    /// The places of all values that differ from the fill of the result, outermost index first, in order. The result is computed in the format
    /// that [follows from types](super#the-format-of-a-result), and walked through.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 0.0), ([1, 2], 4.0)], Add)?;
    /// let places = a.nonzero()?;
    /// assert_eq!((places.len(), &places[0][..], &places[1][..]), (2, &[0, 1][..], &[1, 2][..]));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::compute`].
    #[doc(alias = "argwhere")]
    fn nonzero<'a, L>(&'a self) -> Result<Vec<Shape<L::Rank>>>
    where
        Self::Expr<'a>: Compute<Level = L>,
        L: WriteLevel<T: PartialEq> + Default,
    {
        let result = self.uncomputed().compute()?;
        let (fill, mut places) = (result.fill(), Vec::new());
        for (place, value) in result.to_triplets() {
            if value != fill {
                places.push(place)
            }
        }
        Ok(places)
    }
}

impl<A: Array + ?Sized> Statistics for A {}

/// Levels that a cumulative sum or product can be written to: `R` dense dimensions of values of type `T`. A bound of
/// [`Statistics::cumulative_sum`].
pub trait DenseResult<T: Copy + 'static, R: Dims>:
    AllDense<Val: crate::buffer::Values> + WriteLevel<T = T, Rank = R> + Default
{
}

impl<T, R, L> DenseResult<T, R> for L
where
    T: Copy + 'static,
    R: Dims,
    L: AllDense<Val: crate::buffer::Values> + WriteLevel<T = T, Rank = R> + Default,
{
}

/// The values of `expr`, each combined by `op` with those in front of it along axis number `AXIS`.
fn accumulated<O, E, const AXIS: usize>(op: O, expr: E) -> Result<Tensor<DenseNest<E::Rank, E::T>>>
where
    O: Reducer<E::T>,
    E: ArrayExpr<Rank: AlongAxis<AXIS>>,
    DenseNest<E::Rank, E::T>: DenseResult<E::T, E::Rank>,
{
    let mut result = Tensor::default();
    expr.write(&mut result)?;
    if result.values().is_empty() {
        return Ok(result);
    }
    // There are values, so that this is no more than their number: those of one index of the axis, and of all of its indices, stand behind each
    // other.
    let shape = result.shape();
    let one: usize = shape.iter().skip(AXIS + 1).product();
    let all: usize = shape.iter().skip(AXIS).product();
    for values in result.values_mut().chunks_exact_mut(all) {
        for place in one..all {
            values[place] = op.combine(values[place - one], values[place])
        }
    }
    Ok(result)
}
