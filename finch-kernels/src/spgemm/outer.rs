//! Column by row.

use super::forms::short_forms;
use super::{OuterWorkspace, stored};
use crate::imports::*;

short_forms! {
    /// `c[j, i] = sum over k of at[k, j] b[k, i]`: outer products of the rows of the transposed `a` with those of `b`, summed
    /// in tables and then copied in order (Ahrens et al., "Finch", 2025, section 6.2).
    ///
    /// `at` is l by m, `b` is l by n, and the result is m by n. Takes time linear in the number of products, each at a random
    /// place of a table, and in sorting the product; nothing depends on m, l and n if `at`, `b` and the result list their rows.
    /// For matrices of which few rows hold anything.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Dcsr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let c: Dcsr<f64> = spgemm::outer(&a, &a)?;
    /// assert_eq!(c.to_dense()?, [10.0, 2.0, 2.0, 4.0]);
    /// # Ok::<(), Error>(())
    /// ```
    outer, outer_into, outer_semiring of outer_semiring_into(at, b in &mut OuterWorkspace::default()) -> c: ();
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `at` and `b` have different numbers of rows.
    by
    /// `c[j, i] = plus over k of times(at[k, j], b[k, i])`: [`outer`] over a semiring, into `c`, in a workspace that can be
    /// kept for the next product: an [`OuterWorkspace`], or any matrix that can be written anywhere. What `c` holds is
    /// replaced, and its memory is reused. Sums that come to the zero of the semiring are not stored.
    (workspace: &mut Tensor<impl MatrixOutput<T, S::Zero>>)
    as {
        let stored = stored::<T, S>();
        finch! {
            workspace .= _;
            c .= _;
            for k, j, i { workspace[j, i] <<S::plus()>>= map2(S::times(), at[k, j], b[k, i]); }
            for j, i {
                let sum = workspace[j, i];
                if map1(stored, sum) { c[j, i] = sum; }
            }
        }
        .run()
    }
}
