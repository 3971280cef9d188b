//! Between bytes and words of 64 pixels.

use finch_kernels::traits::program::bits_of_bytes;

/// How many rows are worked on together: a line of the cache holds as many words.
const HEIGHT: usize = 8;

/// Packs rows of bytes, of which the first is row `top` of an image of so many rows: those that are not 0 are on.
pub(crate) fn pack(bytes: &[u8], columns: usize, words: &mut [u64], [rows, top]: [usize; 2]) {
    // Some rows of a column of words are a line of the cache. Columns of words are apart by a power of two where rows are as many: then few
    // lines of different columns are in the cache together.
    let height = bytes.len() / columns;
    for first in (0..height).step_by(HEIGHT) {
        for c in 0..columns.div_ceil(64) {
            let beyond = 64 - (columns - 64 * c).min(64);
            for y in first..height.min(first + HEIGHT) {
                // What stands behind the end of a row costs less than to copy what is in front of it.
                let start = y * columns + 64 * c;
                let word = packed(&bytes[start..bytes.len().min(start + 64)]);
                words[c * rows + top + y] = word << beyond >> beyond
            }
        }
    }
}

/// Unpacks words of an image of so many rows and columns: a byte for each pixel of as many rows as there are bytes for, 255 where it is on and 0
/// elsewhere.
pub(crate) fn unpack(words: &[u64], [rows, columns]: [usize; 2], bytes: &mut [u8]) {
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

/// The word of up to 64 pixels, the first in its lowest bit: those that are not 0 are on.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn packed(pixels: &[u8]) -> u64 {
    let mut rest = [0; 64];
    bits_of_bytes::pack(pixels.first_chunk().unwrap_or_else(|| {
        rest[..pixels.len()].copy_from_slice(pixels);
        &rest
    }))
}

/// The bytes of the lowest bits of a word, as many as there is room for: 255 for those that are on, 0 for the others.
#[cfg_attr(not(debug_assertions), inline(always))]
fn unpacked(word: u64, pixels: &mut [u8]) {
    if let Some(pixels) = pixels.first_chunk_mut() {
        return bits_of_bytes::unpack(word, pixels);
    }
    let mut all = [0; 64];
    bits_of_bytes::unpack(word, &mut all);
    pixels.copy_from_slice(&all[..pixels.len()])
}
