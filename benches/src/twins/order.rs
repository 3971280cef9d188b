//! Sorting the indices that were touched.

/// Sorts numbers that differ: by setting bits where they are dense enough, else by comparison.
pub(super) fn sort(numbers: &mut [u32], bits: &mut [u64]) {
    if numbers.len() < 24 {
        return numbers.sort_unstable();
    }
    let (mut low, mut high) = (u32::MAX, 0);
    for &number in &*numbers {
        low = low.min(number);
        high = high.max(number)
    }
    let (first, last) = (low as usize / 64, high as usize / 64);
    if last - first >= 2 * numbers.len() {
        return numbers.sort_unstable();
    }
    assert!(last < bits.len());
    // SAFETY: the word of each number is one of `first..=last`; there are as many bits as numbers.
    unsafe {
        for &number in &*numbers {
            *bits.get_unchecked_mut(number as usize / 64) |= 1 << (number % 64)
        }
        let mut p = 0;
        for word in first..=last {
            let mut left = std::mem::take(bits.get_unchecked_mut(word));
            while left != 0 {
                *numbers.get_unchecked_mut(p) = (word as u32) << 6 | left.trailing_zeros();
                p += 1;
                left &= left - 1
            }
        }
    }
}
