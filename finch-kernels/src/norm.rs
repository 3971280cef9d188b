//! Norms of vectors, matrices and tensors: over all entries, of each row, of each column, along any dimension.
//!
//! | function | computes |
//! |---|---|
//! | [`vector`] | the norm of a vector |
//! | [`matrix`] | the norm of all entries of a matrix: `matrix(L2, &a)` is the Frobenius norm |
//! | [`cube`], [`hypercube`] | the norm of all entries of a tensor of three, of four dimensions |
//! | [`rows`], [`columns`] | the norm of each row, of each column |
//! | [`along`] | the norms along any dimension of a tensor of two to four, as sparse as it is |
//! | [`induced_one`], [`induced_infinity`] | the greatest sum of a column, of a row: the matrix norms of these names |
//!
//! | norm | of the absolute values |
//! |---|---|
//! | [`L1`] | the sum |
//! | [`L2`] | the root of the sum of squares |
//! | [`LInf`] | the greatest |
//!
//! Sums are taken in any order, in several accumulators. Squares that overflow are infinite. A run of equal values
//! counts once, however long it is. Where an entry is NaN so is the norm.

use crate::along::{self, Axis, ReducedAlong};
use crate::imports::*;
use crate::tensor::{CubeOf, HypercubeOf};
use core::fmt::Debug;
use finch_formats::traits::algebra::fill::One;
use finch_formats::traits::algebra::operator::UnaryOp;
use finch_formats::traits::algebra::operators::{Sqrt, Square};
use finch_formats::traits::algebra::reducers::FastAdd;
use finch_formats::traits::algebra::{skips, unary_laws};

/// A norm over absolute values of type `M`: the root of a reduction of terms.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a norm of numbers whose absolute values are `{M}`",
    note = "`L1` and `LInf` are norms of all numbers, `L2` of those that have a square root"
)]
pub trait Norm<M: Ordered>: Copy + Debug + Default {
    /// What becomes of an absolute value. Zero stays.
    type Term: UnaryOp<M, Out = M> + Default;
    /// How terms are put together, from zero on.
    type Sum: Reducer<M> + Default;
    /// What becomes of the result. Zero stays.
    type Root: UnaryOp<M, Out = M> + Default;
}

/// The sum of the absolute values (Manhattan, taxicab). [`matrix`] sums up all entries; the greatest sum of a column, which is called the
/// 1-norm of a matrix too, is [`induced_one`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct L1;

/// The root of the sum of the squares (Euclid; of a matrix, Frobenius). It is not the spectral norm of a matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct L2;

/// The greatest absolute value (maximum, Chebyshev). [`matrix`] goes over all entries; the greatest sum of a row, which is called the
/// infinity norm of a matrix too, is [`induced_infinity`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LInf;

impl<M: Ordered> Norm<M> for L1 {
    type Term = Itself;
    type Sum = FastAdd;
    type Root = Itself;
}

impl<M: Ordered> Norm<M> for L2
where
    Sqrt: UnaryOp<M, Out = M>,
{
    type Term = Square;
    type Sum = FastAdd;
    type Root = Sqrt;
}

impl<M: Ordered> Norm<M> for LInf {
    type Term = Itself;
    type Sum = Largest;
    type Root = Itself;
}

/// The operator that returns its operand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Itself;

unary_laws! {
    impl[T: Number] UnaryOp<T> for Itself {
        type Out = T;
        const SYMBOL = "itself";
        forced {}
        natural { (Zero) => Zero; (One) => One; (Inf) => Inf; }
        fn apply(&self, a) { a }
    }
}

/// The greatest of numbers of which none is negative, so that zero changes nothing. A NaN stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Largest;

impl<T: Ordered> Reducer<T> for Largest {
    skips!(Zero);
    type Reassociates = Yes;
    type Groups = Yes;
    type Gathers = Yes;
    type Commutes = Yes;
    type Saturates = No;
    const SYMBOL: &'static str = "<<largest>>=";

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn identity() -> Option<T> {
        Some(*T::ZERO)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::eq_op, reason = "a NaN is not equal to itself")]
    fn combine(&self, old: T, new: T) -> T {
        if new > old || new != new { new } else { old }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat(&self, old: T, new: T, count: usize) -> T {
        if count == 0 { old } else { self.combine(old, new) }
    }
}

