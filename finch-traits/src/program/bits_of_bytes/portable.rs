//! Eight bytes at a time in a word.

/// A one in each byte.
const ONES: u64 = u64::MAX / 255;

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn pack(bytes: &[u8; 64]) -> u64 {
    // Byte `8 k + m` in bit `k` of byte `m`.
    let mut columns = 0;
    for (k, &eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        let eight = u64::from_le_bytes(eight);
        // The highest bit of a byte is on if it was, or if the others carry over into it.
        let on = (((eight & (0x7f * ONES)) + 0x7f * ONES) | eight) >> 7 & ONES;
        columns |= on << k
    }
    transposed(columns)
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn unpack(word: u64, bytes: &mut [u8; 64]) {
    let columns = transposed(word);
    for (k, eight) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let ones = columns >> k & ONES;
        // 255 times as much. Vectors have no product of this width.
        *eight = (ones << 8).wrapping_sub(ones).to_le_bytes()
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
