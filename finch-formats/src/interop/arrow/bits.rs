//! Booleans, which Arrow packs as [`Bit`] does, but into bytes.

use super::from::{FromArrow, another_type};
use super::nulls::refuse_nulls;
use crate::imports::*;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_buffer::BooleanBuffer;
use std::borrow::Cow;

/// The words that the rows `rows` are, if they start with one and end in whole ones, and words have their lowest byte first.
fn in_place<'a>(bits: &'a BooleanBuffer, rows: &Range<usize>) -> Option<&'a [u64]> {
    let start = bits.offset() + rows.start;
    if cfg!(target_endian = "big") || !start.is_multiple_of(8) {
        return None;
    }
    let bytes = bits.values().get(start / 8..)?;
    bytemuck::try_cast_slice(bytes.get(..8 * rows.len().div_ceil(64))?).ok()
}

/// A copy of the rows `rows`, in words.
fn copied(bits: &BooleanBuffer, rows: Range<usize>) -> Vec<u64> {
    bits.slice(rows.start, rows.len()).bit_chunks().iter_padded().collect()
}

/// The booleans of an array, of which none of `rows` may be null.
fn booleans<'a>(array: &'a dyn Array, rows: &Range<usize>) -> Result<&'a BooleanBuffer> {
    let array = array
        .as_boolean_opt()
        .ok_or_else(|| another_type(array, "one of booleans"))?;
    refuse_nulls(array, rows)?;
    Ok(array.values())
}

impl<'a> FromArrow<'a> for Bit<False, Cow<'a, [u64]>> {
    fn from_rows(array: &'a dyn Array, rows: Range<usize>) -> Result<Self> {
        let bits = booleans(array, &rows)?;
        let words = in_place(bits, &rows).map(Cow::Borrowed);
        Ok(Bit::new(words.unwrap_or_else(|| Cow::Owned(copied(bits, rows)))))
    }
}

impl<'a> FromArrow<'a> for Bit {
    fn from_rows(array: &'a dyn Array, rows: Range<usize>) -> Result<Self> {
        Ok(Bit::new(copied(booleans(array, &rows)?, rows)))
    }
}

/// The first `len` bits of `words`, which are moved.
pub(super) fn packed(mut words: Vec<u64>, len: usize) -> BooleanBuffer {
    // Nothing where words have their lowest byte first.
    words.iter_mut().for_each(|word| *word = word.to_le());
    BooleanBuffer::new(words.into(), 0, len)
}
