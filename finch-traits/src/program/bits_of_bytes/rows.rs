//! Rows of bytes and columns of words.

use crate::program::wide::{OnlyWidest, WideLoops, on_wide_vectors};

/// How many rows are worked on together: a line of the cache holds as many words.
const HEIGHT: usize = 8;

/// Packs rows of so many bytes, of which the first is row `top` of so many: those that are not 0 are on. Word `c` of a row holds its bytes from
/// `64 * c` on, the first in the lowest bit; word `c` of all rows stand one behind the other. Bits that no byte has are off.
///
/// Takes time linear in the bytes. Where the processor has AVX-512 a word takes one instruction.
///
/// # Panics
///
/// There are fewer words than `rows` for each 64 columns or part of them, or the bytes do not end with a row at `rows` or above it.
///
/// ```
/// use finch_traits::program::bits_of_bytes::{pack_rows, unpack_rows};
///
/// let mut bytes = [0; 2 * 70];
/// (bytes[3], bytes[70 + 69]) = (1, 1);
/// let mut words = [0; 2 * 2];
/// pack_rows(&bytes, 70, &mut words, [2, 0]);
/// assert_eq!(words, [1 << 3, 0, 0, 1 << 5]);
/// unpack_rows(&words, [2, 70], &mut bytes);
/// assert_eq!([bytes[2], bytes[3], bytes[139]], [0, 255, 255]);
/// ```
pub fn pack_rows(bytes: &[u8], columns: usize, words: &mut [u64], [rows, top]: [usize; 2]) {
    let packing = Packing {
        bytes,
        columns,
        words,
        rows,
        top,
    };
    if let Err(packing) = on_wide_vectors::<OnlyWidest, _>(packing) {
        packing.run()
    }
}

/// Unpacks words of so many rows and columns, which lie as those of [`pack_rows`]: a byte for each bit of as many rows as there are bytes for, 255
/// where it is on and 0 elsewhere.
///
/// Takes time linear in the bytes. Where the processor has AVX-512 a word takes one instruction.
///
/// # Panics
///
/// There are fewer words than the bytes ask for.
pub fn unpack_rows(words: &[u64], [rows, columns]: [usize; 2], bytes: &mut [u8]) {
    let unpacking = Unpacking {
        words,
        rows,
        columns,
        bytes,
    };
    if let Err(unpacking) = on_wide_vectors::<OnlyWidest, _>(unpacking) {
        unpacking.run()
    }
}

/// What [`pack_rows`] is called with.
struct Packing<'a> {
    bytes: &'a [u8],
    columns: usize,
    words: &'a mut [u64],
    rows: usize,
    top: usize,
}

impl Packing<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by(self, pack: impl Fn(&[u8; 64]) -> u64) {
        let Packing {
            bytes,
            columns,
            words,
            rows,
            top,
        } = self;
        // Some rows of a column of words are a line of the cache. Columns of words are apart by a power of two where rows are as many: then few
        // lines of different columns are in the cache together.
        let height = bytes.len().checked_div(columns).unwrap_or(0);
        for first in (0..height).step_by(HEIGHT) {
            for c in 0..columns.div_ceil(64) {
                let beyond = 64 - (columns - 64 * c).min(64);
                for y in first..height.min(first + HEIGHT) {
                    // What stands behind the end of a row costs less than to copy what is in front of it.
                    let start = y * columns + 64 * c;
                    let (bytes, mut rest) = (&bytes[start..bytes.len().min(start + 64)], [0; 64]);
                    let word = pack(bytes.first_chunk().unwrap_or_else(|| {
                        rest[..bytes.len()].copy_from_slice(bytes);
                        &rest
                    }));
                    words[c * rows + top + y] = word << beyond >> beyond
                }
            }
        }
    }
}

impl WideLoops for Packing<'_> {
    type Found = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) {
        self.by(super::pack)
    }

    #[cfg(target_arch = "x86_64")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn run_on_avx512(self) {
        // SAFETY: the processor has it, as the caller says.
        self.by(|bytes| unsafe { super::at_once::pack(bytes) })
    }
}

/// What [`unpack_rows`] is called with.
struct Unpacking<'a> {
    words: &'a [u64],
    rows: usize,
    columns: usize,
    bytes: &'a mut [u8],
}

impl Unpacking<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by(self, unpack: impl Fn(u64, &mut [u8; 64])) {
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
                    let (start, word) = (y * columns + 64 * c, words[c * rows + y]);
                    let end = bytes.len().min(start + 64);
                    let bytes = &mut bytes[start..end];
                    match bytes.first_chunk_mut() {
                        Some(bytes) => unpack(word, bytes),
                        None => {
                            let mut all = [0; 64];
                            unpack(word, &mut all);
                            bytes.copy_from_slice(&all[..bytes.len()])
                        }
                    }
                }
            }
        }
    }
}

impl WideLoops for Unpacking<'_> {
    type Found = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(self) {
        self.by(super::unpack)
    }

    #[cfg(target_arch = "x86_64")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn run_on_avx512(self) {
        // SAFETY: the processor has it, as the caller says.
        self.by(|word, bytes| unsafe { super::at_once::unpack(word, bytes) })
    }
}
