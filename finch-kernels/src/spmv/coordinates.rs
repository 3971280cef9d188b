//! Matrices as lists of coordinates, entry by entry.

use super::forms::short_forms;
use crate::imports::*;
use finch_formats::VectorViewWithFill;

short_forms! {
    /// `y[row of p] += value of p * x[column of p]` for each entry p: matrix times vector, for a list of coordinates.
    ///
    /// `a` is m by n, `x` has n entries, and the result has m. Takes time linear in m and in the entries, if `x` can be looked up. No loop over
    /// the entries of a row is entered and left, of which processors guess the end: with a few entries in a row, of which the number differs
    /// from row to row without a pattern, this takes a quarter to a half of the time of [`spmv`](super::spmv()) over compressed rows. Where
    /// rows are long it takes longer, since each entry is added to memory.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Coo::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// assert_eq!(spmv::by_coordinates(&a, &[1.0, 10.0, 100.0])?.values(), [20.0, 401.0]);
    /// # Ok::<(), Error>(())
    /// ```
    by_coordinates, by_coordinates_into, by_coordinates_semiring of by_coordinates_semiring_into(a: Coo; x: vector)
    -> y: dense Vector VectorWithFill;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the entries of `x`.
    by
    /// `y[row of p] = plus over p of times(value of p, x[column of p])`: [`by_coordinates`] over a semiring, into `y`: what it holds is
    /// replaced, and its memory is reused if it has as many entries as `a` has rows.
    as {
        let list = a.level();
        let (extent, columns, entries) = (list.extents()[0], list.extents()[1], list.ptr()[1]);
        ensure!(columns == x.extent(0), else Mismatch, "`a` has {columns} columns, and `x` has {} entries", x.extent(0));
        let indices = |axis: usize| VectorView::<u32>::from(&list.idx()[axis][..entries]);
        let (rows, columns) = (indices(0), indices(1));
        let values = VectorViewWithFill::<T, S::Zero>::from(&list.child().val()[..entries]);
        if y.extent(0) != extent {
            *y = Tensor::empty([extent])?
        }
        finch! { y .= _; for p { y[rows[p]] <<S::plus()>>= map2(S::times(), values[p], x[columns[p]]); } }.run()
    }
}
