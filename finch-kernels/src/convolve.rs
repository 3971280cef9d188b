//! Convolution of images with filters.
//!
//! A filter whose extents are types, such as `Tensor<Dense<Dense<Element<f64>, Fixed<U3>>, Fixed<U3>>>`, is unrolled into the
//! loop over the image. A sparse image costs time for what it stores, a sparse filter skips what it lacks.

use crate::{MatrixOf, OutputOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::expr::overload::literal;
use finch_formats::traits::finch;
use finch_formats::traits::notation::function::coalesce;
use typenum::U2;

/// `y[j, i] = sum over q, p of x[j + q, i + p] f[q, p]`, wherever the filter lies inside.
///
/// `x` is m by n, `f` is k by l, `y` becomes m - k + 1 by n - l + 1. The filter is not turned round (what signal
/// processing calls a correlation). Takes time linear in the entries of `y` times those of `f`, if all are dense.
///
/// # Errors
///
/// The filter is larger than the image.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let x = Matrix::from_dense([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let f = Matrix::from_dense([2, 2], &[1.0, 0.0, 0.0, 10.0])?;
/// let mut y = Matrix::default();
/// convolve::inside(&mut y, &x, &f)?;
/// assert_eq!(y.to_dense()?, [51.0, 62.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn inside<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    x: &Tensor<impl MatrixOf<T>>,
    f: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    finch! {
        y .= 0;
        for j, i, q, p { y[j, i] += x[j + q, i + p] * f[q, p]; }
    }
    .run()
}

/// The same for every place of the image, with the filter's middle on it: what lies beyond the image counts as zero.
///
/// `y` becomes as large as `x`. The middle of a filter of k by l is at k / 2, l / 2.
///
/// # Errors
///
/// If there is not enough memory.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let x = Matrix::from_dense([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let f = Matrix::from_dense([1, 3], &[1.0, 0.0, 10.0])?;
/// let mut y = Matrix::default();
/// convolve::same(&mut y, &x, &f)?;
/// assert_eq!(y.to_dense()?, [20.0, 31.0, 2.0, 50.0, 64.0, 5.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn same<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    x: &Tensor<impl MatrixOf<T>>,
    f: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    let (rows, columns) = (x.shape()[0], x.shape()[1]);
    let (b, a) = (f.shape()[0] / 2, f.shape()[1] / 2);
    let zero = literal::<T, Zero>();
    finch! {
        y .= 0;
        for j in 0..rows {
            for i in 0..columns {
                for q, p { y[j, i] += coalesce(x[~(j + q - b), ~(i + p - a)], zero) * f[q, p]; }
            }
        }
    }
    .run()
}
