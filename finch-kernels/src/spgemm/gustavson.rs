//! Row by row.

use super::forms::short_forms;
use super::{Workspace, foresee, stored};
use crate::imports::*;

short_forms! {
    /// `c[j, i] = sum over k of a[j, k] b[k, i]`, row by row (Gustavson's algorithm; Ahrens et al., "Finch", 2025, section 6.2).
    ///
    /// `a` is m by l, `b` is l by n, and the result is m by n. Each of its rows is summed in a [`Workspace`], and then copied in
    /// order. Takes time linear in m, n, the number of products, and in sorting each row, if rows of `b` are found at once; if
    /// they are listed, a row of `a` is merged with that list.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let mut c: Csr<f64> = spgemm::gustavson(&a, &a)?;
    /// assert_eq!(c.to_dense()?, [7.0, 2.0, 3.0, 6.0]);
    /// spgemm::gustavson_into(&mut c, &a, &a)?;
    /// # Ok::<(), Error>(())
    /// ```
    gustavson, gustavson_into, gustavson_semiring
    of gustavson_semiring_into(a, b in &mut Workspace::default()) -> c: ();
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the rows of `b`.
    by
    /// `c[j, i] = plus over k of times(a[j, k], b[k, i])`: [`gustavson`] over a semiring, into `c`, in a workspace that can
    /// be kept for the next product: a [`Workspace`], or a [`DictWorkspace`](super::DictWorkspace), whose room does not
    /// depend on n. What `c` holds is replaced, and its memory is reused.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    /// use finch_kernels::spgemm::Workspace;
    ///
    /// // The shortest paths of two edges.
    /// let a = CsrWithFill::<f64, Inf>::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Min)?;
    /// let (mut c, mut row) = (CsrWithFill::<f64, Inf>::default(), Workspace::<f64, Inf>::default());
    /// spgemm::gustavson_semiring_into(MinPlus, &mut c, &a, &a, &mut row)?;
    /// assert_eq!(c.to_dense()?, [2.0, 3.0, 4.0, 5.0]);
    /// # Ok::<(), Error>(())
    /// ```
    (workspace: &mut Tensor<impl VectorOutput<T, S::Zero>>)
    under policies
    /// On several threads each part of the rows has a workspace of its own.
    gustavson_by: Gustavson[T: Copy + PartialEq + 'static, S: Semiring<T>] of (T, S),
    writes c: C: MatrixOutput<T, S::Zero>;
    in workspace: W: VectorOutput<T, S::Zero>;
    reads a: A: MatrixOf<T>, b: B: MatrixOf<T>;
    // Products of an entry of `a`, on average.
    work b.count_stored() / b.extent(0).max(1);
    with {
        foresee(c, a, b, 0);
        let stored = stored::<T, S>();
    }
    { c .= _; } j {
        workspace .= _;
        for k, i { workspace[i] <<S::plus()>>= map2(S::times(), a[j, k], b[k, i]); }
        for i {
            let sum = workspace[i];
            if map1(stored, sum) { c[j, i] = sum; }
        }
    }
}
