//! Runs and literals as programs read them.

use crate::blocks::Block;
use crate::kit::prelude::*;
use crate::kit::ranged::Presence;
use crate::kit::runs::{Covering, CoveringRuns, Layout, Runs, RunsFiber, RunsFibers, RunsSteps, SearchedRuns, search};
use crate::width::bounds_at;
use finch_traits::looplet::switch::Switch;

/// All fibers, borrowed.
pub type PackBitsFibers<'a, C, P, I> = RunsFibers<'a, P, PackBitsRuns<'a, C, P, I>>;

/// The segments of all fibers: where each ends, and where its children are.
#[derive(Debug)]
pub struct PackBitsRuns<'a, C, P, I> {
    pub(super) right: &'a [I],
    pub(super) ofs: &'a [P],
    pub(super) child: C,
}

crate::copy!(PackBitsRuns<'a, C: Copy, P, I>);

impl<C: Fibers, P: Width, I: Width> PackBitsRuns<'_, C, P, I> {
    /// Where segment `at` ends, its first position, and how many it has.
    ///
    /// # Safety
    ///
    /// It is stored.
    #[inline(always)]
    unsafe fn segment(self, at: usize) -> (usize, usize, usize) {
        promise!(at < self.right.len());
        // SAFETY: the caller names a stored segment.
        let right = unsafe { self.right.get_unchecked(at) }.to_usize();
        // SAFETY: there is one offset more than there are segments.
        let (first, end) = unsafe { bounds_at(self.ofs, at) };
        (right, first, end.wrapping_sub(first))
    }

    /// What a segment of these numbers is if it is a literal.
    ///
    /// # Safety
    ///
    /// If it is a literal there is a position for each of its indices.
    #[inline(always)]
    unsafe fn literal(self, right: usize, first: usize, count: usize) -> Lookup<Block<C>> {
        // SAFETY: the caller says so.
        Lookup(unsafe { Block::new(right.wrapping_sub(count), first, self.child) })
    }
}

// SAFETY: `PackBits` checks that ends ascend up to the extent, and that a segment has one position or one for each of its indices.
unsafe impl<C: Fibers, P: Width, I: Width> Runs for PackBitsRuns<'_, C, P, I> {
    type End = I;
    type Child = C;
    type Run = Switch<Run<C::Fiber>, Lookup<Block<C>>>;
    type Layout = Covering;
    const NAME: &'static str = "PackBits";

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
        // SAFETY: the caller names a stored segment.
        let (right, first, count) = unsafe { self.segment(at) };
        Switch {
            condition: count == 1,
            // SAFETY: a segment has a position.
            then: Run(unsafe { self.child.fiber(first) }),
            // SAFETY: these are the numbers of a segment.
            otherwise: unsafe { self.literal(right, first, count) },
        }
    }
    #[inline(always)]
    fn unfurl_follow<H: Presence, Q: Pass, K: OnLeaf<Q, C::T>>(fiber: RunsFiber<Self, H>, pass: Q, k: K) {
        search(fiber, pass, k)
    }
    fn nest<H: Presence>(protocol: Protocol) -> Nest {
        match protocol {
            Protocol::Follow => Nest::of::<Follow<'_, RunsSteps<Self>>>(),
            _ => <Covering as Layout<Self>>::nest::<H>(),
        }
    }
}

// SAFETY: nothing is read of a segment that is not here.
unsafe impl<C: Fibers, P: Width, I: Width> CoveringRuns for PackBitsRuns<'_, C, P, I> {
    type RunOrFill = Switch<Run<C::OptionalFiber>, Lookup<Block<C>>>;

    #[inline(always)]
    unsafe fn run_or_fill(self, at: usize, here: bool) -> Self::RunOrFill {
        let (right, first, count) = if here {
            // SAFETY: the caller names a stored segment if it is here.
            unsafe { self.segment(at) }
        } else {
            (0, 0, 1)
        };
        Switch {
            condition: count == 1,
            // SAFETY: a segment has a position.
            then: Run(unsafe { self.child.fiber_or_fill(first, here) }),
            // SAFETY: these are the numbers of a segment, or of no literal.
            otherwise: unsafe { self.literal(right, first, count) },
        }
    }
}

// SAFETY: a segment has one position, or one for each of its indices, up to where it ends.
unsafe impl<C: Fibers, P: Width, I: Width> SearchedRuns for PackBitsRuns<'_, C, P, I> {
    #[inline(always)]
    unsafe fn find(self, at: usize, index: usize) -> Option<C::Fiber> {
        // SAFETY: the caller names a stored segment.
        let (right, first, count) = unsafe { self.segment(at) };
        let position = match count {
            1 => first,
            _ => first + count - (right - index),
        };
        // SAFETY: that is one of its positions.
        Some(unsafe { self.child.fiber(position) })
    }
}
