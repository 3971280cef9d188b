//! Entry by entry.

use super::forms::short_forms;
use super::stored;
use crate::imports::*;
use finch_formats::SparseShortScalar;

short_forms! {
    /// `c[j, i] = sum over k of a[j, k] bt[i, k]`, entry by entry: inner products of the rows of `a` with those of the
    /// transposed `b` (Ahrens et al., "Finch", 2025, section 6.2).
    ///
    /// `a` is m by l, `bt` is n by l, and the result is m by n. Takes time linear in m n, n times what `a` stores and m
    /// times what `bt` stores, however few entries the product has: for small products of long rows, and for dense
    /// ones.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let c: Csr<f64> = spgemm::inner(&a, &a)?;
    /// assert_eq!(c.to_dense()?, [5.0, 3.0, 3.0, 9.0]);
    /// # Ok::<(), Error>(())
    /// ```
    inner, inner_into, inner_semiring of inner_semiring_into(a, bt) -> c: ();
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `a` and `bt` have different numbers of columns.
    by
    /// `c[j, i] = plus over k of times(a[j, k], bt[i, k])`: [`inner`] over a semiring, into `c`, in any format: what it holds is
    /// replaced, and its memory is reused. A sum ends as soon as nothing can change it, as a disjunction by what is true.
    as {
        let mut entry = SparseShortScalar::<T, S::Zero>::default();
        let stored = stored::<T, S>();
        finch! {
            c .= _;
            for j, i {
                entry .= _;
                for k { entry[] <<S::plus()>>= map2(S::times(), a[j, k], bt[i, k]); }
                let sum = entry[];
                if map1(stored, sum) { c[j, i] = sum; }
            }
        }
        .run()
    }
}
