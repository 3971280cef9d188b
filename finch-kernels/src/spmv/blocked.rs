//! Matrices of small dense blocks, and of rows of equal length: formats that are nests of more than two levels, or two
//! tensors.

use crate::{MatrixOf, OutputOf, VectorOf};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::expr::overload::map2;
use finch_formats::traits::finch;
use finch_formats::traits::level::Level;
use finch_formats::{Dense, Element, Fixed, SparseList, Tensor};
use typenum::{U1, U2, U4};

/// A sparse matrix of dense blocks of `R` by `C`, numbers as types: `a[block row, block column, row, column]`.
pub type BlockedCsr<T, R, C, F = Zero> = Tensor<Dense<SparseList<Dense<Dense<Element<T, F>, Fixed<C>>, Fixed<R>>>>>;

/// The levels of a matrix of blocks of `T`, in any format: block rows, block columns, rows, columns.
pub trait BlocksOf<T>: Level<T = T, Rank = U4> {}
impl<T, L: Level<T = T, Rank = U4>> BlocksOf<T> for L {}

/// `y[j, r] = sum over i and c of a[j, i, r, c] x[i, c]`: a matrix of blocks times a vector in stretches.
///
/// `a` is m by n blocks of p by q, `x` is n by q and `y` becomes m by p, whose format must allow for writing rows in any
/// order: a vector whose length is a multiple of the size of a block is such a matrix ([`FixedRows`](super::FixedRows)), by
/// the same array of values. Takes time linear in m p and in what `a` stores, padding of blocks included. Where the size of
/// blocks is a type, as in [`BlockedCsr`], the loops over a block are unrolled: its rows are summed side by side, and an
/// index is read for the whole block.
///
/// # Errors
///
/// The extents of `a` and `x` disagree; rows of `y` can only be written in order.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spmv::{BlockedCsr, FixedRows};
/// use typenum::U2;
///
/// // Two by three blocks, of which two are stored.
/// let entries = [([0, 1, 0, 0], 1.0), ([0, 1, 0, 1], 2.0), ([1, 2, 1, 0], 3.0)];
/// let a = BlockedCsr::<f64, U2, U2>::from_triplets([2, 3, 2, 2], entries, Add)?;
/// let x = FixedRows::<f64, U2>::from_dense([3, 2], &[1.0, 1.0, 1.0, 10.0, 100.0, 1000.0])?;
/// let mut y = FixedRows::<f64, U2>::default();
/// spmv::blocked(&mut y, &a, &x)?;
/// assert_eq!(y.to_dense()?, [21.0, 0.0, 0.0, 300.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn blocked<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    a: &Tensor<impl BlocksOf<T>>,
    x: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    blocked_over(PlusTimes, y, a, x)
}

/// [`blocked`] over a semiring.
///
/// # Errors
///
/// As for [`blocked`].
pub fn blocked_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
    a: &Tensor<impl BlocksOf<T>>,
    x: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    finch! {
        y .= _;
        for j, i, r, c { y[j, r] <<S::plus()>>= map2(S::times(), a[j, i, r, c], x[i, c]); }
    }
    .run()
}

/// `y[j] = sum over s of values[j, s] x[columns[j, s]]`: matrix times vector, where every row has as many entries, whose
/// columns and values are two matrices (ELLPACK).
///
/// `columns` and `values` are m by k, `x` has n entries, `y` becomes m long. Takes time linear in m k. Where k is a type, as
/// in [`FixedRows`](super::FixedRows), rows are unrolled, and nothing asks where they end.
///
/// # Errors
///
/// The extents of `columns` and `values` disagree; a column is not below n: the message names it.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let columns = Matrix::<u32>::from_dense([2, 2], &[0, 2, 1, 2])?;
/// let values = Matrix::from_dense([2, 2], &[2.0, 3.0, 4.0, 5.0])?;
/// let x = Vector::from(vec![1.0, 10.0, 100.0]);
/// let mut y = Vector::default();
/// spmv::ellpack(&mut y, &columns, &values, &x)?;
/// assert_eq!(y.values(), [302.0, 540.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn ellpack<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    columns: &Tensor<impl MatrixOf<u32>>,
    values: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    ellpack_over(PlusTimes, y, columns, values, x)
}

/// [`ellpack`] over a semiring.
///
/// # Errors
///
/// As for [`ellpack`].
pub fn ellpack_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    columns: &Tensor<impl MatrixOf<u32>>,
    values: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        y .= _;
        for j, s { y[j] <<S::plus()>>= map2(S::times(), values[j, s], x[columns[j, s]]); }
    }
    .run()
}
