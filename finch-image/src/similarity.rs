//! How far images are from each other, all pairs of them.

use finch_kernels::Result;
use finch_kernels::prelude::*;

/// The distances between all pairs of images, `sqrt(sum over i of (images[k, i] - images[l, i])^2)`: a symmetric
/// matrix.
///
/// Each row of `images` holds the pixels of one image, row by row; all have as many. Only half of the pairs are
/// compared, each by the dot product of its images, `sqrt(squares[k] + squares[l] - 2 products[k, l])`. Sums are of 64
/// bits, and exact.
///
/// Takes time linear in what both images of a pair store, for each pair: images that are stored by runs are compared
/// run by run, sparse ones where both have pixels. After the looplet paper, section 8.5. [`distances_into`] writes to a
/// matrix whose memory is used again.
///
/// # Errors
///
/// There is not enough memory.
///
/// ```
/// use finch_image::{distances, prelude::*};
///
/// // Three images of 2 by 3.
/// let images = RunMatrix::<u8>::from_dense([3, 6], &[
///     0, 0, 0, 9, 9, 9, //
///     0, 0, 0, 9, 9, 9, //
///     3, 0, 0, 9, 9, 5,
/// ])?;
/// let between = distances(&images)?;
/// assert_eq!(between.to_dense()?, [0.0, 0.0, 5.0, 0.0, 0.0, 5.0, 5.0, 5.0, 0.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn distances(images: &Tensor<impl MatrixOf<u8>>) -> Result<SymmetricMatrix<f64>> {
    let mut distances = SymmetricMatrix::default();
    distances_into(&mut distances, images)?;
    Ok(distances)
}

/// [`distances`] into `distances`: what it holds is replaced, and its memory used again.
///
/// # Errors
///
/// There is not enough memory.
pub fn distances_into(distances: &mut SymmetricMatrix<f64>, images: &Tensor<impl MatrixOf<u8>>) -> Result<()> {
    let count = images.shape()[0];
    let (mut squares, mut product) = (Vector::<u64>::default(), Scalar::<u64>::default());
    finch! {
        distances .= 0;
        squares .= 0;
        for k, i { squares[k] += (images[k, i] as u64).square(); }
        for k in 0..count, l in 0..count {
            if l <= k {
                product .= 0;
                for i { product[] += images[k, i] as u64 * images[l, i] as u64; }
                distances[k, l] = ((squares[k] + squares[l] - 2_u64 * product[]) as f64).sqrt();
            }
        }
    }
    .run()
}
