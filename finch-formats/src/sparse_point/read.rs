//! Sparse points as programs read them.

use crate::kit::prelude::*;
use crate::kit::window::{Stretch, WindowFibers, Windows};

/// All fibers, borrowed.
pub type SparsePointFibers<'a, C, I> = WindowFibers<SparsePointWindows<'a, C, I>>;

/// The points of all fibers: an index, and a child for each.
#[derive(Debug)]
pub struct SparsePointWindows<'a, C, I> {
    pub(super) idx: &'a [I],
    pub(super) child: C,
}

crate::copy!(SparsePointWindows<'a, C: Copy, I>);

// SAFETY: `SparsePoint` checks that the extent is a number with a sign, that indices are at most the extent, and that there is a
// child for each fiber.
unsafe impl<C: Fibers, I: Width> Windows for SparsePointWindows<'_, C, I> {
    type Child = C;
    type Inside = Run<C::Fiber>;
    const NAME: &'static str = "SparsePoint";
    const IS_POINT: bool = true;

    #[inline(always)]
    fn child(self) -> C {
        self.child
    }
    #[inline(always)]
    unsafe fn stretch(self, position: usize) -> Stretch {
        promise!(position < self.idx.len());
        // SAFETY: there is an index for each position.
        let lo = unsafe { self.idx.get_unchecked(position) }.to_usize();
        Stretch {
            lo,
            hi: lo.wrapping_add(1),
            place: position,
        }
    }
    #[inline(always)]
    unsafe fn inside(self, stretch: Stretch) -> Self::Inside {
        // SAFETY: there is a child for each fiber.
        Run(unsafe { self.child.fiber(stretch.place) })
    }
}
