//! Matrices by columns: `a[column, row]`, columns outermost.
//!
//! A matrix by columns is its transposed matrix by rows, the same tensor: a product by columns is a scatter of its fibers, a
//! transposed one is a sum over each. These are names for what is meant.

use super::{gather_add_over, gather_over, scatter_add_over, scatter_over};
use crate::{MatrixOf, OutputOf, VectorOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use typenum::U1;

/// `y[i] = sum over k of a[k, i] x[k]`: matrix times vector, where `a` is stored by columns, each of which is scattered.
///
/// A matrix of m by n is a tensor `a` of n by m; `x` has n entries, `y` becomes m long, and its format must allow for
/// writing in any order. Takes time linear in m, n and in what `a` stores.
///
/// # Errors
///
/// The extents of `a` and `x` disagree; `y` can only be written in order.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// // 2 by 3: what is stored at [column, row].
/// let a = Csr::from_triplets([3, 2], [([1, 0], 2.0), ([0, 1], 1.0), ([2, 1], 4.0)], Add)?;
/// let x = Vector::from(vec![1.0, 10.0, 100.0]);
/// let mut y = Vector::from(vec![]);
/// spmv::by_columns(&mut y, &a, &x)?;
/// assert_eq!(y.values(), [20.0, 401.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn by_columns<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    scatter_over(PlusTimes, y, a, x)
}

/// [`by_columns`] over a semiring.
///
/// # Errors
///
/// As for [`by_columns`].
pub fn by_columns_over<T: Copy + 'static, S: Semiring<T>>(
    semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    scatter_over(semiring, y, a, x)
}

/// `y[i] = y[i] + alpha sum over k of a[k, i] x[k]`: [`by_columns`] into what is there.
///
/// # Errors
///
/// The extents of `a`, `x` and `y` disagree; `y` can only be written in order.
pub fn by_columns_add<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    scatter_add_over(PlusTimes, y, alpha, a, x)
}

/// [`by_columns_add`] over a semiring.
///
/// # Errors
///
/// As for [`by_columns_add`].
pub fn by_columns_add_over<T: Copy + 'static, S: Semiring<T>>(
    semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    scatter_add_over(semiring, y, alpha, a, x)
}

/// `y[k] = sum over i of a[k, i] x[i]`: transposed matrix times vector, where `a` is stored by columns: a sum over each.
///
/// A matrix of m by n is a tensor `a` of n by m; `x` has m entries, `y` becomes n long. Takes time linear in n and in what
/// `a` stores.
///
/// # Errors
///
/// The extents of `a` and `x` disagree.
pub fn by_columns_transposed<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    gather_over(PlusTimes, y, a, x)
}

/// [`by_columns_transposed`] over a semiring.
///
/// # Errors
///
/// As for [`by_columns_transposed`].
pub fn by_columns_transposed_over<T: Copy + 'static, S: Semiring<T>>(
    semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    gather_over(semiring, y, a, x)
}

/// `y[k] = y[k] + alpha sum over i of a[k, i] x[i]`: [`by_columns_transposed`] into what is there.
///
/// # Errors
///
/// The extents of `a`, `x` and `y` disagree; `y` cannot be updated in place.
pub fn by_columns_transposed_add<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    gather_add_over(PlusTimes, y, alpha, a, x)
}

/// [`by_columns_transposed_add`] over a semiring.
///
/// # Errors
///
/// As for [`by_columns_transposed_add`].
pub fn by_columns_transposed_add_over<T: Copy + 'static, S: Semiring<T>>(
    semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    gather_add_over(semiring, y, alpha, a, x)
}
