//! Search in sorted arrays.

use crate::width::{Keyed, Width};
use finch_traits::promise;

/// The first position in `from..to` whose number is at least `goal`, or `to`.
///
/// Exponential, then binary: logarithmic in how far the goal is. All of it is inlined: this is asked inside of loops,
/// whose registers a call would have saved, though most regions start and end where the fiber does and never search.
#[inline(always)]
pub(crate) fn first_at_least<I: Keyed>(array: &[I], from: usize, to: usize, goal: usize) -> usize {
    promise!(to <= array.len());
    // SAFETY: `from` is below `to`, which is at most the length.
    if from >= to || unsafe { array.get_unchecked(from) }.key().to_usize() >= goal {
        return from;
    }
    // SAFETY: `to` is above `from`, so `to - 1` is below the length.
    if unsafe { array.get_unchecked(to - 1) }.key().to_usize() < goal {
        return to;
    }
    gallop(array, from, to, goal)
}

/// The first position in `from..to` of an ascending array whose number is at least `goal`, or `to`. The number at `from` is
/// known to be less than `goal`.
#[inline(always)]
pub(crate) fn gallop<I: Keyed>(array: &[I], mut from: usize, to: usize, goal: usize) -> usize {
    promise!(from < to && to <= array.len());
    if goal > I::Key::MAX {
        return to;
    }
    // In their own type: widened, each number would have to be loaded before it is compared.
    let goal = I::Key::truncate(goal);
    // SAFETY: callers below ask for positions under `to`, which is at most the length.
    let is_less = |position: usize| unsafe { array.get_unchecked(position) }.key() < goal;
    for _ in 0..3 {
        from += 1;
        if from >= to || !is_less(from) {
            return from;
        }
    }
    // From here on the number at `from` is less than the goal.
    let mut step = 1;
    while from + step < to && is_less(from + step) {
        from += step;
        step <<= 1;
    }
    let mut end = (from + step).min(to);
    while from + 1 < end {
        let middle = from + (end - from) / 2;
        if is_less(middle) { from = middle } else { end = middle }
    }
    end
}
