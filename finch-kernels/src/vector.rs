//! Vectors, entry by entry.

use crate::{OutputOf, VectorOf};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::finch;
use finch_formats::traits::level::Gallops;
use finch_formats::{Scalar, Tensor};
use typenum::U1;

/// `sum over i of a[i] b[i]`. Two sparse vectors are merged, and only where both have an entry is anything computed;
/// two run-length vectors are merged run by run.
///
/// # Errors
///
/// The extents of `a` and `b` disagree.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = SparseVector::from_triplets([1_000_000], [([3], 2.0), ([70_000], 1.0)], Add)?;
/// let b = SparseVector::from_triplets([1_000_000], [([4], 2.0), ([70_000], 5.0)], Add)?;
/// assert_eq!(vector::dot(&a, &b)?, 5.0);
/// # Ok::<(), Error>(())
/// ```
pub fn dot<T: Number>(a: &Tensor<impl VectorOf<T>>, b: &Tensor<impl VectorOf<T>>) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for i { sum[] += a[i] * b[i]; }
    }
    .run()?;
    Ok(sum.get())
}

/// [`dot`] by galloping: each vector leaps to where the other one stands. The faster way where one has many times the
/// entries of the other.
///
/// # Errors
///
/// The extents of `a` and `b` disagree.
pub fn gallop_dot<T: Number>(
    a: &Tensor<impl VectorOf<T> + Gallops>,
    b: &Tensor<impl VectorOf<T> + Gallops>,
) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for i { sum[] += a[gallop(i)] * b[gallop(i)]; }
    }
    .run()?;
    Ok(sum.get())
}

/// `c[i] = a[i] + b[i]`. Sparse vectors are merged; an entry of `c` is stored where either has one.
///
/// # Errors
///
/// The extents of `a` and `b` disagree.
pub fn add<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl VectorOf<T>>,
    b: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        c .= 0;
        for i { c[i] = a[i] + b[i]; }
    }
    .run()
}

/// `d[i] = a[i] + b[i] + c[i]`, in one pass.
///
/// # Errors
///
/// The extents of `a`, `b` and `c` disagree.
pub fn add_three<T: Number>(
    d: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl VectorOf<T>>,
    b: &Tensor<impl VectorOf<T>>,
    c: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        d .= 0;
        for i { d[i] = a[i] + b[i] + c[i]; }
    }
    .run()
}

/// `c[i] = a[i] b[i]`. Sparse vectors are intersected.
///
/// # Errors
///
/// The extents of `a` and `b` disagree.
pub fn multiply<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl VectorOf<T>>,
    b: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        c .= 0;
        for i { c[i] = a[i] * b[i]; }
    }
    .run()
}
