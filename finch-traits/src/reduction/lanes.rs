//! Lanes: the accumulators that a reducer is spread over which may add in any order.

use crate::prelude::*;

/// How many accumulators a reducer that reassociates is spread over.
pub const LANES: usize = 8;

/// How many of them lists take turns in, and blocks fill at once, beside one more for single indices: each lane of every fiber is
/// set and summed, and most fibers have few entries.
pub const LIST_LANES: usize = 4;

/// The lane of single indices of a stretch.
pub(crate) const SINGLE: usize = LANES - 1;

/// Combines lanes from `first` on with `values`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn combine<const N: usize, T: Copy, O: Reducer<T>>(
    lanes: &[Cell<T>; LANES],
    first: usize,
    op: O,
    values: [T; N],
) {
    for lane in 0..N {
        let slot = &lanes[first + lane];
        slot.set(op.combine(slot.get(), values[lane]))
    }
}

/// Sums the lanes that take turns, or are filled at once, into the first one: halves by halves, so that no sum waits for more than one
/// before it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn sum_by_halves<T: Copy, O: Reducer<T>>(lanes: &[Cell<T>; LANES], op: O) {
    let mut half = LIST_LANES;
    while half > 1 {
        half /= 2;
        for lane in 0..half {
            lanes[lane].set(op.combine(lanes[lane].get(), lanes[lane + half].get()))
        }
    }
}

/// How many rows are abreast: one, and two that come after it. For four there are not enough registers.
#[cfg(any(not(debug_assertions), feature = "explain", test))]
pub(crate) const ROWS_ABREAST: usize = 3;

/// How many children rows have on average for which it is worth it.
#[cfg(any(not(debug_assertions), feature = "explain", test))]
pub(crate) const LONG_ROWS: usize = 16;
