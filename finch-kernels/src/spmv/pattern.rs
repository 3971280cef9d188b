//! Matrices that store no values: what is stored counts as one.

use super::forms::short_forms;
use crate::imports::*;

short_forms! {
    /// `y[j] = sum of x[i] over the i where a[j, i] is true`: matrix times vector for a matrix of zeros and ones, stored as booleans.
    ///
    /// `a` is m by n, `x` has n entries, and the result has m. Takes time linear in m and in what `a` stores, if `x`
    /// can be looked up; a sparse `x` is merged with every row. Over a [`Pattern`](finch_formats::Pattern), as in
    /// [`CsrPattern`](finch_formats::CsrPattern), no value is stored or read.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = CsrPattern::from_triplets([2, 3], [([0, 1], true), ([1, 0], true), ([1, 2], true)], Or)?;
    /// let y = spmv::spmv_pattern(&a, &Vector::from(vec![1.0, 10.0, 100.0]))?;
    /// assert_eq!(y.values(), [10.0, 101.0]);
    /// # Ok::<(), Error>(())
    /// ```
    spmv_pattern, spmv_pattern_into, spmv_pattern_semiring
    of spmv_pattern_semiring_into(a: [&Tensor<impl MatrixOf<bool>>], x: VectorOf)
    -> y: VectorOutput Vector VectorWithFill "hold the result";
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the entries of `x`.
    by
    /// `y[j] = plus of x[i] over the i where a[j, i] is true`: [`spmv_pattern`] over a semiring, whose one stands for true, into `y`,
    /// in any format: what it holds is replaced, and its memory is reused.
    under policies
    spmv_pattern_by: SpmvPattern[T: Copy + 'static, S: Semiring<T>] of (T, S),
    writes y: Y: VectorOutput<T, S::Zero>;
    reads a: A: MatrixOf<bool>, x: X: VectorOf<T>;
    { y .= _; } j { for i { if a[j, i] { y[j] <<S::plus()>>= x[i]; } } }
}

short_forms! {
    /// `y[i] = sum of x[j] over the j where a[j, i] is true`: transposed matrix times vector for a matrix of zeros and ones, stored
    /// as booleans.
    ///
    /// `a` is m by n, `x` has m entries, and the result has n. Takes time linear in m, n and in what `a` stores;
    /// rows where `x` stores nothing are skipped.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = CsrPattern::from_triplets([2, 3], [([0, 1], true), ([1, 0], true), ([1, 1], true)], Or)?;
    /// let y = spmv::spmv_transposed_pattern(&a, &Vector::from(vec![1.0, 10.0]))?;
    /// assert_eq!(y.values(), [10.0, 11.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    spmv_transposed_pattern, spmv_transposed_pattern_into, spmv_transposed_pattern_semiring
    of spmv_transposed_pattern_semiring_into(a: [&Tensor<impl MatrixOf<bool>>], x: VectorOf)
    -> y: VectorOutput Vector VectorWithFill "be written in the order in which the results come";
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the rows of `a` are not as many as the entries of `x`.
    by
    /// `y[i] = plus of x[j] over the j where a[j, i] is true`: [`spmv_transposed_pattern`] over a semiring, whose one stands for true,
    /// into `y`, in any format that can be written in any order: what it holds is replaced, and its memory is reused.
    {
        y .= _;
        for j, i {
            if a[j, i] { y[i] <<S::plus()>>= x[j]; }
        }
    }
}
