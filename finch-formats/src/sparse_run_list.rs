//! `SparseRunList`: runs with fill between them, each with one child.
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

mod read;
mod write;

pub use read::{SparseRunListFibers, SparseRunListRuns};

use crate::check::{PiecesOf, pieces};
use crate::kit::arrays::{at, stretch};
use crate::kit::prelude::*;
use crate::kit::runs::Ended;

/// Runs with fill between them.
///
/// `Merge` says whether runs that are written are merged with equal neighbours: [`Yes`] or [`No`].
#[derive(Clone, Debug)]
pub struct SparseRunList<L, Ptr = Vec<usize>, Idx = Vec<u32>, Merge = Yes> {
    extent: usize,
    ptr: Ptr,
    left: Idx,
    right: Idx,
    child: L,
    progress: Progress,
    merge: PhantomData<Merge>,
}

impl<L, Ptr, Idx> SparseRunList<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds runs `ptr[p]..ptr[p + 1]`, run `q` covers the indices
    /// `left[q]..right[q]`, and its child is at position `q` in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, left: Idx, right: Idx, child: L) -> Self {
        Self::of_parts(extent, ptr, left, right, child)
    }
}

impl<L, Ptr, Idx, Merge> SparseRunList<L, Ptr, Idx, Merge> {
    /// This level without merging: its arrays stay as they are, and runs that are written to it later are stored as they are
    /// written, even if a run equals its left neighbour. Takes constant time.
    pub fn unmerged(self) -> SparseRunList<L, Ptr, Idx, No> {
        let (extent, ptr, left, right, child) = self.into_parts();
        SparseRunList::of_parts(extent, ptr, left, right, child)
    }
}

crate::arrays! {
    SparseRunList<L, Ptr, Idx, Merge> besides { progress: Progress::default(), merge: PhantomData }
    arrays {
        /// Where each fiber starts, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// Where each run starts.
        left: Idx, of |level, positions| at(&level.ptr, positions);
        /// Where each run ends.
        right: Idx, of |level, positions| at(&level.ptr, positions);
    }
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Merge]
}

impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Merge> Pieces
    for SparseRunList<L, Ptr, Idx, Merge>
{
    fn places(&self, positions: usize) -> usize {
        at(&self.ptr, positions)
    }
    fn pieces(&self, position: usize) -> Range<usize> {
        stretch(&self.ptr, position, self.runs())
    }
    fn piece(&self, _position: usize, number: usize) -> Piece {
        Piece::run(at(&self.left, number)..at(&self.right, number), number)
    }
}

impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, M> SparseRunList<L, Ptr, Idx, M> {
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

impl<L: Default, P: Width, I: Width, M> Default for SparseRunList<L, Vec<P>, Vec<I>, M> {
    fn default() -> Self {
        Self::of_parts(0, vec![P::default(); 2], Vec::new(), Vec::new(), L::default())
    }
}

// SAFETY: `validate` checks that every fiber's runs lie within `left`, `right` and the child, and that they are ascending,
// not empty, and within the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, M> Level
    for SparseRunList<L, Ptr, Idx, M>
{
    crate::level! { L, (Walking, Following), bytes, get, for_each, count_stored, draw }

    type Fibers<'a>
        = SparseRunListFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparseRunList";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let runs = SparseRunListRuns {
            left: self.left.as_slice(),
            right: self.right.as_slice(),
            child: self.child.fibers(),
        };
        SparseRunListFibers::new(self.extent, self.ptr.as_slice(), Ended(runs))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::runs::ends_fit::<I>(Self::NAME, self.extent)?;
        let (starts, ends) = (self.left.as_slice().len(), self.right.as_slice().len());
        if starts != ends {
            return Err(error!(
                Invalid,
                "a {} level has {starts} starts but {ends} ends of runs",
                Self::NAME
            ));
        }
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, ends)?;
        let of = PiecesOf {
            level: Self::NAME,
            piece: "run",
            ptr,
            extent: self.extent,
            covers: false,
        };
        pieces(of, |run, _| self.run(run), |_, _, _| Ok(()))?;
        self.child.validate(ptr[positions].to_usize())
    }
}
