//! Geometry of images: cropping, margins, magnification, transposition, flips and rotation by right angles.
//!
//! | image | transposition | flips | magnification | parts and margins |
//! |---|---|---|---|---|
//! | `Matrix<u8>`, of `u16` and `bool` | a pixel at a time | rows, pixels | a row of the result at a time | pixels |
//! | [`BitImage`] | 64 by 64 pixels in 192 steps | words | runs of a row, then words | words |
//! | [`RunImage`] | runs, sorted by columns | runs | runs | runs |
//!
//! No pixel is interpolated. Every operation is exact, and all but cropping can be undone.

mod bytes;
mod runs;
mod words;

use crate::imports::*;
use crate::morphology::{MorphKind, MorphOp, Morphology};

/// How far an image is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rotation {
    /// By 90 degrees, clockwise: the top row becomes the right column.
    Clockwise,
    /// By 180 degrees.
    Half,
    /// By 90 degrees, counterclockwise: the top row becomes the left column.
    Counterclockwise,
}

/// An image that can be transposed, flipped, rotated, magnified, cropped and padded: `Matrix<u8>`, `Matrix<u16>`, `Matrix<bool>`,
/// [`BitImage`] and [`RunImage`]. The [module](self) says how it is done for each.
///
/// ```
/// use finch_image::{Geometry, Rotation, prelude::*};
///
/// let image = Matrix::<u8>::from_dense([2, 3], &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(image.rotate(Rotation::Clockwise)?, Matrix::from_dense([3, 2], &[4, 1, 5, 2, 6, 3])?);
/// assert_eq!(image.rotate(Rotation::Counterclockwise)?, Matrix::from_dense([3, 2], &[3, 6, 2, 5, 1, 4])?);
/// assert_eq!(image.crop(0..2, 1..3)?, Matrix::from_dense([2, 2], &[2, 3, 5, 6])?);
/// assert_eq!(image.crop(0..1, 0..2)?.magnify([2, 2])?, Matrix::from_dense([2, 4], &[1, 1, 2, 2, 1, 1, 2, 2])?);
/// # Ok::<(), Error>(())
/// ```
pub trait Geometry: Morphology {
    /// The transpose: `out[x, y]` is `self[y, x]`. Takes time linear in pixels or words. An image of `n` runs whose transpose has `m`
    /// takes time of `n log n + m`, where `m` can be much larger than `n`.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    fn transposed(&self) -> Result<Self>;

    /// The image upside down: its rows in reverse order. Takes time linear in pixels, words or runs.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    fn flip_vertical(&self) -> Result<Self>;

    /// The image as in a mirror: its columns in reverse order. Takes time linear in pixels, words or runs.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    fn flip_horizontal(&self) -> Result<Self>;

    /// The image with `by[0]` rows and `by[1]` columns of equal pixels in place of each of its rows and columns. Takes time linear in
    /// the pixels or words of the result; in runs, however large the result is.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): a factor is 0.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): the extents are too large, or there is not enough memory.
    fn magnify(&self, by: [usize; 2]) -> Result<Self>;

    /// The image, rotated. Takes the time of a transposition and a flip, or of two flips.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    fn rotate(&self, rotation: Rotation) -> Result<Self> {
        match rotation {
            Rotation::Clockwise => self.transposed()?.flip_horizontal(),
            Rotation::Half => self.flip_vertical()?.flip_horizontal(),
            Rotation::Counterclockwise => self.transposed()?.flip_vertical(),
        }
    }

    /// The part of the image in the given rows and columns. Takes time linear in its pixels, words or runs, and in the runs of
    /// equal rows in front of it.
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a range ends before it starts or beyond the image.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    fn crop(&self, rows: Range<usize>, columns: Range<usize>) -> Result<Self> {
        let shape = self.extents();
        let within = |range: &Range<usize>, extent: usize| range.start <= range.end && range.end <= extent;
        ensure!(within(&rows, shape[0]) && within(&columns, shape[1]), else OutOfBounds,
            "rows {rows:?} and columns {columns:?} are no part of an image of {} rows and {} columns", shape[0], shape[1]);
        let first = [rows.start as isize, columns.start as isize];
        moved(self, first, [rows.len(), columns.len()], false)
    }

    /// The image with a margin whose pixels are all on or all off: `above[0]` rows above it, `above[1]` columns to its left, `below[0]`
    /// rows below it and `below[1]` columns to its right. Takes time linear in the pixels, words or runs of the result.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): the extents are too large, or there is not enough memory.
    ///
    /// ```
    /// use finch_image::{Geometry, prelude::*};
    ///
    /// let image = RunImage::from_dense([1, 2], &[true, false])?;
    /// let framed = image.add_margins([0, 1], [1, 2], true)?;
    /// assert_eq!(framed.to_dense()?, [true, true, false, true, true, true, true, true, true, true]);
    /// # Ok::<(), Error>(())
    /// ```
    fn add_margins(&self, above: [usize; 2], below: [usize; 2], on: bool) -> Result<Self> {
        let shape = self.extents();
        let extent = |axis: usize| {
            let extent = shape[axis].checked_add(above[axis])?.checked_add(below[axis])?;
            isize::try_from(extent).ok().map(|_| extent)
        };
        match (extent(0), extent(1)) {
            (Some(rows), Some(columns)) => moved(self, above.map(|by| -(by as isize)), [rows, columns], on),
            _ => Err(error!(
                TooLarge,
                "an image of {shape:?} with margins of {above:?} and {below:?}: extents must fit {} bits",
                isize::BITS - 1
            )),
        }
    }
}

/// An image of the given extents, whose first pixel is at `first` in another one; what lies outside of that is on or off.
fn moved<I: Morphology>(image: &I, first: [isize; 2], extents: [usize; 2], on: bool) -> Result<I> {
    let (mut blank, mut out) = (I::default(), I::default());
    I::constant(&mut blank, extents, false)?;
    let op = MorphOp {
        kind: MorphKind::Dilate,
        on_border: on,
        grain: None,
    };
    blank.combine_moved(image, first, &mut out, op)?;
    Ok(out)
}

/// The extents of a magnified image.
fn magnified(shape: [usize; 2], by: [usize; 2]) -> Result<[usize; 2]> {
    ensure!(!by.contains(&0), else Invalid, "magnification by {by:?}: factors must be 1 or more");
    match (shape[0].checked_mul(by[0]), shape[1].checked_mul(by[1])) {
        (Some(rows), Some(columns)) => Ok([rows, columns]),
        _ => Err(error!(TooLarge, "an image of {shape:?} cannot be magnified by {by:?}")),
    }
}
