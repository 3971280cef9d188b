//! Matrices, entry by entry.
//!
//! | function | computes |
//! |---|---|
//! | [`dot`] | `sum over j, i of a[j, i] b[j, i]` |
//! | [`add`] | `a[j, i] + b[j, i]` |
//! | [`multiply`] | `a[j, i] b[j, i]` |
//! | [`copy_by`] | `a[j, i]` in another format |
//!
//! Those that make a matrix return it in the format that the caller says, see [`NewMatrix`]:
//! `let c: Csr<f64> = matrix::add(&a, &b)?`. Their twins that end in `_into` write to an output whose memory is reused.

use crate::imports::*;
use crate::operand::foresee;

both_forms! {
    /// `a[j, i] + b[j, i]`. Sparse rows are merged; an entry is stored where either has one.
    ///
    /// Takes time linear in the number of rows and in what `a` and `b` store.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([1, 0], 3.0)], Add)?;
    /// let b = Csr::from_triplets([2, 2], [([0, 0], 4.0), ([1, 1], 5.0)], Add)?;
    /// let c: Csr<f64> = matrix::add(&a, &b)?;
    /// assert_eq!(c.to_dense()?, [5.0, 0.0, 3.0, 5.0]);
    /// # Ok::<(), Error>(())
    /// ```
    add, add_into(a: MatrixOf, b: MatrixOf) -> c: NewMatrix MatrixOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a` and `b` disagree.
    by
    /// `c[j, i] = a[j, i] + b[j, i]`: [`add`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    under policies
    add_by: Sum[T: Number] of (T),
    writes c: C: MatrixOutput<T>;
    reads a: A: MatrixOf<T>, b: B: MatrixOf<T>;
    with { foresee(c, a.count_stored().saturating_add(b.count_stored())); }
    { c .= 0; } j { for i { c[j, i] = a[j, i] + b[j, i]; } }
}

both_forms! {
    /// `a[j, i] b[j, i]`: the product entry by entry (Hadamard). Sparse rows are intersected; an entry is stored where both have
    /// one.
    ///
    /// Takes time linear in the number of rows and in what `a` and `b` store, or in what the sparse one stores if the
    /// other is dense.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 2.0), ([1, 0], 3.0)], Add)?;
    /// let b = Matrix::from_dense([2, 2], &[5.0, 6.0, 7.0, 8.0])?;
    /// let c: Csr<f64> = matrix::multiply(&a, &b)?;
    /// assert_eq!(c.count_stored(), 2);
    /// assert_eq!(c.to_dense()?, [10.0, 0.0, 21.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    multiply, multiply_into(a: MatrixOf, b: MatrixOf) -> c: NewMatrix MatrixOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a` and `b` disagree.
    by
    /// `c[j, i] = a[j, i] b[j, i]`: [`multiply`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    under policies
    multiply_by: Product[T: Number] of (T),
    writes c: C: MatrixOutput<T>;
    reads a: A: MatrixOf<T>, b: B: MatrixOf<T>;
    with { foresee(c, a.count_stored().min(b.count_stored())); }
    { c .= 0; } j { for i { c[j, i] = a[j, i] * b[j, i]; } }
}

/// `sum over j, i of a[j, i] b[j, i]`. Sparse rows are intersected.
///
/// Takes time linear in the number of rows and in what `a` and `b` store, or in what the sparse one stores if the other
/// is dense.
///
/// # Errors
///
/// [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a` and `b` disagree.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([1, 0], 3.0)], Add)?;
/// assert_eq!(matrix::dot(&a, &a)?, 10.0);
/// # Ok::<(), Error>(())
/// ```
pub fn dot<T: Number>(a: &Tensor<impl MatrixOf<T>>, b: &Tensor<impl MatrixOf<T>>) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for j, i { sum[] += a[j, i] * b[j, i]; }
    }
    .run()?;
    Ok(sum.get())
}

kernel! {
    /// `c[j, i] = a[j, i]`: a copy in another format, under a [policy](crate::policy). What `c` holds is replaced, and its memory is reused.
    ///
    /// Every entry that `a` stores is stored, explicit fills too, along with what the format of `c` stores anyway. On one thread
    /// [`Tensor::copy_from`] does it, for tensors of any number of dimensions and other fills. Takes time linear in the rows and in
    /// what either matrix stores.
    ///
    /// # Errors
    ///
    /// [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of
    /// `c` cannot hold what `a` stores, or there is not enough memory.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let (mut b, mut c) = (Matrix::default(), Dcsr::<f64>::default());
    /// matrix::copy_by(Serial, &mut b, &a)?;
    /// assert_eq!(b.values(), [0.0, 2.0, 3.0, 0.0]);
    /// # #[cfg(feature = "parallel")]
    /// matrix::copy_by(Parallel::new(), &mut c, &b)?;
    /// # #[cfg(feature = "parallel")]
    /// // What is dense stores its fill, too.
    /// assert_eq!(c.count_stored(), 4);
    /// # Ok::<(), Error>(())
    /// ```
    copy_by,
    Copied[T: Copy + 'static] of (T),
    writes c: C: MatrixOutput<T, <A as Level>::Fill>;
    reads a: A: MatrixOf<T>;
    with { foresee(c, a.count_stored()); }
    { c .= _; } j { for i { c[j, i] = a[j, i]; } }
}
