//! Matrices that store no values: what is stored counts as one.

use crate::{MatrixOf, OutputOf, VectorOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::finch;
use typenum::U1;

/// `y[j] = sum of x[i] over the i where a[j, i]`: [`gather`](super::gather) for a matrix of zeros and ones that is stored as
/// booleans, over a [`Pattern`](finch_formats::Pattern) without any value.
///
/// `a` is m by n, `x` has n entries, `y` becomes m long. Takes time linear in m and in what `a` stores.
///
/// # Errors
///
/// The extents of `a` and `x` disagree.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = CsrPattern::from_triplets([2, 3], [([0, 1], true), ([1, 0], true), ([1, 2], true)], Or)?;
/// let mut y = Vector::default();
/// spmv::gather_where(&mut y, &a, &Vector::from(vec![1.0, 10.0, 100.0]))?;
/// assert_eq!(y.values(), [10.0, 101.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn gather_where<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl MatrixOf<bool>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    gather_where_over(PlusTimes, y, a, x)
}

/// [`gather_where`] over a semiring, whose one is what is stored.
///
/// # Errors
///
/// As for [`gather_where`].
pub fn gather_where_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    a: &Tensor<impl MatrixOf<bool>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        y .= _;
        for j, i {
            if a[j, i] { y[j] <<S::plus()>>= x[i]; }
        }
    }
    .run()
}

/// `y[i] = sum of x[j] over the j where a[j, i]`: [`scatter`](super::scatter) for such a matrix.
///
/// `a` is m by n, `x` has m entries, `y` becomes n long; its format must allow for writing in any order.
///
/// # Errors
///
/// The extents of `a` and `x` disagree; `y` can only be written in order.
pub fn scatter_where<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl MatrixOf<bool>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    scatter_where_over(PlusTimes, y, a, x)
}

/// [`scatter_where`] over a semiring, whose one is what is stored.
///
/// # Errors
///
/// As for [`scatter_where`].
pub fn scatter_where_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    a: &Tensor<impl MatrixOf<bool>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    finch! {
        y .= _;
        for j, i {
            if a[j, i] { y[i] <<S::plus()>>= x[j]; }
        }
    }
    .run()
}
