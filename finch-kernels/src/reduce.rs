//! Sums over whole tensors: over runs, and under masks.
//!
//! A run of equal values counts once, however long it is; a mask trims the loops instead of being tested, so nothing
//! outside of it is visited.

use crate::imports::*;

/// `sum over i of a[i]`. Takes time linear in what `a` stores: runs, not elements.
///
/// # Errors
///
/// [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = RunVector::from_dense([6], &[2, 2, 2, 2, 7, 7])?;
/// assert_eq!((a.count_stored(), reduce::sum_vector(&a)?), (2, 22));
/// # Ok::<(), Error>(())
/// ```
pub fn sum_vector<T: Number>(a: &Tensor<impl VectorOf<T>>) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for i { sum[] += a[i]; }
    }
    .run()?;
    Ok(sum.get())
}

/// `sum over j and i of a[j, i]`. Takes time linear in the number of rows and in what `a` stores.
///
/// # Errors
///
/// [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// assert_eq!(reduce::sum_matrix(&a)?, 7.0);
/// # Ok::<(), Error>(())
/// ```
pub fn sum_matrix<T: Number>(a: &Tensor<impl MatrixOf<T>>) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for j, i { sum[] += a[j, i]; }
    }
    .run()?;
    Ok(sum.get())
}

/// The sum of the upper triangle of `a`, diagonal included: `a[j, i]` for `j <= i`. Nothing below the diagonal is
/// visited: takes time linear in the number of rows and in what the triangle stores, and a search for the diagonal in
/// each row of a sparse matrix.
///
/// # Errors
///
/// [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Matrix::from_dense([3, 3], &[1, 2, 3, 4, 5, 6, 7, 8, 9])?;
/// assert_eq!(reduce::sum_upper(&a)?, 26);
/// # Ok::<(), Error>(())
/// ```
pub fn sum_upper<T: Number>(a: &Tensor<impl MatrixOf<T>>) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for j, i {
            if j <= i { sum[] += a[j, i]; }
        }
    }
    .run()?;
    Ok(sum.get())
}

/// The sum of a band of `a`: `a[j, i]` for `lower <= j - i <= upper`. Nothing outside of the band is visited: takes
/// time linear in the number of rows and in what the band stores, and a search for the start of the band in each row of
/// a sparse matrix.
///
/// # Errors
///
/// [`Arithmetic`](crate::ErrorKind::Arithmetic): integers overflow in checked mode.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Matrix::from_dense([3, 3], &[1, 2, 3, 4, 5, 6, 7, 8, 9])?;
/// assert_eq!(reduce::sum_band(&a, -1, 0)?, 1 + 2 + 5 + 6 + 9);
/// # Ok::<(), Error>(())
/// ```
pub fn sum_band<T: Number>(a: &Tensor<impl MatrixOf<T>>, lower: isize, upper: isize) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for j, i {
            if j.band(i, lower, upper) { sum[] += a[j, i]; }
        }
    }
    .run()?;
    Ok(sum.get())
}
