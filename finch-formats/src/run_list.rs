//! `RunList`: runs that cover every index, each with one child (run-length encoding).
//!
#![doc = include_str!("../pictures/run_list.svg")]
//!
//! ```text
//! ptr   [ 0 | 3 | 4 ]              fiber p holds runs ptr[p]..ptr[p + 1], which are the positions of the child
//! right [ 2 | 3 | 9 | 9 ]          run q ends before index right[q], and starts where the one before it ends
//!         ~fiber 0~   ~fiber 1~    0..2, 2..3, 3..9 and 0..9
//! ```
//!
//! The ends of a fiber are strictly ascending, and the last one is the extent; a fiber of extent 0 has no runs.
//!
//! | protocol | unfurls to | costs, for `r` runs |
//! |---|---|---|
//! | walk, follow | `Stepper` of `Run(child)`, nothing behind the last | `r` |
//!
//! The run in which a loop starts is found in logarithmic time.
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, runs in ascending order, fibers in ascending order | constant per run, and the comparison of two children |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw | impossible: a run list is written once |
//!
//! Indices that are left out become a run of fill. A run that equals its left neighbour is merged with it, unless the
//! last type parameter is [`No`]; see [`crate::merge`]. Bytes: `ptr` per fiber, `right` per run.

mod write;

use crate::check::pieces;
use crate::imports::*;
use crate::kit::runs::Gapless;

impl<L, Ptr, Idx, Merge> RunList<L, Ptr, Idx, Merge> {
    /// This level without merging: its arrays stay as they are, and runs that are written to it later are stored as they are
    /// written, even if a run equals its left neighbour. Takes constant time.
    pub fn unmerged(self) -> RunList<L, Ptr, Idx, No> {
        let (extent, ptr, right, child) = self.into_parts();
        RunList::of_parts(extent, ptr, right, child)
    }
}

crate::arrays! {
    /// A dimension in runs of equal values that cover every index of a fiber (run-length encoding), with one child per run.
    ///
    /// For images and other data of few distinct neighbours. Reading takes time linear in the runs. It is written once, by runs in ascending
    /// order. The [module](self) has all costs.
    ///
    /// `Merge` says whether runs that are written are merged with equal neighbours: [`Yes`] or [`No`].
    pub struct RunList<L, Ptr = Vec<usize>, Idx = Vec<u32>, Merge = Yes> {
        /// Where each fiber starts, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// Where each run ends.
        right: Idx, of |level, positions| at(&level.ptr, positions);
    }
    besides { progress: WriteProgress, closing: Closing, merge: PhantomData<Merge> }
    /// Fibers of `extent` indices: fiber `p` holds runs `ptr[p]..ptr[p + 1]`, run `q` ends before index `right[q]`, and
    /// its child is at position `q` in `child`. A tensor checks this when it is made.
    new [L, Ptr, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Merge]
    places |level, positions| at(&level.ptr, positions);
    pieces |level, position| stretch(&level.ptr, position, level.right.as_slice().len());
    piece |level, position, number| {
        let is_first = number == at(&level.ptr, position);
        let left = if is_first { 0 } else { at(&level.right, number - 1) };
        Piece::run(left..at(&level.right, number), number)
    };
    contents by count_stored;
    /// The runs of all fibers: where each ends, and a child for each.
    borrowed RunListRuns<I: Width> { right: I }
}

// SAFETY: `validate` checks that every fiber's runs lie within `right` and the child, that they are not empty, and that
// they end at the extent.
unsafe impl<L: Level, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>, M> Level for RunList<L, Ptr, Idx, M> {
    crate::level! {
        "RunList" over L, (Walking, Following),
        fibers<'a> RunsFibers<Ptr::Item, RunListRuns<L::Fibers<'a>, Idx::Item>> =
            |level| RunsFibers::new(level.extent, level.ptr.as_slice(), Ended(level.borrowed()))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::ends_fit::<Idx::Item>(Self::NAME, self.extent)?;
        let right = self.right.as_slice();
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, right.len())?;
        pieces(
            (Self::NAME, "run"),
            ptr,
            self.extent,
            true,
            |run, end| (end, right[run].to_usize()),
            |_, _, _| Ok(()),
        )?;
        self.child.validate(ptr[positions].to_usize())
    }
}

// ---- reading ----

// SAFETY: `RunList` checks that ends ascend up to the extent, and that there is a child for each run.
unsafe impl<C: Fibers, I: Width> Runs for RunListRuns<C, I> {
    runs_end_at! { right: I }
    type Run<H: Presence> = Run<H::Of<C>>;
    type Coverage = Gapless;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn run<H: Presence>(self, at: usize, here: H) -> Self::Run<H> {
        // SAFETY: the caller names a stored run.
        Run(unsafe { here.fiber(self.child, at) })
    }
}