/// The norm of all entries of a tensor.
macro_rules! whole {
    ($($(#[$doc:meta])* $name:ident of $a:ident: $of:ident, $($index:ident)*;)*) => { $(
        $(#[$doc])*
        ///
        /// # Errors
        ///
        /// [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
        pub fn $name<T: Number<Magnitude = M>, M: Ordered, N: Norm<M>>(_norm: N, $a: &Tensor<impl $of<T>>) -> Result<M> {
            let mut sum = Scalar::<M>::default();
            finch! {
                sum .= 0;
                for $($index),* { sum[] <<N::Sum::default()>>= map1(N::Term::default(), abs($a[$($index),*])); }
            }
            .run()?;
            Ok(N::Root::default().apply(sum.get()))
        }
    )* };
}

whole! {
    /// The norm of a vector: `norm::vector(L2, &x)?`.
    ///
    /// Takes time linear in what `x` stores: runs, not elements.
    ///
    /// ```
    /// use finch_kernels::norm::{self, L1, L2, LInf};
    /// use finch_kernels::prelude::*;
    ///
    /// let x = SparseVector::from_triplets([1_000_000], [([7], 3.0), ([500], -4.0)], Add)?;
    /// assert_eq!((norm::vector(L1, &x)?, norm::vector(L2, &x)?, norm::vector(LInf, &x)?), (7.0, 5.0, 4.0));
    /// # Ok::<(), Error>(())
    /// ```
    vector of x: VectorOf, i;
    /// The norm of all entries of a matrix, as if they were a vector: `norm::matrix(L2, &a)?` is the Frobenius norm.
    ///
    /// Takes time linear in the number of rows and in what `a` stores: runs, not elements.
    ///
    /// ```
    /// use finch_kernels::norm::{self, L2, LInf};
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], -1.0), ([0, 1], 4.0), ([1, 1], 8.0)], Add)?;
    /// assert_eq!((norm::matrix(L2, &a)?, norm::matrix(LInf, &a)?), (9.0, 8.0));
    /// # Ok::<(), Error>(())
    /// ```
    matrix of a: MatrixOf, j i;
    /// The norm of all entries of a tensor of three dimensions, as if they were a vector: of [`L2`], the Frobenius norm.
    ///
    /// Takes time linear in what `a` stores, runs, not elements, and in the fibers of dense levels.
    cube of a: CubeOf, k j i;
    /// The norm of all entries of a tensor of four dimensions, as if they were a vector: of [`L2`], the Frobenius norm.
    ///
    /// Takes time linear in what `a` stores, runs, not elements, and in the fibers of dense levels.
    hypercube of a: HypercubeOf, l k j i;
}

/// The norms of the fibers of `a` along dimension number `AXIS`.
///
/// The result has the other dimensions. Its format is the caller's choice. It stores the norms of the fibers that store something; all
/// other norms are zero.
///
/// Takes time linear in what `a` stores, and in the fibers of dense levels: along the last dimension runs count once, along another one
/// as their elements. Takes memory for what is [gathered](ReducedAlong): along other dimensions than the last two in dictionaries, whose indices
/// are sorted. [`along_into`] writes to an output whose memory is reused.
///
/// # Errors
///
/// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of
///   the result cannot hold it, or there is not enough memory.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::norm::{self, L2};
/// use finch_kernels::prelude::*;
///
/// let a = Csf::from_triplets([2, 2, 3], [([0, 0, 1], 3.0), ([0, 1, 1], -4.0), ([1, 1, 2], 8.0)], Add)?;
/// let y: Dcsr<f64> = norm::along(L2, Axis::<1>, &a)?;
/// assert_eq!((y.count_stored(), y.to_dense()?), (2, vec![0.0, 5.0, 0.0, 0.0, 0.0, 8.0]));
/// # Ok::<(), Error>(())
/// ```
pub fn along<T, M, N, X, Y, const AXIS: usize>(norm: N, axis: Axis<AXIS>, a: &Tensor<X>) -> Result<Tensor<Y>>
where
    T: Number<Magnitude = M>,
    M: Ordered,
    N: Norm<M>,
    X: Level<T = T, Rank: ReducedAlong<AXIS>>,
    Y: WriteLevel<T = M, Rank = <X::Rank as ReducedAlong<AXIS>>::Left, Fill = Zero> + Default,
{
    let mut y = Tensor::default();
    along_into(norm, axis, &mut y, a)?;
    Ok(y)
}

/// [`along`] into `y`, in any format: what it holds is replaced, and its memory is reused.
///
/// # Errors
///
/// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of
///   `y` cannot hold the result, or there is not enough memory.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
pub fn along_into<T, M, N, X, Y, const AXIS: usize>(
    _norm: N,
    _axis: Axis<AXIS>,
    y: &mut Tensor<Y>,
    a: &Tensor<X>,
) -> Result<()>
where
    T: Number<Magnitude = M>,
    M: Ordered,
    N: Norm<M>,
    X: Level<T = T, Rank: ReducedAlong<AXIS>>,
    Y: WriteLevel<T = M, Rank = <X::Rank as ReducedAlong<AXIS>>::Left, Fill = Zero>,
{
    along::norms::<T, M, N, X, Y, X::Rank, AXIS>(y, a)
}

