//! `BitImage`: a binary image, 64 pixels to a word.

use crate::arrays::Arrays;
use crate::imports::*;
use finch_kernels::formats::traits::algebra::Ne;
use finch_kernels::prelude::*;
use finch_kernels::traits::program::bits_of_bytes::{pack, pack_rows, unpack_rows};

/// A binary image of which each word holds 64 pixels of a row.
///
/// ```text
///            rows 0  1  2 ..
/// words [ 0,   [ w  w  w .. ]       word [c, y] holds the pixels [y, 64 c .. 64 c + 64], the first in its lowest bit
///         1,   [ w  w  w .. ] ]
/// ```
///
/// The words of a column of words follow each other, row by row. A loop down such a column combines words with their neighbours on all
/// four sides, several words at a time, and is as long for narrow images as for wide ones. Bits beyond the last column of pixels are
/// off. The words are a tensor: programs may read them, and see their bits through [`Tensor::bits`] at `[c, 64 y + b]`.
///
/// A row takes 8 bytes for every 64 pixels that it has or begins, all rows in one allocation. One pixel is read in constant time.
/// Operations on the whole image take time linear in its words.
///
/// ```
/// use finch_image::prelude::*;
///
/// let image = BitImage::from_pixels([2, 70], |[y, x]| y == 0 || x == 69)?;
/// assert_eq!(image.words().to_dense()?, [!0, 0, 0b111111, 0b100000]);
/// assert_eq!(image.count_on(), 71);
/// assert_eq!(image.words().bits()?.get([1, 64 * 1 + 5]), Some(true));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BitImage {
    words: Matrix<u64>,
    columns: usize,
}

impl BitImage {
    /// The image of the given [words](Self::words), with `columns` columns of pixels. Takes time linear in the rows.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): there are not as many columns of words as `columns` need, or a bit is on beyond the last
    /// column of pixels.
    pub fn new(words: Matrix<u64>, columns: usize) -> Result<Self> {
        let shape = words.shape();
        ensure!(shape[0] == columns.div_ceil(64), else Invalid,
            "{} columns of words do not hold {columns} columns of pixels: {} do", shape[0], columns.div_ceil(64));
        let image = BitImage { words, columns };
        let last = shape[0].saturating_sub(1) * shape[1];
        let places = image.words.values().get(last..).unwrap_or_default();
        match places.iter().position(|word| word & image.padding() != 0) {
            Some(row) if columns > 0 => Err(error!(
                Invalid,
                "row {row} has a pixel that is on beyond its {columns} columns"
            )),
            _ => Ok(image),
        }
    }

    /// The image of the given words, without checks: for results of programs that keep what is beyond the last column off.
    pub(crate) fn of(words: Matrix<u64>, columns: usize) -> Self {
        debug_assert!(BitImage::new(words.clone(), columns).is_ok());
        BitImage { words, columns }
    }

