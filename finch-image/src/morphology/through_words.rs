//! Binary images by bytes, whose morphology is computed on words.

use super::{MorphKind, MorphOp, Scratch, apply};
use crate::Footprint;
use crate::imports::*;
use finch_kernels::traits::program::bits_of_bytes::unpack_rows;

/// About how many pixels a band has. Its bytes and what they become are in the second cache together.
pub(super) const BAND: usize = 1 << 18;

/// Erosion and dilation of binary images by bytes, through words of 64 pixels: of a `Matrix<u8>` in which 0 is off and any other level on,
/// into one of 0 and 255.
///
/// Rows are packed into words, worked on and unpacked band by band, so that all bytes are read once and written once, however often a footprint
/// is applied. What a value of this type holds is memory, which the next call uses again. Images of which more is to be computed are better
/// kept as a [`BitImage`].
///
/// Takes time linear in the pixels for the bytes, and that of a [`BitImage`] for the footprint.
///
/// ```
/// use finch_image::{morphology::ThroughWords, prelude::*};
///
/// let image = Matrix::<u8>::from_dense([3, 5], &[0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0])?;
/// let (mut words, mut eroded) = (ThroughWords::default(), Matrix::default());
/// words.erode_into(&image, &mut eroded, Footprint::SQUARE)?;
/// assert_eq!(eroded.to_dense()?, [0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ThroughWords {
    band: BitImage,
    made: BitImage,
    scratch: Scratch<BitImage>,
}

impl ThroughWords {
    /// The erosion of `image` into `out`: what it holds is replaced, and its memory is reused.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn erode_into(&mut self, image: &Matrix<u8>, out: &mut Matrix<u8>, footprint: Footprint) -> Result<()> {
        self.of_bytes(image, out, footprint, MorphKind::Erode, BAND)
    }

    /// The dilation of `image` into `out`: what it holds is replaced, and its memory is reused.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn dilate_into(&mut self, image: &Matrix<u8>, out: &mut Matrix<u8>, footprint: Footprint) -> Result<()> {
        self.of_bytes(image, out, footprint, MorphKind::Dilate, BAND)
    }

    fn of_bytes(
        &mut self,
        image: &Matrix<u8>,
        out: &mut Matrix<u8>,
        footprint: Footprint,
        kind: MorphKind,
        band: usize,
    ) -> Result<()> {
        let shape @ [rows, columns] = image.shape().into();
        if out.shape() != shape.into() {
            *out = Matrix::from_parts(rows, columns, crate::convert::room(rows, columns)?)?
        }
        let (bytes, out) = (image.values(), out.values_mut());
        let part = |rows: Range<usize>| rows.start * columns..rows.end * columns;
        self.in_bands(
            shape,
            footprint,
            MorphOp::of_footprint(kind, &footprint),
            band,
            |words, rows| BitImage::from_bytes_into(words, [rows.len(), columns], &bytes[part(rows)]),
            |words, height, rows| {
                unpack_rows(words, [height, columns], &mut out[part(rows)]);
                Ok(())
            },
        )
    }

    /// Works on bands of about so many pixels, and on as many rows around each as the footprint reaches. What lies beyond these is taken for what
    /// lies beyond the borders of the image, which changes nothing in the rows of the band.
    ///
    /// `pack` makes words of some rows. `unpack` is handed the words that become of a band, and its rows: words of a column stand one below the
    /// other, so many rows apart from those of the next column.
    pub(super) fn in_bands(
        &mut self,
        [rows, columns]: [usize; 2],
        footprint: Footprint,
        op: MorphOp,
        band: usize,
        mut pack: impl FnMut(&mut BitImage, Range<usize>) -> Result<()>,
        mut unpack: impl FnMut(&[u64], usize, Range<usize>) -> Result<()>,
    ) -> Result<()> {
        if columns == 0 {
            return Ok(());
        }
        let reach = footprint.down.saturating_mul(footprint.times).min(rows);
        let height = (band / columns).max(4 * reach).clamp(1, rows.max(1));
        for top in (0..rows).step_by(height) {
            let bottom = rows.min(top + height);
            let seen = top.saturating_sub(reach)..rows.min(bottom + reach);
            pack(&mut self.band, seen.clone())?;
            apply(&self.band, &mut self.made, footprint, op, &mut self.scratch)?;
            let words = &self.made.words().values()[top - seen.start..];
            unpack(words, seen.len(), top..bottom)?
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Border, prelude::Morphology};

    #[test]
    fn bands_of_any_height() {
        let (mut words, mut out, mut state) = (ThroughWords::default(), Matrix::default(), 1_u32);
        for [rows, columns] in [[0, 3], [3, 0], [1, 8], [70, 130], [40, 64]] {
            let pixels: Vec<u8> = (0..rows * columns)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    if state >> 24 < 9 { 0 } else { (state >> 16) as u8 | 1 }
                })
                .collect();
            let image = Matrix::from_parts(rows, columns, pixels).unwrap();
            let bits = BitImage::from_tensor(&image).unwrap();
            for footprint in [
                Footprint::SQUARE.times(4),
                Footprint::rectangle(1, 5).unwrap().border(Border::Off),
                Footprint::CROSS.times(3).border(Border::On),
            ] {
                for band in [1, 5 * columns, BAND] {
                    for kind in [MorphKind::Erode, MorphKind::Dilate] {
                        words.of_bytes(&image, &mut out, footprint, kind, band).unwrap();
                        let wanted = match kind {
                            MorphKind::Erode => bits.erode(footprint),
                            MorphKind::Dilate => bits.dilate(footprint),
                        };
                        let same = out == wanted.unwrap().to_bytes().unwrap();
                        assert!(same, "{rows} {columns} {footprint:?} {band} {kind:?}")
                    }
                }
            }
        }
    }
}
