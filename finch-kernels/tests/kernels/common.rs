//! What several suites draw at random.

use finch_formats::random::Random;

/// A number below `end`.
pub(crate) fn below(random: &mut Random, end: usize) -> usize {
    random.below(end as u128) as usize
}

/// Values that `fresh` draws, in runs.
pub(crate) fn in_runs<T: Copy + Default>(
    random: &mut Random,
    count: usize,
    fresh: impl Fn(&mut Random) -> T,
) -> Vec<T> {
    let mut last = T::default();
    let mut value = || {
        if below(random, 2) == 0 {
            last = fresh(random)
        }
        last
    };
    (0..count).map(|_| value()).collect()
}
