//! Matrices of small dense blocks, and of rows of equal length: formats that are nests of more than two levels, or two
//! tensors.

use super::forms::short_forms;
use crate::imports::*;
use finch_formats::Fixed;

/// A sparse matrix of dense blocks of `R` by `C`, numbers as types: `a[block row, block column, row, column]`.
pub type BlockedCsr<T, R, C, F = Zero> = Tensor<Dense<SparseList<Dense<Dense<Element<T, F>, Fixed<C>>, Fixed<R>>>>>;

/// The levels of a matrix of blocks of `T`, in any format: block rows, block columns, rows, columns.
pub trait BlocksOf<T>: Level<T = T, Rank = U4> {}
impl<T, L: Level<T = T, Rank = U4>> BlocksOf<T> for L {}

short_forms! {
    /// `y[j, r] = sum over i and c of a[j, i, r, c] x[i, c]`: a matrix of blocks times a vector in stretches.
    ///
    /// `a` is m by n blocks of p by q, `x` is n by q and the result is m by p: a vector whose length is a multiple of
    /// the size of a block is such a matrix, by the same array of values. Takes time linear in m p and in what `a`
    /// stores, padding of blocks included, if `x` can be looked up. Where the size of blocks is a type, as in
    /// [`BlockedCsr`], the loops over a block are unrolled: its rows are summed side by side, and an index is read for
    /// the whole block. Then let the extents of `x` and of the output be types as well:
    /// [`FixedRows`](super::FixedRows), by [`blocked_into`].
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
    /// assert_eq!(spmv::blocked(&a, &x)?.values(), [21.0, 0.0, 0.0, 300.0]);
    ///
    /// let mut y = FixedRows::<f64, U2>::default();
    /// spmv::blocked_into(&mut y, &a, &x)?;
    /// assert_eq!(y.to_dense()?, [21.0, 0.0, 0.0, 300.0]);
    /// # Ok::<(), Error>(())
    /// ```
    blocked, blocked_into, blocked_semiring
    of blocked_semiring_into(a: BlocksOf, x: MatrixOf)
    -> y: MatrixOutput Matrix MatrixWithFill "be written in the order in which the results come";
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a` and `x` disagree.
    by
    /// `y[j, r] = plus over i and c of times(a[j, i, r, c], x[i, c])`: [`blocked`] over a semiring, into `y`, in any format whose
    /// rows can be written in any order: what it holds is replaced, and its memory is reused.
    {
        y .= _;
        for j, i, r, c { y[j, r] <<S::plus()>>= map2(S::times(), a[j, i, r, c], x[i, c]); }
    }
}

short_forms! {
    /// `y[j] = sum over s of values[j, s] x[columns[j, s]]`: matrix times vector, where every row has as many entries, whose
    /// columns and values are two matrices (ELLPACK).
    ///
    /// `columns` and `values` are m by k, `x` has n entries, and the result has m. Takes time linear in m k, if `x` can
    /// be looked up. Where k is a type, as in [`FixedRows`](super::FixedRows), rows are unrolled, and nothing asks
    /// where they end.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let columns = Matrix::<u32>::from_dense([2, 2], &[0, 2, 1, 2])?;
    /// let values = Matrix::from_dense([2, 2], &[2.0, 3.0, 4.0, 5.0])?;
    /// let y = spmv::ellpack(&columns, &values, &Vector::from(vec![1.0, 10.0, 100.0]))?;
    /// assert_eq!(y.values(), [302.0, 540.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ellpack, ellpack_into, ellpack_semiring
    of ellpack_semiring_into(columns: [&Tensor<impl MatrixOf<u32>>], values: MatrixOf, x: VectorOf)
    -> y: VectorOutput Vector VectorWithFill "hold the result";
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `columns` and `values` disagree.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a column is not below n: the message names it.
    by
    /// `y[j] = plus over s of times(values[j, s], x[columns[j, s]])`: [`ellpack`] over a semiring, into `y`, in any format: what it
    /// holds is replaced, and its memory is reused.
    {
        y .= _;
        for j, s { y[j] <<S::plus()>>= map2(S::times(), values[j, s], x[columns[j, s]]); }
    }
}
