//! `SparseBlockList`: blocks of consecutive indices per fiber, dense inside.
//!
#![doc = include_str!("../pictures/sparse_block_list.svg")]
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
//! a [`SparseList`] where blocks are three indices or longer on average, and reading has no index to
//! load inside of a block: its loop is that of a dense fiber.

mod write;

use crate::check::pieces;
use crate::imports::*;
use crate::kit::runs::ThenFill;
use finch_traits::looplet::block_jumper::{BlockJumper, Blocks};

crate::arrays! {
    /// A sparse dimension: each fiber is a sorted list of blocks of consecutive indices, with a child for each index of a block.
    ///
    /// For entries that come in stretches of three or more. Reading a fiber takes time linear in its entries, a look-up logarithmic time.
    /// It is written by appending, in ascending order. The [module](self) has all costs.
    pub struct SparseBlockList<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
        /// Where the blocks of each fiber start, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// Where each block ends.
        right: Idx, of |level, positions| at(&level.ptr, positions);
        /// Where the positions of each block start, and the end of the last.
        ofs: Ptr, of |level, positions| at(&level.ptr, positions) + 1;
    }
    besides { progress: WriteProgress }
    /// Fibers of `extent` indices: fiber `p` holds the blocks `ptr[p]..ptr[p + 1]`. Block `b` ends before index
    /// `right[b]` and is as long as there are positions in `ofs[b]..ofs[b + 1]`, where its children are in `child`. A
    /// tensor checks this when it is made.
    new [L, Ptr, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
    places |level, positions| at(&level.ofs, at(&level.ptr, positions));
    pieces |level, position| stretch(&level.ptr, position, level.right.as_slice().len());
    piece |level, _position, number| {
        let (from, right) = (at(&level.ofs, number), at(&level.right, number));
        Piece::block(right - (at(&level.ofs, number + 1) - from)..right, from)
    };
    contents by count_stored;
    /// The blocks of all fibers: where each ends, and where its children are.
    borrowed SparseBlockListRuns<P: Width, I: Width> { right: I, ofs: P }
}

// SAFETY: `validate` checks that every fiber's blocks lie within `right`, `ofs` and the child, and that they are ascending,
// not empty, and within the extent.
unsafe impl<L: Level, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> Level for SparseBlockList<L, Ptr, Idx> {
    crate::level! {
        "SparseBlockList" over L, (Walking, Galloping, Following),
        fibers<'a> RunsFibers<Ptr::Item, SparseBlockListRuns<L::Fibers<'a>, Ptr::Item, Idx::Item>> =
            |level| RunsFibers::new(level.extent, level.ptr.as_slice(), Ended(level.borrowed()))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::ends_fit::<Idx::Item>(Self::NAME, self.extent)?;
        let (right, ofs) = (self.right.as_slice(), self.ofs.as_slice());
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, right.len())?;
        let blocks = ptr[positions].to_usize();
        let ofs = crate::blocks::offsets(Self::NAME, ofs, blocks)?;
        let len = |block: usize| ofs[block + 1].to_usize() - ofs[block].to_usize();
        let left = |block: usize| right[block].to_usize().saturating_sub(len(block));
        let fits = |block, left, right| match len(block) {
            len if len == right - left => Ok(()),
            len => Err(format!("has {len} indices and ends at {right}")),
        };
        pieces(
            (Self::NAME, "block"),
            ptr,
            self.extent,
            false,
            |block, _| (left(block), right[block].to_usize()),
            fits,
        )?;
        self.child.validate(ofs[blocks].to_usize())
    }
}

// ---- reading ----

impl<C: Fibers, P: Width, I: Width> SparseBlockListRuns<C, P, I> {
    /// Where block `at` starts, and the block.
    ///
    /// # Safety
    ///
    /// It is stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn block(self, at: usize) -> (usize, Contiguous<C>) {
        promise!(at < self.right.len());
        // SAFETY: the caller names a stored block.
        let right = unsafe { self.right.get_unchecked(at) }.to_usize();
        // SAFETY: there is one offset more than there are blocks.
        let (from, to) = unsafe { bounds_at(&self.ofs, at) };
        let left = right.wrapping_sub(to.wrapping_sub(from));
        // SAFETY: blocks are not empty, and start at 0 or later.
        unsafe { assert_unchecked(left < right) };
        // SAFETY: the block has a position for each of its indices.
        (left, unsafe { Contiguous::new(right, to, self.child) })
    }
}

// SAFETY: `SparseBlockList` checks that blocks are not empty, ascend and end up to the extent, and that there is a child for each
// of their indices.
unsafe impl<C: Fibers, P: Width, I: Width> Runs for SparseBlockListRuns<C, P, I> {
    runs_end_at! { right: I }
    type Run<H: Presence> = Sequence<Run<FillFiber<C::T, C::Fill>>, Lookup<Contiguous<C>>>;
    type Coverage = WithGaps;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn run<H: Presence>(self, at: usize, _here: H) -> Self::Run<H> {
        // SAFETY: the caller names a stored block.
        let (left, block) = unsafe { self.block(at) };
        Sequence {
            first: Run(FillFiber::new()),
            split: left,
            second: Lookup(block),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn left(self, at: usize) -> Option<usize> {
        // SAFETY: the caller names a stored block.
        Some(unsafe { self.block(at) }.0)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<H: Presence, Q: Pass, K: OnLeaf<Q, C::T>>(fiber: RunsFiber<Self, H>, pass: Q, k: K) {
        let steps = RunsSteps::of(fiber);
        k.looplet(pass, steps.then_fill(BlockJumper::new(steps)))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<H: Presence, Q: Pass, K: OnLeaf<Q, C::T>>(fiber: RunsFiber<Self, H>, pass: Q, k: K) {
        search(fiber, pass, k)
    }
    fn nest<H: Presence>(protocol: Protocol) -> Nest {
        match protocol {
            Protocol::Gallop => Nest::of::<ThenFill<Self, BlockJumper<RunsSteps<Self>>>>(),
            Protocol::Follow => Nest::of::<Follow<RunsSteps<Self>>>(),
            _ => Nest::of::<ThenFill<Self, Stepper<RunsSteps<Self>>>>(),
        }
    }
}

// SAFETY: a block has the indices from its first one up to where it ends.
unsafe impl<C: Fibers, P: Width, I: Width> SearchedRuns for SparseBlockListRuns<C, P, I> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn find(self, at: usize, index: usize) -> Option<C::Fiber> {
        // SAFETY: the caller names a stored block.
        let (left, block) = unsafe { self.block(at) };
        if left <= index { Some(block.at(index)) } else { None }
    }
}

// SAFETY: a block has the indices from its first one up to where it ends.
unsafe impl<C: Fibers, P: Width, I: Width> Blocks for RunsSteps<SparseBlockListRuns<C, P, I>> {
    type Gap = Run<FillFiber<C::T, C::Fill>>;
    type Block = Lookup<Contiguous<C>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self) -> usize {
        // SAFETY: there is a current block.
        unsafe { self.arrays().block(self.at()) }.0
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(&self) -> Self::Block {
        // SAFETY: there is a current block.
        Lookup(unsafe { self.arrays().block(self.at()) }.1)
    }
}
