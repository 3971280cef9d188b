//! Sparse intervals as programs read them.

use crate::kit::prelude::*;
use crate::kit::window::{Stretch, WindowFibers, Windows};

/// All fibers, borrowed.
pub type SparseIntervalFibers<'a, C, I> = WindowFibers<SparseIntervalWindows<'a, C, I>>;

/// The runs of all fibers: where each starts and ends, and a child for each.
#[derive(Debug)]
pub struct SparseIntervalWindows<'a, C, I> {
    pub(super) left: &'a [I],
    pub(super) right: &'a [I],
    pub(super) child: C,
}

crate::copy!(SparseIntervalWindows<'a, C: Copy, I>);

// SAFETY: `SparseInterval` checks that the extent is a number with a sign, that runs end up to the extent, and that there is a
// child for each fiber.
unsafe impl<C: Fibers, I: Width> Windows for SparseIntervalWindows<'_, C, I> {
    type Child = C;
    type Inside = Run<C::Fiber>;
    const NAME: &'static str = "SparseInterval";

    #[inline(always)]
    fn child(self) -> C {
        self.child
    }
    #[inline(always)]
    unsafe fn stretch(self, position: usize) -> Stretch {
        promise!(position < self.left.len() && position < self.right.len());
        Stretch {
            // SAFETY: there is a start for each position.
            lo: unsafe { self.left.get_unchecked(position) }.to_usize(),
            // SAFETY: there is an end for each position.
            hi: unsafe { self.right.get_unchecked(position) }.to_usize(),
            place: position,
        }
    }
    #[inline(always)]
    unsafe fn inside(self, stretch: Stretch) -> Self::Inside {
        // SAFETY: there is a child for each fiber.
        Run(unsafe { self.child.fiber(stretch.place) })
    }
}
