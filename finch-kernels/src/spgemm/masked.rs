//! Under masks: only the entries that a mask leaves are computed.
//!
//! A mask is a matrix of booleans. For where another matrix stores something, values aside, take its
//! [`pattern`](finch_formats::Tensor::pattern).

use super::{MaskWorkspace, Workspace, stored};
use crate::{MatrixOf, OutputOf};
use finch_formats::traits::algebra::fill::{False, Zero};
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::expr::overload::{map1, map2};
use finch_formats::traits::finch;
use finch_formats::traits::level::Follows;
use finch_formats::traits::level::Level;
use finch_formats::traits::{Error, ErrorKind, Result};
use finch_formats::{SparseShortScalar, Tensor};
use typenum::{U1, U2};

/// The mask is as large as the product. A program that marks rows of it in a workspace would name the workspace.
fn check_mask<M: Level<T = bool, Rank = U2>>(mask: &Tensor<M>, rows: usize, columns: usize) -> Result<()> {
    let shape = mask.shape();
    if shape[..] == [rows, columns] {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Mismatch,
        format!(
            "`mask` is {} by {}, and the product is {rows} by {columns}",
            shape[0], shape[1]
        ),
    ))
}

macro_rules! under_masks {
    ($(
        $(#[$doc:meta])*
        $name:ident, $(#[$over_doc:meta])* $name_over:ident;
        $(#[$inner_doc:meta])*
        $inner:ident, $(#[$inner_over_doc:meta])* $inner_over:ident:
        where ($($not:tt)?);
    )*) => { $(
        $(#[$doc])*
        ///
        /// # Errors
        ///
        /// The columns of `a` are not as many as the rows of `b`; `mask` is not as large as `c` becomes; `c` cannot hold the
        /// product.
        pub fn $name<T: Number>(
            c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
            mask: &Tensor<impl MatrixOf<bool>>,
            a: &Tensor<impl MatrixOf<T>>,
            b: &Tensor<impl MatrixOf<T>>,
        ) -> Result<()> {
            let workspaces = (&mut Workspace::<T>::default(), &mut MaskWorkspace::default());
            $name_over(PlusTimes, c, mask, a, b, workspaces)
        }

        $(#[$over_doc])*
        ///
        /// # Errors
        ///
        #[doc = concat!("As for [`", stringify!($name), "`].")]
        pub fn $name_over<T: Copy + PartialEq + 'static, S: Semiring<T>>(
            _semiring: S,
            c: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
            mask: &Tensor<impl MatrixOf<bool>>,
            a: &Tensor<impl MatrixOf<T>>,
            b: &Tensor<impl MatrixOf<T>>,
            workspaces: (
                &mut Tensor<impl OutputOf<T, U1, S::Zero>>,
                &mut Tensor<impl OutputOf<bool, U1, False> + Follows>,
            ),
        ) -> Result<()> {
            check_mask(mask, a.shape()[0], b.shape()[1])?;
            let (workspace, marked) = workspaces;
            let stored = stored::<T, S>();
            finch! {
                c .= _;
                for j {
                    marked .= _;
                    for i { marked[i] = mask[j, i]; }
                    workspace .= _;
                    for k, i {
                        if $($not)? marked[follow(i)] {
                            workspace[i] <<S::plus()>>= map2(S::times(), a[j, k], b[k, i]);
                        }
                    }
                    for i {
                        let sum = workspace[i];
                        if map1(stored, sum) { c[j, i] = sum; }
                    }
                }
            }
            .run()
        }

        $(#[$inner_doc])*
        ///
        /// # Errors
        ///
        /// `a` and `bt` have different numbers of columns; `mask` is not as large as `c` becomes; `c` cannot hold the product.
        pub fn $inner<T: Number>(
            c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
            mask: &Tensor<impl MatrixOf<bool>>,
            a: &Tensor<impl MatrixOf<T>>,
            bt: &Tensor<impl MatrixOf<T>>,
        ) -> Result<()> {
            $inner_over(PlusTimes, c, mask, a, bt)
        }

        $(#[$inner_over_doc])*
        ///
        /// # Errors
        ///
        #[doc = concat!("As for [`", stringify!($inner), "`].")]
        pub fn $inner_over<T: Copy + PartialEq + 'static, S: Semiring<T>>(
            _semiring: S,
            c: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
            mask: &Tensor<impl MatrixOf<bool>>,
            a: &Tensor<impl MatrixOf<T>>,
            bt: &Tensor<impl MatrixOf<T>>,
        ) -> Result<()> {
            check_mask(mask, a.shape()[0], bt.shape()[0])?;
            let mut entry = SparseShortScalar::<T, S::Zero>::default();
            let stored = stored::<T, S>();
            finch! {
                c .= _;
                for j, i {
                    if $($not)? mask[j, i] {
                        entry .= _;
                        for k { entry[] <<S::plus()>>= map2(S::times(), a[j, k], bt[i, k]); }
                        let sum = entry[];
                        if map1(stored, sum) { c[j, i] = sum; }
                    }
                }
            }
            .run()
        }
    )* };
}

under_masks! {
    /// `c[j, i] = sum over k of a[j, k] b[k, i]` where `mask[j, i]`, row by row.
    ///
    /// `a` is m by l, `b` is l by n, `mask` is m by n, and so becomes `c`. A row of the mask is marked in a workspace, in
    /// which each product is looked up before it is computed. Takes time linear in the number of products, computed or not,
    /// in what `mask` stores, and in sorting each row of `c`.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let mut c = Csr::default();
    /// spgemm::masked(&mut c, &a.pattern(), &a, &a)?;
    /// assert_eq!(c.to_dense()?, [7.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    masked,
    /// [`masked`] over a semiring, in workspaces that can be kept for the next product: one for a row of `c`, and one for
    /// a row of the mask.
    masked_over;
    /// `c[j, i] = sum over k of a[j, k] bt[i, k]` where `mask[j, i]`, entry by entry: the mask leads.
    ///
    /// `a` is m by l, `bt` is n by l, `mask` is m by n, and so becomes `c`. Takes time linear in what `mask` stores, each
    /// entry of which takes a merge of a row of `a` with a row of `bt`.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// // Common neighbours of the ends of each edge.
    /// let edges = [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]];
    /// let a = Csr::from_triplets([3, 3], edges.map(|edge| (edge, 1)), Add)?;
    /// let mut common = Csr::default();
    /// spgemm::inner_masked(&mut common, &a.pattern(), &a, &a)?;
    /// assert_eq!(common, a);
    /// # Ok::<(), Error>(())
    /// ```
    inner_masked,
    /// [`inner_masked`] over a semiring. A sum ends as soon as nothing can change it.
    inner_masked_over:
    where ();

    /// `c[j, i] = sum over k of a[j, k] b[k, i]` where not `mask[j, i]`, row by row: [`masked`] by the complement.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let mut c = Csr::default();
    /// spgemm::complemented(&mut c, &a.pattern(), &a, &a)?;
    /// assert_eq!(c.to_dense()?, [0.0, 0.0, 0.0, 6.0]);
    /// # Ok::<(), Error>(())
    /// ```
    complemented,
    /// [`complemented`] over a semiring, in workspaces that can be kept for the next product: one for a row of `c`, and one
    /// for a row of the mask.
    complemented_over;
    /// `c[j, i] = sum over k of a[j, k] bt[i, k]` where not `mask[j, i]`, entry by entry: [`inner_masked`] by the complement.
    ///
    /// Takes time linear in m times n, a merge for each entry that the mask leaves.
    inner_complemented,
    /// [`inner_complemented`] over a semiring. A sum ends as soon as nothing can change it.
    inner_complemented_over:
    where (!);
}
