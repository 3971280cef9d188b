//! Tensors of three and four dimensions times vectors and matrices.
//!
//! | function | computes |
//! |---|---|
//! | [`ttv`], [`ttv_4`] | the last dimension times a vector: `y[i, j] = sum over k of x[i, j, k] v[k]` |
//! | [`ttm`], [`ttm_4`] | the last dimension times a matrix: `y[i, j, r] = sum over k of x[i, j, k] m[k, r]` |
//! | [`mttkrp`], [`mttkrp_4`] | all dimensions but the first times a matrix each: `y[i, r] = sum over j, k of x[i, j, k] b[j, r] c[k, r]` |
//!
//! Other dimensions are had by [permuting](finch_formats::prelude::Views) a tensor that can be looked up, or by storing
//! a sparse one with that dimension in its place. Results are made in the format that the caller says: `let y: Csr<f64>
//! = tensor::ttv(&x, &v)?`. Functions that end in `_into` write to an output whose memory is reused.

use crate::imports::*;
use typenum::U3;

/// The levels of a tensor of `T` with three dimensions, in any format.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor of `{T}` with three dimensions",
    note = "the kernel reads a tensor of three dimensions, whose values are of type `{T}`"
)]
pub trait CubeOf<T>: Level<T = T, Rank = U3> {}
#[diagnostic::do_not_recommend]
impl<T, L: Level<T = T, Rank = U3>> CubeOf<T> for L {}

/// The levels of a tensor of `T` with four dimensions, in any format.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor of `{T}` with four dimensions",
    note = "the kernel reads a tensor of four dimensions, whose values are of type `{T}`"
)]
pub trait HypercubeOf<T>: Level<T = T, Rank = U4> {}
#[diagnostic::do_not_recommend]
impl<T, L: Level<T = T, Rank = U4>> HypercubeOf<T> for L {}

both_forms! {
    /// `y[i, j] = sum over k of x[i, j, k] v[k]`: the last dimension of `x` times a vector.
    ///
    /// `x` is l by m by n and `v` has n entries; the result is l by m. Takes time linear in what `x` stores, if `v` can
    /// be looked up.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let x = Csf::from_triplets([2, 2, 3], [([0, 1, 0], 1.0), ([0, 1, 2], 2.0), ([1, 0, 1], 3.0)], Add)?;
    /// let y: Csr<f64> = tensor::ttv(&x, &Vector::from(vec![1.0, 10.0, 100.0]))?;
    /// assert_eq!(y.to_dense()?, [0.0, 201.0, 30.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ttv, ttv_into(x: CubeOf, v: VectorOf) -> y: NewMatrix MatrixOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the last dimension of `x` is not as long as `v`.
    as
    /// [`ttv`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        let mut sum = Scalar::<T>::default();
        finch! {
            y .= 0;
            for i, j {
                sum .= 0;
                for k { sum[] += x[i, j, k] * v[k] }
                y[i, j] = sum[]
            }
        }
        .run()
    }
}

both_forms! {
    /// `y[h, i, j] = sum over k of x[h, i, j, k] v[k]`: the last dimension of `x`, which has four, times a vector.
    ///
    /// Takes time linear in what `x` stores, if `v` can be looked up.
    ttv_4, ttv_4_into(x: HypercubeOf, v: VectorOf) -> y: CubeOf;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the last dimension of `x` is not as long as `v`.
    as
    /// [`ttv_4`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        let mut sum = Scalar::<T>::default();
        finch! {
            y .= 0;
            for h, i, j {
                sum .= 0;
                for k { sum[] += x[h, i, j, k] * v[k] }
                y[h, i, j] = sum[]
            }
        }
        .run()
    }
}

both_forms! {
    /// `y[i, j, r] = sum over k of x[i, j, k] m[k, r]`: the last dimension of `x` times a matrix.
    ///
    /// `x` is l by m by n, `m` is n by p with rows that can be looked up; the result is l by m by p. Takes time linear in p times what
    /// `x` stores. The rows of the result are as good as dense: `Tensor<Dense<SparseList<Dense<Element<f64>>>>>` stores the ones that
    /// there are.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let x = Csf::from_triplets([2, 2, 3], [([0, 1, 0], 1.0), ([0, 1, 2], 2.0), ([1, 0, 1], 3.0)], Add)?;
    /// let m = Matrix::from_dense([3, 2], &[1.0, 2.0, 10.0, 20.0, 100.0, 200.0])?;
    /// let y: Tensor<Dense<SparseList<Dense<Element<f64>>>>> = tensor::ttm(&x, &m)?;
    /// assert_eq!(y.to_dense()?, [0.0, 0.0, 201.0, 402.0, 30.0, 60.0, 0.0, 0.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ttm, ttm_into(x: CubeOf, m: MatrixOf) -> y: CubeOf;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the last dimension of `x` is not as long as `m` has rows.
    as
    /// [`ttm`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        let mut row = Vector::<T>::default();
        finch! {
            y .= 0;
            for i, j {
                row .= 0;
                for k, r { row[r] += x[i, j, k] * m[k, r] }
                for r { y[i, j, r] = row[r] }
            }
        }
        .run()
    }
}

