//! Rows of bytes and columns of words.

use crate::program::wide::{OnlyWidest, WideLoops, on_wide_vectors};

/// How many rows are worked on together where words of a column follow each other: a line of the cache holds as many words.
const HEIGHT: usize = 8;

/// Calls `each` with the row and the column of each word of `height` rows, from the upper rows to the lower ones. Words of a column follow each other,
/// and the next column begins `rows` words later.
///
/// Bytes are read and written one behind the other, row by row, unless rows have few words, or columns of words are apart by a power of two: then few
/// lines of different columns are in the cache together, and words that share a line come first. In that case columns come from the last one on, so that
/// bytes which are written behind the end of a row are written again.
#[cfg_attr(not(debug_assertions), inline(always))]
fn each_word(columns: usize, height: usize, rows: usize, mut each: impl FnMut(usize, usize)) {
    let across = columns.div_ceil(64);
    if across > 3 && !rows.is_multiple_of(256) {
        for y in 0..height {
            for c in 0..across {
                each(y, c)
            }
        }
        return;
    }
    for first in (0..height).step_by(HEIGHT) {
        for c in (0..across).rev() {
            for y in first..height.min(first + HEIGHT) {
                each(y, c)
            }
        }
    }
}

/// Packs rows of `columns` bytes: bits are on where bytes are not 0. Word `c` of a row holds its bytes from `64 * c` on, the first in the
/// lowest bit; bits behind the last byte of a row are off. `words` holds columns of `rows` words, one behind the other: word `c` of row `y` is
/// `words[c * rows + y]`. The first row of `bytes` becomes row `top`. Bytes behind the last whole row are ignored.
///
/// Takes time linear in the bytes. Where the processor has AVX-512 a word takes one instruction.
///
/// # Panics
///
/// A row of `bytes` has a word that is not in `words`, or its row is not one of `rows`.
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

/// Unpacks words of so many rows and columns, which lie as those of [`pack_rows`]: 255 for each bit that is on, 0 for each that is off. It writes
/// as many rows as `bytes` has room for, from the first one on. Bytes behind the last whole row stay as they are.
///
/// Takes time linear in the bytes. Where the processor has AVX-512 a word takes one instruction.
///
/// # Panics
///
/// A word of a row that is written is not in `words`, or `bytes` has room for more rows than `rows`.
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

/// How many whole rows there are: none if rows are empty.
fn height_of(bytes: &[u8], columns: usize) -> usize {
    bytes.len().checked_div(columns).unwrap_or(0)
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
        let height = height_of(bytes, columns);
        assert!(
            top <= rows && height <= rows - top,
            "{height} rows of bytes from row {top} on are more than {rows}"
        );
        each_word(
            columns,
            height,
            rows,
            #[cfg_attr(not(debug_assertions), inline(always))]
            |y, c| {
                let beyond = 64 - (columns - 64 * c).min(64);
                // What stands behind the end of a row costs less than to copy what is in front of it.
                let (bytes, mut rest) = (&bytes[y * columns + 64 * c..], [0; 64]);
                let word = pack(bytes.first_chunk().unwrap_or_else(|| {
                    rest[..bytes.len()].copy_from_slice(bytes);
                    &rest
                }));
                words[c * rows + top + y] = word << beyond >> beyond
            },
        )
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
        let height = height_of(bytes, columns);
        assert!(height <= rows, "{height} rows of bytes are more than {rows}");
        let bytes = &mut bytes[..height * columns];
        each_word(
            columns,
            height,
            rows,
            #[cfg_attr(not(debug_assertions), inline(always))]
            |y, c| {
                // What is written behind the end of a row is the start of the next one, which comes later.
                let (bytes, word) = (&mut bytes[y * columns + 64 * c..], words[c * rows + y]);
                match bytes.first_chunk_mut() {
                    Some(bytes) => unpack(word, bytes),
                    None => {
                        let mut all = [0; 64];
                        unpack(word, &mut all);
                        bytes.copy_from_slice(&all[..bytes.len()])
                    }
                }
            },
        )
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
