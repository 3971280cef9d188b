//! What levels of runs share: the ends of runs, as checks and as a cursor.
//!
//! ```text
//! right [ 3 | 5 | 9 ]        runs 0..3, 3..5, 5..9 of a fiber: `right[q]` is one past the last index of run q
//! ```

use crate::kit::prelude::*;
use crate::search::first_at_least;
use core::hint::{assert_unchecked, cold_path, select_unpredictable};

/// Ends up to `extent` fit the index type `I`: one more than for indices.
pub(crate) fn ends_fit<I: Width>(level: &str, extent: usize) -> Result<()> {
    if extent <= I::MAX {
        return Ok(());
    }
    Err(error!(
        TooLarge,
        "a {level} level of extent {extent} has runs that end there, which does not fit its index type {}",
        I::NAME
    ))
}

/// Where a fiber stands among its runs.
#[derive(Debug)]
pub(crate) struct Ends<'a, I> {
    pub(crate) at: usize,
    pub(crate) to: usize,
    right: &'a [I],
}

crate::copy!(Ends<'a, I>);

impl<'a, I: Width> Ends<'a, I> {
    /// The runs `from..to`.
    #[inline(always)]
    pub(crate) fn new(right: &'a [I], from: usize, to: usize) -> Self {
        Ends { at: from, to, right }
    }

    /// The end of run `position`, which is below `to`.
    #[inline(always)]
    pub(crate) fn end_of(&self, position: usize) -> usize {
        promise!(position < self.to);
        // SAFETY: the runs of a fiber lie within `right`, as was checked with the level.
        unsafe { self.right.get_unchecked(position) }.to_usize()
    }

    /// There is a current run.
    #[inline(always)]
    pub(crate) fn is_in(&self) -> bool {
        self.at < self.to
    }

    /// The end of the current run.
    #[inline(always)]
    pub(crate) fn stop(&self) -> usize {
        self.end_of(self.at)
    }

    /// Moves to the next run if the current one ends at `end`.
    #[inline(always)]
    pub(crate) fn next_if(&mut self, end: usize) {
        self.at += select_unpredictable(self.stop() == end, 1, 0)
    }

    /// The first run from the current one on that ends beyond `index`, or `to`.
    ///
    /// Whoever asks for one index after the other finds it in the current run or one of the next, mostly.
    #[inline(always)]
    pub(crate) fn beyond(&self, index: usize) -> usize {
        for at in self.at..self.at + 3 {
            if at >= self.to || self.end_of(at) > index {
                return at;
            }
        }
        first_at_least(self.right, self.at + 3, self.to, index + 1)
    }

    /// Where the last run ends, or 0 if there is none; `extent` is that of the fiber.
    #[inline(always)]
    pub(crate) fn last(&self, extent: usize) -> usize {
        if !self.is_in() {
            return 0;
        }
        let last = self.end_of(self.to - 1);
        // SAFETY: runs are not empty, and end up to the extent, as was checked with the level.
        unsafe { assert_unchecked(0 < last && last <= extent) };
        last
    }

    /// What is left of the region of `pass` once whole runs were driven, from run `first` on: a part of the current run.
    /// Behind the last run no region goes on. Where the run before ends is looked up again, so that no loop keeps it.
    #[inline(always)]
    pub(crate) fn rest<Q: Pass>(&self, pass: Q, first: usize) -> Option<Q> {
        if !self.is_in() {
            return None;
        }
        cold_path();
        let Region { lo, hi } = pass.region();
        let index = if self.at > first { self.end_of(self.at - 1) } else { lo };
        (index < hi).then(|| pass.within(Region::new(index, hi)))
    }

    /// Moves to the first run that ends beyond `end - 1`, and says where it ends.
    #[inline(always)]
    pub(crate) fn leap(&mut self, end: usize) -> usize {
        self.at = self.beyond(end - 1);
        if self.is_in() { self.stop() } else { usize::MAX }
    }
}
