//! Between raw pixels, grey images and binary images of any format.

use finch_kernels::formats::traits::lifecycle::WriteLevel;
use finch_kernels::prelude::*;
use typenum::U2;

/// There is a value for each pixel.
pub(crate) fn check_size([rows, columns]: [usize; 2], values: usize) -> Result<()> {
    match rows.checked_mul(columns) {
        Some(pixels) if pixels == values => Ok(()),
        _ => Err(Error::new(
            ErrorKind::Invalid,
            format!("an image of {rows} rows and {columns} columns is not made of {values} pixels"),
        )),
    }
}

/// Room for so many values, zero.
pub(crate) fn room<T: Default + Clone>(rows: usize, columns: usize) -> Result<Vec<T>> {
    let mut values = Vec::new();
    let places = rows.checked_mul(columns);
    match places.filter(|&places| values.try_reserve_exact(places).is_ok()) {
        Some(places) => {
            values.resize(places, T::default());
            Ok(values)
        }
        None => Err(Error::new(
            ErrorKind::TooLarge,
            format!("there is no memory for an image of {rows} by {columns}"),
        )),
    }
}

/// The grey image of `rows` by `columns` pixels, row by row, which are not copied.
///
/// # Errors
///
/// If there are not as many pixels.
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

/// A binary image of the pixels that are at least `level`: light ones. Any format of `bool`s.
///
/// # Errors
///
/// If there is not enough memory.
///
/// ```
/// use finch_image::{at_least, below, grey, prelude::*};
///
/// let image = grey([2, 3], vec![0, 10, 200, 30, 140, 150])?;
/// let light: RunImage = at_least(&image, 128)?;
/// let dark: BitMatrix = below(&image, 128)?;
/// assert_eq!(light.to_dense()?, [false, false, true, false, true, true]);
/// assert_eq!(dark.to_dense()?, [true, true, false, true, false, false]);
/// # Ok::<(), Error>(())
/// ```
pub fn at_least<L: WriteLevel<T = bool, Rank = U2> + Default>(
    image: &Tensor<impl MatrixOf<u8>>,
    level: u8,
) -> Result<Tensor<L>> {
    let mut out = Tensor::<L>::default();
    finch! {
        out .= _;
        for y, x { out[y, x] = image[y, x] >= level; }
    }
    .run()?;
    Ok(out)
}

/// A binary image of the pixels that are below `level`: dark ones. Any format of `bool`s.
///
/// # Errors
///
/// If there is not enough memory.
pub fn below<L: WriteLevel<T = bool, Rank = U2> + Default>(
    image: &Tensor<impl MatrixOf<u8>>,
    level: u8,
) -> Result<Tensor<L>> {
    let mut out = Tensor::<L>::default();
    finch! {
        out .= _;
        for y, x { out[y, x] = image[y, x] < level; }
    }
    .run()?;
    Ok(out)
}

/// A grey image: 255 where a binary image is on, 0 elsewhere.
///
/// # Errors
///
/// If there is not enough memory.
pub fn to_grey(image: &Tensor<impl MatrixOf<bool>>) -> Result<Matrix<u8>> {
    let mut out = Matrix::<u8>::default();
    finch! {
        out .= 0;
        for y, x { if image[y, x] { out[y, x] = 255_u8; } }
    }
    .run()?;
    Ok(out)
}
