//! Byte maps as programs read them: their lists are entries, and an index is looked up by its byte.

use crate::imports::*;

/// The entries of a [`SparseByteMap`] level, borrowed for walking: the sorted indices of all fibers, with a position of the child for each.
#[derive(Clone, Copy, Debug)]
pub struct SparseByteMapEntries<C, I> {
    pub(super) idx: Lent<[I]>,
    pub(super) table: SparseByteMapTable<C>,
}

/// The bytes of one fiber of a [`SparseByteMap`] level, borrowed for look-ups: one for each index.
#[derive(Clone, Copy, Debug)]
pub struct SparseByteMapTable<C> {
    /// The slot of index 0.
    pub(super) first: usize,
    pub(super) tbl: Lent<[bool]>,
    pub(super) child: C,
}

borrowed! { impl[C: Fibers, I: Width] SparseByteMapEntries<C, I>, "SparseByteMap", |arrays| arrays.table.child => C }

// SAFETY: `SparseByteMap` checks that indices ascend and are below the extent, that there is a slot and a byte for every index,
// and that the bytes of those that are listed are set.
unsafe impl<C: Fibers, I: Width> Entries for SparseByteMapEntries<C, I> {
    type Key = I;
    type Noted = ();
    type Finder = SparseByteMapTable<C>;
    // There are no bytes where there is no fiber.
    type FindsAbsent = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keys(&self) -> &[I] {
        &self.idx
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn finder(self, _to: usize) -> Self::Finder {
        self.table
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(mut self, position: usize, extent: usize) -> Self {
        self.table.first = position.wrapping_mul(extent);
        self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn place(self, _at: usize, index: impl FnOnce() -> usize) -> usize {
        self.table.first + index()
    }
    // Which slot it is follows from where the child ends, so that no index is read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place_noted(self, _at: usize, last: usize, _noted: ()) -> usize {
        self.table.first.wrapping_add(last)
    }
}

// SAFETY: the bytes say what is stored, and there is one and a slot for every index below the extent.
unsafe impl<C: Fibers> Find for SparseByteMapTable<C> {
    found!(C);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(self, _cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        let slot = self.first + index;
        promise!(slot < self.tbl.len());
        // SAFETY: the driver asks for indices below the extent, and there is a byte for each.
        if unsafe { *self.tbl.get_unchecked(slot) } {
            // SAFETY: there is a slot for each index.
            Some(unsafe { self.child.fiber(slot) })
        } else {
            None
        }
    }
}
