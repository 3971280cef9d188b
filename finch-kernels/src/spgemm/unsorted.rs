//! Row by row, into rows that are not sorted.

use super::foresee;
use super::forms::short_forms;
use crate::imports::*;

short_forms! {
    /// `c[j, i] = sum over k of a[j, k] b[k, i]`, row by row, summed in the result itself (Gustavson's algorithm; Nagasaka,
    /// Matsuoka, Azad and Buluc, 2019, compare products with and without sorted rows).
    ///
    /// `a` is m by l, `b` is l by n, and the result is m by n. Unlike in [`gustavson`](super::gustavson()) no workspace is
    /// copied, and nothing is sorted. So the rows of the result must be writable in any order, such as those of a
    /// [`DictMatrix`](finch_formats::DictMatrix), of a [`Matrix`](finch_formats::Matrix), or of an
    /// [`UnsortedCsr`](finch_formats::UnsortedCsr), which stores the columns of a row in the order in which they come up;
    /// [`sort`](finch_formats::Tensor::sort) makes it compressed sparse rows. Sums that cancel are stored: whether one does is
    /// known only when it is complete.
    ///
    /// Takes time linear in m, n and the number of products, if rows of `b` are found at once; if they are listed, a row of
    /// `a` is merged with that list. An [`UnsortedCsr`](finch_formats::UnsortedCsr) keeps 4 bytes for each column for the
    /// next product.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 3.0), ([1, 1], 1.0)], Add)?;
    /// let b = Csr::from_triplets([2, 3], [([0, 2], 1.0), ([1, 0], 4.0), ([1, 2], 5.0)], Add)?;
    /// let c: UnsortedCsr<f64> = spgemm::unsorted(&a, &b)?;
    /// assert_eq!(c.level().child().idx(), &[0, 2, 2, 0]);
    /// assert_eq!(c.sort().to_dense()?, [8.0, 0.0, 10.0, 4.0, 0.0, 8.0]);
    /// # Ok::<(), Error>(())
    /// ```
    unsorted, unsorted_into, unsorted_semiring of unsorted_semiring_into(a, b) -> c: ();
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the rows of `b`.
    /// * [`Order`](crate::ErrorKind::Order): the rows of the result can only be written in ascending order of columns, as those of a
    ///   [`Csr`](finch_formats::Csr), and the product comes in another order.
    by
    /// `c[j, i] = plus over k of times(a[j, k], b[k, i])`: [`unsorted`] over a semiring, into `c`, in any format whose rows can be
    /// written in any order: what it holds is replaced, and its memory is reused.
    under policies
    /// On several threads each part of the rows is summed in a matrix of its own, and these are put behind each other.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 3.0), ([1, 1], 1.0)], Add)?;
    /// let (mut c, mut d) = (UnsortedCsr::default(), UnsortedCsr::<f64>::default());
    /// spgemm::unsorted_by(Serial, PlusTimes, &mut c, &a, &a)?;
    /// # #[cfg(feature = "parallel")]
    /// spgemm::unsorted_by(Parallel::new(), PlusTimes, &mut d, &a, &a)?;
    /// # #[cfg(feature = "parallel")]
    /// assert!(c.same_storage(&d));
    /// # Ok::<(), Error>(())
    /// ```
    unsorted_by: Unsorted[T: Copy + 'static, S: Semiring<T>] of (T, S),
    writes c: C: MatrixOutput<T, S::Zero>;
    reads a: A: MatrixOf<T>, b: B: MatrixOf<T>;
    // Products of an entry of `a`, on average.
    work b.count_stored() / b.extent(0).max(1);
    // A row that is written has room for all columns.
    with { foresee(c, a, b, b.extent(1)); }
    { c .= _; } j { for k, i { c[j, i] <<S::plus()>>= map2(S::times(), a[j, k], b[k, i]); } }
}