    /// The image of `rows` by `columns` pixels, of which `on([row, column])` says whether each is on. Takes time linear in the pixels.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn from_pixels([rows, columns]: [usize; 2], mut on: impl FnMut([usize; 2]) -> bool) -> Result<Self> {
        let across = columns.div_ceil(64);
        let mut words = room(rows, across)?;
        for y in 0..rows {
            for c in 0..across {
                let pixels = 64 * c..columns.min(64 * c + 64);
                words[c * rows + y] = pixels.rev().fold(0, |word, x| word << 1 | u64::from(on([y, x])))
            }
        }
        Ok(BitImage::of(Matrix::from_parts(across, rows, words)?, columns))
    }

    /// The image of `rows` by `columns` bytes, row by row, of which 0 is off and any other is on. Takes time linear in
    /// the pixels.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): there are not as many bytes.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or an extent does not fit `isize`.
    pub fn from_bytes(shape: [usize; 2], bytes: &[u8]) -> Result<Self> {
        let mut out = BitImage::default();
        BitImage::from_bytes_into(&mut out, shape, bytes)?;
        Ok(out)
    }

    /// [`from_bytes`](Self::from_bytes) into `out`: what it holds is replaced, and its memory is reused.
    ///
    /// # Errors
    ///
    /// Those of [`from_bytes`](Self::from_bytes).
    pub fn from_bytes_into(out: &mut BitImage, [rows, columns]: [usize; 2], bytes: &[u8]) -> Result<()> {
        crate::convert::check_size([rows, columns], bytes.len())?;
        let across = columns.div_ceil(64);
        out.rewrite(columns, |words| {
            if words.shape() != [across, rows].into() {
                *words = Matrix::from_parts(across, rows, room(rows, across)?)?
            }
            if columns > 0 {
                pack_rows(bytes, columns, words.values_mut(), [rows, 0])
            }
            Ok(())
        })
    }

    /// The image of a tensor that stores every pixel.
    fn from_dense<T: Pixel>(image: &Tensor<impl MatrixOf<T>>) -> Result<Self> {
        let (rows, columns) = (image.shape()[0], image.shape()[1]);
        let across = columns.div_ceil(64);
        let mut words = room(rows, across)?;
        in_bands(image, Ne, T::Off::value(), |band, bytes| {
            pack_rows(bytes, columns, &mut words, [rows, band.start]);
            Ok(())
        })?;
        Ok(BitImage::of(Matrix::from_parts(across, rows, words)?, columns))
    }

    /// The image whose pixels are on where the tensor has a pixel that is not off, from any format: bytes, bits, runs. Takes time linear in
    /// the words and in the pixels that the tensor stores; a run counts as all of its pixels.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn from_tensor<T: Pixel, L: MatrixOf<T>>(image: &Tensor<L>) -> Result<Self> {
        if IsDense::<'_, L>::VALUE {
            return BitImage::from_dense(image);
        }
        let (rows, columns) = (image.shape()[0], image.shape()[1]);
        let across = columns.div_ceil(64);
        let mut words = room(rows, across)?;
        image.for_each(|index, pixel| {
            if pixel != T::Off::value() {
                words[index[1] / 64 * rows + index[0]] |= 1 << (index[1] % 64)
            }
        });
        Ok(BitImage::of(Matrix::from_parts(across, rows, words)?, columns))
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        [self.words.shape()[1], self.columns]
    }

    /// The words, as a matrix whose row `c` has a word for each row of pixels: that of the pixels in columns `64 c..64 c + 64`.
    pub fn words(&self) -> &Matrix<u64> {
        &self.words
    }

    /// The [words](Self::words), moved out of the image.
    pub fn into_words(self) -> Matrix<u64> {
        self.words
    }

    /// Has `write` write the words of an image with so many columns. If it fails, the image is empty; if it panics, it has no columns.
    pub(crate) fn rewrite(&mut self, columns: usize, write: impl FnOnce(&mut Matrix<u64>) -> Result<()>) -> Result<()> {
        self.columns = 0;
        let written = write(&mut self.words);
        match written {
            Ok(()) => self.columns = columns,
            Err(_) => self.words = Matrix::default(),
        }
        written
    }

    /// The words, for programs that keep what is beyond the last column off, or will have done so.
    pub(crate) fn words_mut(&mut self) -> &mut Matrix<u64> {
        &mut self.words
    }

    /// Whether a pixel is on; `None` outside of the image.
    pub fn get(&self, [y, x]: [usize; 2]) -> Option<bool> {
        let word = if x < self.columns {
            self.words.get([x / 64, y])?
        } else {
            return None;
        };
        Some(word >> (x % 64) & 1 != 0)
    }

    /// How many pixels are on. Takes time linear in the words.
    pub fn count_on(&self) -> usize {
        self.words.values().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// A byte for each pixel, row by row: 255 for those that are on, 0 for the others. Takes time linear in the pixels.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn to_bytes(&self) -> Result<Matrix<u8>> {
        let mut out = Matrix::default();
        self.to_bytes_into(&mut out)?;
        Ok(out)
    }

    /// [`to_bytes`](Self::to_bytes) into `out`: what it holds is replaced, and its memory is reused.
    ///
    /// # Errors
    ///
    /// Those of [`to_bytes`](Self::to_bytes).
    pub fn to_bytes_into(&self, out: &mut Matrix<u8>) -> Result<()> {
        let [rows, columns] = self.shape();
        if out.shape() != [rows, columns].into() {
            *out = Matrix::from_parts(rows, columns, crate::convert::room(rows, columns)?)?
        }
        unpack_rows(self.words.values(), [rows, columns], out.values_mut());
        Ok(())
    }

    /// The image as a tensor of `bool`s in any format, which is written run by run. Takes time linear in the words and in what the tensor
    /// stores: in the runs if it stores runs, in the pixels if it is dense.
    ///
    /// # Errors
    ///
    #[doc = crate::refused::refused!("the result")]
    pub fn to_tensor<I: NewMatrix<Value = bool>>(&self) -> Result<I> {
        let [rows, columns] = self.shape();
        let mut out = I::default();
        let mut writer = out.output().write([rows, columns])?;
        for y in 0..rows {
            for run in self.runs_of(y) {
                writer.put_run([y, run.start], run.end, true)?
            }
        }
        writer.freeze()?;
        Ok(out)
    }

    /// The runs of all rows, those of equal rows once.
    pub(crate) fn to_runs(&self) -> Result<RunImage> {
        let [rows, columns] = self.shape();
        let mut runs = Arrays::empty([rows, columns])?;
        for y in 0..rows {
            runs.push_row(y, self.words.values().iter().skip(y).step_by(rows).copied())?
        }
        runs.into_image()
    }

    /// The runs of row `y`.
    pub(crate) fn runs_of(&self, y: usize) -> impl Iterator<Item = Range<usize>> {
        let mut x = 0;
        core::iter::from_fn(move || {
            let start = self.next(y, x, true)?;
            x = self.next(y, start, false).unwrap_or(self.columns);
            Some(start..x)
        })
    }

    /// The first pixel of row `y`, from `x` on, that is `on`.
    fn next(&self, y: usize, x: usize, on: bool) -> Option<usize> {
        let rows = self.words.shape()[1];
        let mut x = x;
        while x < self.columns {
            let word = self.words.values()[x / 64 * rows + y];
            let ahead = (if on { word } else { !word }) >> (x % 64);
            if ahead != 0 {
                let found = x + ahead.trailing_zeros() as usize;
                return (found < self.columns).then_some(found);
            }
            x = (x / 64 + 1) * 64
        }
        None
    }

    /// The bits of the last column of words that are beyond the last column of pixels.
    pub(crate) fn padding(&self) -> u64 {
        match self.columns % 64 {
            0 => 0,
            used => !0 << used,
        }
    }
}

