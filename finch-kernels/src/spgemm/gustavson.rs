//! Row by row.

use super::{Workspace, stored};
use crate::{MatrixOf, OutputOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::expr::overload::{map1, map2};
use finch_formats::traits::finch;
use typenum::{U1, U2};

/// `c[j, i] = sum over k of a[j, k] b[k, i]`, row by row (Gustavson's algorithm; Finch paper, section 6.2).
///
/// `a` is m by l, `b` is l by n, `c` becomes m by n. Row j of `c` is summed in a [`Workspace`], and then copied in order.
/// Takes time linear in m, n, the number of products, and in sorting each row of `c`, if rows of `b` are found at once;
/// if they are listed, a row of `a` is merged with that list.
///
/// # Errors
///
/// The columns of `a` are not as many as the rows of `b`; `c` cannot hold the product.
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

/// [`gustavson`] over a semiring, in a workspace that can be kept for the next product: a [`Workspace`], or a
/// [`DictWorkspace`](super::DictWorkspace), whose room does not depend on n.
///
/// # Errors
///
/// As for [`gustavson`].
pub fn gustavson_over<T: Copy + PartialEq + 'static, S: Semiring<T>>(
    _semiring: S,
    c: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
    workspace: &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
) -> Result<()> {
    let stored = stored::<T, S>();
    finch! {
        c .= _;
        for j {
            workspace .= _;
            for k, i { workspace[i] <<S::plus()>>= map2(S::times(), a[j, k], b[k, i]); }
            for i {
                let sum = workspace[i];
                if map1(stored, sum) { c[j, i] = sum; }
            }
        }
    }
    .run()
}
