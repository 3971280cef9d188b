//! Matrices, entry by entry.

use crate::{MatrixOf, OutputOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::finch;
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
