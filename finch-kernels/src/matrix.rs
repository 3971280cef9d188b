//! Matrices, entry by entry.

use crate::{MatrixOf, OutputOf};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::expr::overload::forall;
use finch_formats::traits::indices;
use finch_formats::traits::program::program;
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
    indices!(j, i);
    program()
        .declare(c)
        .body(|(c,)| {
            let sum = a.at((j, i)).named("a") + b.at((j, i)).named("b");
            forall(j, forall(i, c.at((j, i)).set(sum)))
        })
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
    indices!(j, i);
    program()
        .declare(c)
        .body(|(c,)| {
            let product = a.at((j, i)).named("a") * b.at((j, i)).named("b");
            forall(j, forall(i, c.at((j, i)).set(product)))
        })
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
    indices!(j, i);
    let mut sum = Scalar::<T>::default();
    program()
        .declare(&mut sum)
        .body(|(sum,)| {
            let product = a.at((j, i)).named("a") * b.at((j, i)).named("b");
            forall(j, forall(i, sum.at(()).add(product)))
        })
        .run()?;
    Ok(sum.get())
}
