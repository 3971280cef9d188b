//! Matrix times vector, and transposed matrix times vector: `a[row, column]`, rows outermost.

use super::forms::{adding_forms, short_forms};
use super::transposed::spmv_transposed_by;
use crate::imports::*;

short_forms! {
    /// `y[j] = sum over i of a[j, i] x[i]`: matrix times vector, a sum for each row.
    ///
    /// `a` is m by n, `x` has n entries, and the result has m; `x` may be a `Vec`, an array or a slice as well. Takes time linear in m
    /// and in what `a` stores, if `x` can be looked up; a sparse `x` is merged with every row. A matrix that is stored by columns,
    /// `a[column, row]`, is multiplied by [`spmv_transposed`].
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// let mut x = Vector::from(vec![1.0, 10.0, 100.0]);
    /// let mut y = spmv(&a, &x)?;
    /// assert_eq!(y.values(), [20.0, 401.0]);
    /// assert_eq!(spmv(&a, &[1.0, 10.0, 100.0])?, y);
    ///
    /// // In a loop, no memory is allocated from the second product on.
    /// for _ in 0..3 {
    ///     spmv_into(&mut y, &a, &x)?;
    ///     spmv_transposed_into(&mut x, &a, &y)?;
    /// }
    ///
    /// // Over another semiring: the length of the shortest path from 0 over one more edge.
    /// let edges = CsrWithFill::<f64, Inf>::from_triplets([2, 2], [([0, 0], 4.0), ([0, 1], 2.0)], Min)?;
    /// let y = spmv_semiring(MinPlus, &edges, &VectorWithFill::<f64, Inf>::from_dense([2], &[1.0, 5.0])?)?;
    /// assert_eq!(y.values(), [5.0, f64::INFINITY]);
    /// # Ok::<(), Error>(())
    /// ```
    spmv, spmv_into, spmv_semiring of spmv_semiring_into(a: MatrixOf; x: vector)
    -> y: VectorOutput Vector VectorWithFill "hold the result";
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the entries of `x`.
    by
    /// `y[j] = plus over i of times(a[j, i], x[i])`: [`spmv`] over a semiring, into `y`, in any format: what it holds is replaced,
    /// and its memory is reused.
    under policies
    spmv_by: Spmv[T: Copy + 'static, S: Semiring<T>] of (T, S),
    writes y: Y: VectorOutput<T, S::Zero>;
    reads a: A: MatrixOf<T>, x: X: VectorOf<T>;
    { y .= _; } j { for i { y[j] <<S::plus()>>= map2(S::times(), a[j, i], x[i]); } }
}

short_forms! {
    /// `y[i] = sum over j of a[j, i] x[j]`: transposed matrix times vector, each row added to the result.
    ///
    /// `a` is m by n, `x` has m entries, and the result has n. Takes time linear in m, n and in what `a` stores; rows
    /// where `x` stores nothing are skipped. The transposed matrix is never made. Over a matrix that is stored by
    /// columns, `a[column, row]`, this is matrix times vector.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// let y = spmv_transposed(&a, &Vector::from(vec![1.0, 10.0]))?;
    /// assert_eq!(y.values(), [10.0, 2.0, 40.0]);
    /// # Ok::<(), Error>(())
    /// ```
    spmv_transposed, spmv_transposed_into, spmv_transposed_semiring
    of spmv_transposed_semiring_into(a: MatrixOf; x: vector)
    -> y: VectorOutput Vector VectorWithFill "be written in the order in which the results come";
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the rows of `a` are not as many as the entries of `x`.
    by
    /// `y[i] = plus over j of times(a[j, i], x[j])`: [`spmv_transposed`] over a semiring, into `y`, in any format that can be
    /// written in any order: what it holds is replaced, and its memory is reused.
    under policies spmv_transposed_by
}

adding_forms! {
    /// `y[j] = y[j] + alpha sum over i of a[j, i] x[i]`: adds the product to what `y` holds (BLAS `gemv` with a beta of 1).
    ///
    /// `a` is m by n, `x` has n entries and `y` has m, and can be updated in place. Takes time linear in m and in what `a` stores,
    /// if `x` can be looked up, with one multiplication by `alpha` per row.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// let x = Vector::from(vec![1.0, 10.0, 100.0]);
    /// let mut y = Vector::from(vec![1.0, 2.0]);
    /// spmv_add(&mut y, 10.0, &a, &x)?;
    /// assert_eq!(y.values(), [201.0, 4012.0]);
    /// # Ok::<(), Error>(())
    /// ```
    spmv_add of spmv_add_semiring(y: VectorOutput, alpha, a: MatrixOf, x: VectorOf);
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a`, `x` and `y` disagree.
    /// * [`Lifecycle`](crate::ErrorKind::Lifecycle), [`Order`](crate::ErrorKind::Order): `y` cannot be updated in place.
    by
    /// `y[j] = plus(y[j], times(alpha, plus over i of times(a[j, i], x[i])))`: [`spmv_add`] over a semiring.
    {
        // Summed apart, so that `alpha` is multiplied once per row and not once per entry.
        let mut sum = Scalar::<T, S::Zero>::default();
        finch! {
            mut y;
            for j {
                sum .= _;
                for i { sum[] <<S::plus()>>= map2(S::times(), a[j, i], x[i]); }
                y[j] <<S::plus()>>= map2(S::times(), constant(alpha), sum[]);
            }
        }
        .run()
    }
}

adding_forms! {
    /// `y[i] = y[i] + alpha sum over j of a[j, i] x[j]`: adds the product of the transposed matrix to what `y` holds.
    ///
    /// `a` is m by n, `x` has m entries and `y` has n, and can be updated in any order. Takes time linear in m and in what `a`
    /// stores.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
    /// let mut y = Vector::from(vec![1.0, 2.0, 3.0]);
    /// spmv_transposed_add(&mut y, 0.5, &a, &Vector::from(vec![1.0, 10.0]))?;
    /// assert_eq!(y.values(), [6.0, 3.0, 23.0]);
    /// # Ok::<(), Error>(())
    /// ```
    spmv_transposed_add
    of spmv_transposed_add_semiring(y: VectorOutput, alpha, a: MatrixOf, x: VectorOf);
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a`, `x` and `y` disagree.
    /// * [`Lifecycle`](crate::ErrorKind::Lifecycle), [`Order`](crate::ErrorKind::Order): `y` cannot be updated in place, or can only be
    ///   written in order.
    by
    /// `y[i] = plus(y[i], times(alpha, plus over j of times(a[j, i], x[j])))`: [`spmv_transposed_add`] over a semiring.
    {
        finch! {
            mut y;
            for j {
                let scaled = map2(S::times(), constant(alpha), x[j]);
                for i { y[i] <<S::plus()>>= map2(S::times(), a[j, i], scaled); }
            }
        }
        .run()
    }
}
