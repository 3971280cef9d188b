//! How far images are from each other: all pairs of grey images, and two binary images.

use crate::imports::*;
use finch_kernels::prelude::*;

/// The Euclidean distances between all pairs of images, `sqrt(sum over i of (images[k, i] - images[l, i])^2)`: a symmetric matrix with a
/// row and a column for each image.
///
/// Each row of `images` holds the pixels of one image, row by row; all have as many. Only half of the pairs are
/// compared, each by the dot product of its images, `sqrt(squares[k] + squares[l] - 2 products[k, l])`. Sums are of 64
/// bits, and exact.
///
/// Takes time linear in what both images of a pair store, for each pair: images that are stored by runs are compared run by run, sparse
/// ones where both have pixels. Takes 8 bytes for each pair. After Ahrens et al., "Looplets", 2023, section 8.5. [`distances_into`] writes
/// to a matrix whose memory is reused.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
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

/// [`distances`] into `distances`: what it holds is replaced, and its memory is reused.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
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

/// How many pixels two binary images have in common, and how many only one of them has, see
/// [`BinaryImage::overlap`](crate::BinaryImage::overlap).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlap {
    /// The pixels that are on in both images.
    pub both: u64,
    /// Those that are on in the first image only.
    pub only_first: u64,
    /// Those that are on in the second image only.
    pub only_second: u64,
}

impl Overlap {
    /// The number of pixels that are on in at least one image: the union.
    pub fn union(&self) -> u64 {
        self.both + self.hamming()
    }

    /// The Hamming distance: the number of pixels in which the images differ.
    pub fn hamming(&self) -> u64 {
        self.only_first + self.only_second
    }

    /// The Jaccard index, intersection over union: the number of pixels that are on in both images, divided by the number of those
    /// that are on in at least one. 1 if no pixel is on.
    pub fn jaccard(&self) -> f64 {
        match self.union() {
            0 => 1.0,
            union => self.both as f64 / union as f64,
        }
    }

    /// The Dice coefficient: twice the number of pixels that are on in both images, divided by the sum of the numbers of pixels that
    /// are on in each. 1 if no pixel is on.
    pub fn dice(&self) -> f64 {
        match self.union() {
            0 => 1.0,
            union => 2.0 * self.both as f64 / (self.both as f64 + union as f64),
        }
    }
}

/// Images that differ in extents are an error.
pub(crate) fn same_extents(a: [usize; 2], b: [usize; 2]) -> Result<()> {
    ensure!(a == b, else Mismatch, "the images differ in extents: {} by {}, and {} by {}", a[0], a[1], b[0], b[1]);
    Ok(())
}

/// What two images have in common, word by word.
pub(crate) fn overlap_of_words(a: &BitImage, b: &BitImage) -> Result<Overlap> {
    same_extents(a.shape(), b.shape())?;
    let mut overlap = Overlap::default();
    for (&a, &b) in a.words().values().iter().zip(b.words().values()) {
        overlap.both += u64::from((a & b).count_ones());
        overlap.only_first += u64::from((a & !b).count_ones());
        overlap.only_second += u64::from((b & !a).count_ones())
    }
    Ok(overlap)
}

/// What two images have in common, run by run.
pub(crate) fn overlap_of_runs(a: &RunImage, b: &RunImage) -> Result<Overlap> {
    let (a, b) = (Runs::of(a), Runs::of(b));
    same_extents([a.rows, a.columns], [b.rows, b.columns])?;
    let (mut overlap, mut strip_a, mut strip_b, mut top) = (Overlap::default(), 0, 0, 0);
    while let (Some(&end_a), Some(&end_b)) = (a.below.get(strip_a), b.below.get(strip_b)) {
        let bottom = end_a.min(end_b);
        let [both, first, second] = in_common(&a, strip_a, &b, strip_b);
        let rows = u64::from(bottom - top);
        overlap.both += rows * both;
        overlap.only_first += rows * (first - both);
        overlap.only_second += rows * (second - both);
        strip_a += usize::from(end_a == bottom);
        strip_b += usize::from(end_b == bottom);
        top = bottom
    }
    Ok(overlap)
}

/// How many pixels are on in both of two rows, in one, and in the other.
fn in_common(a: &Runs<'_>, row_a: usize, b: &Runs<'_>, row_b: usize) -> [u64; 3] {
    let (runs_a, runs_b) = (a.ptr[row_a]..a.ptr[row_a + 1], b.ptr[row_b]..b.ptr[row_b + 1]);
    let first = runs_a.clone().map(|run| u64::from(a.right[run] - a.left[run])).sum();
    let second = runs_b.clone().map(|run| u64::from(b.right[run] - b.left[run])).sum();
    let (mut both, mut p, mut q) = (0, runs_a.start, runs_b.start);
    while p < runs_a.end && q < runs_b.end {
        let (left, right) = (a.left[p].max(b.left[q]), a.right[p].min(b.right[q]));
        both += u64::from(right.saturating_sub(left));
        if a.right[p] < b.right[q] { p += 1 } else { q += 1 }
    }
    [both, first, second]
}
