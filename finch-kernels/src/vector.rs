//! Vectors, entry by entry.

use crate::{OutputOf, VectorOf};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::expr::overload::forall;
use finch_formats::traits::index;
use finch_formats::traits::indices;
use finch_formats::traits::program::program;
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
    indices!(i);
    let mut sum = Scalar::<T>::default();
    program()
        .declare(&mut sum)
        .body(|(sum,)| forall(i, sum.at(()).add(a.at((i,)).named("a") * b.at((i,)).named("b"))))
        .run()?;
    Ok(sum.get())
}

/// [`dot`] by galloping: each vector leaps to where the other one stands. The faster way where one has many times the
/// entries of the other.
///
/// # Errors
///
/// The extents of `a` and `b` disagree.
pub fn gallop_dot<T: Number>(a: &Tensor<impl VectorOf<T>>, b: &Tensor<impl VectorOf<T>>) -> Result<T> {
    indices!(i);
    let mut sum = Scalar::<T>::default();
    program()
        .declare(&mut sum)
        .body(|(sum,)| {
            let product = a.at((index::gallop(i),)).named("a") * b.at((index::gallop(i),)).named("b");
            forall(i, sum.at(()).add(product))
        })
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
    indices!(i);
    program()
        .declare(c)
        .body(|(c,)| forall(i, c.at((i,)).set(a.at((i,)).named("a") + b.at((i,)).named("b"))))
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
    indices!(i);
    program()
        .declare(d)
        .body(|(d,)| {
            let sum = a.at((i,)).named("a") + b.at((i,)).named("b") + c.at((i,)).named("c");
            forall(i, d.at((i,)).set(sum))
        })
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
    indices!(i);
    program()
        .declare(c)
        .body(|(c,)| forall(i, c.at((i,)).set(a.at((i,)).named("a") * b.at((i,)).named("b"))))
        .run()
}
