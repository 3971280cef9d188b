//! Sorting what was touched.

use crate::imports::*;

/// Fewer entries than this are sorted by comparison.
const FEW: usize = 24;

/// Where one in so many indices is stored at least, they are read off the bytes of all of them.
const DENSE: usize = 16;

/// Scratch space for sorting: bitmaps that hold zeros before and afterwards.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    /// A bit for each number of the window.
    low: Vec<u64>,
    /// A bit for each word of `low`: whether it holds any.
    high: Vec<u64>,
}

/// Sorts numbers that differ from each other: by a bitmap over their window if it is dense enough, by a bitmap over the words
/// of that bitmap if it is not, and by comparison if they are few or very far apart. Where `tbl` is not empty it says which numbers these
/// are, and if they are many of all that there might be, they are read off it.
///
/// # Safety
///
/// If `tbl` is not empty, exactly those of its places are set that are among the numbers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn sort<I: Width>(numbers: &mut [I], tbl: &[bool], bits: &mut Bits) {
    if numbers.len() < FEW {
        sort_few(numbers)
    } else {
        // SAFETY: the caller promises the same.
        unsafe { sort_many(numbers, tbl, bits) }
    }
}

/// Inserts one number after the other. They come as a few stretches that ascend, each of a row that was added, so that most of them stay
/// where they are. A function of its own, which needs so few registers that it saves none.
#[inline(never)]
fn sort_few<I: Width>(numbers: &mut [I]) {
    let Some(&(mut largest)) = numbers.first() else {
        return;
    };
    for at in 1..numbers.len() {
        // SAFETY: places up to `at` are in the slice, and `place` is 1 at least where what is in front of it is asked for.
        unsafe {
            let number = *numbers.get_unchecked(at);
            if number >= largest {
                largest = number;
                continue;
            }
            *numbers.get_unchecked_mut(at) = largest;
            let mut place = at - 1;
            while place > 0 {
                let before = *numbers.get_unchecked(place - 1);
                if before <= number {
                    break;
                }
                *numbers.get_unchecked_mut(place) = before;
                place -= 1
            }
            *numbers.get_unchecked_mut(place) = number
        }
    }
}

/// # Safety
///
/// If `tbl` is not empty, exactly those of its places are set that are among the numbers.
#[inline(never)]
unsafe fn sort_many<I: Width>(numbers: &mut [I], tbl: &[bool], bits: &mut Bits) {
    // As they are where a row is copied, or is made of one row.
    if numbers.is_sorted() {
    } else if !tbl.is_empty() && tbl.len() / DENSE <= numbers.len() {
        // SAFETY: as many bytes are set as there are numbers.
        unsafe { list_bytes(numbers, tbl) }
    } else if !sort_by_bitmap(numbers, bits) {
        numbers.sort_unstable()
    }
}

/// Writes the places of `tbl` that are set to `numbers`.
///
/// # Safety
///
/// There are at most as many as there are numbers.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn list_bytes<I: Width>(numbers: &mut [I], tbl: &[bool]) {
    // Bit 8 k of eight bytes, each of which is 0 or 1, becomes bit 56 + k.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (words, rest) = tbl.as_chunks::<64>();
    let (mut at, mut start) = (0, 0);
    for word in words {
        let mut left = 0;
        for (place, bytes) in word.as_chunks::<8>().0.iter().enumerate() {
            let bytes = u64::from_le_bytes(bytes.map(u8::from));
            left |= (bytes.wrapping_mul(GATHER) >> 56) << (8 * place)
        }
        if left == u64::MAX {
            promise!(at + 64 <= numbers.len());
            // SAFETY: 64 more bytes are set, and there are as many numbers as such bytes.
            let all = unsafe { numbers.get_unchecked_mut(at..at + 64) };
            (start..)
                .zip(all)
                .for_each(|(index, number)| *number = I::truncate(index));
            at += 64
        } else {
            at = list(numbers, at, start, left)
        }
        start += 64
    }
    let left = (rest.iter().enumerate()).fold(0, |left, (place, &is_set)| left | u64::from(is_set) << place);
    let end = list(numbers, at, start, left);
    debug_assert_eq!(end, numbers.len())
}

