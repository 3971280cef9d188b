//! What is a binary image: bytes, bits, words or runs, of which pixels are on.

use crate::{BitImage, Pixel, RunImage};
use finch_kernels::Result;
use finch_kernels::formats::Tensor;
use finch_kernels::formats::traits::expr::overload::literal;
use finch_kernels::formats::traits::finch;
use finch_kernels::formats::traits::level::Level;
use typenum::U2;

/// An image of which pixels are on: a [`BitImage`], or a tensor of [pixels](Pixel) in any format, of which off (`false`, 0) is off and
/// every other pixel is on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a binary image",
    note = "`BitImage` is one, and so is any tensor of two dimensions with values of type `bool`, `u8` or `u16`"
)]
pub trait BinaryImage {
    /// The pixels that are on, by runs in runs of equal rows. Takes time linear in the runs of a format that stores runs, in the words
    /// of a [`BitImage`] and its runs, in the pixels of other formats.
    ///
    /// # Errors
    ///
    /// An extent does not fit 32 bits, or there is not enough memory.
    fn by_runs(&self) -> Result<RunImage>;
}

impl BinaryImage for BitImage {
    fn by_runs(&self) -> Result<RunImage> {
        self.to_runs()
    }
}

impl<T: Pixel, L: Level<T = T, Rank = U2>> BinaryImage for Tensor<L> {
    fn by_runs(&self) -> Result<RunImage> {
        let (mut runs, off) = (RunImage::default(), literal::<T, T::Off>());
        finch! {
            runs .= false;
            for y, x { runs[y, x] = self[y, x] != off; }
        }
        .run()?;
        Ok(runs)
    }
}
