//! Image files: PNG, PGM and PBM, and the buffers of the crate `image` 0.25.
//!
//! # Files
//!
//! Whatever a file holds is read as grey levels of 8 bits: colours by their luminance, 16 bits rounded, bits as 0 and 255
//! (the ink of a PBM file, which is its 1, is black: 0), and transparency is dropped. No memory is reserved for what a header claims
//! and the file cannot hold, and an image that there is no memory for is an error.
//!
//! # Buffers
//!
//! | buffer | as | copies |
//! |---|---|---|
//! | `&ImageBuffer<Luma<T>, _>` | [`view`]: a `MatrixView<T>` | nothing |
//! | `&mut ImageBuffer<Luma<T>, _>` | [`view_mut`]: a `MatrixMut<T>`, which programs write | nothing |
//! | `&ImageBuffer<Rgb<T>, _>` and others of several channels | [`view_channels`]: rows, columns and channels | nothing |
//! | `&mut ImageBuffer<Rgb<T>, _>` | [`view_channels_mut`] | nothing |
//! | `ImageBuffer<Luma<T>, Vec<T>>` and back | [`from_buffer`], [`to_buffer`]: a `Matrix<T>` | nothing |
//! | `ImageBuffer<Rgb<T>, Vec<T>>` and back | [`from_channels`], [`to_channels`]: a `Cube<T>` | nothing |
//!
//! Each takes constant time. `T` is `u8`, `u16` or `f32`, as in the buffers of `image`, or any other number that they may hold.

mod buffers;

pub use buffers::*;

use crate::imports::*;
use finch_kernels::formats::io::replace;
use finch_kernels::prelude::*;
use image::codecs::png::PngEncoder;
use image::codecs::pnm::{PnmEncoder, PnmSubtype, SampleEncoding};
use image::{
    ColorType, DynamicImage, ExtendedColorType, GrayImage, ImageBuffer, ImageDecoder, ImageEncoder, ImageError,
    ImageFormat, ImageReader, Limits,
};
use std::io::{BufWriter, Cursor, Write};
use std::path::Path;

/// The most bytes that a byte of Deflate can stand for.
const DEFLATED: u64 = 1032;

/// How many pixels are made grey at a time.
const BAND: usize = 1 << 12;

/// Reads a file, whose kind is told by how it begins. The file is held in memory as a whole. Takes the time of [`decode`].
///
/// # Errors
///
/// * [`Io`](crate::ErrorKind::Io): the file cannot be read.
/// * [`Parse`](crate::ErrorKind::Parse): it is no PNG, PGM or PBM file, it is malformed or cut short, or what it holds beside the pixels is
///   too large for its length.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): the header claims more pixels than the file can hold or than there is memory for.
///
/// The message starts with the name of the file.
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
/// * [`Parse`](crate::ErrorKind::Parse): these are the bytes of no PNG, PGM or PBM file (PPM and PAM are read, too), they are malformed or
///   cut short, or what they hold beside the pixels is too large for their number.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): the header claims more pixels than they can hold or than there is memory for.
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
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| unread(error.into()))?;
    let format = reader.format();
    let length = bytes.len() as u64;
    let most = match format {
        Some(ImageFormat::Png) => length.saturating_mul(DEFLATED),
        Some(ImageFormat::Pnm) => length,
        _ => return Err(error!(Parse, "this is no PNG, PGM or PBM file")),
    };
    // What stands beside the pixels is unpacked, too.
    let mut limits = Limits::default();
    limits.max_alloc = limits.max_alloc.map(|bytes| bytes.min(most.max(1 << 20)));
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(unread)?;
    let (width, height) = decoder.dimensions();
    let bits = match format {
        Some(ImageFormat::Png) => bits_of_png(bytes),
        _ => decoder.original_color_type().bits_per_pixel().into(),
    };
    let claimed = u128::from(width) * u128::from(height) * u128::from(bits);
    ensure!(claimed <= 8 * u128::from(most), else TooLarge,
        "the header claims {height} rows and {width} columns of {bits} bits, which {length} bytes cannot hold");
    crate::grey([height as usize, width as usize], luminance(decoder)?)
}

#[cold]
fn unread(error: ImageError) -> Error {
    let words = match &error {
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            "the image is cut short".into()
        }
        error => error.to_string(),
    };
    Error::caused_by(ErrorKind::Parse, words, error)
}

