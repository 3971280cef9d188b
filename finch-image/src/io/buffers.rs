//! The buffers of the crate `image`: what they hold as tensors, and back.

use crate::imports::*;
use finch_kernels::formats::SliceMut;
use finch_kernels::formats::buffer::Buffer;
use finch_kernels::prelude::*;
use finch_kernels::traits::algebra::fill::Zero;
use finch_kernels::traits::algebra::number::Number;
use image::{ImageBuffer, Luma, Pixel, Primitive};
use std::ops::{Deref, DerefMut};

/// Rows, columns and channels of the values `Val`.
pub type Channels<T, Val> = Tensor<Dense<Dense<Dense<Element<T, Zero, Val>>>>>;

/// The extents of a buffer: rows, columns, and channels of each pixel.
fn extents<P: Pixel, C: Deref<Target = [P::Subpixel]>>(buffer: &ImageBuffer<P, C>) -> [usize; 3] {
    let (width, height) = buffer.dimensions();
    [height as usize, width as usize, usize::from(P::CHANNEL_COUNT)]
}

/// How many samples the pixels of a buffer have. It may hold more.
fn count<P: Pixel, C: Deref<Target = [P::Subpixel]>>(buffer: &ImageBuffer<P, C>) -> usize {
    extents(buffer).into_iter().product()
}

/// The grey levels of a buffer, which are not copied. Takes constant time.
///
/// ```
/// use finch_image::{io, prelude::*};
/// use image::{GrayImage, Luma};
///
/// let mut buffer = GrayImage::from_fn(3, 2, |x, y| Luma([(10 * y + x) as u8]));
/// let image = io::view(&buffer)?;
/// assert_eq!((&image.shape()[..], image.get([1, 2])), (&[2, 3][..], Some(12)));
///
/// let mut brighter = GrayImage::new(3, 2);
/// let mut out = io::view_mut(&mut brighter)?;
/// finch! { out .= 0; for y, x { out[y, x] = image[y, x] + 100; } }.run()?;
/// assert_eq!(brighter.get_pixel(2, 1).0, [112]);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// None for a buffer of `image`.
pub fn view<T, C>(buffer: &ImageBuffer<Luma<T>, C>) -> Result<MatrixView<'_, T>>
where
    T: Primitive + Number,
    Luma<T>: Pixel<Subpixel = T>,
    C: Deref<Target = [T]>,
{
    let [rows, columns, _] = extents(buffer);
    Tensor::new(Dense::new(
        rows,
        Dense::new(columns, Element::new(&(**buffer)[..count(buffer)])),
    ))
}

/// The grey levels of a buffer as an output, into which programs write. Nothing is copied. Takes constant time.
///
/// # Errors
///
/// None for a buffer of `image`.
pub fn view_mut<T, C>(buffer: &mut ImageBuffer<Luma<T>, C>) -> Result<MatrixMut<'_, T>>
where
    T: Primitive + Number,
    Luma<T>: Pixel<Subpixel = T>,
    C: DerefMut<Target = [T]>,
{
    let [rows, columns, _] = extents(buffer);
    let count = count(buffer);
    let leaf = Element::new(SliceMut::from(&mut (**buffer)[..count]));
    Tensor::new(Dense::new(rows, Dense::new(columns, leaf)))
}

/// The samples of a buffer by rows, columns and channels, which are not copied. Takes constant time.
///
/// ```
/// use finch_image::{io, prelude::*};
/// use image::RgbImage;
///
/// let buffer = RgbImage::from_raw(2, 1, vec![1, 2, 3, 40, 50, 60]).ok_or("too few")?;
/// let image = io::view_channels(&buffer)?;
/// let mut brightest = Matrix::<u8>::default();
/// finch! { brightest .= 0; for y, x, c { brightest[y, x] <<max>>= image[y, x, c]; } }.run()?;
/// assert_eq!(brightest.values(), [3, 60]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// None for a buffer of `image`.
pub fn view_channels<P, C>(buffer: &ImageBuffer<P, C>) -> Result<Channels<P::Subpixel, &[P::Subpixel]>>
where
    P: Pixel<Subpixel: Number>,
    C: Deref<Target = [P::Subpixel]>,
{
    channels(extents(buffer), &(**buffer)[..count(buffer)])
}

