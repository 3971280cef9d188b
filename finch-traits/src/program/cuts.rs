//! Where a parallel loop is cut.

use crate::upper::*;

/// How many parts there are at most. Threads of many more cores than these have something to do as well when rows differ.
const MOST: usize = 256;

/// Where the parts of a loop over `indices` begin and end, each of which has about as much to do, and at least `grain`, of which 0
/// counts as 1: an index is as much as a value that is stored. `stored` says how many of these there are before an index. There are at most 256 parts; the end
/// of each is the start of the next.
pub fn cut(indices: Range<usize>, grain: usize, stored: &dyn Fn(usize) -> usize) -> Vec<usize> {
    cut_for(1, indices, grain, stored)
}

/// Does what [`cut`] does, with as many parts for each of `threads`, or fewer parts than threads.
#[inline(never)]
pub(super) fn cut_for(
    threads: usize,
    indices: Range<usize>,
    grain: usize,
    stored: &dyn Fn(usize) -> usize,
) -> Vec<usize> {
    let Range { start: lo, end: hi } = indices;
    let before = stored(lo);
    let work = |index: usize| (index - lo).saturating_add(stored(index).saturating_sub(before));
    let mut cuts = vec![lo];
    if lo < hi {
        let all = work(hi);
        let most = (all / grain.max(1)).clamp(1, MOST);
        let parts = if most > threads { most - most % threads } else { most };
        let mut from = lo;
        for part in 1..parts {
            let wanted = (all as u128 * part as u128 / parts as u128) as usize;
            let mut to = hi;
            while from < to {
                let middle = from + (to - from) / 2;
                if work(middle) < wanted {
                    from = middle + 1
                } else {
                    to = middle
                }
            }
            if cuts.last() != Some(&from) && from < hi {
                cuts.push(from)
            }
        }
    }
    cuts.push(hi);
    cuts
}

/// These cuts, those between parts moved down to multiples of `by`, which is not 0: parts that then have no index are dropped.
pub(super) fn aligned(mut cuts: Vec<usize>, by: usize) -> Vec<usize> {
    let (lo, hi) = (cuts[0], cuts.pop());
    for cut in &mut cuts {
        *cut = lo.max(*cut - *cut % by)
    }
    cuts.dedup();
    cuts.extend(hi);
    cuts
}

#[cfg(test)]
mod tests;
