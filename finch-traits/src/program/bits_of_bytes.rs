//! Bytes and the bits of words, for loops over arrays outside of programs: 64 bytes are packed into a word, or unpacked from it.
//!
//! On targets with SSE2, as x86-64, both are comparisons of vectors of bytes and masks of what these find. rustc makes neither of code
//! on numbers. On processors with AVX-512 either is one instruction, which [`pack_rows`] and [`unpack_rows`] use.

#[cfg(any(test, not(target_feature = "sse2")))]
mod portable;
mod rows;

pub use rows::{pack_rows, unpack_rows};

/// The word whose bits say which bytes are not 0, the first in the lowest bit.
///
/// ```
/// use finch_traits::program::bits_of_bytes::{pack, unpack};
///
/// let mut bytes = [0; 64];
/// bytes[2] = 1;
/// bytes[63] = 200;
/// let word = pack(&bytes);
/// assert_eq!(word, 1 << 2 | 1 << 63);
/// unpack(word, &mut bytes);
/// assert_eq!([bytes[1], bytes[2], bytes[63]], [0, 255, 255]);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn pack(bytes: &[u8; 64]) -> u64 {
    #[cfg(target_feature = "avx512bw")]
    // SAFETY: the target has AVX-512.
    return unsafe { at_once::pack(bytes) };
    #[cfg(all(target_feature = "sse2", not(target_feature = "avx512bw")))]
    return by_masks::pack(bytes);
    #[cfg(not(target_feature = "sse2"))]
    portable::pack(bytes)
}

/// Writes a byte for each bit of a word, the lowest first: 255 where it is on and 0 elsewhere.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn unpack(word: u64, bytes: &mut [u8; 64]) {
    #[cfg(target_feature = "avx512bw")]
    // SAFETY: the target has AVX-512.
    unsafe {
        at_once::unpack(word, bytes)
    }
    #[cfg(all(target_feature = "sse2", not(target_feature = "avx512bw")))]
    by_masks::unpack(word, bytes);
    #[cfg(not(target_feature = "sse2"))]
    portable::unpack(word, bytes)
}

/// By one instruction of AVX-512 each.
#[cfg(target_arch = "x86_64")]
mod at_once {
    use core::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn pack(bytes: &[u8; 64]) -> u64 {
        // SAFETY: there are 64 bytes, which may lie anywhere.
        let bytes = unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
        _mm512_test_epi8_mask(bytes, bytes)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn unpack(word: u64, bytes: &mut [u8; 64]) {
        // SAFETY: there is room for 64 bytes, which may lie anywhere.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), _mm512_movm_epi8(word)) }
    }
}

#[cfg(all(target_feature = "sse2", any(test, not(target_feature = "avx512bw"))))]
mod by_masks {
    #[cfg(target_arch = "x86")]
    use core::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::*;

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn pack(bytes: &[u8; 64]) -> u64 {
        let mut off = 0;
        for (k, sixteen) in bytes.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: the target has SSE2, and there are 16 bytes, which may lie anywhere.
            let mask = unsafe {
                let sixteen = _mm_loadu_si128(sixteen.as_ptr().cast());
                _mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, _mm_setzero_si128()))
            };
            off |= u64::from(mask as u16) << (16 * k)
        }
        !off
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn unpack(word: u64, bytes: &mut [u8; 64]) {
        // SAFETY: the target has SSE2.
        let spread = unsafe {
            // Each byte of the word eight times: twice, four times, eight times.
            let word = _mm_set1_epi64x(word as i64);
            let twice = _mm_unpacklo_epi8(word, word);
            let (low, high) = (_mm_unpacklo_epi16(twice, twice), _mm_unpackhi_epi16(twice, twice));
            [
                _mm_unpacklo_epi32(low, low),
                _mm_unpackhi_epi32(low, low),
                _mm_unpacklo_epi32(high, high),
                _mm_unpackhi_epi32(high, high),
            ]
        };
        for (spread, sixteen) in spread.into_iter().zip(bytes.as_chunks_mut::<16>().0) {
            // SAFETY: the target has SSE2, and there is room for 16 bytes, which may lie anywhere.
            unsafe {
                let bits = _mm_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let on = _mm_cmpeq_epi8(_mm_and_si128(spread, bits), bits);
                _mm_storeu_si128(sixteen.as_mut_ptr().cast(), on)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to pack a word and to unpack it that this processor has.
    fn ways() -> Vec<(fn(&[u8; 64]) -> u64, fn(u64, &mut [u8; 64]))> {
        let mut ways: Vec<(fn(&[u8; 64]) -> u64, fn(u64, &mut [u8; 64]))> =
            vec![(pack, unpack), (portable::pack, portable::unpack)];
        #[cfg(target_feature = "sse2")]
        ways.push((by_masks::pack, by_masks::unpack));
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512bw") {
            ways.push((
                // SAFETY: the processor has AVX-512.
                |bytes| unsafe { at_once::pack(bytes) },
                // SAFETY: the processor has AVX-512.
                |word, bytes| unsafe { at_once::unpack(word, bytes) },
            ))
        }
        ways
    }

    #[test]
    fn any_byte_but_0_is_on() {
        for at in 0..64 {
            for byte in 0..=255 {
                let mut bytes = [0; 64];
                bytes[at] = byte;
                for (pack, _) in ways() {
                    assert_eq!(pack(&bytes), u64::from(byte != 0) << at)
                }
            }
        }
    }

    #[test]
    fn all_bytes_are_written() {
        let mut word = 1_u64;
        for _ in 0..1000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let wanted = core::array::from_fn(|k| if word >> k & 1 == 1 { 255 } else { 0 });
            for (pack, unpack) in ways() {
                let mut bytes = [7; 64];
                unpack(word, &mut bytes);
                assert_eq!(bytes, wanted);
                assert_eq!(pack(&wanted), word)
            }
        }
    }

    #[test]
    fn whole_rows_alone() {
        let mut bytes = [7; 2 * 3 + 2];
        unpack_rows(&[!0; 2], [2, 3], &mut bytes);
        assert_eq!(bytes, [255, 255, 255, 255, 255, 255, 7, 7]);
        let mut words = [0; 3];
        pack_rows(&bytes, 3, &mut words[..2], [2, 0]);
        assert_eq!(words, [0b111, 0b111, 0])
    }

    #[test]
    fn in_any_order() {
        // Whether rows come first, and columns of words, depends on how many there are; the last word has 64 pixels and less.
        for [rows, columns] in [[9, 300], [256, 300], [17, 130], [512, 320]] {
            let on = |place: usize| place * place % 7 < 3;
            let bytes: Vec<u8> = (0..rows * columns)
                .map(|place| if on(place) { 255 } else { 0 })
                .collect();
            let (mut words, mut back) = (vec![!0; columns.div_ceil(64) * rows], vec![7; rows * columns]);
            pack_rows(&bytes, columns, &mut words, [rows, 0]);
            for (y, row) in bytes.chunks(columns).enumerate() {
                for (c, pixels) in row.chunks(64).enumerate() {
                    let word = pixels
                        .iter()
                        .rev()
                        .fold(0, |word, &pixel| word << 1 | u64::from(pixel != 0));
                    assert_eq!(words[c * rows + y], word, "{rows} {columns}: {y} {c}")
                }
            }
            unpack_rows(&words, [rows, columns], &mut back);
            assert_eq!(back, bytes)
        }
    }

    #[test]
    #[should_panic = "2 rows of bytes from row 1 on are more than 2"]
    fn no_row_behind_the_last() {
        pack_rows(&[1; 6], 3, &mut [0; 3], [2, 1])
    }
}
