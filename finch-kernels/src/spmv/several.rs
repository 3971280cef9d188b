//! Sparse matrix times a few vectors at once: a dense matrix.

use super::forms::{adding_forms, short_forms};
use crate::imports::*;
use finch_formats::extent::Fixed;
use finch_formats::traits::program::Widest;

/// A dense matrix of `N` columns, a number as a type such as `typenum::U8`: loops over a row are unrolled.
pub type FixedRows<T, N, F = Zero> = Tensor<Dense<Dense<Element<T, F>, Fixed<N>>>>;

short_forms! {
    /// `c[j, i] = sum over k of a[j, k] b[k, i]`, for a `b` that can be looked up, such as a dense one: for every entry of `a` a
    /// row of `b` is scaled, and added to a row of `c`.
    ///
    /// `a` is m by l, `b` is l by n, and the result is m by n. Takes time linear in m n and in n times what `a` stores. Where the
    /// number of columns is a type on both sides, as in [`FixedRows`] by [`spmm_into`], rows are unrolled.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// let b = Matrix::from_dense([3, 2], &[1.0, 2.0, 10.0, 20.0, 100.0, 200.0])?;
    /// assert_eq!(spmm(&a, &b)?.values(), [20.0, 40.0, 401.0, 802.0]);
    /// # Ok::<(), Error>(())
    /// ```
    spmm, spmm_into, spmm_semiring of spmm_semiring_into(a: MatrixOf, b: MatrixOf)
    -> c: MatrixOutput Matrix MatrixWithFill "be written in the order in which the results come";
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the rows of `b`, or extents that are types
    ///   disagree.
    by
    /// `c[j, i] = plus over k of times(a[j, k], b[k, i])`: [`spmm`] over a semiring, into `c`, in any format whose rows can be
    /// written in any order: what it holds is replaced, and its memory is reused.
    under policies
    spmm_by: Spmm[T: Copy + 'static, S: Semiring<T>] of (T, S),
    writes c: C: MatrixOutput<T, S::Zero>;
    reads a: A: MatrixOf<T>, b: B: MatrixOf<T>;
    work b.extent(1);
    wide if Widest;
    { c .= _; } j { for k, i { c[j, i] <<S::plus()>>= map2(S::times(), a[j, k], b[k, i]); } }
}

adding_forms! {
    /// `c[j, i] = c[j, i] + alpha sum over k of a[j, k] b[k, i]`: adds the product to what `c` holds (BLAS `gemm` with a beta of 1).
    ///
    /// `a` is m by l, `b` is l by n and `c` is m by n, whose rows can be updated in any order. Takes time linear in n times what
    /// `a` stores.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// let b = Matrix::from_dense([3, 2], &[1.0, 2.0, 10.0, 20.0, 100.0, 200.0])?;
    /// let mut c = Matrix::from_dense([2, 2], &[1.0; 4])?;
    /// spmv::spmm_add(&mut c, 10.0, &a, &b)?;
    /// assert_eq!(c.values(), [201.0, 401.0, 4011.0, 8021.0]);
    /// # Ok::<(), Error>(())
    /// ```
    spmm_add of spmm_add_semiring(c: MatrixOutput, alpha, a: MatrixOf, b: MatrixOf);
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a`, `b` and `c` disagree.
    /// * [`Lifecycle`](crate::ErrorKind::Lifecycle), [`Order`](crate::ErrorKind::Order): the rows of `c` cannot be updated in place, or can
    ///   only be written in order.
    by
    /// `c[j, i] = plus(c[j, i], times(alpha, plus over k of times(a[j, k], b[k, i])))`: [`spmm_add`] over a semiring.
    {
        finch! {
            mut c;
            for j, k {
                let scaled = map2(S::times(), constant(alpha), a[j, k]);
                for i { c[j, i] <<S::plus()>>= map2(S::times(), scaled, b[k, i]); }
            }
        }
        .widest()
        .run()
    }
}
