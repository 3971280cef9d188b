//! Vectors and matrices put together and cut: concatenation, slices, Kronecker products.
//!
//! | function | computes |
//! |---|---|
//! | [`concatenate`] | `a`, and `b` behind it |
//! | [`vstack`], [`hstack`] | `a`, and `b` below it or beside it |
//! | [`slice`](fn@slice), [`submatrix`] | a range of a vector; a range of rows and one of columns |
//! | [`kron`] | `c[i p + k, j q + l] = a[i, j] b[k, l]` |
//!
//! Each is one loop that writes in ascending order, so that every format can be its result, which the caller says:
//! `let c: Csr<f64> = join::vstack(&a, &b)?`. What is not stored is not visited; runs stay runs. Where a format has another fill
//! than the result, its fill is stored. As parts of expressions they are methods of arrays: see [`array`](finch_formats::array).

use crate::NewVector;
use crate::imports::*;
use finch_formats::ByteMapVector;
use finch_formats::traits::mask::Frame;

both_forms! {
    /// The vector `a`, and `b` behind it.
    ///
    /// Takes time linear in what `a` and `b` store.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = RunVector::from_dense([4], &[1, 1, 1, 2])?;
    /// let b = RunVector::from_dense([3], &[2, 2, 3])?;
    /// let c: RunVector<i32> = join::concatenate(&a, &b)?;
    /// assert_eq!(c.to_dense()?, [1, 1, 1, 2, 2, 2, 3]);
    /// # Ok::<(), Error>(())
    /// ```
    concatenate, concatenate_into(a: VectorOf, b: VectorOf) -> c: NewVector VectorOutput of any fill;
    as
    /// [`concatenate`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    {
        let behind = a.extent(0);
        let frame = Frame::new([behind + b.extent(0)]);
        finch! {
            c .= _;
            for i { if frame[i] { c[i] = coalesce(a[~i], b[~(i - behind)]) } }
        }
        .run()
    }
}

both_forms! {
    /// The matrix `a`, and the rows of `b` below it.
    ///
    /// Takes time linear in the number of rows and in what `a` and `b` store.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([1, 0], 3.0)], Add)?;
    /// let b = Csr::from_triplets([1, 2], [([0, 1], 4.0)], Add)?;
    /// let c: Csr<f64> = join::vstack(&a, &b)?;
    /// assert_eq!(c.to_dense()?, [1.0, 0.0, 3.0, 0.0, 0.0, 4.0]);
    /// # Ok::<(), Error>(())
    /// ```
    vstack, vstack_into(a: MatrixOf, b: MatrixOf) -> c: NewMatrix MatrixOutput of any fill;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `a` and `b` have not as many columns as each other.
    as
    /// [`vstack`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    {
        let below = a.extent(0);
        let frame = Frame::new([below + b.extent(0)]);
        finch! {
            c .= _;
            for j { if frame[j] { for i { c[j, i] = coalesce(a[~j, i], b[~(j - below), i]) } } }
        }
        .run()
    }
}

both_forms! {
    /// The matrix `a`, and the columns of `b` beside it.
    ///
    /// Takes time linear in the number of rows and in what `a` and `b` store.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([1, 0], 3.0)], Add)?;
    /// let b = Csr::from_triplets([2, 1], [([1, 0], 4.0)], Add)?;
    /// let c: Csr<f64> = join::hstack(&a, &b)?;
    /// assert_eq!(c.to_dense()?, [1.0, 0.0, 0.0, 3.0, 0.0, 4.0]);
    /// # Ok::<(), Error>(())
    /// ```
    hstack, hstack_into(a: MatrixOf, b: MatrixOf) -> c: NewMatrix MatrixOutput of any fill;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `a` and `b` have not as many rows as each other.
    as
    /// [`hstack`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    {
        let beside = a.extent(1);
        let frame = Frame::new([beside + b.extent(1)]);
        finch! {
            c .= _;
            for j, i { if frame[i] { c[j, i] = coalesce(a[j, ~i], b[j, ~(i - beside)]) } }
        }
        .run()
    }
}