/// Sorts if there are, for each number, at most two words in the window, or at most two words that have a bit for each of
/// these; says whether it did.
fn sort_by_bitmap<I: Width>(numbers: &mut [I], bits: &mut Bits) -> bool {
    let Some(&any) = numbers.first() else {
        return true;
    };
    // In their own type: widened first, each comparison becomes a branch that data decides.
    let (mut low, mut high) = (any, any);
    for &number in &*numbers {
        low = low.min(number);
        high = high.max(number)
    }
    let (low, high) = (low.to_usize(), high.to_usize());
    let first = low / 64;
    let words = high / 64 - first + 1;
    if words <= 2 * numbers.len() {
        grow(&mut bits.low, words) && {
            sort_dense(numbers, &mut bits.low[..words], first);
            true
        }
    } else if words.div_ceil(64) <= 2 * numbers.len() {
        grow(&mut bits.low, words) && grow(&mut bits.high, words.div_ceil(64)) && {
            let high = &mut bits.high[..words.div_ceil(64)];
            sort_sparse(numbers, &mut bits.low[..words], high, first);
            true
        }
    } else {
        false
    }
}

/// Makes a bitmap have as many words; says whether there is as much memory.
fn grow(bits: &mut Vec<u64>, words: usize) -> bool {
    if bits.len() < words {
        if bits.try_reserve(words - bits.len()).is_err() {
            return false;
        }
        bits.resize(words, 0)
    }
    true
}

/// Sorts numbers whose words are among `bits`, the first of which is word `first`: goes through all words.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sort_dense<I: Width>(numbers: &mut [I], bits: &mut [u64], first: usize) {
    for number in &*numbers {
        let number = number.to_usize();
        promise!(number / 64 - first < bits.len());
        // SAFETY: the caller has a word for each number.
        let word = unsafe { bits.get_unchecked_mut(number / 64 - first) };
        *word |= 1 << (number % 64)
    }
    let mut at = 0;
    for (word, bits) in bits.iter_mut().enumerate() {
        let left = core::mem::take(bits);
        at = list(numbers, at, (first + word) * 64, left)
    }
}

/// Sorts numbers whose words are among `bits`, the first of which is word `first`: goes through those words only that have
/// numbers, by a bitmap of words, `high`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sort_sparse<I: Width>(numbers: &mut [I], bits: &mut [u64], high: &mut [u64], first: usize) {
    for number in &*numbers {
        let number = number.to_usize();
        let word = number / 64 - first;
        promise!(word < bits.len() && word / 64 < high.len());
        // SAFETY: the caller has a word for each number, and a bit of `high` for each word.
        unsafe {
            *bits.get_unchecked_mut(word) |= 1 << (number % 64);
            *high.get_unchecked_mut(word / 64) |= 1 << (word % 64)
        }
    }
    let mut at = 0;
    for (upper, high) in high.iter_mut().enumerate() {
        let mut words = core::mem::take(high);
        while words != 0 {
            let word = upper * 64 + words.trailing_zeros() as usize;
            words &= words - 1;
            promise!(word < bits.len());
            // SAFETY: the bit was set for a word that there is.
            let left = core::mem::take(unsafe { bits.get_unchecked_mut(word) });
            at = list(numbers, at, (first + word) * 64, left)
        }
    }
}

/// Writes the numbers `start` plus the bits of a word to `at` and on; returns where they end.
#[cfg_attr(not(debug_assertions), inline(always))]
fn list<I: Width>(numbers: &mut [I], mut at: usize, start: usize, mut left: u64) -> usize {
    while left != 0 {
        promise!(at < numbers.len());
        // SAFETY: each bit stands for one number at least, so there are no more bits than numbers.
        unsafe { *numbers.get_unchecked_mut(at) = I::truncate(start + left.trailing_zeros() as usize) }
        at += 1;
        left &= left - 1
    }
    at
}
