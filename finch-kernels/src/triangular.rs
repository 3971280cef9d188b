//! Systems of equations whose matrix is triangular: forward and backward substitution.
//!
//! | function | solves | what counts of the matrix |
//! |---|---|---|
//! | [`solve_lower`] | `L x = b`, by forward substitution | the diagonal, and what is below it |
//! | [`solve_upper`] | `U x = b`, by backward substitution | the diagonal, and what is above it |
//! | [`solve_unit_lower`], [`solve_unit_upper`] | the same, where the diagonal is all ones | what is below it, or above |
//!
//! Each reads the entries of `x` that it has written already. The functions that end in `_into` write to a dense vector
//! whose memory is reused. Matrices are in any format, rows outermost, and take time linear in the number of rows and in
//! what is stored; in a row of an upper triangle, what is below the diagonal is skipped by a search. Integers are divided as in Rust; where the diagonal is zero, their quotient is an error.

use crate::imports::*;

both_forms! {
    /// The solution `x` of `L x = b`, for a lower triangular `l`. Entries above the diagonal are left aside.
    ///
    /// Takes time linear in the rows and in what is stored up to the diagonal. A diagonal entry that is zero or not
    /// stored is an error among integers, and makes floating point results infinite or NaN.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let l = Csr::from_triplets([2, 2], [([0, 0], 2.0), ([1, 0], 1.0), ([1, 1], 4.0)], Add)?;
    /// let b = Vector::from(vec![6.0, 11.0]);
    /// assert_eq!(triangular::solve_lower(&l, &b)?.values(), [3.0, 2.0]);
    /// # Ok::<(), Error>(())
    /// ```
    solve_lower, solve_lower_into(l: MatrixOf, b: VectorOf) -> x: Vector;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the matrix is not square, or `b` has another extent.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a division of integers by zero.
    as
    /// [`solve_lower`] into `x`: what it holds is replaced, and its memory is reused.
    {
        let mut sum = Scalar::<T>::default();
        finch! {
            x .= 0;
            sum .= 0;
            for i {
                sum[] := 0;
                for j {
                    let a = l[i, j];
                    if j < i { sum[] += a * x[j]; } else if j == i { x[i] = (b[i] - sum[]) / a; }
                }
            }
        }
        .run()
    }
}

both_forms! {
    /// The solution `x` of `U x = b`, for an upper triangular `u`. Entries below the diagonal are left aside.
    ///
    /// Takes time linear in the rows and in what is stored from the diagonal on, and a search for the diagonal in each
    /// row of a sparse matrix. A diagonal entry that is zero or not stored is an error among integers, and makes
    /// floating point results infinite or NaN.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let u = Csr::from_triplets([2, 2], [([0, 0], 2.0), ([0, 1], 1.0), ([1, 1], 4.0)], Add)?;
    /// let b = Vector::from(vec![8.0, 8.0]);
    /// assert_eq!(triangular::solve_upper(&u, &b)?.values(), [3.0, 2.0]);
    /// # Ok::<(), Error>(())
    /// ```
    solve_upper, solve_upper_into(u: MatrixOf, b: VectorOf) -> x: Vector;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the matrix is not square, or `b` has another extent.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a division of integers by zero.
    as
    /// [`solve_upper`] into `x`: what it holds is replaced, and its memory is reused.
    {
        let rows = order(u, b)?;
        let (mut sum, mut pivot) = (Scalar::<T>::default(), Scalar::<T>::default());
        finch! {
            x .= 0;
            sum .= 0;
            pivot .= 0;
            for i in (0..rows).rev() {
                sum[] := 0;
                for j {
                    let a = u[i, j];
                    if j == i { pivot[] := a; } else if j > i { sum[] += a * x[j]; }
                }
                x[i] = (b[i] - sum[]) / pivot[];
            }
        }
        .run()
    }
}

both_forms! {
    /// The solution `x` of `L x = b`, for a lower triangular `l` whose diagonal is all ones, whether it is stored or
    /// not. What is stored above the diagonal is multiplied by zero. Takes time linear in the rows and in what `l`
    /// stores.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let l = Csr::from_triplets([2, 2], [([1, 0], 2.0)], Add)?;
    /// let b = Vector::from(vec![3.0, 11.0]);
    /// assert_eq!(triangular::solve_unit_lower(&l, &b)?.values(), [3.0, 5.0]);
    /// # Ok::<(), Error>(())
    /// ```
    solve_unit_lower, solve_unit_lower_into(l: MatrixOf, b: VectorOf) -> x: Vector;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the matrix is not square, or `b` has another extent.
    as
    /// [`solve_unit_lower`] into `x`: what it holds is replaced, and its memory is reused.
    {
        let mut sum = Scalar::<T>::default();
        // From the diagonal on `x` is zero still.
        finch! {
            x .= 0;
            for i {
                sum .= 0;
                for j { sum[] += l[i, j] * x[j]; }
                x[i] = b[i] - sum[];
            }
        }
        .run()
    }
}

both_forms! {
    /// The solution `x` of `U x = b`, for an upper triangular `u` whose diagonal is all ones, whether it is stored or
    /// not. What is stored below the diagonal is multiplied by zero. Takes time linear in the rows and in what `u`
    /// stores.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let u = Csr::from_triplets([2, 2], [([0, 1], 2.0)], Add)?;
    /// let b = Vector::from(vec![13.0, 5.0]);
    /// assert_eq!(triangular::solve_unit_upper(&u, &b)?.values(), [3.0, 5.0]);
    /// # Ok::<(), Error>(())
    /// ```
    solve_unit_upper, solve_unit_upper_into(u: MatrixOf, b: VectorOf) -> x: Vector;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the matrix is not square, or `b` has another extent.
    as
    /// [`solve_unit_upper`] into `x`: what it holds is replaced, and its memory is reused.
    {
        let (rows, mut sum) = (order(u, b)?, Scalar::<T>::default());
        // Up to the diagonal `x` is zero still.
        finch! {
            x .= 0;
            for i in (0..rows).rev() {
                sum .= 0;
                for j { sum[] += u[i, j] * x[j]; }
                x[i] = b[i] - sum[];
            }
        }
        .run()
    }
}

/// How many rows a square matrix has, and `b` with it. A loop that is given its extent may be over a part of them.
fn order<T>(a: &Tensor<impl MatrixOf<T>>, b: &Tensor<impl VectorOf<T>>) -> Result<usize> {
    let shape: [_; 2] = a.extents();
    ensure!(shape[0] == shape[1], else Mismatch,
        "a triangular matrix is square, and this one has {} rows and {} columns", shape[0], shape[1]);
    ensure!(b.extent(0) == shape[0], else Mismatch,
        "`b` has the extent {}, and the matrix {} rows", b.extent(0), shape[0]);
    Ok(shape[0])
}
