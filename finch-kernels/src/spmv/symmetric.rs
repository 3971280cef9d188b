//! Symmetric matrix times vector, from one triangle.

use super::LowerTriangle;
use super::forms::{adding_forms, short_forms};
use crate::imports::*;

short_forms! {
    /// `y = A x` for a symmetric `A`: every entry below the diagonal is read once, and counts for its row and for its column.
    ///
    /// `x` is as long as `a` has rows, and so is the result. Takes time linear in the number of rows and in what the
    /// triangle stores, which is half of what the matrix would, if `x` can be looked up. After Ahrens et al., "Finch", 2025, section 6.1.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    /// use finch_kernels::spmv::LowerTriangle;
    ///
    /// let below = Csr::from_triplets([3, 3], [([1, 0], 1.0), ([2, 1], 2.0)], Add)?;
    /// let a = LowerTriangle::new(below, Vector::from(vec![4.0, 5.0, 6.0]))?;
    /// let y = spmv::symmetric(&a, &Vector::from(vec![1.0, 10.0, 100.0]))?;
    /// assert_eq!(y.values(), [14.0, 251.0, 620.0]);
    /// # Ok::<(), Error>(())
    /// ```
    symmetric, symmetric_into, symmetric_semiring of symmetric_semiring_into(a: LowerTriangle, x: VectorOf)
    -> y: VectorOutput Vector VectorWithFill "have a place for each index, as `Vector` and `ByteMapVector` have";
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the rows of `a` are not as many as the entries of `x`.
    by
    /// `y = A x` for a symmetric `A`: [`symmetric`] over a semiring, into `y`, in any format that has a place for each index: what it holds is
    /// replaced, and its memory is reused. The fill of the triangle is the zero of the semiring. Products are `times(a[j, i], x[i])`.
    under policies symmetric_by
}

/// The program of [`symmetric_by`], which a [policy](crate::policy) runs.
#[derive(Debug)]
pub struct SymmetricSpmv<'c, 'a, T: Copy + 'static, S: Semiring<T>, Y, L: MatrixOf<T>, X> {
    y: &'c mut Tensor<Y>,
    a: &'a LowerTriangle<L>,
    x: &'a Tensor<X>,
    semiring: PhantomData<(T, S)>,
}

impl<'c, 'a, T, S, Y, L, X> Policy<SymmetricSpmv<'c, 'a, T, S, Y, L, X>> for Serial
where
    T: Copy + 'static,
    S: Semiring<T>,
    Y: VectorOutput<T, S::Zero>,
    L: MatrixOf<T> + Level<Fill = S::Zero>,
    X: VectorOf<T>,
{
    #[inline]
    fn run(self, kernel: SymmetricSpmv<'c, 'a, T, S, Y, L, X>) -> Result<()> {
        let SymmetricSpmv { y, a, x, .. } = kernel;
        let (below, diagonal) = (a.below(), a.diagonal());
        let mut sum = Scalar::<T, S::Zero>::default();
        // A sum of its own: it does not depend on the inner loop, which keeps it in a register, and whose stores to `y` cannot change it.
        finch! {
            y .= _;
            for j {
                let here = x[j];
                sum .= _;
                for i {
                    let entry = below[j, i];
                    y[i] <<S::plus()>>= map2(S::times(), entry, here);
                    sum[] <<S::plus()>>= map2(S::times(), entry, x[i]);
                }
                y[j] <<S::plus()>>= map2(S::plus(), sum[], map2(S::times(), diagonal[j], here));
            }
        }
        .run()
    }
}

/// [`symmetric`] under a [policy](crate::policy), over a semiring, into `y`: what it holds is replaced, and its memory is reused.
///
/// `x` is as long as `a` has rows, and so is `y`. On several threads the rows are cut into parts, each with sums of its own, if the
/// addition may be regrouped (sums of integers, minima, maxima, `or`,
/// [`FastPlusTimes`](crate::traits::algebra::semiring::FastPlusTimes)) and the triangle stores at least four entries a row. There are at most
/// 64 parts, and each takes memory for a number per row. Otherwise there is one part: sums of floats over [`PlusTimes`] run on the
/// caller's thread. Results have the same bits on any number of threads; over `FastPlusTimes` sums of floats are rounded otherwise than
/// with [`Serial`].
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spmv::LowerTriangle;
///
/// let below = Csr::from_triplets([3, 3], [([1, 0], 1.0), ([2, 1], 2.0)], Add)?;
/// let a = LowerTriangle::new(below, Vector::from(vec![4.0, 5.0, 6.0]))?;
/// let (x, mut y) = (Vector::from(vec![1.0, 10.0, 100.0]), Vector::default());
/// spmv::symmetric_by(Serial, FastPlusTimes, &mut y, &a, &x)?;
/// # #[cfg(feature = "parallel")]
/// spmv::symmetric_by(Parallel::new(), FastPlusTimes, &mut y, &a, &x)?;
/// assert_eq!(y.values(), [14.0, 251.0, 620.0]);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the rows of `a` are not as many as the entries of `x`.
/// * [`Order`](crate::ErrorKind::Order): `y`, such as a `DictVector`, does not store every index. Under `Parallel`, a `y` that is not dense
///   does not compile.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is no memory for the sums of the parts.
#[inline]
pub fn symmetric_by<'a, T: Copy + 'static, S: Semiring<T>, Y, L: MatrixOf<T>, X>(
    policy: impl for<'c> Policy<SymmetricSpmv<'c, 'a, T, S, Y, L, X>>,
    _semiring: S,
    y: &mut Tensor<Y>,
    a: &'a LowerTriangle<L>,
    x: &'a Tensor<X>,
) -> Result<()> {
    policy.run(SymmetricSpmv {
        y,
        a,
        x,
        semiring: PhantomData,
    })
}