/// The samples of a buffer by rows, columns and channels as an output, into which programs write. Nothing is copied. Takes constant time.
///
/// # Errors
///
/// None for a buffer of `image`.
pub fn view_channels_mut<P, C>(
    buffer: &mut ImageBuffer<P, C>,
) -> Result<Channels<P::Subpixel, SliceMut<'_, P::Subpixel>>>
where
    P: Pixel<Subpixel: Number>,
    C: DerefMut<Target = [P::Subpixel]>,
{
    let count = count(buffer);
    channels(extents(buffer), SliceMut::from(&mut (**buffer)[..count]))
}

/// The samples of a buffer, which may have room for more.
fn samples<P: Pixel>(buffer: ImageBuffer<P, Vec<P::Subpixel>>) -> Vec<P::Subpixel> {
    let count = count(&buffer);
    let mut samples = buffer.into_raw();
    samples.truncate(count);
    samples
}

fn channels<T: Number, Val>([rows, columns, channels]: [usize; 3], val: Val) -> Result<Channels<T, Val>>
where
    Val: Buffer<Item = T>,
{
    let leaf = Element::new(val);
    Tensor::new(Dense::new(rows, Dense::new(columns, Dense::new(channels, leaf))))
}

/// The image in a buffer, which is not copied. Takes constant time.
///
/// # Errors
///
/// None for a buffer of `image`.
pub fn from_buffer<T>(buffer: ImageBuffer<Luma<T>, Vec<T>>) -> Result<Matrix<T>>
where
    T: Primitive + Number,
    Luma<T>: Pixel<Subpixel = T>,
{
    let [rows, columns, _] = extents(&buffer);
    Matrix::from_parts(rows, columns, samples(buffer))
}

/// The image as a buffer, which is not copied. Takes constant time.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit 32 bits.
pub fn to_buffer<T>(image: Matrix<T>) -> Result<ImageBuffer<Luma<T>, Vec<T>>>
where
    T: Primitive + Number,
    Luma<T>: Pixel<Subpixel = T>,
{
    let (rows, columns, pixels) = image.into_parts();
    buffer([rows, columns], pixels)
}

/// The samples of a buffer by rows, columns and channels, which are not copied. Takes constant time.
///
/// # Errors
///
/// None for a buffer of `image`.
pub fn from_channels<P>(buffer: ImageBuffer<P, Vec<P::Subpixel>>) -> Result<Cube<P::Subpixel>>
where
    P: Pixel<Subpixel: Number>,
{
    channels(extents(&buffer), samples(buffer))
}

/// Rows, columns and channels as a buffer of pixels of type `P`, which is not copied. Takes constant time.
///
/// ```
/// use finch_image::{io, prelude::*};
/// use image::{Rgb, RgbImage};
///
/// let cube = io::from_channels(RgbImage::from_pixel(4, 2, Rgb([1, 2, 3])))?;
/// assert_eq!(&cube.shape()[..], [2, 4, 3]);
/// let buffer: RgbImage = io::to_channels(cube)?;
/// assert_eq!(buffer.get_pixel(3, 1), &Rgb([1, 2, 3]));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the last extent is not the number of channels of `P`.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit 32 bits.
pub fn to_channels<P>(image: Cube<P::Subpixel>) -> Result<ImageBuffer<P, Vec<P::Subpixel>>>
where
    P: Pixel<Subpixel: Number>,
{
    let shape = image.shape();
    ensure!(shape[2] == usize::from(P::CHANNEL_COUNT), else Mismatch,
        "pixels of {} channels are made of {}", P::CHANNEL_COUNT, shape[2]);
    let mut samples = image.into_level().into_child().into_child().into_child().into_val();
    samples.truncate(shape.iter().product());
    buffer([shape[0], shape[1]], samples)
}

fn buffer<P: Pixel>(extents: [usize; 2], samples: Vec<P::Subpixel>) -> Result<ImageBuffer<P, Vec<P::Subpixel>>> {
    let [height, width] = extents.map(|extent| u32::try_from(extent).ok());
    let buffer = match (width, height) {
        (Some(width), Some(height)) => ImageBuffer::from_raw(width, height, samples),
        _ => None,
    };
    buffer.ok_or_else(|| {
        error!(
            TooLarge,
            "an image of {} by {} does not fit a buffer with extents of 32 bits", extents[0], extents[1]
        )
    })
}
