//! Histograms, of all pixels or of those under a mask.

use crate::imports::*;
use crate::policy::operation;
use finch_kernels::formats::extent::Fixed;
use finch_kernels::formats::traits::algebra::operators::Unary;
use finch_kernels::policy::{Policy, Serial};
use finch_kernels::prelude::*;
use typenum::{U4, U256};

/// Four counters for each level, so that pixels of one level that follow each other do not wait for each other's counter.
type Counters = Tensor<Dense<Dense<Element<u64>, Fixed<U4>>, Fixed<U256>>>;

/// Which of the counters of its level a pixel in this column adds to.
#[inline(always)]
fn lane(column: usize) -> usize {
    column % 4
}

/// How many pixels there are of each of `bins` ranges of grey levels, of equal width: level `v` is in bin
/// `v * bins / 256`.
///
/// Takes time linear in the pixels.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): there are no bins.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
///
/// ```
/// use finch_image::{grey, histogram, prelude::*};
///
/// let image = grey([2, 3], vec![0, 100, 200, 0, 100, 255])?;
/// assert_eq!(histogram(&image, 4)?.values(), [2, 2, 0, 2]);
/// # Ok::<(), Error>(())
/// ```
pub fn histogram(image: &Tensor<impl MatrixOf<u8>>, bins: usize) -> Result<Vector<u64>> {
    histogram_by(Serial, image, bins)
}

operation! {
    /// What [`histogram_by`] runs under a policy.
    Histogram reads [A: MatrixOf<u8>],
    { counters: &'c mut Counters, image: &'a Tensor<A> }
    { mut counters; } y { for x { counters[image[y, x], map1(Unary(lane), x as usize)] += 1; } }
}

/// [`histogram`] under a [policy](finch_kernels::policy). Under `Parallel` each part counts for itself, and counts are added up. Takes time
/// linear in the pixels, and 8192 bytes for a part.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): there are no bins.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
///
/// ```
/// use finch_image::{grey, histogram_by, prelude::*};
/// use finch_kernels::policy::Serial;
///
/// let image = grey([2, 3], vec![0, 100, 200, 0, 100, 255])?;
/// assert_eq!(histogram_by(Serial, &image, 4)?.values(), [2, 2, 0, 2]);
/// # Ok::<(), Error>(())
/// ```
pub fn histogram_by<'a, A>(
    policy: impl for<'c> Policy<Histogram<'c, 'a, A>>,
    image: &'a Tensor<A>,
    bins: usize,
) -> Result<Vector<u64>> {
    let mut counters = Counters::default();
    policy.run(Histogram {
        counters: &mut counters,
        image,
    })?;
    gathered(&counters, bins)
}

/// How many pixels there are of each of `bins` ranges of grey levels, among those at which `mask` is on: a binary image in any
/// format. Level `v` is in bin `v * bins / 256`.
///
/// Takes time linear in what is on, and in the runs of a mask that stores runs: what is off is not looked at. Of a mask that stores each
/// pixel, it takes time linear in the pixels, whichever are on.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): there are no bins.
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents differ.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
///
/// ```
/// use finch_image::{grey, histogram_where, prelude::*};
///
/// let image = grey([2, 3], vec![0, 100, 200, 0, 100, 255])?;
/// let mask = RunImage::from_dense([2, 3], &[true, true, true, false, true, false])?;
/// assert_eq!(histogram_where(&image, &mask, 4)?.values(), [1, 2, 0, 1]);
/// # Ok::<(), Error>(())
/// ```
pub fn histogram_where(
    image: &Tensor<impl MatrixOf<u8>>,
    mask: &Tensor<impl MatrixOf<bool>>,
    bins: usize,
) -> Result<Vector<u64>> {
    histogram_where_by(Serial, image, mask, bins)
}

operation! {
    /// What [`histogram_where_by`] runs under a policy.
    MaskedHistogram reads [A: MatrixOf<u8>, M: MatrixOf<bool>],
    { counters: &'c mut Counters, image: &'a Tensor<A>, mask: &'a Tensor<M> }
    // No branch on the pixels of a mask: where these change at random, it would be guessed wrong.
    { mut counters; } y { for x { counters[image[y, x], map1(Unary(lane), x as usize)] += mask[y, x] as u64; } }
}

/// [`histogram_where`] under a [policy](finch_kernels::policy). Under `Parallel` each part counts for itself, and counts are added up.
/// Takes the time of [`histogram_where`], and 8192 bytes for a part.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): there are no bins.
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents differ.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
pub fn histogram_where_by<'a, A, M>(
    policy: impl for<'c> Policy<MaskedHistogram<'c, 'a, A, M>>,
    image: &'a Tensor<A>,
    mask: &'a Tensor<M>,
    bins: usize,
) -> Result<Vector<u64>> {
    let mut counters = Counters::default();
    policy.run(MaskedHistogram {
        counters: &mut counters,
        image,
        mask,
    })?;
    gathered(&counters, bins)
}

/// Counters gathered into bins.
fn gathered(counters: &Counters, bins: usize) -> Result<Vector<u64>> {
    ensure!(bins != 0, else Invalid, "a histogram without bins: at least one is needed");
    let mut counts = Vector::filled([bins], 0_u64)?;
    // There is memory for so many bins: the product is not too large.
    let bin_of = Unary(move |level: usize| (level as u64 * bins as u64 / 256) as usize);
    finch! {
        mut counts;
        for level {
            let bin = map1(bin_of, level as usize);
            for lane { counts[bin] += counters[level, lane]; }
        }
    }
    .run()?;
    Ok(counts)
}
