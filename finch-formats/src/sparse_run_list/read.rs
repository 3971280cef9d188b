//! Sparse run lists as programs read them.

use crate::kit::prelude::*;
use crate::kit::runs::{Apart, Runs, RunsFibers};
use core::hint::assert_unchecked;

/// All fibers, borrowed.
pub type SparseRunListFibers<'a, C, P, I> = RunsFibers<'a, P, SparseRunListRuns<'a, C, I>>;

/// The runs of all fibers: where each starts and ends, and a child for each.
#[derive(Debug)]
pub struct SparseRunListRuns<'a, C, I> {
    pub(super) left: &'a [I],
    pub(super) right: &'a [I],
    pub(super) child: C,
}

crate::copy!(SparseRunListRuns<'a, C: Copy, I>);

// SAFETY: `SparseRunList` checks that runs are not empty, ascend and end up to the extent, and that there is a start and a child
// for each.
unsafe impl<C: Fibers, I: Width> Runs for SparseRunListRuns<'_, C, I> {
    type End = I;
    type Child = C;
    type Run = Sequence<Run<FillFiber<C::T, C::Fill>>, Run<C::Fiber>>;
    type Layout = Apart;
    const NAME: &'static str = "SparseRunList";

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
    #[inline(always)]
    unsafe fn left(self, at: usize) -> Option<usize> {
        promise!(at < self.left.len());
        // SAFETY: the caller names a stored run.
        Some(unsafe { self.left.get_unchecked(at) }.to_usize())
    }
}