/// How many bits a pixel has in a PNG file, whose header, which was read, says how many a sample has and which samples there are.
fn bits_of_png(file: &[u8]) -> u64 {
    let samples = match file.get(25) {
        Some(2) => 3,
        Some(4) => 2,
        Some(6) => 4,
        _ => 1,
    };
    file.get(24).map_or(1, |&depth| u64::from(depth)) * samples
}

/// The grey levels of all pixels.
fn luminance(decoder: impl ImageDecoder) -> Result<Vec<u8>> {
    macro_rules! grey {
        ($($color:ident of $sample:ty, $image:ident;)*) => {
            match decoder.color_type() {
                ColorType::L8 => decoded(decoder),
                $(ColorType::$color => grey_of::<$sample>(decoder, |width, band| {
                    ImageBuffer::from_raw(width, 1, band).map(DynamicImage::$image)
                }),)*
                color => Err(error!(Parse, "images of {color:?} are not read")),
            }
        };
    }
    grey! {
        La8 of u8, ImageLumaA8;
        Rgb8 of u8, ImageRgb8;
        Rgba8 of u8, ImageRgba8;
        L16 of u16, ImageLuma16;
        La16 of u16, ImageLumaA16;
        Rgb16 of u16, ImageRgb16;
        Rgba16 of u16, ImageRgba16;
    }
}

/// The grey levels of the bands of pixels that `image` makes an image of.
fn grey_of<T: bytemuck::Pod>(
    decoder: impl ImageDecoder,
    image: impl Fn(u32, Vec<T>) -> Option<DynamicImage>,
) -> Result<Vec<u8>> {
    let channels = usize::from(decoder.color_type().channel_count());
    let samples = decoded::<T>(decoder)?;
    let mut levels = Vec::new();
    let room = levels.try_reserve_exact(samples.len() / channels);
    room.map_err(|_| no_memory(samples.len() / channels))?;
    for band in samples.chunks(BAND * channels) {
        let grey = image((band.len() / channels) as u32, band.to_vec()).map(DynamicImage::into_luma8);
        levels.extend(grey.into_iter().flat_map(GrayImage::into_raw))
    }
    Ok(levels)
}

/// The samples of all pixels.
fn decoded<T: bytemuck::Pod>(decoder: impl ImageDecoder) -> Result<Vec<T>> {
    let count = decoder.total_bytes() as usize / size_of::<T>();
    // Zeros that take no memory before something is written to them.
    let mut samples = bytemuck::allocation::try_zeroed_vec(count).map_err(|()| no_memory(count))?;
    decoder
        .read_image(bytemuck::cast_slice_mut(&mut samples))
        .map_err(unread)?;
    Ok(samples)
}

#[cold]
fn no_memory(count: usize) -> Error {
    error!(TooLarge, "there is not enough memory for an image of {count} samples")
}

/// Writes a file, PNG or binary PGM, which its name says. An old file of that name is replaced when the new one is complete: if anything fails
/// it is as it was. Takes time linear in the pixels.
///
/// # Errors
///
/// * [`Parse`](crate::ErrorKind::Parse): the name ends neither in `.png` nor in `.pgm`.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit 32 bits.
/// * [`Io`](crate::ErrorKind::Io): the file cannot be written, or the image has no pixels, of which there is no PNG file.
///
/// The message starts with the name of the file.
pub fn write(path: impl AsRef<Path>, image: Matrix<u8>) -> Result<()> {
    let path = path.as_ref();
    let end = path.extension().map(|end| end.to_ascii_lowercase());
    let is_png = match end.as_ref().and_then(|end| end.to_str()) {
        Some("png") => true,
        Some("pgm") => false,
        _ => {
            return Err(error!(
                Parse,
                "{}: the name of an image ends in .png or .pgm",
                path.display()
            ));
        }
    };
    let buffer = to_buffer(image).map_err(|error| error.context(path.display()))?;
    replace(path, |file| {
        let mut file = BufWriter::new(file);
        let ((width, height), color) = (buffer.dimensions(), ExtendedColorType::L8);
        let written = if is_png {
            PngEncoder::new(&mut file).write_image(&buffer, width, height, color)
        } else {
            let subtype = PnmSubtype::Graymap(SampleEncoding::Binary);
            let encoder = PnmEncoder::new(&mut file).with_subtype(subtype);
            encoder.write_image(&buffer, width, height, color)
        };
        match written {
            Ok(()) => file.flush(),
            Err(ImageError::IoError(error)) => Err(error),
            Err(error) => Err(std::io::Error::other(error)),
        }
    })
}
