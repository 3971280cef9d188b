//! `SparsePoint`: at most one entry per fiber.
//!
//! ```text
//! idx [ 2 | 6 | 0 ]                fiber p of extent 6 holds index idx[p], or nothing where that is 6
//!                                  its child is at position p, whether the fiber holds something or not
//! ```
//!
//! | protocol | unfurls to | costs |
//! |---|---|---|
//! | walk, follow | `Window(Run(fill), Run(child))`: fill, the one index, fill | constant |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, at any index, fibers in any order | constant |
//! | write at a second index of a fiber | refused by an `Order` error that names fiber and index |
//! | freeze, thaw | nothing of their own |
//!
//! Whatever comes first is kept, and may be assigned again; a fiber that is given another index keeps what it has. Bytes:
//! `idx` per fiber, and a position of the child, stored or not. For selections and permutations, one-hot rows, and the
//! parents of a tree.

mod write;

pub use write::{SparsePointWriteFiber, SparsePointWriting};

use crate::kit::arrays::at;
use crate::kit::prelude::*;
use crate::kit::window::{Stretch, WindowFibers, Windows};

/// At most one entry per fiber.
#[derive(Clone, Debug)]
pub struct SparsePoint<L, Idx = Vec<u32>> {
    extent: usize,
    idx: Idx,
    child: L,
}

crate::arrays! {
    SparsePoint<L, Idx> besides {}
    /// Fibers of `extent` indices: fiber `p` holds the index `idx[p]`, or nothing where that is `extent`; its child is at
    /// position `p` in `child`. A tensor checks this when it is made.
    new [L, Idx];
    arrays {
        /// The index that each fiber holds, or the extent where it holds none.
        idx: Idx, of |_level, positions| positions;
    }
    // SAFETY: these are all arrays.
    unsafe nested [I: Width, Idx: Buffer<Item = I>]
    unlisted |level, positions, visit| (0..positions).filter(|&at| level.pieces(at).is_empty()).for_each(visit);
}

impl<L: Level, I: Width, Idx: Buffer<Item = I>> Pieces for SparsePoint<L, Idx> {
    fn places(&self, positions: usize) -> usize {
        positions
    }
    fn pieces(&self, position: usize) -> Range<usize> {
        position..position + usize::from(at(&self.idx, position) < self.extent)
    }
    fn piece(&self, position: usize, _number: usize) -> Piece {
        Piece::entry(at(&self.idx, position), position)
    }
}

impl<L: Default, I: Width> Default for SparsePoint<L, Vec<I>> {
    fn default() -> Self {
        SparsePoint::new(0, vec![I::default()], L::default())
    }
}

// SAFETY: `validate` checks that there is an index up to the extent and a child for every fiber.
unsafe impl<L: Level, I: Width, Idx: Buffer<Item = I>> Level for SparsePoint<L, Idx> {
    crate::level! { L, (Walking, Following), bytes, get, for_each, count_listed, draw }

    type Fibers<'a>
        = SparsePointFibers<'a, L::Fibers<'a>, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparsePoint";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let points = SparsePointWindows {
            idx: self.idx.as_slice(),
            child: self.child.fibers(),
        };
        SparsePointFibers::new(self.extent, points)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::blocks::extent_is_signed(Self::NAME, self.extent)?;
        crate::check::bound_fits::<I>(Self::NAME, self.extent)?;
        let Some(idx) = self.idx.as_slice().get(..positions) else {
            return Err(error!(
                Invalid: "a {} level has {} indices where {positions} fibers need one each",
                Self::NAME, self.idx.as_slice().len()
            ));
        };
        if let Some(fiber) = idx.iter().position(|index| index.to_usize() > self.extent) {
            return Err(error!(
                OutOfBounds: "index {:?} of fiber {fiber} of a {} level is neither below the extent {} nor the extent itself",
                idx[fiber], Self::NAME, self.extent
            ));
        }
        self.child.validate(positions)
    }
}

// ---- reading ----

/// All fibers, borrowed.
pub type SparsePointFibers<'a, C, I> = WindowFibers<SparsePointWindows<'a, C, I>>;

/// The points of all fibers: an index, and a child for each.
#[derive(Debug)]
pub struct SparsePointWindows<'a, C, I> {
    idx: &'a [I],
    child: C,
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
