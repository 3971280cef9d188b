//! Sparse matrix times a few vectors at once: a dense matrix.

use crate::{MatrixOf, OutputOf};
use finch_formats::extent::Fixed;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::expr::overload::{constant, map2};
use finch_formats::traits::finch;
use finch_formats::{Dense, Element, Tensor};
use typenum::U2;

/// A dense matrix of `N` columns, a number as a type such as `typenum::U8`: loops over a row are unrolled.
pub type FixedRows<T, N, F = Zero> = Tensor<Dense<Dense<Element<T, F>, Fixed<N>>>>;

/// `c[j, i] = sum over k of a[j, k] b[k, i]`, for a `b` that can be looked up, such as a dense one: for every entry of `a` a
/// row of `b` is scaled, and added to a row of `c`.
///
/// `a` is m by l, `b` is l by n, `c` becomes m by n, and the format of its rows must allow for writing in any order. Takes
/// time linear in m n and in n times what `a` stores. Where the number of columns is a type on both sides, as in
/// [`FixedRows`], rows are unrolled.
///
/// # Errors
///
/// The columns of `a` are not as many as the rows of `b`; extents that are types disagree; rows of `c` can only be written in
/// order.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let b = Matrix::from_dense([3, 2], &[1.0, 2.0, 10.0, 20.0, 100.0, 200.0])?;
/// let mut c = Matrix::default();
/// spmv::spmm(&mut c, &a, &b)?;
/// assert_eq!(c.values(), [20.0, 40.0, 401.0, 802.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn spmm<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    spmm_over(PlusTimes, c, a, b)
}

/// [`spmm`] over a semiring: `c[j, i] = plus over k of times(a[j, k], b[k, i])`.
///
/// # Errors
///
/// As for [`spmm`].
pub fn spmm_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    c: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    finch! {
        c .= _;
        for j, k, i { c[j, i] <<S::plus()>>= map2(S::times(), a[j, k], b[k, i]); }
    }
    .run()
}

/// `c[j, i] = c[j, i] + alpha sum over k of a[j, k] b[k, i]`: [`spmm`] into what is there.
///
/// # Errors
///
/// The extents of `a`, `b` and `c` disagree; rows of `c` can only be written in order.
pub fn spmm_add<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    spmm_add_over(PlusTimes, c, alpha, a, b)
}

/// [`spmm_add`] over a semiring: `c[j, i] = plus(c[j, i], times(alpha, plus over k of times(a[j, k], b[k, i])))`.
///
/// # Errors
///
/// As for [`spmm_add`].
pub fn spmm_add_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    c: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
    alpha: T,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    finch! {
        mut c;
        for j, k {
            let scaled = map2(S::times(), constant(alpha), a[j, k]);
            for i { c[j, i] <<S::plus()>>= map2(S::times(), scaled, b[k, i]); }
        }
    }
    .run()
}