both_forms! {
    /// The entries of `a` in `range`, counted from its start.
    ///
    /// Takes time linear in what `a` stores there, and one search.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = SparseVector::from_triplets([1_000_000], [([3], 2.0), ([500_000], 1.0), ([500_002], 4.0)], Add)?;
    /// let b: SparseVector<f64> = join::slice(&a, 499_999..500_003)?;
    /// assert_eq!(b.to_dense()?, [0.0, 1.0, 0.0, 4.0]);
    /// # Ok::<(), Error>(())
    /// ```
    slice, slice_into(a: VectorOf, range: [Range<usize>]) -> c: NewVector VectorOutput of any fill;
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the range ends beyond `a`, or before it starts.
    by
    /// [`slice`](fn@slice) into `c`, in any format: what it holds is replaced, and its memory is reused.
    {
        c .= _;
        for i { c[i] = a[window(i, range)] }
    }
}

both_forms! {
    /// The entries of `a` in the given rows and columns, counted from their start.
    ///
    /// Takes time linear in the number of these rows and in what `a` stores there, and one search per row.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Matrix::from_dense([3, 3], &[1, 2, 3, 4, 5, 6, 7, 8, 9])?;
    /// let b: Matrix<i32> = join::submatrix(&a, 1..3, 0..2)?;
    /// assert_eq!(b.values(), [4, 5, 7, 8]);
    /// # Ok::<(), Error>(())
    /// ```
    submatrix, submatrix_into(a: MatrixOf, rows: [Range<usize>], columns: [Range<usize>]) -> c: NewMatrix MatrixOutput of any fill;
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a range ends beyond `a`, or before it starts.
    by
    /// [`submatrix`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    {
        c .= _;
        for j, i { c[j, i] = a[window(j, rows), window(i, columns)] }
    }
}

both_forms! {
    /// `c[i p + k, j q + l] = a[i, j] b[k, l]`, where `b` is `p` by `q`: each entry of `a` times all of `b` (Kronecker product).
    ///
    /// Takes time linear in the rows of the result, and in the number of entries of `a` times that of `b`; and memory for one row of the result.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let b = Csr::from_triplets([1, 2], [([0, 0], 1.0), ([0, 1], 10.0)], Add)?;
    /// let c: Csr<f64> = join::kron(&a, &b)?;
    /// assert_eq!(c.to_dense()?, [0.0, 0.0, 2.0, 20.0, 3.0, 30.0, 0.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    kron, kron_into(a: MatrixOf, b: MatrixOf) -> c: NewMatrix MatrixOutput;
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): the number of rows or columns exceeds `usize`.
    as
    /// [`kron`] into `c`, in any format: what it holds is replaced, and its memory is reused.
    {
        let [rows, columns] = [0, 1].map(|axis| a.extent(axis).checked_mul(b.extent(axis)));
        let (Some(rows), Some(columns)) = (rows, columns) else {
            return Err(error!(
                TooLarge,
                "the Kronecker product of {:?} by {:?} has too many places",
                a.extents::<2>(),
                b.extents::<2>()
            ));
        };
        // Without rows or columns there is no loop in which these are divided by.
        let (p, q) = (b.extent(0).max(1), b.extent(1));
        // No loop says how long it is: its places are sums.
        let mut row = ByteMapVector::<T>::empty([columns])?;
        let (high, wide) = (Frame::new([rows]), Frame::new([columns]));
        finch! {
            c .= 0;
            for r {
                if high[r] {
                    row .= 0;
                    for j, l { row[j * q + l] = a[r / p, j] * b[r % p, l] }
                    for s { if wide[s] { c[r, s] = row[s] } }
                }
            }
        }
        .run()
    }
}
