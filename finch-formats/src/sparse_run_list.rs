//! `SparseRunList`: runs with fill between them, each with one child.
//!
#![doc = include_str!("../pictures/sparse_run_list.svg")]
//!
//! ```text
//! ptr   [ 0 | 2 | 2 | 3 ]          fiber p holds runs ptr[p]..ptr[p + 1], which are the positions of the child
//! left  [ 1 | 6 | 0 ]              run q starts at index left[q]
//! right [ 4 | 7 | 9 ]              and ends before index right[q]
//!        ~fiber 0~ ~fiber 2~       1..4, 6..7 and 0..9
//! ```
//!
//! Runs are not empty, do not overlap, and ascend within a fiber; none ends beyond the extent.
//!
//! | protocol | unfurls to | costs, for `r` runs |
//! |---|---|---|
//! | walk, follow | `Stepper` of `Sequence(Run(fill), Run(child))`, then fill behind the last | `r` |
//!
//! The run in which a loop starts is found in logarithmic time.
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, runs in ascending order, fibers in ascending order | constant per run, and the comparison of two children |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw, which allows for appending | constant per fiber |
//!
//! Only what is assigned is stored. A run that equals its left neighbour, and starts where that ends, is merged with it,
//! unless the last type parameter is [`No`]; see [`crate::merge`]. Bytes: `ptr` per fiber, `left` and `right` per run.

mod write;

use crate::check::{pieces, runs_ascend};
use crate::imports::*;

impl<L, Ptr, Idx, Merge> SparseRunList<L, Ptr, Idx, Merge> {
    /// This level without merging: its arrays stay as they are, and runs that are written to it later are stored as they are
    /// written, even if a run equals its left neighbour. Takes constant time.
    pub fn unmerged(self) -> SparseRunList<L, Ptr, Idx, No> {
        let (extent, ptr, left, right, child) = self.into_parts();
        SparseRunList::of_parts(extent, ptr, left, right, child)
    }
}

crate::arrays! {
    /// A sparse dimension in runs of equal values, with fill between them and one child per run.
    ///
    /// For masks, and for images of few objects. Reading takes time linear in the runs. It is written by runs, in ascending order. The
    /// [module](self) has all costs.
    ///
    /// `Merge` says whether runs that are written are merged with equal neighbours: [`Yes`] or [`No`].
    pub struct SparseRunList<L, Ptr = Vec<usize>, Idx = Vec<u32>, Merge = Yes> {
        /// Where each fiber starts, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// Where each run starts.
        left: Idx, of |level, positions| at(&level.ptr, positions);
        /// Where each run ends.
        right: Idx, of |level, positions| at(&level.ptr, positions);
    }
    besides { progress: WriteProgress, merge: PhantomData<Merge> }
    /// Fibers of `extent` indices: fiber `p` holds runs `ptr[p]..ptr[p + 1]`, run `q` covers the indices
    /// `left[q]..right[q]`, and its child is at position `q` in `child`. A tensor checks this when it is made.
    new [L, Ptr, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Merge]
    places |level, positions| at(&level.ptr, positions);
    pieces |level, position| stretch(&level.ptr, position, level.runs());
    piece |level, _position, number| Piece::run(at(&level.left, number)..at(&level.right, number), number);
    contents by count_stored;
    /// The runs of all fibers: where each starts and ends, and a child for each.
    borrowed SparseRunListRuns<I: Width> { left: I, right: I }
}

impl<L, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>, M> SparseRunList<L, Ptr, Idx, M> {
    /// How many runs there are.
    fn runs(&self) -> usize {
        self.left.as_slice().len().min(self.right.as_slice().len())
    }

    /// The indices that run `run` covers.
    fn run(&self, run: usize) -> (usize, usize) {
        (
            self.left.as_slice()[run].to_usize(),
            self.right.as_slice()[run].to_usize(),
        )
    }
}

// SAFETY: `validate` checks that every fiber's runs lie within `left`, `right` and the child, and that they are ascending,
// not empty, and within the extent.
unsafe impl<L: Level, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>, M> Level for SparseRunList<L, Ptr, Idx, M> {
    crate::level! {
        "SparseRunList" over L, (Walking, Following),
        fibers<'a> RunsFibers<Ptr::Item, SparseRunListRuns<L::Fibers<'a>, Idx::Item>> =
            |level| RunsFibers::new(level.extent, level.ptr.as_slice(), Ended(level.borrowed()))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::ends_fit::<Idx::Item>(Self::NAME, self.extent)?;
        let (starts, ends) = (self.left.as_slice().len(), self.right.as_slice().len());
        ensure!(starts == ends, else Invalid, "a {} level has {starts} starts but {ends} ends of runs", Self::NAME);
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, ends)?;
        if !runs_ascend(ptr, self.left.as_slice(), self.right.as_slice(), self.extent) {
            // What is wrong, and where.
            pieces(
                (Self::NAME, "run"),
                ptr,
                self.extent,
                false,
                |run, _| self.run(run),
                |_, _, _| Ok(()),
            )?
        }
        self.child.validate(ptr[positions].to_usize())
    }
}

// ---- reading ----

// SAFETY: `SparseRunList` checks that runs are not empty, ascend and end up to the extent, and that there is a start and a child
// for each.
unsafe impl<C: Fibers, I: Width> Runs for SparseRunListRuns<C, I> {
    runs_end_at! { right: I }
    type Run<H: Presence> = Sequence<Run<FillFiber<C::T, C::Fill>>, Run<C::Fiber>>;
    type Coverage = WithGaps;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn run<H: Presence>(self, at: usize, _here: H) -> Self::Run<H> {
        promise!(at < self.left.len() && at < self.right.len());
        // SAFETY: the caller names a stored run. How long it is may be found in the type of its borders, which the optimiser does
        // not see by itself: what has just been loaded is subtracted then without being widened first.
        unsafe {
            let (left, right) = (*self.left.get_unchecked(at), *self.right.get_unchecked(at));
            // Of two equal numbers it keeps the one that came first.
            let len = right.less(left);
            assert_unchecked(right.to_usize().wrapping_sub(left.to_usize()) == len);
            Sequence {
                first: Run(FillFiber::new()),
                split: left.to_usize(),
                second: Run(self.child.fiber(at)),
            }
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn left(self, at: usize) -> Option<usize> {
        promise!(at < self.left.len());
        // SAFETY: the caller names a stored run.
        Some(unsafe { self.left.get_unchecked(at) }.to_usize())
    }
}