both_forms! {
    /// `y[h, i, j, r] = sum over k of x[h, i, j, k] m[k, r]`: the last dimension of `x`, which has four, times a matrix.
    ///
    /// Takes time linear in the columns of `m` times what `x` stores.
    ttm_4, ttm_4_into(x: HypercubeOf, m: MatrixOf) -> y: HypercubeOf;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the last dimension of `x` is not as long as `m` has rows.
    as
    /// [`ttm_4`] into `y`, in any format: what it holds is replaced, and its memory is reused.
    {
        let mut row = Vector::<T>::default();
        finch! {
            y .= 0;
            for h, i, j {
                row .= 0;
                for k, r { row[r] += x[h, i, j, k] * m[k, r] }
                for r { y[h, i, j, r] = row[r] }
            }
        }
        .run()
    }
}

both_forms! {
    /// `y[i, r] = sum over j, k of x[i, j, k] b[j, r] c[k, r]`: the matricised tensor times a Khatri-Rao product, the
    /// kernel of the CP decomposition (Kolda and Bader: Tensor Decompositions and Applications, 2009).
    ///
    /// `x` is l by m by n, `b` is m by p and `c` is n by p, with rows that can be looked up; the result is l by p. Rows
    /// of `c` are summed for each fiber of `x` first, as SPLATT does: takes time linear in p times what `x` stores.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    ///
    /// let x = Csf::from_triplets([2, 2, 3], [([0, 1, 0], 1.0), ([0, 1, 2], 2.0), ([1, 0, 1], 3.0)], Add)?;
    /// let b = Matrix::from_dense([2, 1], &[10.0, 1.0])?;
    /// let c = Matrix::from_dense([3, 1], &[1.0, 2.0, 3.0])?;
    /// assert_eq!(tensor::mttkrp(&x, &b, &c)?.values(), [7.0, 60.0]);
    /// # Ok::<(), Error>(())
    /// ```
    mttkrp, mttkrp_into(x: CubeOf, b: MatrixOf, c: MatrixOf) -> y: Matrix, MatrixOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `b` and `c` have not as many rows as `x` is long in its second and third dimension, or
    ///   not as many columns as each other.
    by
    /// [`mttkrp`] into `y`, in any format whose rows can be written in any order: what it holds is replaced, and its memory
    /// is reused.
    under policies
    /// Under `Parallel` a part has some of the first dimension of `x`.
    mttkrp_by: Mttkrp[T: Number] of (T),
    writes y: Y: MatrixOutput<T>;
    reads x: X: CubeOf<T>, b: B: MatrixOf<T>, c: C: MatrixOf<T>;
    work c.extent(1);
    wide if Yes;
    with { let mut row = Vector::<T>::default(); }
    { y .= 0; } i {
        for j {
            row .= 0;
            for k, r { row[r] += x[i, j, k] * c[k, r] }
            for r { y[i, r] += row[r] * b[j, r] }
        }
    }
}

both_forms! {
    /// `y[h, r] = sum over i, j, k of x[h, i, j, k] b[i, r] c[j, r] d[k, r]`: [`mttkrp`] of a tensor of four
    /// dimensions.
    ///
    /// Takes time linear in the columns of the matrices times what `x` stores.
    mttkrp_4, mttkrp_4_into(x: HypercubeOf, b: MatrixOf, c: MatrixOf, d: MatrixOf) -> y: Matrix, MatrixOutput;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `b`, `c` and `d` have not as many rows as `x` is long in its other dimensions, or not
    ///   as many columns as each other.
    by
    /// [`mttkrp_4`] into `y`, in any format whose rows can be written in any order: what it holds is replaced, and its
    /// memory is reused.
    under policies
    /// Under `Parallel` a part has some of the first dimension of `x`.
    mttkrp_4_by: Mttkrp4[T: Number] of (T),
    writes y: Y: MatrixOutput<T>;
    reads x: X: HypercubeOf<T>, b: B: MatrixOf<T>, c: C: MatrixOf<T>, d: D: MatrixOf<T>;
    work d.extent(1);
    wide if Yes;
    with { let (mut outer, mut inner) = (Vector::<T>::default(), Vector::<T>::default()); }
    { y .= 0; } h {
        for i {
            outer .= 0;
            for j {
                inner .= 0;
                for k, r { inner[r] += x[h, i, j, k] * d[k, r] }
                for r { outer[r] += inner[r] * c[j, r] }
            }
            for r { y[h, r] += outer[r] * b[i, r] }
        }
    }
}
