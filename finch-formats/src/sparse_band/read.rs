//! Sparse bands as programs read them.

use crate::blocks::Block;
use crate::kit::prelude::*;
use crate::kit::window::{Stretch, WindowFibers, Windows};
use crate::width::bounds_at;

/// All fibers, borrowed.
pub type SparseBandFibers<'a, C, P, I> = WindowFibers<SparseBandWindows<'a, C, P, I>>;

/// The blocks of all fibers: where each starts, and where its children are.
#[derive(Debug)]
pub struct SparseBandWindows<'a, C, P, I> {
    pub(super) ptr: &'a [P],
    pub(super) left: &'a [I],
    pub(super) child: C,
}

crate::copy!(SparseBandWindows<'a, C: Copy, P, I>);

// SAFETY: `SparseBand` checks that the extent is a number with a sign, that blocks end up to the extent, and that there is a
// child for each of their indices.
unsafe impl<C: Fibers, P: Width, I: Width> Windows for SparseBandWindows<'_, C, P, I> {
    type Child = C;
    type Inside = Lookup<Block<C>>;
    const NAME: &'static str = "SparseBand";

    #[inline(always)]
    fn child(self) -> C {
        self.child
    }
    #[inline(always)]
    unsafe fn stretch(self, position: usize) -> Stretch {
        promise!(position < self.left.len());
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        // SAFETY: there is a start for each position.
        let lo = unsafe { self.left.get_unchecked(position) }.to_usize();
        Stretch {
            lo,
            hi: lo.wrapping_add(to.wrapping_sub(from)),
            place: from,
        }
    }
    #[inline(always)]
    unsafe fn inside(self, stretch: Stretch) -> Self::Inside {
        // SAFETY: as many positions as there are indices are stored.
        Lookup(unsafe { Block::new(stretch.lo, stretch.place, self.child) })
    }
}
