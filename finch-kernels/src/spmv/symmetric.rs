//! Symmetric matrix times vector, from one triangle.

use super::{Triangle, VectorIn};
use crate::{MatrixOf, OutputOf, VectorOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::expr::overload::{constant, map2};
use finch_formats::traits::finch;
use finch_formats::traits::level::Level;
use typenum::U1;

/// `y = A x` for a symmetric `A`: every entry below the diagonal is read once, and counts for its row and for its column.
///
/// `x` is as long as `a` has rows, and so becomes `y`, whose format must allow for writing in any order. Takes time linear in
/// the number of rows and in what the triangle stores, which is half of what the matrix would, and room for a number per
/// row, which [`symmetric_over`] can keep. After the Finch paper,
/// section 6.1.
///
/// # Errors
///
/// The extents of `a` and `x` disagree; `y` can only be written in order.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spmv::Triangle;
///
/// let below = Csr::from_triplets([3, 3], [([1, 0], 1.0), ([2, 1], 2.0)], Add)?;
/// let a = Triangle::new(below, Vector::from(vec![4.0, 5.0, 6.0]))?;
/// let x = Vector::from(vec![1.0, 10.0, 100.0]);
/// let mut y = Vector::from(vec![]);
/// spmv::symmetric(&mut y, &a, &x)?;
/// assert_eq!(y.values(), [14.0, 251.0, 620.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn symmetric<T: Number, L: MatrixOf<T> + Level<Fill = Zero>>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    symmetric_over(PlusTimes, y, a, x, &mut Tensor::default())
}

/// [`symmetric`] over a semiring, where the sums over rows are kept apart until the end: in `sums`, which can be kept for the
/// next product.
///
/// # Errors
///
/// As for [`symmetric`].
pub fn symmetric_over<T: Copy + 'static, S: Semiring<T>, L: MatrixOf<T> + Level<Fill = S::Zero>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
    sums: &mut VectorIn<T, S>,
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

/// `y = y + alpha A x` for a symmetric `A`: [`symmetric`] into what is there.
///
/// # Errors
///
/// The extents of `a`, `x` and `y` disagree; `y` can only be written in order.
pub fn symmetric_add<T: Number, L: MatrixOf<T> + Level<Fill = Zero>>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    alpha: T,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    symmetric_add_over(PlusTimes, y, alpha, a, x, &mut Tensor::default())
}

/// [`symmetric_add`] over a semiring: `y = plus(y, times(alpha, A x))`, with the sums over rows in `sums`.
///
/// # Errors
///
/// As for [`symmetric_add`].
pub fn symmetric_add_over<T: Copy + 'static, S: Semiring<T>, L: MatrixOf<T> + Level<Fill = S::Zero>>(
    _semiring: S,
    y: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
    alpha: T,
    a: &Triangle<L>,
    x: &Tensor<impl VectorOf<T>>,
    sums: &mut VectorIn<T, S>,
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
