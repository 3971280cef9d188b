//! Search in sorted arrays.

use crate::imports::*;

/// The first position in `from..to` whose number is at least `goal`, or `to`.
///
/// Exponential, then binary: logarithmic in how far the goal is. All of it is inlined: this is asked inside of loops,
/// whose registers a call would have saved, though most regions start and end where the fiber does and never search.
#[cfg_attr(not(debug_assertions), inline(always))]
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

/// [`first_at_least`] where few numbers are expected to be `goal` or more: the last two are asked first.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn first_at_least_near_end<I: Keyed>(array: &[I], from: usize, to: usize, goal: usize) -> usize {
    promise!(to <= array.len());
    // SAFETY: positions below `to` are asked, which is at most the length.
    let number = |position: usize| unsafe { array.get_unchecked(position) }.key().to_usize();
    if from >= to || number(from) >= goal {
        return from;
    }
    if number(to - 1) < goal {
        return to;
    }
    // What is at `from` is less, and what is last is not, so that there are two.
    if number(to - 2) < goal {
        return to - 1;
    }
    gallop(array, from, to, goal)
}

/// The first position in `from..to` of an ascending array whose number is at least `goal`. That at `from` is known to be less, and the
/// last one not to be.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gallop<I: Keyed>(array: &[I], mut from: usize, to: usize, goal: usize) -> usize {
    promise!(from < to && to <= array.len() && goal <= I::Key::MAX);
    // In their own type: widened, each number would have to be loaded before it is compared.
    let goal = I::Key::truncate(goal);
    let is_less = |position: usize| {
        promise!(position < to);
        // SAFETY: positions under `to` are asked, which is at most the length.
        unsafe { array.get_unchecked(position) }.key() < goal
    };
    // Nothing passes the last one, of which it does not hold.
    for _ in 0..3 {
        from += 1;
        if !is_less(from) {
            return from;
        }
    }
    doubling(from, to, is_less)
}

/// The first position in `from..to` of which `is_before` does not hold, or `to`. It holds for `from`, and for no position
/// behind one for which it does not. Takes time logarithmic in the distance; the first few positions are asked one by one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn gallop_while(mut from: usize, to: usize, is_before: impl Fn(usize) -> bool) -> usize {
    for _ in 0..3 {
        from += 1;
        if from >= to || !is_before(from) {
            return from;
        }
    }
    doubling(from, to, is_before)
}

/// [`gallop_while`] from the first step on.
#[cfg_attr(not(debug_assertions), inline(always))]
fn doubling(mut from: usize, to: usize, is_before: impl Fn(usize) -> bool) -> usize {
    // It holds for `from`.
    let mut step = 1;
    while from + step < to && is_before(from + step) {
        from += step;
        step <<= 1;
    }
    let mut end = (from + step).min(to);
    while from + 1 < end {
        let middle = from + (end - from) / 2;
        if is_before(middle) { from = middle } else { end = middle }
    }
    end
}