/// So many words, zero.
fn room(rows: usize, across: usize) -> Result<Vec<u64>> {
    crate::convert::room(across, rows)
}

/// Where rows are worked on in bands, a band has about so many pixels, which stay in the cache.
const BAND: usize = 1 << 13;

/// How many rows of an image are about so many pixels, at least one.
pub(crate) fn rows_of(pixels: usize, [rows, columns]: [usize; 2]) -> usize {
    (pixels / columns.max(1)).clamp(1, rows.max(1))
}

/// Hands on the pixels of a tensor that stores each of them, some rows at a time: these rows, and a byte for each pixel, 1 where it compares
/// to `other` as `op` says.
fn in_bands<T: Pixel>(
    image: &Tensor<impl MatrixOf<T>>,
    op: impl BinaryOp<T, T, Out = bool>,
    other: T,
    mut each: impl FnMut(Range<usize>, &[u8]) -> Result<()>,
) -> Result<()> {
    let (rows, columns, other) = (image.shape()[0], image.shape()[1], constant(other));
    if rows == 0 || columns == 0 {
        return Ok(());
    }
    let band = rows_of(BAND, [rows, columns]);
    let mut bytes = Matrix::<u8>::from_parts(band, columns, crate::convert::room(band, columns)?)?;
    for top in (0..rows).step_by(band) {
        let height = band.min(rows - top);
        finch! {
            mut bytes;
            for y in 0..height, x { bytes[y, x] = map2(op, image[y + top, x], other) as u8; }
        }
        .wide()
        .run()?;
        each(top..top + height, &bytes.values()[..height * columns])?
    }
    Ok(())
}

/// The word of up to 64 pixels, the first in its lowest bit: those that are not 0 are on.
#[cfg_attr(not(debug_assertions), inline(always))]
fn packed(pixels: &[u8]) -> u64 {
    let mut rest = [0; 64];
    pack(pixels.first_chunk().unwrap_or_else(|| {
        rest[..pixels.len()].copy_from_slice(pixels);
        &rest
    }))
}

/// The runs of a tensor that stores every pixel.
pub(crate) fn runs_of_dense<T: Pixel>(image: &Tensor<impl MatrixOf<T>>) -> Result<RunImage> {
    runs_where(image, Ne, T::Off::value())
}

/// The runs of the pixels that compare to `other` as `op` says, of a tensor that stores every pixel.
pub(crate) fn runs_where<T: Pixel>(
    image: &Tensor<impl MatrixOf<T>>,
    op: impl BinaryOp<T, T, Out = bool>,
    other: T,
) -> Result<RunImage> {
    let [rows, columns] = [image.shape()[0], image.shape()[1]];
    let mut runs = Arrays::empty([rows, columns])?;
    if columns == 0 {
        // All rows are equal.
        if rows > 0 {
            runs.end_rows(rows as u32)?
        }
        return runs.into_image();
    }
    in_bands(image, op, other, |band, bytes| {
        for (y, row) in band.zip(bytes.chunks_exact(columns)) {
            runs.push_row(y, row.chunks(64).map(packed))?
        }
        Ok(())
    })?;
    runs.into_image()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_words() {
        let mut state = 1_u32;
        let mut any = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Mostly 0, and any other byte.
            if state >> 30 == 0 { (state >> 16) as u8 } else { 0 }
        };
        // With so many rows of so many columns, there is more than one band of rows.
        for columns in (0..70).chain([127, 128, 129, 200, 2000]) {
            for rows in [0, 1, 3, 9] {
                let bytes: Vec<u8> = (0..rows * columns).map(|_| any()).collect();
                let image = BitImage::from_bytes([rows, columns], &bytes).unwrap();
                let one_by_one = BitImage::from_pixels([rows, columns], |[y, x]| bytes[y * columns + x] != 0);
                assert_eq!(image, one_by_one.unwrap());
                assert!(BitImage::new(image.words().clone(), columns).is_ok());
                let back: Vec<u8> = bytes.iter().map(|&byte| if byte == 0 { 0 } else { 255 }).collect();
                assert_eq!(image.to_bytes().unwrap().values(), back);

                let runs: RunImage = image.to_tensor().unwrap();
                assert_eq!(image.to_runs().unwrap(), runs);
                let pixels = Matrix::from_dense([rows, columns], &bytes).unwrap();
                assert_eq!(runs_of_dense(&pixels).unwrap(), runs);
                assert_eq!(BitImage::from_tensor(&pixels).unwrap(), image);
            }
        }
    }
}
