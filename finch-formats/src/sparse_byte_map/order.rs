//! Sorting what was touched.

use crate::width::Width;

/// Fewer entries than this are sorted by comparison.
const FEW: usize = 24;

/// Sorts numbers that differ from each other: by a bitmap over their window if it is dense enough, else by comparison.
/// `bits` is scratch space that holds zeros before and afterwards.
#[inline(always)]
pub(super) fn sort<I: Width>(numbers: &mut [I], bits: &mut Vec<u64>) {
    if numbers.len() > 1 {
        sort_several(numbers, bits)
    }
}

#[inline(never)]
fn sort_several<I: Width>(numbers: &mut [I], bits: &mut Vec<u64>) {
    if numbers.len() < FEW || !sort_by_bitmap(numbers, bits) {
        numbers.sort_unstable()
    }
}

/// Sorts if the window has at most twice as many words as there are numbers; says whether it did.
fn sort_by_bitmap<I: Width>(numbers: &mut [I], bits: &mut Vec<u64>) -> bool {
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
    if words > 2 * numbers.len() {
        return false;
    }
    if bits.len() < words {
        if bits.try_reserve(words - bits.len()).is_err() {
            return false;
        }
        bits.resize(words, 0)
    }
    let bits = &mut bits[..words];
    for number in &*numbers {
        let number = number.to_usize();
        // SAFETY: the number is not below `low` and not above `high`, whose words are the first and the last.
        let word = unsafe { bits.get_unchecked_mut(number / 64 - first) };
        *word |= 1 << (number % 64)
    }
    let mut at = 0;
    for (word, bits) in bits.iter_mut().enumerate() {
        let mut left = core::mem::take(bits);
        while left != 0 {
            let number = (first + word) * 64 + left.trailing_zeros() as usize;
            // SAFETY: each bit was set by one number at least, so there are no more bits than numbers.
            unsafe { *numbers.get_unchecked_mut(at) = I::truncate(number) }
            at += 1;
            left &= left - 1
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn sorts_dense_and_sparse_windows() {
        let mut state = 8_u64;
        let mut below = |end: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % end
        };
        let mut bits = Vec::new();
        for (count, window) in [
            (0, 1),
            (1, 1),
            (10, 100),
            (24, 24),
            (30, 1000),
            (30, 5000),
            (500, 600),
            (500, 100_000),
            (64, 64),
        ] {
            for _ in 0..20 {
                let first = below(3000);
                let mut numbers: Vec<u32> = Vec::new();
                while numbers.len() < count {
                    let number = (first + below(window)) as u32;
                    if !numbers.contains(&number) {
                        numbers.push(number)
                    }
                }
                let mut expected = numbers.clone();
                expected.sort();
                sort(&mut numbers, &mut bits);
                assert_eq!(numbers, expected);
                assert!(bits.iter().all(|&word| word == 0));
            }
        }
    }
}
