//! Images of all shapes, row by row, and their formats.

use finch_image::RunImage;
use finch_kernels::formats::traits::level::Level;
use finch_kernels::formats::{Pattern, RunList, SparseRunList, Tensor};
use quickcheck::{Arbitrary, Gen};
use typenum::U2;

/// Pixels, 0 for off.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) pixels: Vec<u8>,
}

impl Image {
    pub(crate) fn new([rows, columns]: [usize; 2], on: impl Fn(usize, usize) -> bool) -> Self {
        let pixels = (0..rows * columns)
            .map(|at| if on(at / columns, at % columns) { 255 } else { 0 })
            .collect();
        Image { rows, columns, pixels }
    }

    pub(crate) fn shape(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    pub(crate) fn bools(&self) -> Vec<bool> {
        self.pixels.iter().map(|&pixel| pixel != 0).collect()
    }

    /// Whether a pixel is on, or what lies outside.
    pub(crate) fn on(&self, y: isize, x: isize, outside: bool) -> bool {
        match (usize::try_from(y), usize::try_from(x)) {
            (Ok(y), Ok(x)) if y < self.rows && x < self.columns => self.pixels[y * self.columns + x] != 0,
            _ => outside,
        }
    }
}

impl Arbitrary for Image {
    fn arbitrary(g: &mut Gen) -> Self {
        // Some images are wider than a word or two.
        let widest = *g.choose(&[5, 20, 70, 140]).unwrap();
        let shape = [usize::arbitrary(g) % 12, usize::arbitrary(g) % (widest + 1)];
        // Some are noise, some have long runs and rows that are equal.
        let (density, hold) = (u8::arbitrary(g), usize::arbitrary(g) % 4 + 1);
        let noise: Vec<u8> = (0..12 * 141).map(|_| u8::arbitrary(g)).collect();
        Image::new(shape, |y, x| noise[y / hold * 141 + x / hold] <= density)
    }
}

/// Images whose extents are where formats change, all off, all on, and striped.
pub(crate) fn extremes() -> Vec<Image> {
    let mut images = Vec::new();
    for shape in [
        [0, 0],
        [0, 5],
        [5, 0],
        [1, 1],
        [1, 64],
        [3, 63],
        [3, 64],
        [3, 65],
        [2, 128],
        [70, 1],
        [65, 65],
    ] {
        images.push(Image::new(shape, |_, _| false));
        images.push(Image::new(shape, |_, _| true));
        images.push(Image::new(shape, |y, x| (y + x) % 2 == 0));
        images.push(Image::new(shape, |y, _| y % 3 == 0));
        images.push(Image::new(shape, |_, x| x % 64 != 63));
        images.push(Image::new(shape, |y, x| (y, x) == (shape[0] / 2, shape[1] / 2)));
        images.push(Image::new(shape, |y, x| (y, x) != (shape[0] - 1, shape[1] - 1)));
        // A spiral of lines, whose runs belong to one component from both ends.
        images.push(Image::new(shape, |y, x| {
            let inner = y.min(x + 1).min(shape[0] - 1 - y).min(shape[1] - 1 - x);
            inner % 2 == 0
        }));
    }
    images
}

/// An image by runs of which each pixel is a run, and each row a run of rows.
pub(crate) fn unmerged(image: &Image) -> RunImage {
    let (mut ptr, mut left) = (vec![0], Vec::new());
    for y in 0..image.rows as isize {
        left.extend((0..image.columns as u32).filter(|&x| image.on(y, x as isize, false)));
        ptr.push(left.len())
    }
    let right = left.iter().map(|&x| x + 1).collect();
    let runs = SparseRunList::new(image.columns, ptr, left, right, Pattern);
    let rows: Vec<u32> = (1..=image.rows as u32).collect();
    RunImage::new(RunList::new(image.rows, vec![0, rows.len()], rows, runs)).unwrap()
}

/// Evaluates an expression of an image in every format, with the name of each.
#[macro_export]
macro_rules! in_every_format {
    ($of:expr, |$image:ident, $format:ident| $body:expr) => {{
        use finch_image::prelude::*;
        let (shape, pixels, bools) = ($of.shape(), &$of.pixels[..], $of.bools());
        let words = BitImage::from_bytes(shape, pixels).unwrap();
        {
            let ($image, $format) = (&Matrix::<u8>::from_dense(shape, pixels).unwrap(), "bytes");
            $body
        }
        {
            let ($image, $format) = (&RunMatrix::<u8>::from_dense(shape, pixels).unwrap(), "grey runs");
            $body
        }
        {
            let ($image, $format) = (&BitMatrix::from_dense(shape, &bools).unwrap(), "bits");
            $body
        }
        {
            let ($image, $format) = (&RunImage::from_dense(shape, &bools).unwrap(), "runs of rows");
            $body
        }
        {
            let ($image, $format) = (&$crate::regions::images::unmerged(&$of), "runs that are not merged");
            $body
        }
        {
            let ($image, $format) = (&words, "words");
            $body
        }
    }};
}

/// An image in any format, made bytes again: 255 for what is on of one that is binary.
pub(crate) trait Bytes {
    fn pixels(&self) -> Vec<u8>;
}

impl Bytes for finch_image::BitImage {
    fn pixels(&self) -> Vec<u8> {
        finch_image::BitImage::new(self.words().clone(), self.shape()[1]).unwrap();
        self.to_bytes().unwrap().values().to_vec()
    }
}

impl<T: Byte, L: Level<T = T, Rank = U2>> Bytes for Tensor<L> {
    fn pixels(&self) -> Vec<u8> {
        self.validate().unwrap();
        self.to_dense().unwrap().into_iter().map(T::byte).collect()
    }
}

/// A pixel as a byte.
pub(crate) trait Byte: Copy + 'static {
    fn byte(self) -> u8;
}

impl Byte for bool {
    fn byte(self) -> u8 {
        if self { 255 } else { 0 }
    }
}

impl Byte for u8 {
    fn byte(self) -> u8 {
        self
    }
}
