//! Dictionaries as programs read them: their lists are entries, and an index is looked up in the table.

use crate::imports::*;
use crate::sparse_dict::key::KeyOf;
use crate::sparse_dict::table::{Table, hash};

/// The entries of a [`SparseDict`] level, borrowed for walking: the sorted indices of all fibers, with a position of the child for each.
#[derive(Clone, Copy, Debug)]
pub struct SparseDictEntries<C, I: Width, S> {
    pub(super) idx: Lent<[I]>,
    pub(super) slot: Lent<[S]>,
    pub(super) search: SparseDictSearch<C, I, S>,
}

/// The hash table of a [`SparseDict`] level, borrowed for look-ups in one fiber.
#[derive(Clone, Copy, Debug)]
pub struct SparseDictSearch<C, I: Width, S> {
    /// The fiber whose indices are looked up.
    pub(super) position: usize,
    pub(super) keys: Lent<[KeyOf<I>]>,
    pub(super) table: Lent<Table<S>>,
    pub(super) child: C,
}

borrowed! { impl[C: Fibers, I: Width, S: Width] SparseDictEntries<C, I, S>, "SparseDict", |arrays| arrays.search.child => C }

// SAFETY: `SparseDict` checks that indices ascend and are below the extent, and that every entry has a slot, which is a
// position of the child and stands in the table.
unsafe impl<C: Fibers, I: Width, S: Width> Entries for SparseDictEntries<C, I, S> {
    type Key = I;
    /// The slot.
    type Noted = usize;
    type Finder = SparseDictSearch<C, I, S>;
    type FindsAbsent = Yes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keys(&self) -> &[I] {
        &self.idx
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn finder(self, _to: usize) -> Self::Finder {
        self.search
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(mut self, position: usize, _extent: usize) -> Self {
        self.search.position = position;
        self
    }
    // A number that no fiber has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absent(mut self) -> Self {
        self.search.position = KeyOf::<I>::MOST_FIBERS;
        self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn place(self, at: usize, _index: impl FnOnce() -> usize) -> usize {
        // SAFETY: the caller names a stored entry.
        unsafe { self.note(at) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn note(self, at: usize) -> usize {
        promise!(at < self.slot.len());
        // SAFETY: the caller names a stored entry, and there is a slot for each.
        unsafe { self.slot.get_unchecked(at) }.to_usize()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place_noted(self, _at: usize, _last: usize, slot: usize) -> usize {
        slot
    }
}

// SAFETY: the slot in the table whose key is this one is that of the entry. Every entry has its slot in the table, with its
// key, as was checked with the level.
unsafe impl<C: Fibers, I: Width, S: Width> Find for SparseDictSearch<C, I, S> {
    found!(C);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(self, _cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        let key = KeyOf::<I>::new(self.position, index);
        let is_it = |slot: S| {
            promise!(slot.to_usize() < self.keys.len());
            // SAFETY: there is a key for each slot that is in the table.
            *unsafe { self.keys.get_unchecked(slot.to_usize()) } == key
        };
        let slot = self.table.find(hash(self.position, index), is_it)?;
        // SAFETY: the slot of an entry is a position of the child.
        Some(unsafe { self.child.fiber(slot.to_usize()) })
    }
}
