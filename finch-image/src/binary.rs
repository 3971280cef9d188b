//! Binary images: bytes, bits, words or runs that say which pixels are on.

use crate::distance::{Each, Start, StepCount};
use crate::imports::*;
use crate::packed::runs_of_dense;
use crate::similarity::{Overlap, overlap_of_runs, overlap_of_words};
use finch_kernels::formats::traits::level::Level;

/// An image whose pixels are on or off: a [`BitImage`], or a tensor of [pixels](Pixel) in any format, of which `false` and 0 are off and
/// all other values are on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a binary image",
    note = "`BitImage` is one, and so is any tensor of two dimensions with values of type `bool`, `u8` or `u16`"
)]
pub trait BinaryImage {
    /// Rows and columns.
    fn extents(&self) -> [usize; 2];

    /// The pixels that are on, as runs within runs of equal rows. Takes time linear in the runs of a format that stores runs, in the words
    /// and runs of a [`BitImage`], and in the pixels of other formats.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit 32 bits, or there is not enough memory.
    fn to_runs(&self) -> Result<RunImage>;

    /// Counts the pixels that are on in both images and those that are on in one of them only. [`Overlap`] has intersection over
    /// union, the Dice coefficient and the Hamming distance.
    ///
    /// For a [`BitImage`] it takes time linear in words. For other formats it takes the time of [`to_runs`](Self::to_runs), and time
    /// linear in the runs of both images, once for consecutive rows that are equal in both. Images in different formats are compared
    /// by their runs: `a.to_runs()?.overlap(&b.to_runs()?)`.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents differ.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit 32 bits, or there is not enough memory.
    ///
    /// ```
    /// use finch_image::prelude::*;
    ///
    /// let a = RunImage::from_dense([1, 6], &[true, true, true, true, false, false])?;
    /// let b = RunImage::from_dense([1, 6], &[false, true, true, true, true, false])?;
    /// let overlap = a.overlap(&b)?;
    /// assert_eq!((overlap.both, overlap.only_first, overlap.only_second), (3, 1, 1));
    /// assert_eq!((overlap.hamming(), overlap.jaccard(), overlap.dice()), (2, 0.6, 0.75));
    /// # Ok::<(), Error>(())
    /// ```
    fn overlap(&self, other: &Self) -> Result<Overlap> {
        overlap_of_runs(&self.to_runs()?, &other.to_runs()?)
    }

    /// What distance transforms start with, some rows at a time: `each` is called when they are there.
    #[doc(hidden)]
    fn started<T: StepCount>(&self, start: &Start<T>, each: Each<'_, T>) -> Result<Matrix<T>> {
        start.of(&self.to_runs()?, each)
    }
}

impl BinaryImage for BitImage {
    fn extents(&self) -> [usize; 2] {
        self.shape()
    }

    fn to_runs(&self) -> Result<RunImage> {
        BitImage::to_runs(self)
    }

    fn overlap(&self, other: &Self) -> Result<Overlap> {
        overlap_of_words(self, other)
    }
}

impl<P: Pixel, L: Level<T = P, Rank = U2>> BinaryImage for Tensor<L> {
    fn extents(&self) -> [usize; 2] {
        let shape = self.shape();
        [shape[0], shape[1]]
    }

    fn to_runs(&self) -> Result<RunImage> {
        if IsDense::<'_, L>::VALUE {
            return runs_of_dense(self);
        }
        let (mut runs, off) = (RunImage::default(), literal::<P, P::Off>());
        finch! {
            runs .= false;
            for y, x { runs[y, x] = self[y, x] != off; }
        }
        .run()?;
        Ok(runs)
    }

    fn started<T: StepCount>(&self, start: &Start<T>, each: Each<'_, T>) -> Result<Matrix<T>> {
        start.of(self, each)
    }
}
