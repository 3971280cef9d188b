//! Convolution of images with filters.
//!
//! A filter whose extents are types, such as `Tensor<Dense<Dense<Element<f64>, Fixed<U3>>, Fixed<U3>>>`, is unrolled into the
//! loop over the image. A sparse image costs time for what it stores, a sparse filter skips what it lacks.

use crate::operand::returning;
use crate::{MatrixOf, MatrixOutput};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::expr::overload::literal;
use finch_formats::traits::finch;
use finch_formats::{Matrix, Tensor};

returning! {
    /// `y[j, i] = sum over q, p of x[j + q, i + p] f[q, p]`, wherever the filter lies inside of the image.
    ///
    /// `x` is m by n, `f` is k by l, and the result is m - k + 1 by n - l + 1 (mode `valid` of SciPy). The filter is not turned
    /// round (what signal processing calls a correlation). Takes time linear in the entries of the result times those of `f`, if
    /// all are dense. [`valid_into`] writes to an output in another format, or to one whose memory is used again.
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
    /// assert_eq!(convolve::valid(&x, &f)?.to_dense()?, [51.0, 62.0]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn valid<T: Number>(
        x: &Tensor<impl MatrixOf<T>>,
        f: &Tensor<impl MatrixOf<T>>,
    ) -> Matrix<T>, by valid_into;
}

/// [`valid`] into `y`, in any format: what it holds is replaced, and its memory used again.
///
/// # Errors
///
/// The filter is larger than the image. The format of `y` cannot be written in the order in which the results come.
pub fn valid_into<T: Number>(
    y: &mut Tensor<impl MatrixOutput<T>>,
    x: &Tensor<impl MatrixOf<T>>,
    f: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    finch! {
        y .= 0;
        for j, i, q, p { y[j, i] += x[j + q, i + p] * f[q, p]; }
    }
    .run()
}

returning! {
    /// `y[j, i] = sum over q, p of x[j + q - k / 2, i + p - l / 2] f[q, p]`: at every place of the image, with the middle of the
    /// filter on it. What lies beyond the image counts as zero.
    ///
    /// `x` is m by n, `f` is k by l, and the result is m by n (mode `same` of SciPy). The filter is not turned round. Takes time
    /// linear in the entries of `x` times those of `f`, if all are dense. [`same_into`] writes to an output in another format, or to
    /// one whose memory is used again.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let x = Matrix::from_dense([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// let f = Matrix::from_dense([1, 3], &[1.0, 0.0, 10.0])?;
    /// assert_eq!(convolve::same(&x, &f)?.to_dense()?, [20.0, 31.0, 2.0, 50.0, 64.0, 5.0]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn same<T: Number>(
        x: &Tensor<impl MatrixOf<T>>,
        f: &Tensor<impl MatrixOf<T>>,
    ) -> Matrix<T>, by same_into;
}

/// [`same`] into `y`, in any format: what it holds is replaced, and its memory used again.
///
/// # Errors
///
/// There is not enough memory. The format of `y` cannot be written in the order in which the results come.
pub fn same_into<T: Number>(
    y: &mut Tensor<impl MatrixOutput<T>>,
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
