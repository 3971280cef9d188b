//! Image files: PNG, PGM and PBM, and the buffers of the crate `image`.
//!
//! Whatever a file holds is read as grey levels of 8 bits: colours by their luminance, 16 bits rounded, bits as 0 and 255
//! (the ink of a PBM file, which is its 1, is black: 0), and transparency is dropped. No memory is reserved for what a header claims
//! and the file cannot hold.

use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::traits::error;
use image::{GrayImage, ImageDecoder, ImageFormat, ImageReader};
use std::io::Cursor;
use std::path::Path;

/// The most pixels that a byte of a file can stand for: the bits of the 1032 bytes that a byte of Deflate can stand for.
const PIXELS_PER_BYTE: u64 = 8 * 1032;

/// Reads a file, whose kind is told by how it begins.
///
/// # Errors
///
/// The file cannot be read ([`ErrorKind::Io`]). It is no PNG, PGM or PBM file, it is malformed or cut short, or claims more
/// pixels than it can hold. The message names the file.
pub fn read(path: impl AsRef<Path>) -> Result<Matrix<u8>> {
    let path = path.as_ref();
    let bytes = std::fs::read(path)
        .map_err(|error| Error::caused_by(ErrorKind::Io, format!("{}: {error}", path.display()), error))?;
    decode(&bytes).map_err(|error| error.context(path.display()))
}

/// Reads an image from the bytes of a file. Takes time linear in bytes and pixels.
///
/// # Errors
///
/// It is no PNG, PGM or PBM file (PPM and PAM are read, too), it is malformed or cut short, or claims more pixels than it
/// can hold.
///
/// ```
/// use finch_image::{io, prelude::*};
///
/// let image = io::decode(b"P2 3 2 255  0 10 20  30 40 50")?;
/// assert_eq!(image.to_dense()?, [0, 10, 20, 30, 40, 50]);
/// assert!(io::decode(b"P5 1000000 1000000 255\n...").is_err());
/// # Ok::<(), Error>(())
/// ```
pub fn decode(bytes: &[u8]) -> Result<Matrix<u8>> {
    let parse = |error: image::ImageError| Error::caused_by(ErrorKind::Parse, error.to_string(), error);
    let reader = ImageReader::new(Cursor::new(bytes));
    let reader = reader.with_guessed_format().map_err(|error| parse(error.into()))?;
    match reader.format() {
        Some(ImageFormat::Png | ImageFormat::Pnm) => {}
        _ => return Err(error!(Parse, "this is no PNG, PGM or PBM file")),
    }
    let decoder = reader.into_decoder().map_err(parse)?;
    let (width, height) = decoder.dimensions();
    let (pixels, most) = (
        u64::from(width) * u64::from(height),
        (bytes.len() as u64).saturating_mul(PIXELS_PER_BYTE),
    );
    if pixels > most {
        return Err(error!(
            TooLarge,
            "the header claims {height} rows and {width} columns, which {} bytes cannot hold",
            bytes.len()
        ));
    }
    let image = image::DynamicImage::from_decoder(decoder).map_err(parse)?;
    from_buffer(image.into_luma8())
}

/// The image in a buffer, which is not copied. Takes constant time.
///
/// # Errors
///
/// None for a valid buffer.
pub fn from_buffer(buffer: GrayImage) -> Result<Matrix<u8>> {
    let (width, height) = buffer.dimensions();
    crate::grey([height as usize, width as usize], buffer.into_raw())
}

/// The image as a buffer, which is not copied. Takes constant time.
///
/// # Errors
///
/// If an extent does not fit 32 bits.
pub fn to_buffer(image: Matrix<u8>) -> Result<GrayImage> {
    let (rows, columns, pixels) = image.into_parts();
    let extent = |extent: usize| u32::try_from(extent).ok();
    let buffer = match (extent(columns), extent(rows)) {
        (Some(width), Some(height)) => GrayImage::from_raw(width, height, pixels),
        _ => None,
    };
    buffer.ok_or_else(|| {
        error!(
            TooLarge,
            "an image of {rows} by {columns} does not fit a buffer with extents of 32 bits"
        )
    })
}

/// Writes a PNG file, or a PGM file if that is what its name ends in.
///
/// # Errors
///
/// An extent does not fit 32 bits, the file cannot be written, or its name ends in something else ([`ErrorKind::Io`]).
pub fn write(path: impl AsRef<Path>, image: Matrix<u8>) -> Result<()> {
    let path = path.as_ref();
    let buffer = to_buffer(image)?;
    buffer
        .save(path)
        .map_err(|error| Error::caused_by(ErrorKind::Io, format!("{}: {error}", path.display()), error))
}
