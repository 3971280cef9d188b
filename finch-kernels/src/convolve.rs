//! Convolution of images with filters.
//!
//! | function | at |
//! |---|---|
//! | [`valid`] | the places where the filter lies inside of the image |
//! | [`same`] | every place of the image, with the middle of the filter on it |
//! | [`full`] | every place where filter and image overlap |
//! | [`masked`] | the places of the image where a mask is true |
//!
//! A filter whose extents are types, such as `Tensor<Dense<Dense<Element<f64>, Fixed<U3>>, Fixed<U3>>>`, is unrolled
//! into the loop over the image. A sparse filter skips what it lacks. Over a sparse image, each place of the result
//! takes a search for each row of the filter, and then what the image stores there: [`masked`] computes few places.

use crate::imports::*;
use finch_formats::traits::mask::Frame;

both_forms! {
    /// `y[j, i] = sum over q, p of x[j + q, i + p] f[q, p]`, wherever the filter lies inside of the image.
    ///
    /// `x` is m by n, `f` is k by l, and the result is m - k + 1 by n - l + 1 (mode `valid` of SciPy). The filter is
    /// not turned round (what signal processing calls a correlation). Takes time linear in the entries of the result
    /// times those of `f`, if all are dense; a sparse `x` is searched once for each of these entries and each row of
    /// `f`. [`valid_into`] writes to an output in another format, or to one whose memory is reused.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let x = Matrix::from_dense([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// let f = Matrix::from_dense([2, 2], &[1.0, 0.0, 0.0, 10.0])?;
    /// assert_eq!(convolve::valid(&x, &f)?.to_dense()?, [51.0, 62.0]);
    /// # Ok::<(), Error>(())
    /// ```
    valid, valid_into(x: MatrixOf, f: MatrixOf) -> y: Matrix, MatrixOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the filter is larger than the image, or has no rows or columns.
    as
    /// [`valid`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        let (image, filter): ([_; 2], [_; 2]) = (x.extents(), f.extents());
        ensure!((0..2).all(|axis| (1..=image[axis]).contains(&filter[axis])), else Mismatch,
            "the filter is {} by {}, and lies nowhere inside of the image, which is {} by {}", filter[0], filter[1], image[0], image[1]);
        finch! {
            y .= 0;
            for j, i, q, p { y[j, i] += x[j + q, i + p] * f[q, p]; }
        }
        .run()
    }
}

both_forms! {
    /// `y[j, i] = sum over q, p of x[j + q - k / 2, i + p - l / 2] f[q, p]`: at every place of the image, with the
    /// middle of the filter on it. What lies beyond the image counts as zero.
    ///
    /// `x` is m by n, `f` is k by l, and the result is m by n (mode `same` of SciPy). The filter is not turned round.
    /// Takes time linear in the entries of `x` times those of `f`, if all are dense; a sparse `x` is searched once for
    /// each place and each row of `f`. [`same_into`] writes to an output in another format, or to one whose memory is reused.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let x = Matrix::from_dense([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// let f = Matrix::from_dense([1, 3], &[1.0, 0.0, 10.0])?;
    /// assert_eq!(convolve::same(&x, &f)?.to_dense()?, [20.0, 31.0, 2.0, 50.0, 64.0, 5.0]);
    /// # Ok::<(), Error>(())
    /// ```
    same, same_into(x: MatrixOf, f: MatrixOf) -> y: Matrix, MatrixOutput;
    as
    /// [`same`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        moved_into(y, x.extents(), x, f, f.extents().map(|extent| extent / 2))
    }
}

