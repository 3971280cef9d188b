//! `SparseBlockList`: blocks of consecutive indices per fiber, dense inside.
//!
//! ```text
//! ptr   [ 0 | 2 | 2 | 3 ]          fiber p holds the blocks ptr[p]..ptr[p + 1]
//! right [ 5 | 8 | 3 ]              block b ends before index right[b]
//! ofs   [ 0 | 4 | 5 | 8 ]          and holds positions ofs[b]..ofs[b + 1] of the child, one per index
//!        ~fiber 0~ ~fiber 2~       1..5, 7..8 and 0..3
//! ```
//!
//! Blocks are not empty, do not overlap, and ascend within a fiber; none ends beyond the extent. They may touch. Also
//! known as variable block lists (VBL).
//!
//! | protocol | unfurls to | costs, for `b` blocks of `m` indices |
//! |---|---|---|
//! | walk | `Stepper` of `Sequence(Run(fill), Lookup)`, then fill behind the last | `b + m` |
//! | gallop | `BlockJumper` of `Lookup`, then fill behind the last | logarithmic per leap, constant per index that all have |
//! | follow | a search for the block with a monotone cursor | logarithmic per lookup, constant inside of a block |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, indices in ascending order, fibers in ascending order | constant per index |
//! | freeze | constant per fiber |
//! | thaw, which allows for appending | constant per fiber |
//!
//! An index that comes right behind the last one of its fiber makes the block longer, any other opens a block. Only what
//! is assigned is stored, so blocks hold no padding. Bytes: `ptr` per fiber, `right` and `ofs` per block. Takes less than
//! a [`SparseList`](crate::SparseList) where blocks are three indices or longer on average, and reading has no index to
//! load inside of a block: its loop is that of a dense fiber.

mod read;
mod write;

pub use read::{SparseBlockListFibers, SparseBlockListRuns};

use crate::check::{PiecesOf, pieces};
use crate::kit::arrays::{at, stretch};
use crate::kit::prelude::*;
use crate::kit::runs::Ended;

/// Blocks of consecutive indices per fiber.
#[derive(Clone, Debug)]
pub struct SparseBlockList<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
    extent: usize,
    ptr: Ptr,
    right: Idx,
    ofs: Ptr,
    child: L,
    progress: Progress,
}

impl<L, Ptr, Idx> SparseBlockList<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds the blocks `ptr[p]..ptr[p + 1]`. Block `b` ends before index
    /// `right[b]` and is as long as there are positions in `ofs[b]..ofs[b + 1]`, where its children are in `child`. A
    /// tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, right: Idx, ofs: Ptr, child: L) -> Self {
        SparseBlockList::of_parts(extent, ptr, right, ofs, child)
    }
}

crate::arrays! {
    SparseBlockList<L, Ptr, Idx> besides { progress: Progress::default() }
    arrays {
        /// Where the blocks of each fiber start, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// Where each block ends.
        right: Idx, of |level, positions| at(&level.ptr, positions);
        /// Where the positions of each block start, and the end of the last.
        ofs: Ptr, of |level, positions| at(&level.ptr, positions) + 1;
    }
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
}

impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Pieces
    for SparseBlockList<L, Ptr, Idx>
{
    fn places(&self, positions: usize) -> usize {
        at(&self.ofs, at(&self.ptr, positions))
    }
    fn pieces(&self, position: usize) -> Range<usize> {
        stretch(&self.ptr, position, self.right.as_slice().len())
    }
    fn piece(&self, _position: usize, number: usize) -> Piece {
        let (from, right) = (at(&self.ofs, number), at(&self.right, number));
        Piece::block(right - (at(&self.ofs, number + 1) - from)..right, from)
    }
}

impl<L: Default, P: Width, I: Width> Default for SparseBlockList<L, Vec<P>, Vec<I>> {
    fn default() -> Self {
        SparseBlockList::new(0, vec![P::default(); 2], Vec::new(), vec![P::default()], L::default())
    }
}

// SAFETY: `validate` checks that every fiber's blocks lie within `right`, `ofs` and the child, and that they are ascending,
// not empty, and within the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Level
    for SparseBlockList<L, Ptr, Idx>
{
    crate::level! { L, (Walking, Galloping, Following), bytes, get, for_each, count_stored, draw }

    type Fibers<'a>
        = SparseBlockListFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparseBlockList";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let blocks = SparseBlockListRuns {
            right: self.right.as_slice(),
            ofs: self.ofs.as_slice(),
            child: self.child.fibers(),
        };
        SparseBlockListFibers::new(self.extent, self.ptr.as_slice(), Ended(blocks))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::runs::ends_fit::<I>(Self::NAME, self.extent)?;
        let (right, ofs) = (self.right.as_slice(), self.ofs.as_slice());
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, right.len())?;
        let blocks = ptr[positions].to_usize();
        let ofs = crate::blocks::offsets(Self::NAME, ofs, blocks)?;
        let of = PiecesOf {
            level: Self::NAME,
            piece: "block",
            ptr,
            extent: self.extent,
            covers: false,
        };
        let len = |block: usize| ofs[block + 1].to_usize() - ofs[block].to_usize();
        let left = |block: usize| right[block].to_usize().saturating_sub(len(block));
        let fits = |block, left, right| match len(block) {
            len if len == right - left => Ok(()),
            len => Err(format!("has {len} indices and ends at {right}")),
        };
        pieces(of, |block, _| (left(block), right[block].to_usize()), fits)?;
        self.child.validate(ofs[blocks].to_usize())
    }
}
