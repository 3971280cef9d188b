//! Sparse matrix times sparse matrix.

use crate::{MatrixOf, OutputOf};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::expr::overload::map2;
use finch_formats::traits::finch;
use finch_formats::{Element, SparseByteMap, Tensor};
use typenum::{U1, U2};

/// The workspace of [`gustavson`]: one row of the product.
pub type Workspace<T, F = Zero> = Tensor<SparseByteMap<Element<T, F>>>;

/// `c[j, i] = sum over k of a[j, k] b[k, i]`, row by row (Gustavson's algorithm).
///
/// `a` is m by l, `b` is l by n, `c` becomes m by n. Row j of `c` is gathered in a workspace, a [`SparseByteMap`], and
/// then copied in order. Takes time linear in the number of products and in sorting each row of `c`.
///
/// # Errors
///
/// The columns of `a` are not as many as the rows of `b`.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
/// let mut c = Csr::empty([0, 0])?;
/// spgemm::gustavson(&mut c, &a, &a)?;
/// assert_eq!(c.to_dense()?, [7.0, 2.0, 3.0, 6.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn gustavson<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<()> {
    gustavson_over(PlusTimes, c, a, b, &mut Workspace::<T>::default())
}

/// [`gustavson`] over a semiring, in a workspace that can be kept for the next product.
///
/// # Errors
///
/// The columns of `a` are not as many as the rows of `b`.
pub fn gustavson_over<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    c: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
    workspace: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
) -> Result<()> {
    finch! {
        c .= _;
        for j {
            workspace .= _;
            for k, i { workspace[i] <<S::plus()>>= map2(S::times(), a[j, k], b[k, i]); }
            for i { c[j, i] = workspace[i]; }
        }
    }
    .run()
}