both_forms! {
    /// `y[j, i] = sum over q, p of x[j + q - (k - 1), i + p - (l - 1)] f[q, p]`: wherever filter and image overlap at
    /// all. What lies beyond the image counts as zero.
    ///
    /// `x` is m by n, `f` is k by l, and the result is m + k - 1 by n + l - 1 (mode `full` of SciPy), or without rows
    /// or columns if `f` is. The filter is not turned round. Takes time linear in the entries of the result times those
    /// of `f`, if all are dense; a sparse `x` is searched once for each of these entries and each row of `f`.
    /// [`full_into`] writes to an output in another format, or to one whose memory is reused.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let x = Matrix::from_dense([1, 3], &[1.0, 2.0, 3.0])?;
    /// let f = Matrix::from_dense([1, 2], &[1.0, 10.0])?;
    /// assert_eq!(convolve::full(&x, &f)?.to_dense()?, [10.0, 21.0, 32.0, 3.0]);
    /// # Ok::<(), Error>(())
    /// ```
    full, full_into(x: MatrixOf, f: MatrixOf) -> y: Matrix, MatrixOutput;
    as
    /// [`full`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        let beyond = [0, 1].map(|axis| f.extent(axis).saturating_sub(1));
        let extents = [0, 1].map(|axis| match f.extent(axis) {
            0 => 0,
            _ => x.extent(axis).saturating_add(beyond[axis]),
        });
        moved_into(y, extents, x, f, beyond)
    }
}

/// `y[j, i] = sum over q, p of x[j + q - down, i + p - across] f[q, p]`, for so many rows and columns.
fn moved_into<T: Number>(
    y: &mut Tensor<impl MatrixOutput<T>>,
    extents: [usize; 2],
    x: &Tensor<impl MatrixOf<T>>,
    f: &Tensor<impl MatrixOf<T>>,
    [down, across]: [usize; 2],
) -> Result<()> {
    let (zero, frame) = (literal::<T, Zero>(), Frame::new(extents));
    finch! {
        y .= 0;
        for j, i {
            if frame[j, i] {
                for q, p { y[j, i] += coalesce(x[~(j + q - down), ~(i + p - across)], zero) * f[q, p]; }
            }
        }
    }
    .run()
}

both_forms! {
    /// [`same`] where `mask` is true, and nothing elsewhere: `y[j, i] = sum over q, p of x[j + q - k / 2, i + p - l /
    /// 2] f[q, p]`.
    ///
    /// `mask` and `x` are m by n, `f` is k by l, and the result is m by n: with `x != 0` as its mask, a submanifold
    /// convolution (Graham and van der Maaten: Submanifold Sparse Convolutional Networks, 2017). The filter is not
    /// turned round. Takes time linear in what the mask stores times the entries of `f`, with a search of `x` for each
    /// row of `f`.
    ///
    /// The format of the result is the caller's choice, see [`NewMatrix`]. [`masked_into`] writes to an output whose
    /// memory is reused.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let x = Csr::from_triplets([2, 3], [([0, 0], 1.0), ([1, 1], 2.0)], Add)?;
    /// let mask = CsrPattern::from_triplets([2, 3], [([0, 0], true), ([1, 1], true)], Or)?;
    /// let f = Matrix::filled([3, 3], 1.0)?;
    /// let y: Csr<f64> = convolve::masked(&mask, &x, &f)?;
    /// assert_eq!(y.count_stored(), 2);
    /// assert_eq!(y.to_dense()?, [3.0, 0.0, 0.0, 0.0, 3.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    masked, masked_into(mask: [&Tensor<impl MatrixOf<bool>>], x: MatrixOf, f: MatrixOf) -> y: NewMatrix MatrixOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `mask` has not the extents of `x`.
    as
    /// [`masked`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        let (image, masked): ([_; 2], [_; 2]) = (x.extents(), mask.extents());
        ensure!(image == masked, else Mismatch,
            "`mask` is {} by {}, and the image {} by {}", masked[0], masked[1], image[0], image[1]);
        let (down, across) = (f.extent(0) / 2, f.extent(1) / 2);
        let (zero, mut sum) = (literal::<T, Zero>(), Scalar::<T>::default());
        finch! {
            y .= 0;
            for j, i {
                if mask[j, i] {
                    sum .= 0;
                    for q, p { sum[] += coalesce(x[~(j + q - down), ~(i + p - across)], zero) * f[q, p]; }
                    y[j, i] = sum[];
                }
            }
        }
        .run()
    }
}
