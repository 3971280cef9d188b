//! Between raw pixels, grey images and binary images of any format.

use crate::ImageOutput;
use crate::imports::*;
use crate::packed::runs_where;
use finch_kernels::formats::traits::algebra::{Ge, Lt};
use finch_kernels::prelude::*;

/// There is a value for each pixel.
pub(crate) fn check_size([rows, columns]: [usize; 2], values: usize) -> Result<()> {
    match rows.checked_mul(columns) {
        Some(pixels) if pixels == values => Ok(()),
        _ => Err(error!(
            Invalid,
            "an image of {rows} rows and {columns} columns is not made of {values} pixels"
        )),
    }
}

/// Room for so many values, zero.
pub(crate) fn room<T: Default + Clone>(rows: usize, columns: usize) -> Result<Vec<T>> {
    let places = rows.checked_mul(columns);
    match places.filter(|&places| Vec::<T>::new().try_reserve_exact(places).is_ok()) {
        // There is memory: `vec!` would end the process otherwise, but does not write zeros to memory that the system has cleared.
        Some(places) => Ok(vec![T::default(); places]),
        None => Err(error!(
            TooLarge,
            "there is no memory for an image of {rows} by {columns}"
        )),
    }
}

/// An empty array with room for so many of what it is said to hold.
pub(crate) fn reserved<T>(count: usize, what: &str) -> Result<Vec<T>> {
    let mut values = Vec::new();
    match values.try_reserve_exact(count) {
        Ok(()) => Ok(values),
        Err(_) => Err(error!(TooLarge, "there is no memory for {count} {what}")),
    }
}

/// The grey image of `rows` by `columns` pixels, row by row, which are not copied. Takes constant time.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): there are not `rows * columns` pixels.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): an image without pixels has an extent that does not fit `isize`.
///
/// ```
/// use finch_image::{grey, prelude::*};
///
/// let image = grey([2, 3], vec![0, 10, 20, 30, 40, 50])?;
/// assert_eq!(image.get([1, 2]), Some(50));
/// assert!(grey([usize::MAX, 2], vec![0; 4]).is_err());
/// # Ok::<(), Error>(())
/// ```
pub fn grey([rows, columns]: [usize; 2], pixels: Vec<u8>) -> Result<Matrix<u8>> {
    check_size([rows, columns], pixels.len())?;
    Matrix::from_parts(rows, columns, pixels)
}

macro_rules! threshold {
    ($(#[$doc:meta])* $name:ident, $into:ident: $at:tt as $op:ident) => {
        $(#[$doc])*
        ///
        #[doc = concat!("The format of the result is the caller's choice. [`", stringify!($into), "`] writes to an output whose memory is reused.")]
        /// A [`BitImage`](crate::BitImage) is no tensor: `BitImage::from_tensor(&image)?` makes one of the `RunImage` that this returns.
        ///
        /// # Errors
        ///
        #[doc = crate::refused::refused!("the result")]
        #[doc(alias = "threshold")]
        pub fn $name<I: NewMatrix<Value = bool, Level: 'static>>(image: &Tensor<impl MatrixOf<u8>>, level: u8) -> Result<I> {
            let mut out = I::default();
            $into(out.output(), image, level)?;
            Ok(out)
        }

        #[doc = concat!("[`", stringify!($name), "`] into `out`, in any format: what it holds is replaced, and its memory is reused.")]
        ///
        /// # Errors
        ///
        #[doc = crate::refused::refused!("`out`")]
        pub fn $into<L: MatrixOf<u8>>(
            out: &mut Tensor<impl ImageOutput<bool> + 'static>,
            image: &Tensor<L>,
            level: u8,
        ) -> Result<()> {
            // Words of 64 pixels say where runs end, which is quicker than to ask each pixel whether it goes on with one.
            if IsDense::<'_, L>::VALUE && let Some(runs) = (out as &mut dyn Any).downcast_mut::<RunImage>() {
                *runs = runs_where(image, $op, level)?;
                return Ok(());
            }
            finch! {
                out .= _;
                for y, x { out[y, x] = image[y, x] $at level; }
            }
            .run()
        }
    };
}

threshold! {
    /// A binary image of the pixels that are at least `level`: light ones. Takes time linear in the runs of `image` if it
    /// stores runs, else in its pixels.
    ///
    /// ```
    /// use finch_image::{at_least, grey, prelude::*};
    ///
    /// let image = grey([2, 3], vec![0, 10, 200, 30, 140, 150])?;
    /// let light: RunImage = at_least(&image, 128)?;
    /// assert_eq!(light.to_dense()?, [false, false, true, false, true, true]);
    /// # Ok::<(), Error>(())
    /// ```
    at_least, at_least_into: >= as Ge
}

threshold! {
    /// A binary image of the pixels that are below `level`: dark ones. Takes time linear in the runs of `image` if it stores
    /// runs, else in its pixels.
    ///
    /// ```
    /// use finch_image::{below, grey, prelude::*};
    ///
    /// let image = grey([2, 3], vec![0, 10, 200, 30, 140, 150])?;
    /// let dark: BitMatrix = below(&image, 128)?;
    /// assert_eq!(dark.to_dense()?, [true, true, false, true, false, false]);
    /// # Ok::<(), Error>(())
    /// ```
    below, below_into: < as Lt
}

/// A grey image: 255 where a binary image is on, 0 elsewhere. Takes time linear in the pixels. [`to_grey_into`] writes
/// to an output in another format, or to one whose memory is reused.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
///
/// ```
/// use finch_image::{prelude::*, to_grey};
///
/// let ink = RunImage::from_dense([1, 4], &[false, true, true, false])?;
/// assert_eq!(to_grey(&ink)?.to_dense()?, [0, 255, 255, 0]);
/// # Ok::<(), Error>(())
/// ```
pub fn to_grey(image: &Tensor<impl MatrixOf<bool>>) -> Result<Matrix<u8>> {
    let mut out = Matrix::default();
    to_grey_into(&mut out, image)?;
    Ok(out)
}

/// [`to_grey`] into `out`, in any format: what it holds is replaced, and its memory is reused.
///
/// # Errors
///
#[doc = crate::refused::refused!("`out`")]
pub fn to_grey_into(out: &mut Tensor<impl MatrixOutput<u8>>, image: &Tensor<impl MatrixOf<bool>>) -> Result<()> {
    finch! {
        out .= 0;
        for y, x { if image[y, x] { out[y, x] = 255_u8; } }
    }
    .run()
}
