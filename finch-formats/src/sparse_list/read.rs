//! Sparse lists as programs read them.

use crate::kit::entries::{Entries, EntriesFibers, Search};
use crate::kit::prelude::*;

/// All fibers, borrowed.
pub type SparseListFibers<'a, C, P, I> = EntriesFibers<'a, P, SparseListEntries<'a, C, I>>;

/// The entries of all fibers: indices in an array of their own, and children at the same positions.
#[derive(Debug)]
pub struct SparseListEntries<'a, C, I> {
    idx: &'a [I],
    child: C,
}

crate::copy!(SparseListEntries<'a, C: Copy, I>);

impl<'a, C, I> SparseListEntries<'a, C, I> {
    /// These indices, and the fibers of the level below.
    #[inline(always)]
    pub fn new(idx: &'a [I], child: C) -> Self {
        SparseListEntries { idx, child }
    }
}

// SAFETY: `SparseList` checks that keys ascend and are below the extent, and that there is a child for each.
unsafe impl<C: Fibers, I: Width> Entries for SparseListEntries<'_, C, I> {
    type Key = I;
    type Child = C;
    type Noted = ();
    type Finder = Search<Self>;
    type FindsAbsent = Yes;
    const NAME: &'static str = "SparseList";

    #[inline(always)]
    fn keys(&self) -> &[I] {
        self.idx
    }
    #[inline(always)]
    fn child(self) -> C {
        self.child
    }
    #[inline(always)]
    unsafe fn finder(self, to: usize) -> Search<Self> {
        // SAFETY: the caller names the end of a fiber.
        unsafe { Search::new(self, to) }
    }
}
