//! Run lists as programs read them.

use crate::kit::prelude::*;
use crate::kit::runs::{Covering, CoveringRuns, Runs, RunsFibers};

/// All fibers, borrowed.
pub type RunListFibers<'a, C, P, I> = RunsFibers<'a, P, RunListRuns<'a, C, I>>;

/// The runs of all fibers: where each ends, and a child for each.
#[derive(Debug)]
pub struct RunListRuns<'a, C, I> {
    pub(super) right: &'a [I],
    pub(super) child: C,
}

crate::copy!(RunListRuns<'a, C: Copy, I>);

// SAFETY: `RunList` checks that ends ascend up to the extent, and that there is a child for each run.
unsafe impl<C: Fibers, I: Width> Runs for RunListRuns<'_, C, I> {
    type End = I;
    type Child = C;
    type Run = Run<C::Fiber>;
    type Layout = Covering;
    const NAME: &'static str = "RunList";

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
        // SAFETY: the caller names a stored run.
        Run(unsafe { self.child.fiber(at) })
    }
}

// SAFETY: the child reads nothing if it is not here.
unsafe impl<C: Fibers, I: Width> CoveringRuns for RunListRuns<'_, C, I> {
    type RunOrFill = Run<C::OptionalFiber>;

    #[inline(always)]
    unsafe fn run_or_fill(self, at: usize, here: bool) -> Self::RunOrFill {
        // SAFETY: the caller names a stored run if it is here.
        Run(unsafe { self.child.fiber_or_fill(at, here) })
    }
}
