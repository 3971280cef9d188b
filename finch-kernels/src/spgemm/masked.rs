//! Under masks: only the entries that a mask leaves are computed.
//!
//! A mask is a matrix of booleans. For where another matrix stores something, values aside, take its
//! [`pattern`](finch_formats::Tensor::pattern).

use super::forms::short_forms;
use super::{MaskWorkspace, Workspace, stored};
use crate::imports::*;
use finch_formats::SparseShortScalar;
use finch_formats::traits::algebra::fill::False;
use finch_formats::traits::level::Follows;

/// The mask is as large as the product. A program that marks rows of it in a workspace would name the workspace.
fn check_mask(mask: &Tensor<impl MatrixOf<bool>>, rows: usize, columns: usize) -> Result<()> {
    let shape = mask.extents();
    if shape == [rows, columns] {
        return Ok(());
    }
    Err(error!(
        Mismatch,
        "`mask` is {} by {}, and the product is {rows} by {columns}", shape[0], shape[1]
    ))
}

/// The two programs, by a mask, or by its complement with `!`. Only a mask bounds how many entries a product has.
macro_rules! under_masks {
    (
        where ($($not:tt)?), bounded $bounded:literal;
        by rows
        $(#[$doc:meta])* $name:ident, $into:ident, $semiring:ident of $(#[$over:meta])* $general:ident;
        by entries
        $(#[$inner_doc:meta])* $inner:ident, $inner_into:ident, $inner_semiring:ident of $(#[$inner_over:meta])* $inner_general:ident;
    ) => {
        short_forms! {
            $(#[$doc])*
            $name, $into, $semiring
            of $general(a, b under mask in (&mut Workspace::default(), &mut MaskWorkspace::default())) -> c: ();
            /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the rows of `b`, or `mask` is not as large as
            ///   the product.
            by
            $(#[$over])*
            ///
            /// What `c` holds is replaced, and its memory is reused. The workspaces, one for a row of `c` and one for a row of the mask, can be
            /// kept for the next product.
            (workspaces: (&mut Tensor<impl VectorOutput<T, S::Zero>>, &mut Tensor<impl VectorOutput<bool, False> + Follows>))
            as {
                check_mask(mask, a.extent(0), b.extent(1))?;
                if $bounded {
                    crate::operand::foresee(c, mask.count_stored())
                }
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
        }

        short_forms! {
            $(#[$inner_doc])*
            $inner, $inner_into, $inner_semiring of $inner_general(a, bt under mask) -> c: ();
            /// * [`Mismatch`](crate::ErrorKind::Mismatch): `a` and `bt` have different numbers of columns, or `mask` is not as large as the
            ///   product.
            by
            $(#[$inner_over])*
            ///
            /// What `c` holds is replaced, and its memory is reused. A sum ends as soon as nothing can change it.
            as {
                check_mask(mask, a.extent(0), bt.extent(0))?;
                if $bounded {
                    crate::operand::foresee(c, mask.count_stored())
                }
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
        }
    };
}

under_masks! {
    where (), bounded true;
    by rows
    /// `c[j, i] = sum over k of a[j, k] b[k, i]` where `mask[j, i]`, row by row.
    ///
    /// `a` is m by l, `b` is l by n, `mask` is m by n, and so is the result. A row of the mask is marked in a
    /// workspace, in which each product is looked up before it is computed. Takes time linear in m and n, in the number
    /// of products, computed or not, in what `mask` stores, and in sorting each row of the result.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let c: Csr<f64> = spgemm::masked(&a.pattern(), &a, &a)?;
    /// assert_eq!(c.to_dense()?, [7.0, 2.0, 3.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    masked, masked_into, masked_semiring of
    /// `c[j, i] = plus over k of times(a[j, k], b[k, i])` where `mask[j, i]`: [`masked`] over a semiring, into `c`, in any format.
    masked_semiring_into;
    by entries
    /// `c[j, i] = sum over k of a[j, k] bt[i, k]` where `mask[j, i]`, entry by entry: the mask leads.
    ///
    /// `a` is m by l, `bt` is n by l, `mask` is m by n, and so is the result. Takes time linear in what `mask` stores, each
    /// entry of which takes a merge of a row of `a` with a row of `bt`.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// // Common neighbours of the ends of each edge.
    /// let edges = [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]];
    /// let a = Csr::from_triplets([3, 3], edges.map(|edge| (edge, 1)), Add)?;
    /// let common: Csr<i32> = spgemm::inner_masked(&a.pattern(), &a, &a)?;
    /// assert_eq!(common, a);
    /// # Ok::<(), Error>(())
    /// ```
    inner_masked, inner_masked_into, inner_masked_semiring of
    /// `c[j, i] = plus over k of times(a[j, k], bt[i, k])` where `mask[j, i]`: [`inner_masked`] over a semiring, into `c`, in any format.
    inner_masked_semiring_into;
}

under_masks! {
    where (!), bounded false;
    by rows
    /// `c[j, i] = sum over k of a[j, k] b[k, i]` where not `mask[j, i]`, row by row: the product without what the mask holds.
    ///
    /// `a` is m by l, `b` is l by n, `mask` is m by n, and so is the result. A row of the mask is marked in a
    /// workspace, in which each product is looked up before it is computed. Takes time linear in m and n, in the number
    /// of products, computed or not, in what `mask` stores, and in sorting each row of the result.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let c: Csr<f64> = spgemm::complemented(&a.pattern(), &a, &a)?;
    /// assert_eq!(c.to_dense()?, [0.0, 0.0, 0.0, 6.0]);
    /// # Ok::<(), Error>(())
    /// ```
    complemented, complemented_into, complemented_semiring of
    /// `c[j, i] = plus over k of times(a[j, k], b[k, i])` where not `mask[j, i]`: [`complemented`] over a semiring, into `c`, in any format.
    complemented_semiring_into;
    by entries
    /// `c[j, i] = sum over k of a[j, k] bt[i, k]` where not `mask[j, i]`, entry by entry.
    ///
    /// `a` is m by l, `bt` is n by l, `mask` is m by n, and so is the result. Takes time linear in m times n, with a merge of a
    /// row of `a` with a row of `bt` for each entry that the mask leaves.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let c: Csr<f64> = spgemm::inner_complemented(&a.pattern(), &a, &a)?;
    /// assert_eq!(c.to_dense()?, [0.0, 0.0, 0.0, 9.0]);
    /// # Ok::<(), Error>(())
    /// ```
    inner_complemented, inner_complemented_into, inner_complemented_semiring of
    /// `c[j, i] = plus over k of times(a[j, k], bt[i, k])` where not `mask[j, i]`: [`inner_complemented`] over a semiring, into `c`, in any format.
    inner_complemented_semiring_into;
}