#[cfg(feature = "parallel")]
mod in_parts {
    use super::super::sums::{Sums, parts_of};
    use super::*;
    use crate::policy::Parallel;
    use finch_formats::traits::algebra::logic::Yes;
    use finch_formats::traits::fiber::Fiber;
    use finch_formats::traits::lifecycle::WriteInParts;
    use finch_formats::traits::notation::Readable;

    impl<'c, 'a, T, S, Y, L, X> Policy<SymmetricSpmv<'c, 'a, T, S, Y, L, X>> for Parallel
    where
        T: Copy + 'static + Send + Sync,
        S: Semiring<T>,
        Y: VectorOutput<T, S::Zero> + WriteInParts<Apart = Yes, Splits = Yes> + Default + Send + Sync,
        L: MatrixOf<T> + Level<Fill = S::Zero, Fibers<'a>: Send + Sync>,
        X: VectorOf<T> + Level<Fibers<'a>: Send + Sync>,
    {
        fn run(self, kernel: SymmetricSpmv<'c, 'a, T, S, Y, L, X>) -> Result<()> {
            let (below, diagonal, x) = (kernel.a.below(), kernel.a.diagonal(), kernel.x);
            let rows = kernel.a.extent();
            let parts = parts_of::<T, S>(self, below.count_stored().saturating_mul(2), rows);
            if x.extent(0) != rows || parts < 2 {
                return Serial.run(kernel);
            }
            let root = below.root();
            let Sums { starts, mut sums } = Sums::<T, S>::of(parts, rows, rows, |row| root.stored_before(row))?;
            let parts = starts.len() - 1;
            let mut sum = Scalar::<T, S::Zero>::default();
            finch! {
                mut sums;
                parallel for p in 0..parts {
                    for j in starts[p]..starts[p + 1] {
                        let here = x[j];
                        sum .= _;
                        for i {
                            let entry = below[j, i];
                            sums[p, i] <<S::plus()>>= map2(S::times(), entry, here);
                            sum[] <<S::plus()>>= map2(S::times(), entry, x[i]);
                        }
                        sums[p, j] <<S::plus()>>= sum[];
                    }
                }
            }
            .run_parallel_by(1)?;
            let (sums, y) = (&sums, kernel.y);
            finch! {
                y .= _;
                parallel for i {
                    y[i] <<S::plus()>>= map2(S::times(), diagonal[i], x[i]);
                    for p in 0..parts { y[i] <<S::plus()>>= sums[p, i]; }
                }
            }
            .run_parallel_by(self.values(1).div_ceil(parts))
        }
    }
}

adding_forms! {
    /// `y = y + alpha A x` for a symmetric `A`: adds the product to what `y` holds.
    ///
    /// `x` and `y` are as long as `a` has rows, and `y` has a place for each index, as `Vector` and `ByteMapVector` have. Takes time linear in
    /// the number of rows and in what the triangle stores, if `x` can be looked up.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    /// use finch_kernels::spmv::LowerTriangle;
    ///
    /// let below = Csr::from_triplets([2, 2], [([1, 0], 1.0)], Add)?;
    /// let a = LowerTriangle::new(below, Vector::from(vec![4.0, 5.0]))?;
    /// let mut y = Vector::from(vec![1.0, 1.0]);
    /// spmv::symmetric_add(&mut y, 2.0, &a, &Vector::from(vec![1.0, 10.0]))?;
    /// assert_eq!(y.values(), [29.0, 103.0]);
    /// # Ok::<(), Error>(())
    /// ```
    symmetric_add of symmetric_add_semiring(y: VectorOutput, alpha, a: LowerTriangle, x: VectorOf);
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of `a`, `x` and `y` disagree.
    /// * [`Order`](crate::ErrorKind::Order): `y`, such as a `DictVector`, does not store every index.
    by
    /// `y = plus(y, times(alpha, A x))` for a symmetric `A`: [`symmetric_add`] over a semiring.
    {
        let (below, diagonal) = (a.below(), a.diagonal());
        let mut sum = Scalar::<T, S::Zero>::default();
        finch! {
            mut y;
            for j {
                let here = map2(S::times(), constant(alpha), x[j]);
                sum .= _;
                for i {
                    let entry = below[j, i];
                    y[i] <<S::plus()>>= map2(S::times(), entry, here);
                    sum[] <<S::plus()>>= map2(S::times(), entry, x[i]);
                }
                y[j] <<S::plus()>>= map2(
                    S::times(),
                    constant(alpha),
                    map2(S::plus(), sum[], map2(S::times(), diagonal[j], x[j]))
                );
            }
        }
        .run()
    }
}
