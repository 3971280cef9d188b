//! Vectors, entry by entry.
//!
//! | function | computes |
//! |---|---|
//! | [`dot`], [`gallop_dot`] | `sum over i of a[i] b[i]` |
//! | [`add`], [`add_three`] | `a[i] + b[i]`, `a[i] + b[i] + c[i]` |
//! | [`multiply`] | `a[i] b[i]` |
//!
//! Those that make a vector return it in the format that the caller says, see [`NewVector`]:
//! `let c: SparseVector<f64> = vector::add(&a, &b)?`. Their twins that end in `_into` write to an output whose memory is used
//! again.

use crate::NewVector;
use crate::imports::*;
use finch_formats::traits::level::Gallops;

/// `sum over i of a[i] b[i]`: the dot product of two vectors.
///
/// Two sparse vectors are merged, and only where both have an entry is anything computed; two run-length vectors are
/// merged run by run. Takes time linear in what `a` and `b` store, or in what the sparse one stores if the other is
/// dense.
///
/// # Errors
///
/// [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a` and `b` disagree.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = SparseVector::from_triplets([1_000_000], [([3], 2.0), ([70_000], 1.0)], Add)?;
/// let b = SparseVector::from_triplets([1_000_000], [([4], 2.0), ([70_000], 5.0)], Add)?;
/// assert_eq!(vector::dot(&a, &b)?, 5.0);
/// # Ok::<(), Error>(())
/// ```
pub fn dot<T: Number>(a: &Tensor<impl VectorOf<T>>, b: &Tensor<impl VectorOf<T>>) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for i { sum[] += a[i] * b[i]; }
    }
    .run()?;
    Ok(sum.get())
}

/// `sum over i of a[i] b[i]` by galloping: each vector leaps to where the other one stands.
///
/// Faster than [`dot`] where one vector has many times the entries of the other. Takes as many leaps as the smaller one
/// stores, logarithmic each.
///
/// # Errors
///
/// [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a` and `b` disagree.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let few = SparseVector::from_triplets([1000], [([3], 2.0), ([700], 1.0)], Add)?;
/// let many = SparseVector::from_triplets([1000], (0..1000).map(|i| ([i], 5.0)), Add)?;
/// assert_eq!(vector::gallop_dot(&few, &many)?, 15.0);
/// # Ok::<(), Error>(())
/// ```
pub fn gallop_dot<T: Number>(
    a: &Tensor<impl VectorOf<T> + Gallops>,
    b: &Tensor<impl VectorOf<T> + Gallops>,
) -> Result<T> {
    let mut sum = Scalar::<T>::default();
    finch! {
        sum .= 0;
        for i { sum[] += a[gallop(i)] * b[gallop(i)]; }
    }
    .run()?;
    Ok(sum.get())
}

both_forms! {
    /// `a[i] + b[i]`. Sparse vectors are merged; an entry is stored where either has one.
    ///
    /// Takes time linear in what `a` and `b` store.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = SparseVector::from_triplets([5], [([1], 2.0), ([3], 1.0)], Add)?;
    /// let b = SparseVector::from_triplets([5], [([3], 4.0), ([4], 8.0)], Add)?;
    /// let c: SparseVector<f64> = vector::add(&a, &b)?;
    /// assert_eq!(c.count_stored(), 3);
    /// assert_eq!(c.to_dense()?, [0.0, 2.0, 0.0, 5.0, 8.0]);
    /// # Ok::<(), Error>(())
    /// ```
    add, add_into(a: VectorOf, b: VectorOf) -> c: NewVector VectorOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a` and `b` disagree.
    by
    /// `c[i] = a[i] + b[i]`: [`add`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    {
        c .= 0;
        for i { c[i] = a[i] + b[i]; }
    }
}

both_forms! {
    /// `a[i] + b[i] + c[i]`, in one pass. Sparse vectors are merged; an entry is stored where any of them has one.
    ///
    /// Takes time linear in what `a`, `b` and `c` store.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = SparseVector::from_triplets([4], [([1], 2.0), ([3], 1.0)], Add)?;
    /// let d: Vector<f64> = vector::add_three(&a, &a, &Vector::from(vec![1.0; 4]))?;
    /// assert_eq!(d.values(), [1.0, 5.0, 1.0, 3.0]);
    /// # Ok::<(), Error>(())
    /// ```
    add_three, add_three_into(a: VectorOf, b: VectorOf, c: VectorOf) -> d: NewVector VectorOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a`, `b` and `c` disagree.
    by
    /// `d[i] = a[i] + b[i] + c[i]`: [`add_three`] into `d`, in any format: what it holds is replaced, and its memory is reused.
    {
        d .= 0;
        for i { d[i] = a[i] + b[i] + c[i]; }
    }
}

both_forms! {
    /// `a[i] b[i]`. Sparse vectors are intersected; an entry is stored where both have one.
    ///
    /// Takes time linear in what `a` and `b` store, or in what the sparse one stores if the other is dense.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = SparseVector::from_triplets([5], [([1], 2.0), ([3], 3.0)], Add)?;
    /// let b = SparseVector::from_triplets([5], [([3], 4.0), ([4], 8.0)], Add)?;
    /// let c: SparseVector<f64> = vector::multiply(&a, &b)?;
    /// assert_eq!((c.count_stored(), c.get([3])), (1, Some(12.0)));
    /// # Ok::<(), Error>(())
    /// ```
    multiply, multiply_into(a: VectorOf, b: VectorOf) -> c: NewVector VectorOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a` and `b` disagree.
    by
    /// `c[i] = a[i] b[i]`: [`multiply`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    {
        c .= 0;
        for i { c[i] = a[i] * b[i]; }
    }
}
