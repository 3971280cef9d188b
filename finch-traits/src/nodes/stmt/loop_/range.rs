//! What a loop may go over.

use super::{Loop, lower_up};
use crate::index::Index;
use crate::knot::*;
use crate::pass::unfurl::{UnfurlBelow, UnfurlDown, UnfurlWithin};
use crate::stmt::OnParts;
use core::iter::Rev;

/// The indices that a loop goes over: [`Inferred`], [`Given`], [`Down`] or [`Parallel`].
pub trait LoopRange: Copy + Sealed {
    /// Whether it runs down.
    type Down: Bool;
    /// The extent as it was given, if it was.
    fn given(&self) -> Option<Region>;
    /// Takes note of the end that the accesses agree on.
    fn resolve(&mut self, hi: usize);
    /// Whether the loop can run in parts, one after the other.
    type Tiles: Bool;
    /// The region, if it can.
    fn region_of_tiles(self, fixed: Option<usize>) -> Region;
    /// The pass that unfurls the body of a loop over index `N`, if it can run in parts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<N: Nat>(self) -> Unfurl<N> {
        crate::total::never()
    }
    /// Unfurls and lowers the body of a loop over index `N`.
    fn lower<N: Nat, B: Stmt>(self, driver: Driver, body: B);
    /// Hands the loop over index `N` to `k`; its body, if it is parallel.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_parts<N: Nat, B: Stmt, K: OnParts>(self, index: Index<N>, body: B, k: K) {
        k.serial(Loop {
            index,
            extent: self,
            body,
        })
    }
}

/// Where a loop runs up.
#[diagnostic::on_unimplemented(
    message = "a parallel loop runs up",
    label = "runs down",
    note = "parts of a parallel loop run in any order: `parallel for i in lo..hi`"
)]
pub trait Ascending: LoopRange {
    /// The region.
    fn region(self) -> Region;
}

/// The indices of a loop without a range, `for i`: all that the dimensions have which its index names.
#[derive(Clone, Copy, Debug)]
pub struct Inferred(pub(super) usize);

impl Inferred {
    /// An end that has yet to be found.
    pub(crate) const UNKNOWN: Inferred = Inferred(0);
}

/// The indices of a loop with a range, `for i in 2..5`.
#[derive(Clone, Copy, Debug)]
pub struct Given(pub(super) Region);

/// The indices of a loop with a range that goes down, from the last one to the first.
#[derive(Clone, Copy, Debug)]
pub struct Down(pub(super) Region);

/// The indices `X` of a parallel loop, which may be cut into parts that run at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Parallel<X>(pub(super) X);

/// What the extent of a loop says that runs up and is not parallel.
macro_rules! ascending {
    () => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn in_parts<N: Nat, B: Stmt, K: OnParts>(self, index: Index<N>, body: B, k: K) {
            let all = Loop {
                index,
                extent: self,
                body,
            };
            k.ascending::<N, B, _>(body, self.region(), all)
        }
    };
}

impl Sealed for Inferred {}
impl LoopRange for Inferred {
    type Down = No;
    type Tiles = Yes;
    ascending!();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<N: Nat>(self) -> Unfurl<N> {
        Unfurl::below(self.0)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region_of_tiles(self, fixed: Option<usize>) -> Region {
        // The extent of the target was compared with the others.
        Region::new(0, fixed.unwrap_or(self.0))
    }
    #[inline]
    fn given(&self) -> Option<Region> {
        None
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, hi: usize) {
        self.0 = hi
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lower<N: Nat, B: Stmt>(self, _driver: Driver, body: B) {
        lower_up::<N, B>(body, Region::new(0, self.0), UnfurlBelow::<N>(self.0, PhantomData))
    }
}

impl Sealed for Given {}
impl LoopRange for Given {
    type Down = No;
    type Tiles = Yes;
    ascending!();
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<N: Nat>(self) -> Unfurl<N> {
        Unfurl::part(self.0)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region_of_tiles(self, _fixed: Option<usize>) -> Region {
        self.0
    }
    #[inline]
    fn given(&self) -> Option<Region> {
        Some(self.0)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, _hi: usize) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lower<N: Nat, B: Stmt>(self, _driver: Driver, body: B) {
        lower_up::<N, B>(body, self.0, UnfurlWithin::<N>(self.0, PhantomData))
    }
}

impl Ascending for Inferred {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(self) -> Region {
        Region::new(0, self.0)
    }
}

impl Ascending for Given {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn region(self) -> Region {
        self.0
    }
}

impl<X: Ascending> Sealed for Parallel<X> {}
impl<X: Ascending> LoopRange for Parallel<X> {
    type Down = No;
    type Tiles = No;
    fn region_of_tiles(self, _fixed: Option<usize>) -> Region {
        crate::total::never()
    }
    fn given(&self) -> Option<Region> {
        self.0.given()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resolve(&mut self, hi: usize) {
        self.0.resolve(hi)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lower<N: Nat, B: Stmt>(self, driver: Driver, body: B) {
        self.0.lower::<N, B>(driver, body)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn in_parts<N: Nat, B: Stmt, K: OnParts>(self, _index: Index<N>, body: B, k: K) {
        k.parallel::<N, B>(body, self.0.region())
    }
}

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
        body.hoist::<Nobody, _>(driver, UnfurlDown::<N>(self.0, PhantomData))
    }
}
