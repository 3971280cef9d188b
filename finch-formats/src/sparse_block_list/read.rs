//! Sparse block lists as programs read them.

use crate::blocks::Block;
use crate::kit::prelude::*;
use crate::kit::ranged::Presence;
use crate::kit::runs::{Apart, Runs, RunsFiber, RunsFibers, RunsSteps, SearchedRuns, ThenFill, search};
use crate::width::bounds_at;
use core::hint::assert_unchecked;
use finch_traits::looplet::block_jumper::{BlockJumper, Blocks};
use finch_traits::looplet::lookup::At;

/// All fibers, borrowed.
pub type SparseBlockListFibers<'a, C, P, I> = RunsFibers<'a, P, SparseBlockListRuns<'a, C, P, I>>;

/// The blocks of all fibers: where each ends, and where its children are.
#[derive(Debug)]
pub struct SparseBlockListRuns<'a, C, P, I> {
    pub(super) right: &'a [I],
    pub(super) ofs: &'a [P],
    pub(super) child: C,
}

crate::copy!(SparseBlockListRuns<'a, C: Copy, P, I>);

impl<C: Fibers, P: Width, I: Width> SparseBlockListRuns<'_, C, P, I> {
    /// Where block `at` starts, and the block.
    ///
    /// # Safety
    ///
    /// It is stored.
    #[inline(always)]
    unsafe fn block(self, at: usize) -> (usize, Block<C>) {
        promise!(at < self.right.len());
        // SAFETY: the caller names a stored block.
        let right = unsafe { self.right.get_unchecked(at) }.to_usize();
        // SAFETY: there is one offset more than there are blocks.
        let (from, to) = unsafe { bounds_at(self.ofs, at) };
        let left = right.wrapping_sub(to.wrapping_sub(from));
        // SAFETY: blocks are not empty, and start at 0 or later.
        unsafe { assert_unchecked(left < right) };
        // SAFETY: the block has a position for each of its indices.
        (left, unsafe { Block::new(right, to, self.child) })
    }
}

// SAFETY: `SparseBlockList` checks that blocks are not empty, ascend and end up to the extent, and that there is a child for each
// of their indices.
unsafe impl<C: Fibers, P: Width, I: Width> Runs for SparseBlockListRuns<'_, C, P, I> {
    type End = I;
    type Child = C;
    type Run = Sequence<Run<FillFiber<C::T, C::Fill>>, Lookup<Block<C>>>;
    type Layout = Apart;
    const NAME: &'static str = "SparseBlockList";

    #[inline(always)]
    fn ends(&self) -> &[I] {
        self.right
    }
    #[inline(always)]
    fn child(self) -> C {
        self.child
    }
    #[inline(always)]
    unsafe fn run(self, at: usize) -> Self::Run {
        // SAFETY: the caller names a stored block.
        let (left, block) = unsafe { self.block(at) };
        Sequence {
            first: Run(FillFiber::new()),
            split: left,
            second: Lookup(block),
        }
    }
    #[inline(always)]
    unsafe fn left(self, at: usize) -> Option<usize> {
        // SAFETY: the caller names a stored block.
        Some(unsafe { self.block(at) }.0)
    }
    #[inline(always)]
    fn unfurl_gallop<H: Presence, Q: Pass, K: OnLeaf<Q, C::T>>(fiber: RunsFiber<Self, H>, pass: Q, k: K) {
        let steps = RunsSteps::of(fiber);
        k.looplet(pass, steps.then_fill(BlockJumper::new(steps)))
    }
    #[inline(always)]
    fn unfurl_follow<H: Presence, Q: Pass, K: OnLeaf<Q, C::T>>(fiber: RunsFiber<Self, H>, pass: Q, k: K) {
        search(fiber, pass, k)
    }
    fn nest<H: Presence>(protocol: Protocol) -> Nest {
        match protocol {
            Protocol::Gallop => Nest::of::<ThenFill<Self, BlockJumper<RunsSteps<Self>>>>(),
            Protocol::Follow => Nest::of::<Follow<'_, RunsSteps<Self>>>(),
            _ => Nest::of::<ThenFill<Self, Stepper<RunsSteps<Self>>>>(),
        }
    }
}

// SAFETY: a block has the indices from its first one up to where it ends.
unsafe impl<C: Fibers, P: Width, I: Width> SearchedRuns for SparseBlockListRuns<'_, C, P, I> {
    #[inline(always)]
    unsafe fn find(self, at: usize, index: usize) -> Option<C::Fiber> {
        // SAFETY: the caller names a stored block.
        let (left, block) = unsafe { self.block(at) };
        if left <= index { Some(block.at(index)) } else { None }
    }
}

// SAFETY: a block has the indices from its first one up to where it ends.
unsafe impl<C: Fibers, P: Width, I: Width> Blocks for RunsSteps<SparseBlockListRuns<'_, C, P, I>> {
    type Gap = Run<FillFiber<C::T, C::Fill>>;
    type Block = Lookup<Block<C>>;

    #[inline(always)]
    fn left(&self) -> usize {
        // SAFETY: there is a current block.
        unsafe { self.arrays().block(self.at()) }.0
    }
    #[inline(always)]
    fn inside(&self) -> Self::Block {
        // SAFETY: there is a current block.
        Lookup(unsafe { self.arrays().block(self.at()) }.1)
    }
}
