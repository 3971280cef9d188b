//! Transposed matrix times vector on several threads: `a[row, column]`, rows outermost.
//!
//! Every row is added to the whole result, so parts of the rows cannot share it. Each part is summed in a vector of its own, and these are
//! added up in order. For a matrix of m by n, that takes 2 n steps for each part. It is done if the addition may be regrouped and the matrix
//! stores at least 8 n entries. The number of parts does not depend on the number of threads.

use crate::imports::*;

/// The program of [`spmv_transposed_by`], which a [policy](crate::policy) runs.
#[derive(Debug)]
pub struct SpmvTransposed<'c, 'a, T, S, Y, A, X> {
    pub(crate) y: &'c mut Tensor<Y>,
    pub(crate) a: &'a Tensor<A>,
    pub(crate) x: &'a Tensor<X>,
    pub(crate) of: PhantomData<(T, S)>,
}

impl<'c, 'a, T, S, Y, A, X> Policy<SpmvTransposed<'c, 'a, T, S, Y, A, X>> for Serial
where
    T: Copy + 'static,
    S: Semiring<T>,
    Y: VectorOutput<T, S::Zero>,
    A: MatrixOf<T>,
    X: VectorOf<T>,
{
    #[inline]
    fn run(self, kernel: SpmvTransposed<'c, 'a, T, S, Y, A, X>) -> Result<()> {
        let SpmvTransposed { y, a, x, .. } = kernel;
        finch! {
            y .= _;
            for j, i { y[i] <<S::plus()>>= map2(S::times(), a[j, i], x[j]); }
        }
        .run()
    }
}

/// `y[i] = plus over j of times(a[j, i], x[j])`: [`spmv_transposed`](super::spmv_transposed) under a [policy](crate::policy), over a
/// semiring, into `y`: what it holds is replaced, and its memory is reused.
///
/// `a` is m by n, `x` has m entries, and `y` becomes n long. On several threads the rows are cut into parts, each with a sum of its
/// own, if the addition may be regrouped (sums of integers, minima, maxima, `or`,
/// [`FastPlusTimes`](crate::traits::algebra::semiring::FastPlusTimes)) and `a` stores at least 8 n entries. There are at most 64 parts, and
/// each takes memory for n values. Otherwise there is one part: sums of floats over [`PlusTimes`](crate::traits::algebra::semiring::PlusTimes) run on the caller's
/// thread. Results have the same bits on any number of threads; over `FastPlusTimes` sums of floats are rounded otherwise than with
/// [`Serial`].
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let (x, mut y) = (Vector::from(vec![1.0, 10.0]), Vector::default());
/// spmv::spmv_transposed_by(Serial, PlusTimes, &mut y, &a, &x)?;
/// # #[cfg(feature = "parallel")]
/// spmv::spmv_transposed_by(Parallel::new(), PlusTimes, &mut y, &a, &x)?;
/// assert_eq!(y.values(), [10.0, 2.0, 40.0]);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the rows of `a` are not as many as the entries of `x`.
/// * [`Order`](crate::ErrorKind::Order): the format of `y` cannot be written in the order in which the results come. Under `Parallel`, a
///   `y` that is not dense does not compile.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is no memory for the sums of the parts.
#[inline]
pub fn spmv_transposed_by<'a, T, S, Y, A, X>(
    policy: impl for<'c> Policy<SpmvTransposed<'c, 'a, T, S, Y, A, X>>,
    _semiring: S,
    y: &mut Tensor<Y>,
    a: &'a Tensor<A>,
    x: &'a Tensor<X>,
) -> Result<()> {
    policy.run(SpmvTransposed {
        y,
        a,
        x,
        of: PhantomData,
    })
}

#[cfg(feature = "parallel")]
mod in_parts {
    use super::super::sums::{Sums, parts_of};
    use super::*;
    use crate::policy::Parallel;
    use finch_formats::traits::algebra::logic::Yes;
    use finch_formats::traits::fiber::Fiber;
    use finch_formats::traits::level::Level;
    use finch_formats::traits::lifecycle::WriteInParts;
    use finch_formats::traits::notation::Readable;

    impl<'c, 'a, T, S, Y, A, X> Policy<SpmvTransposed<'c, 'a, T, S, Y, A, X>> for Parallel
    where
        T: Copy + 'static + Send + Sync,
        S: Semiring<T>,
        Y: VectorOutput<T, S::Zero> + WriteInParts<Apart = Yes, Splits = Yes> + Default + Send + Sync,
        A: MatrixOf<T> + Level<Fibers<'a>: Send + Sync>,
        X: VectorOf<T> + Level<Fibers<'a>: Send + Sync>,
    {
        fn run(self, kernel: SpmvTransposed<'c, 'a, T, S, Y, A, X>) -> Result<()> {
            let (a, x) = (kernel.a, kernel.x);
            let (rows, columns) = (a.extent(0), a.extent(1));
            let parts = parts_of::<T, S>(self, a.count_stored(), columns);
            if x.extent(0) != rows || parts < 2 {
                return Serial.run(kernel);
            }
            let root = a.root();
            let Sums { starts, mut sums } = Sums::<T, S>::of(parts, rows, columns, |row| root.stored_before(row))?;
            let parts = starts.len() - 1;
            finch! {
                mut sums;
                parallel for p in 0..parts {
                    for j in starts[p]..starts[p + 1] {
                        for i { sums[p, i] <<S::plus()>>= map2(S::times(), a[j, i], x[j]); }
                    }
                }
            }
            .run_parallel_by(1)?;
            let (sums, y) = (&sums, kernel.y);
            finch! {
                y .= _;
                parallel for i { for p in 0..parts { y[i] <<S::plus()>>= sums[p, i]; } }
            }
            .run_parallel_by(self.values(1).div_ceil(parts))
        }
    }
}
