//! Symmetric matrix times vector, from one triangle.

use super::Triangle;
use crate::{MatrixOf, VectorOf, VectorOutput};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::expr::overload::{constant, map2};
use finch_formats::traits::finch;
use finch_formats::traits::level::Level;
use finch_formats::{Tensor, Vector, VectorWithFill};

/// `y = A x` for a symmetric `A`: every entry below the diagonal is read once, and counts for its row and for its column.
///
/// `x` is as long as `a` has rows, and so is the result. Takes time linear in the number of rows and in what the
/// triangle stores, which is half of what the matrix would, if `x` can be looked up; and room for a number per row,
/// which [`symmetric_semiring_into`] can keep. After the Finch paper, section 6.1.
///
/// # Errors
///
/// The rows of `a` are not as many as the entries of `x`.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spmv::Triangle;
///
/// let below = Csr::from_triplets([3, 3], [([1, 0], 1.0), ([2, 1], 2.0)], Add)?;
/// let a = Triangle::new(below, Vector::from(vec![4.0, 5.0, 6.0]))?;
/// let y = spmv::symmetric(&a, &Vector::from(vec![1.0, 10.0, 100.0]))?;
/// assert_eq!(y.values(), [14.0, 251.0, 620.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn symmetric<T: Number, L: MatrixOf<T> + Level<Fill = Zero>>(
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<Vector<T>> {
    symmetric_semiring(PlusTimes, a, x)
}

/// [`symmetric`] into `y`, in any format that can be written in any order: what it holds is replaced, and its memory used
/// again.
///
/// # Errors
///
/// The rows of `a` are not as many as the entries of `x`. `y` can only be written in order.
pub fn symmetric_into<T: Number, L: MatrixOf<T> + Level<Fill = Zero>>(
    y: &mut Tensor<impl VectorOutput<T>>,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    symmetric_semiring_into(PlusTimes, y, a, x, &mut Tensor::default())
}

/// [`symmetric`] over a [semiring](super#semirings), whose zero is the fill of the triangle and of the result. Products are
/// `times(a[j, i], x[i])`. Takes the time of [`symmetric`].
///
/// # Errors
///
/// The rows of `a` are not as many as the entries of `x`.
pub fn symmetric_semiring<T: Copy + 'static, S: Semiring<T>, L: MatrixOf<T> + Level<Fill = S::Zero>>(
    semiring: S,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<VectorWithFill<T, S::Zero>> {
    let mut y = VectorWithFill::<T, S::Zero>::default();
    symmetric_semiring_into(semiring, &mut y, a, x, &mut Tensor::default())?;
    Ok(y)
}

/// [`symmetric`] over a semiring, into `y`, in any format that can be written in any order: what it holds is replaced, and its memory used
/// again. The sums over rows are kept apart until the end, in `sums`, which can be kept for the next product. Takes the time of
/// [`symmetric`].
///
/// # Errors
///
/// The rows of `a` are not as many as the entries of `x`. `y` can only be written in order.
pub fn symmetric_semiring_into<T: Copy + 'static, S: Semiring<T>, L: MatrixOf<T> + Level<Fill = S::Zero>>(
    _semiring: S,
    y: &mut Tensor<impl VectorOutput<T, S::Zero>>,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
    sums: &mut VectorWithFill<T, S::Zero>,
) -> Result<()> {
    let (below, diagonal) = (a.below(), a.diagonal());
    // Two outputs: that of rows does not depend on the inner loop, which keeps its sum in a register.
    finch! {
        y .= _;
        sums .= _;
        for j {
            let here = x[j];
            for i {
                let entry = below[j, i];
                y[i] <<S::plus()>>= map2(S::times(), entry, here);
                sums[j] <<S::plus()>>= map2(S::times(), entry, x[i]);
            }
        }
        for j { y[j] <<S::plus()>>= map2(S::plus(), sums[j], map2(S::times(), diagonal[j], x[j])); }
    }
    .run()
}

/// `y = y + alpha A x` for a symmetric `A`: adds the product to what `y` holds.
///
/// `x` and `y` are as long as `a` has rows, and `y` can be updated in any order. Takes time linear in the number of
/// rows and in what the triangle stores, if `x` can be looked up.
///
/// # Errors
///
/// The extents of `a`, `x` and `y` disagree. `y` can only be written in order.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spmv::Triangle;
///
/// let below = Csr::from_triplets([2, 2], [([1, 0], 1.0)], Add)?;
/// let a = Triangle::new(below, Vector::from(vec![4.0, 5.0]))?;
/// let mut y = Vector::from(vec![1.0, 1.0]);
/// spmv::symmetric_add(&mut y, 2.0, &a, &Vector::from(vec![1.0, 10.0]))?;
/// assert_eq!(y.values(), [29.0, 103.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn symmetric_add<T: Number, L: MatrixOf<T> + Level<Fill = Zero>>(
    y: &mut Tensor<impl VectorOutput<T>>,
    alpha: T,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    symmetric_add_semiring(PlusTimes, y, alpha, a, x, &mut Tensor::default())
}

/// `y = plus(y, times(alpha, A x))` for a symmetric `A`: [`symmetric_add`] over a semiring. The sums over rows are kept apart until the
/// end, in `sums`, which can be kept for the next product. Takes the time of [`symmetric_add`].
///
/// # Errors
///
/// The extents of `a`, `x` and `y` disagree. `y` can only be written in order.
pub fn symmetric_add_semiring<T: Copy + 'static, S: Semiring<T>, L: MatrixOf<T> + Level<Fill = S::Zero>>(
    _semiring: S,
    y: &mut Tensor<impl VectorOutput<T, S::Zero>>,
    alpha: T,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
    sums: &mut VectorWithFill<T, S::Zero>,
) -> Result<()> {
    let (below, diagonal) = (a.below(), a.diagonal());
    finch! {
        mut y;
        sums .= _;
        for j {
            let here = map2(S::times(), constant(alpha), x[j]);
            for i {
                let entry = below[j, i];
                y[i] <<S::plus()>>= map2(S::times(), entry, here);
                sums[j] <<S::plus()>>= map2(S::times(), entry, x[i]);
            }
        }
        for j {
            y[j] <<S::plus()>>= map2(
                S::times(),
                constant(alpha),
                map2(S::plus(), sums[j], map2(S::times(), diagonal[j], x[j]))
            );
        }
    }
    .run()
}
