//! What a loop may go over, as it is written.

use super::{Down, Given, LoopRange};
use crate::pass::unfurl::UnfurlDown;
use crate::prelude::*;
use crate::stmt::{Nobody, Stmt};
use core::iter::Rev;

/// What stands behind `in`: a range of indices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no range of indices",
    label = "neither `lo..hi` nor `(lo..hi).rev()` of `usize`s",
    note = "a loop runs up, `for i in 0..n`, or down, `for i in (0..n).rev()`; `0..=n` is `0..n + 1`, and every second place is \
            `x[2 * i]`",
    note = "a loop goes over indices, not over values: over all of a tensor, `for i {{ s[] += x[i]; }}`"
)]
pub trait IntoLoopRange {
    /// Where the loop runs.
    type LoopRange: LoopRange;
    /// Where the loop runs.
    fn into_loop_range(self) -> Self::LoopRange;
}

impl IntoLoopRange for Range<usize> {
    type LoopRange = Given;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn into_loop_range(self) -> Given {
        Given(Region::new(self.start, self.end))
    }
}

macro_rules! extents {
    ($($extent:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl IntoLoopRange for $extent {
            type LoopRange = $extent;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn into_loop_range(self) -> $extent {
                self
            }
        }
    )* };
}

extents!(Given, Down);

impl IntoLoopRange for Rev<Range<usize>> {
    type LoopRange = Down;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn into_loop_range(mut self) -> Down {
        let Some(last) = self.next() else {
            return Down(Region::new(0, 0));
        };
        Down(Region::new(self.next_back().unwrap_or(last), last + 1))
    }
}

impl Sealed for Down {}
impl LoopRange for Down {
    type Down = Yes;
    type Tiles = No;
    fn region_of_tiles(self, _fixed: Option<usize>) -> Region {
        crate::total::never()
    }
    fn given(&self) -> Option<Region> {
        Some(self.0)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, _hi: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lower<N: Nat, B: Stmt>(self, driver: Driver, body: B) {
        body.hoist::<Nobody, _>(driver, UnfurlDown::<N>::new(self.0))
    }
}
