//! Matrices by rows: `a[row, column]`, rows outermost.

use crate::{MatrixOf, OutputOf, VectorOf};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::expr::overload::{constant, map2};
use finch_formats::traits::finch;
use finch_formats::{Scalar, Tensor};
use typenum::U1;

/// `y[j] = sum over i of a[j, i] x[i]`: matrix times vector, a sum for each row.
///
/// `a` is m by n, `x` has n entries, `y` becomes m long. Takes time linear in m and in what `a` stores, if `x` can be
/// looked up; a sparse `x` is merged with every row.
///
/// # Errors
///
/// The extents of `a` and `x` disagree.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let x = Vector::from(vec![1.0, 10.0, 100.0]);
/// let mut y = Vector::from(vec![]);
/// spmv::gather(&mut y, &a, &x)?;
/// assert_eq!(y.values(), [20.0, 401.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn gather<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    gather_over(PlusTimes, y, a, x)
}

/// [`gather`] over a semiring: `y[j] = plus over i of times(a[j, i], x[i])`.
///
/// # Errors
///
/// The extents of `a` and `x` disagree.
pub fn gather_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        y .= _;
        for j, i { y[j] <<S::plus()>>= map2(S::times(), a[j, i], x[i]); }
    }
    .run()
}

/// `y[i] = sum over j of a[j, i] x[j]`: transposed matrix times vector, each row scattered into `y`.
///
/// `a` is m by n, `x` has m entries, `y` becomes n long; its format must allow for writing in any order. Takes time
/// linear in m, n and in what `a` stores.
///
/// # Errors
///
/// The extents of `a` and `x` disagree; `y` can only be written in order.
pub fn scatter<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    scatter_over(PlusTimes, y, a, x)
}

/// [`scatter`] over a semiring: `y[i] = plus over j of times(a[j, i], x[j])`.
///
/// # Errors
///
/// The extents of `a` and `x` disagree; `y` can only be written in order.
pub fn scatter_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        y .= _;
        for j, i { y[i] <<S::plus()>>= map2(S::times(), a[j, i], x[j]); }
    }
    .run()
}

/// `y[j] = y[j] + alpha sum over i of a[j, i] x[i]`: [`gather`] into what is there.
///
/// `a` is m by n, `x` has n entries and `y` has m, and can be updated in place. Takes time as [`gather`] does, and one
/// multiplication per row for `alpha`.
///
/// # Errors
///
/// The extents of `a`, `x` and `y` disagree; `y` cannot be updated in place.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let x = Vector::from(vec![1.0, 10.0, 100.0]);
/// let mut y = Vector::from(vec![1.0, 2.0]);
/// spmv::gather_add(&mut y, 10.0, &a, &x)?;
/// assert_eq!(y.values(), [201.0, 4012.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn gather_add<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    gather_add_over(PlusTimes, y, alpha, a, x)
}

/// [`gather_add`] over a semiring: `y[j] = plus(y[j], times(alpha, plus over i of times(a[j, i], x[i])))`.
///
/// # Errors
///
/// As for [`gather_add`].
pub fn gather_add_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
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

/// `y[i] = y[i] + alpha sum over j of a[j, i] x[j]`: [`scatter`] into what is there.
///
/// `a` is m by n, `x` has m entries and `y` has n, and can be written in any order. Takes time linear in m and in what `a`
/// stores.
///
/// # Errors
///
/// The extents of `a`, `x` and `y` disagree; `y` can only be written in order.
pub fn scatter_add<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    scatter_add_over(PlusTimes, y, alpha, a, x)
}

/// [`scatter_add`] over a semiring: `y[i] = plus(y[i], times(alpha, plus over j of times(a[j, i], x[j])))`.
///
/// # Errors
///
/// As for [`scatter_add`].
pub fn scatter_add_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        mut y;
        for j {
            let scaled = map2(S::times(), constant(alpha), x[j]);
            for i { y[i] <<S::plus()>>= map2(S::times(), a[j, i], scaled); }
        }
    }
    .run()
}
