//! Between bytes and words of 64 pixels.

use finch_kernels::traits::program::{WideLoops, on_widest};

/// How many rows are worked on together: a line of the cache holds as many words.
const HEIGHT: usize = 8;

/// Packs rows of bytes, of which the first is row `top` of an image of so many rows. `on` turns eight pixels into eight bytes: 1 for those that
/// are on, 0 for the others.
pub(crate) fn pack(
    bytes: &[u8],
    columns: usize,
    words: &mut [u64],
    [rows, top]: [usize; 2],
    on: impl Fn([u8; 8]) -> u64,
) {
    on_widest(Packing {
        bytes,
        columns,
        words,
        rows,
        top,
        on,
    })
}

/// What [`pack`] does.
struct Packing<'a, F> {
    bytes: &'a [u8],
    columns: usize,
    words: &'a mut [u64],
    rows: usize,
    top: usize,
    on: F,
}

impl<F: Fn([u8; 8]) -> u64> WideLoops for Packing<'_, F> {
    type Found = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) {
        let Packing {
            bytes,
            columns,
            words,
            rows,
            top,
            on,
        } = self;
        // Some rows of a column of words are a line of the cache. Columns of words are apart by a power of two where rows are as many: then few
        // lines of different columns are in the cache together.
        let height = bytes.len() / columns;
        for first in (0..height).step_by(HEIGHT) {
            for c in 0..columns.div_ceil(64) {
                let beyond = 64 - (columns - 64 * c).min(64);
                for y in first..height.min(first + HEIGHT) {
                    // What stands behind the end of a row costs less than to copy what is in front of it.
                    let start = y * columns + 64 * c;
                    let word = packed(&bytes[start..bytes.len().min(start + 64)], &on);
                    words[c * rows + top + y] = word << beyond >> beyond
                }
            }
        }
    }
}

/// Unpacks words of an image of so many rows and columns: a byte for each pixel of as many rows as there are bytes for, 255 where it is on and 0
/// elsewhere.
pub(crate) fn unpack(words: &[u64], [rows, columns]: [usize; 2], bytes: &mut [u8]) {
    on_widest(Unpacking {
        words,
        rows,
        columns,
        bytes,
    })
}

/// What [`unpack`] does.
struct Unpacking<'a> {
    words: &'a [u64],
    rows: usize,
    columns: usize,
    bytes: &'a mut [u8],
}

impl WideLoops for Unpacking<'_> {
    type Found = ();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) {
        let Unpacking {
            words,
            rows,
            columns,
            bytes,
        } = self;
        let height = bytes.len().checked_div(columns).unwrap_or(0);
        for first in (0..height).step_by(HEIGHT) {
            // What is written behind the end of a row is the start of the next one, which comes later.
            for c in (0..columns.div_ceil(64)).rev() {
                for y in first..height.min(first + HEIGHT) {
                    let start = y * columns + 64 * c;
                    let end = bytes.len().min(start + 64);
                    unpacked(words[c * rows + y], &mut bytes[start..end])
                }
            }
        }
    }
}

/// A one in each byte.
const ONES: u64 = u64::MAX / 255;

/// The word of up to 64 pixels, the first in its lowest bit. `on` turns eight pixels into eight bytes: 1 for those that are on, 0 for the
/// others.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn packed(pixels: &[u8], on: impl Fn([u8; 8]) -> u64) -> u64 {
    let mut rest = [0; 64];
    let pixels = pixels.first_chunk().unwrap_or_else(|| {
        rest[..pixels.len()].copy_from_slice(pixels);
        &rest
    });
    // Pixel `8 k + m` in bit `k` of byte `m`.
    let mut columns = 0;
    for (k, &eight) in pixels.as_chunks::<8>().0.iter().enumerate() {
        columns |= on(eight) << k
    }
    transposed(columns)
}

/// The lowest bit of each byte that is not 0.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn on(pixels: [u8; 8]) -> u64 {
    let bytes = u64::from_le_bytes(pixels);
    // The highest bit of a byte is on if it was, or if the others carry over into it.
    (((bytes & (0x7f * ONES)) + 0x7f * ONES) | bytes) >> 7 & ONES
}

/// The bytes of the lowest bits of a word, as many as there is room for: 255 for those that are on, 0 for the others.
#[cfg_attr(not(debug_assertions), inline(always))]
fn unpacked(word: u64, pixels: &mut [u8]) {
    let columns = transposed(word);
    let eight_at = |k: usize| {
        let ones = columns >> k & ONES;
        // 255 times as much. Vectors have no product of this width.
        (ones << 8).wrapping_sub(ones).to_le_bytes()
    };
    if let Some(pixels) = pixels.first_chunk_mut::<64>() {
        for (k, eight) in pixels.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            *eight = eight_at(k)
        }
        return;
    }
    let (eights, rest) = pixels.as_chunks_mut::<8>();
    let full = eights.len();
    for (k, eight) in eights.iter_mut().enumerate() {
        *eight = eight_at(k)
    }
    if !rest.is_empty() {
        rest.copy_from_slice(&eight_at(full)[..rest.len()])
    }
}

/// Bit `m` of byte `k` in bit `k` of byte `m`: squares of 1, 2 and 4 bits change places with those on the other side of the diagonal.
#[cfg_attr(not(debug_assertions), inline(always))]
fn transposed(word: u64) -> u64 {
    let swapped = |word: u64, by: u32, squares: u64| {
        let differ = (word ^ word >> by) & squares;
        word ^ differ ^ differ << by
    };
    let word = swapped(word, 7, 0x00aa_00aa_00aa_00aa);
    let word = swapped(word, 14, 0x0000_cccc_0000_cccc);
    swapped(word, 28, 0x0000_0000_f0f0_f0f0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_byte_but_0_is_on() {
        for at in 0..64 {
            for byte in 0..=255 {
                let mut pixels = [0; 64];
                pixels[at] = byte;
                let word = u64::from(byte != 0) << at;
                assert_eq!(packed(&pixels, on), word);
                unpacked(word, &mut pixels);
                let wanted: Vec<u8> = (0..64)
                    .map(|other| if at == other && byte != 0 { 255 } else { 0 })
                    .collect();
                assert_eq!(pixels[..], wanted);
            }
        }
    }
}