/// The norm of each row of a matrix.
///
/// Takes time linear in the number of rows and in what `a` stores: runs, not elements. [`rows_into`] writes to an
/// output in another format, or to one whose memory is reused.
///
/// # Errors
///
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::norm::{self, L1};
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 2], [([0, 0], -1.0), ([0, 1], 4.0), ([1, 1], 8.0)], Add)?;
/// assert_eq!(norm::rows(L1, &a)?.values(), [5.0, 8.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn rows<T: Number<Magnitude = M>, M: Ordered, N: Norm<M>>(
    norm: N,
    a: &Tensor<impl MatrixOf<T>>,
) -> Result<Vector<M>> {
    let mut y = Vector::default();
    rows_into(norm, &mut y, a)?;
    Ok(y)
}

/// [`rows`] into `y`, in any format: what it holds is replaced, and its memory is reused.
///
/// # Errors
///
/// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of
///   `y` cannot hold the result, or there is not enough memory.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
pub fn rows_into<T: Number<Magnitude = M>, M: Ordered, N: Norm<M>>(
    norm: N,
    y: &mut Tensor<impl VectorOutput<M>>,
    a: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    along_into(norm, Axis::<1>, y, a)
}

/// The norm of each column of a matrix, which is stored by rows.
///
/// Takes time linear in the numbers of rows and columns and in what `a` stores, where a run counts as its elements, and
/// memory for a row. [`columns_into`] writes to an output in another format, or to one whose memory is reused.
///
/// # Errors
///
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::norm::{self, LInf};
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 2], [([0, 0], -1.0), ([0, 1], 4.0), ([1, 1], 8.0)], Add)?;
/// assert_eq!(norm::columns(LInf, &a)?.values(), [1.0, 8.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn columns<T: Number<Magnitude = M>, M: Ordered, N: Norm<M>>(
    norm: N,
    a: &Tensor<impl MatrixOf<T>>,
) -> Result<Vector<M>> {
    let mut y = Vector::default();
    columns_into(norm, &mut y, a)?;
    Ok(y)
}

/// [`columns`] into `y`, in any format: what it holds is replaced, and its memory is reused.
///
/// # Errors
///
/// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of
///   `y` cannot hold the result, or there is not enough memory.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
pub fn columns_into<T: Number<Magnitude = M>, M: Ordered, N: Norm<M>>(
    _norm: N,
    y: &mut Tensor<impl VectorOutput<M>>,
    a: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    let mut sums = Vector::<M>::default();
    finch! {
        y .= 0;
        sums .= 0;
        for j, i { sums[i] <<N::Sum::default()>>= map1(N::Term::default(), abs(a[j, i])); }
        for i { y[i] = map1(N::Root::default(), sums[i]); }
    }
    .run()
}

/// The greatest sum of the absolute values of a column: the norm that [`L1`] induces on matrices.
///
/// Takes time linear in the numbers of rows and columns and in what `a` stores, and memory for a row.
///
/// # Errors
///
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::norm;
/// use finch_kernels::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 2], [([0, 0], -1.0), ([0, 1], 4.0), ([1, 1], 8.0)], Add)?;
/// assert_eq!(norm::induced_one(&a)?, 12.0);
/// # Ok::<(), Error>(())
/// ```
pub fn induced_one<T: Number<Magnitude = M>, M: Ordered>(a: &Tensor<impl MatrixOf<T>>) -> Result<M> {
    greatest(&columns(L1, a)?)
}

/// The greatest sum of the absolute values of a row: the norm that [`LInf`] induces on matrices.
///
/// Takes time linear in the number of rows and in what `a` stores.
///
/// # Errors
///
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::norm;
/// use finch_kernels::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 2], [([0, 0], -1.0), ([0, 1], 4.0), ([1, 1], 8.0)], Add)?;
/// assert_eq!(norm::induced_infinity(&a)?, 8.0);
/// # Ok::<(), Error>(())
/// ```
pub fn induced_infinity<T: Number<Magnitude = M>, M: Ordered>(a: &Tensor<impl MatrixOf<T>>) -> Result<M> {
    greatest(&rows(L1, a)?)
}

/// The greatest of some norms.
fn greatest<M: Ordered>(norms: &Vector<M>) -> Result<M> {
    let mut most = Scalar::<M>::default();
    finch! {
        most .= 0;
        for i { most[] <<Largest>>= norms[i]; }
    }
    .run()?;
    Ok(most.get())
}
