//! Search in sorted indices.

use super::at;

/// The first position in `from..to` whose index is at least `goal`, or `to`; the index at `from` is less.
///
/// Three steps on foot, then doubling ones, then halving ones.
///
/// # Safety
///
/// `from < to`, and `to` is at most the length of `idx`.
#[inline(always)]
pub(super) unsafe fn gallop(idx: &[u32], mut from: usize, to: usize, goal: u32) -> usize {
    // SAFETY: positions are below `to` wherever an index is read.
    unsafe {
        for _ in 0..3 {
            from += 1;
            if from >= to || at(idx, from) >= goal {
                return from;
            }
        }
        let mut step = 1;
        while from + step < to && at(idx, from + step) < goal {
            from += step;
            step <<= 1
        }
        let mut end = (from + step).min(to);
        while from + 1 < end {
            let middle = from + (end - from) / 2;
            if at(idx, middle) < goal {
                from = middle
            } else {
                end = middle
            }
        }
        end
    }
}

/// The same, wherever the goal is.
///
/// # Safety
///
/// `to` is at most the length of `idx`.
#[inline(always)]
pub(super) unsafe fn first_at_least(idx: &[u32], from: usize, to: usize, goal: u32) -> usize {
    // SAFETY: `from` is below `to` when it is read and searched from.
    unsafe {
        if from >= to || at(idx, from) >= goal {
            return from;
        }
        if at(idx, to - 1) < goal {
            return to;
        }
        gallop(idx, from, to, goal)
    }
}
