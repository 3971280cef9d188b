//! Sparse lists as programs write them: by appending to a compressed level.

use crate::kit::append::{Append, Below, Tip};
use crate::kit::compressed;
use crate::kit::prelude::*;
use crate::sparse_list::SparseList;

crate::compressed! {
    unsafe impl[L: WriteLevel, Ptr: Growing<Item: Width>, I: Width] Compressed for SparseList<L, Ptr, Vec<I>>,
    pointers Ptr::Item, child L, entries [idx], extents crate::check::extent_fits::<I>
}

crate::compressed! {
    unsafe impl[L: MergeLevel, Ptr: Growing<Item: Width>, I: Width] CompareEntries for SparseList<L, Ptr, Vec<I>>,
    entries [idx]
}

crate::compressed! {
    unsafe impl[L: WriteLevel, Ptr: Growing<Item: Width>, I: Width] WriteLevel for SparseList<L, Ptr, Vec<I>>,
    mirrored L::MIRRORED.below(1)
}

crate::compressed! {
    unsafe impl[L: MergeLevel, Ptr: Growing<Item: Width>, I: Width] MergeLevel for SparseList<L, Ptr, Vec<I>>
}

// SAFETY: `idx` has capacity, and the child has reserved positions, for as many entries as there is room.
unsafe impl<L: WriteLevel, Ptr: Growing<Item: Width>, I: Width> Append for SparseList<L, Ptr, Vec<I>> {
    type Bases = *mut I;
    type New = Below<L>;
    type State = ();
    type Announced = Yes;
    const TOGETHER: usize = at_once::<L>(1);
    const MOST: usize = <Ptr::Item>::MAX;

    #[inline(always)]
    fn progress(&mut self, _driver: Driver) -> &mut Progress {
        &mut self.progress
    }

    #[inline(always)]
    fn used(&self) -> usize {
        self.idx.len()
    }

    fn assembled(&self) -> usize {
        self.ptr.as_slice().len()
    }

    fn floor(&self, fiber: usize) -> usize {
        match self.idx.last() {
            Some(last) if self.ptr.as_slice()[fiber + 1].to_usize() > 0 => last.to_usize() + 1,
            _ => 0,
        }
    }

    #[inline(always)]
    fn begin(&self, _fiber: usize, _floor: usize) {}

    fn grow(&mut self, driver: Driver, len: usize, room: usize) -> Result<(), Option<Fault>> {
        self.idx.try_reserve_exact(room - len).map_err(|_| None)?;
        self.child.reserve(driver, room).map_err(Some)
    }

    #[inline(always)]
    unsafe fn settle(&mut self, _driver: Driver, (): (), len: usize) {
        // SAFETY: the indices of so many entries were put.
        unsafe { self.idx.set_len(len) }
    }

    #[inline(always)]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, (): (), start: usize, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { compressed::count(self.ptr.vec(), fiber, len - start) }
    }

    #[inline(always)]
    fn bases(&mut self, _driver: Driver) -> *mut I {
        self.idx.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn below<'w>(level: *mut Self) -> L::Writing<'w>
    where
        Self: 'w,
    {
        // SAFETY: the caller hands a valid level that nothing else accesses, so the child is one too.
        unsafe { L::writing(&raw mut (*level).child) }
    }

    #[inline(always)]
    unsafe fn put<'w>(tip: Tip<'w, Self>, (): (), _len: usize, at: usize, index: usize, (): ())
    where
        Self: 'w,
    {
        // SAFETY: there is room for the position.
        unsafe { *tip.bases.add(at) = I::truncate(index) }
    }
}
