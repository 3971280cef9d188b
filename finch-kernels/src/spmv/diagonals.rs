//! Matrices by diagonals: `a[diagonal, row]`, diagonals outermost.

use super::forms::short_forms;
use crate::imports::*;

/// So many rows are multiplied with all diagonals before the next ones are: what is written of `y` and read of `x` stays in
/// the first level of the cache.
const ROWS: usize = 1024;

short_forms! {
    /// `y[i] = sum over d of a[d, i] x[i + d - (m - 1)]`: matrix times vector, where `a` is stored by diagonals.
    ///
    /// A matrix of m by n is a tensor `a` of m + n - 1 by m: `a[d, i]` is the entry of row i on the diagonal d, which
    /// are counted from the lowest one: in column `i + d - (m - 1)`. What of `a` lies outside of the matrix counts for
    /// nothing. `x` has n entries, and the result has m. Takes time linear in m, in the number of stored diagonals
    /// times m / 1024, and in what `a` stores, if `x` is dense; then it neither reads an index nor looks anything up:
    /// over `SparseList<SparseBand<_>>` each diagonal is stored from its first entry to its last.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// // 2 1 .
    /// // 3 2 1
    /// // . 3 2
    /// let below = [([1, 1], 3.0), ([1, 2], 3.0)];
    /// let on = [([2, 0], 2.0), ([2, 1], 2.0), ([2, 2], 2.0)];
    /// let above = [([3, 0], 1.0), ([3, 1], 1.0)];
    /// let entries = below.into_iter().chain(on).chain(above);
    /// let a = Tensor::<SparseList<SparseBand<Element<f64>>>>::from_triplets([5, 3], entries, Add)?;
    /// let y = spmv::by_diagonals(&a, &Vector::from(vec![1.0, 10.0, 100.0]))?;
    /// assert_eq!(y.values(), [12.0, 123.0, 230.0]);
    /// # Ok::<(), Error>(())
    /// ```
    by_diagonals, by_diagonals_into, by_diagonals_semiring
    of by_diagonals_semiring_into(a: MatrixOf, x: VectorOf)
    -> y: VectorOutput Vector VectorWithFill "be written in the order in which the results come";
    /// * [`Invalid`](crate::ErrorKind::Invalid): `a` does not have as many diagonals as a matrix of its rows and of a column for each entry
    ///   of `x`.
    by
    /// `y[i] = plus over d of times(a[d, i], x[i + d - (m - 1)])`: [`by_diagonals`] over a semiring, into `y`, in any format that
    /// can be written in any order: what it holds is replaced, and its memory is reused.
    as {
        let (diagonals, rows, cols) = (a.extent(0), a.extent(1), x.extent(0));
        ensure!(diagonals == (rows + cols).saturating_sub(1), else Invalid,
            "a matrix of {rows} rows and {cols} columns has {} diagonals, and `a` has {diagonals}", (rows + cols).saturating_sub(1));
        let (lowest, chunks) = (rows.saturating_sub(1), rows.div_ceil(ROWS));
        finch! {
            y .= _;
            for c in 0..chunks {
                for d, i {
                    if i.in_chunk(c, ROWS) { y[i] <<S::plus()>>= map2(S::times(), a[d, i], x[~(i + d - lowest)]); }
                }
            }
        }
        .wide()
        .run()
    }
}
