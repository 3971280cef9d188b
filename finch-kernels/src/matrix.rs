//! Matrices, entry by entry.

use crate::{MatrixOf, OutputOf};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::finch;
use finch_formats::{Scalar, Tensor};
use typenum::U2;

/// `c[j, i] = a[j, i] + b[j, i]`. Sparse rows are merged; an entry of `c` is stored where either has one.
///
/// # Errors
///
/// The extents of `a` and `b` disagree.
pub fn add<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    finch! {
        c .= 0;
        for j, i { c[j, i] = a[j, i] + b[j, i]; }
    }
    .run()
}

/// `c[j, i] = a[j, i] b[j, i]`. Sparse rows are intersected.
///
/// # Errors
///
/// The extents of `a` and `b` disagree.
pub fn multiply<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    finch! {
        c .= 0;
        for j, i { c[j, i] = a[j, i] * b[j, i]; }
    }
    .run()
}

/// `sum over j, i of a[j, i] b[j, i]`. Sparse rows are intersected.
///
/// # Errors
///
/// The extents of `a` and `b` disagree.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([1, 0], 3.0)], Add)?;
/// assert_eq!(matrix::dot(&a, &a)?, 10.0);
/// # Ok::<(), Error>(())
/// ```
pub fn dot<T: Number>(a: &Tensor<impl MatrixOf<T>>, b: &Tensor<impl MatrixOf<T>>) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for j, i { sum[] += a[j, i] * b[j, i]; }
    }
    .run()?;
    Ok(sum.get())
}
