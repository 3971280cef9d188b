//! The way that suits what a matrix holds.

use super::{gather, gather_over};
use crate::{MatrixOf, OutputOf, VectorOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::FastPlusTimes;
use typenum::U1;

/// How sums of rows are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// In the order of the columns, in one accumulator: [`gather`].
    InOrder,
    /// In any order, in several accumulators: [`gather_over`] with [`FastPlusTimes`].
    Reassociated,
}

/// From so many stored values in a row on, on average, several accumulators are worth being summed up: between 29, where
/// they lose, and 35, where they gain, of the matrices in `benches/results/spmv.txt`.
const LONG_ROW: usize = 32;

/// How [`spmv_auto`] multiplies `a`: by the mean number of stored values in a row. Takes the time of counting them, which is
/// constant where a level keeps where its fibers end.
pub fn way<T: Number>(a: &Tensor<impl MatrixOf<T>>) -> Way {
    if a.count_stored() / LONG_ROW >= a.shape()[0].max(1) {
        Way::Reassociated
    } else {
        Way::InOrder
    }
}

/// `y[j] = sum over i of a[j, i] x[i]`, in the way that suits what `a` holds, as it is: what the [`gather`] of this nest is
/// makes the loops, and how long rows are says whether sums are taken in one accumulator or in several. Returns which.
///
/// `a` is m by n, `x` has n entries, `y` becomes m long.
///
/// # Errors
///
/// The extents of `a` and `x` disagree.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spmv::Way;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let x = Vector::from(vec![1.0, 10.0, 100.0]);
/// let mut y = Vector::from(vec![]);
/// assert_eq!(spmv::spmv_auto(&mut y, &a, &x)?, Way::InOrder);
/// assert_eq!(y.values(), [20.0, 401.0]);
///
/// let full = Matrix::from_dense([1, 100], &[0.5; 100])?;
/// assert_eq!(spmv::spmv_auto(&mut y, &full, &Vector::from(vec![2.0; 100]))?, Way::Reassociated);
/// assert_eq!(y.values(), [100.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn spmv_auto<T: Number>(
    y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<Way> {
    let way = way(a);
    match way {
        Way::InOrder => gather(y, a, x)?,
        Way::Reassociated => gather_over(FastPlusTimes, y, a, x)?,
    }
    Ok(way)
}
