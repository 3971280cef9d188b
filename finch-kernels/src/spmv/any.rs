//! Products of matrices whose format run time knows.

use super::{spmv_auto_into, spmv_into, spmv_semiring_into};
use crate::imports::*;
use finch_formats::traits::algebra::semiring::FastPlusTimes;

/// From so many stored values in a row of coordinates on, on average, they are summed in any order: between 3, which loses a fifth, and
/// 6, which gains as much.
const LONG_ROW: usize = 4;

both_forms! {
    /// `y[j] = sum over i of a[j, i] x[i]`, for a matrix whose format run time knows, where the format and the length of rows decide whether
    /// sums are taken in one accumulator or in several.
    ///
    /// `a` is m by n, `x` has n entries, and the result has m. Takes time linear in m and in what `a` stores, if `x` can be
    /// looked up. Rows that are stored densely, as those of bands and blocks, are summed in several accumulators, runs in one, lists as
    /// [`spmv_auto`](super::spmv_auto) sums them, and coordinates in several accumulators if rows store four or more on average. Compiles a product for each format. [`spmv_any_into`] writes to an
    /// output whose memory is reused.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// let a = AnyMatrix::from_tensor(MatrixFormat::Blocks2, &a)?;
    /// let y = spmv::spmv_any(&a, &Vector::from(vec![1.0, 10.0, 100.0]))?;
    /// assert_eq!(y.values(), [20.0, 401.0]);
    /// # Ok::<(), Error>(())
    /// ```
    spmv_any, spmv_any_into(a: [&AnyMatrix<T>], x: VectorOf) -> y: Vector, VectorOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the entries of `x`.
    as
    /// [`spmv_any`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        match a {
            AnyMatrix::Csr(a) => spmv_auto_into(y, a, x).map(drop),
            AnyMatrix::Dcsr(a) => spmv_auto_into(y, a, x).map(drop),
            // Where a row of coordinates ends is found by looking ahead, which short rows do in vain.
            AnyMatrix::Coo(a) if a.count_stored() / LONG_ROW < a.extent(0) => spmv_into(y, a, x),
            AnyMatrix::Coo(a) => spmv_semiring_into(FastPlusTimes, y, a, x),
            AnyMatrix::Stretches(a) => spmv_auto_into(y, a, x).map(drop),
            AnyMatrix::Full(a) => spmv_semiring_into(FastPlusTimes, y, a, x),
            AnyMatrix::Blocks2(a) => spmv_semiring_into(FastPlusTimes, y, a, x),
            AnyMatrix::Blocks3(a) => spmv_semiring_into(FastPlusTimes, y, a, x),
            AnyMatrix::Blocks4(a) => spmv_semiring_into(FastPlusTimes, y, a, x),
            AnyMatrix::Band(a) => spmv_semiring_into(FastPlusTimes, y, a, x),
            AnyMatrix::Points(a) => spmv_semiring_into(FastPlusTimes, y, a, x),
            AnyMatrix::FullSymmetric(a) => spmv_into(y, a, x),
            AnyMatrix::Runs(a) => spmv_into(y, a, x),
        }
    }
}
