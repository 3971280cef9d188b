//! The product that suits what a matrix holds.

use super::{spmv_into, spmv_semiring_into};
use crate::imports::*;
use finch_formats::traits::algebra::semiring::FastPlusTimes;

/// How a product with a vector sums the entries of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Summation {
    /// In the order of the columns, into one accumulator, as [`spmv`](super::spmv()) does: results have the same bits as a loop by hand.
    InOrder,
    /// In any order, into several accumulators, as [`spmv_semiring`](super::spmv_semiring) does with [`FastPlusTimes`]: faster, and rounded
    /// otherwise. Rows of up to three entries have the same bits in a list of entries.
    Reassociated,
}

impl Summation {
    /// How [`spmv_auto`] sums the rows of `a`: in any order if they store more than one value on average. Takes the
    /// time of counting them, which is constant where a level keeps where its fibers end.
    pub fn of<T: Number>(a: &Tensor<impl MatrixOf<T>>) -> Summation {
        // In `benches/results/spmv.txt` sums in any order lose nothing from there on, whatever the vectors of the processor.
        if a.count_stored() > a.extent(0) {
            Summation::Reassociated
        } else {
            Summation::InOrder
        }
    }
}

/// `y[j] = sum over i of a[j, i] x[i]`: [`spmv`](super::spmv()), where the length of rows decides whether sums are taken in order, or in
/// any order.
///
/// `a` is m by n, `x` has n entries, and the result has m. Takes time linear in m and in what `a` stores, if `x` can be
/// looked up; a sparse `x` is merged with every row. Floating-point sums may be rounded otherwise than those of
/// [`spmv`](super::spmv()). [`spmv_auto_into`] writes to an output whose memory is reused, and says what was
/// decided.
///
/// # Errors
///
/// [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the entries of `x`.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let full = Matrix::from_dense([1, 100], &[0.5; 100])?;
/// let y = spmv::spmv_auto(&full, &Vector::from(vec![2.0; 100]))?;
/// assert_eq!(y.values(), [100.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn spmv_auto<T: Number>(a: &Tensor<impl MatrixOf<T>>, x: &Tensor<impl VectorOf<T>>) -> Result<Vector<T>> {
    let mut y = Vector::default();
    spmv_auto_into(&mut y, a, x)?;
    Ok(y)
}

/// [`spmv_auto`] into `y`, in any format: what it holds is replaced, and its memory is reused. Returns how rows were summed.
///
/// # Errors
///
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the entries of `x`.
/// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of
///   `y` cannot hold the result, or there is not enough memory.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spmv::Summation;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let mut y = Vector::default();
/// assert_eq!(spmv::spmv_auto_into(&mut y, &a, &Vector::from(vec![1.0, 10.0, 100.0]))?, Summation::Reassociated);
/// assert_eq!(y.values(), [20.0, 401.0]);
///
/// let single = Csr::from_triplets([2, 2], [([0, 1], 2.0), ([1, 0], 1.0)], Add)?;
/// assert_eq!(spmv::spmv_auto_into(&mut y, &single, &Vector::from(vec![1.0, 10.0]))?, Summation::InOrder);
/// # Ok::<(), Error>(())
/// ```
pub fn spmv_auto_into<T: Number>(
    y: &mut Tensor<impl VectorOutput<T>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<Summation> {
    let summation = Summation::of(a);
    match summation {
        Summation::InOrder => spmv_into(y, a, x)?,
        Summation::Reassociated => spmv_semiring_into(FastPlusTimes, y, a, x)?,
    }
    Ok(summation)
}
