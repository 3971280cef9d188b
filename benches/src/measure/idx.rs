//! Images in IDX files, the format of MNIST.
//!
//! A magic number (two zero bytes, 8 for bytes, 3 for the number of dimensions), three extents of four bytes, highest first, then a
//! byte for each pixel.

use finch_kernels::Result;
use finch_kernels::prelude::*;

/// All images of a file, one below the other, as rows of bytes. They are light on dark there, and dark on light here.
///
/// # Errors
///
/// It is no such file, or has not as many pixels as its extents say.
pub fn stacked(bytes: &[u8]) -> Result<Matrix<u8>> {
    let wrong = |what: String| Error::new(ErrorKind::Parse, what);
    let Some((magic, rest)) = bytes.split_first_chunk::<4>() else {
        return Err(wrong(format!(
            "an IDX file begins with 4 bytes, and these are {}",
            bytes.len()
        )));
    };
    if *magic != [0, 0, 8, 3] {
        return Err(wrong(format!(
            "{magic:?} is not how an IDX file of images begins: [0, 0, 8, 3] is"
        )));
    }
    let mut rest = rest;
    let mut extents = [0; 3];
    for extent in &mut extents {
        let (digits, behind) = rest
            .split_first_chunk::<4>()
            .ok_or_else(|| wrong("an IDX file ends within its extents".into()))?;
        (*extent, rest) = (u32::from_be_bytes(*digits) as usize, behind)
    }
    let [images, rows, columns] = extents;
    let tall = images.checked_mul(rows);
    match tall.and_then(|tall| tall.checked_mul(columns)) {
        Some(pixels) if pixels == rest.len() => {}
        _ => {
            return Err(wrong(format!(
                "{images} images of {rows} by {columns} are not {} pixels",
                rest.len()
            )));
        }
    }
    finch_image::grey([images * rows, columns], rest.iter().map(|level| 255 - level).collect())
}
