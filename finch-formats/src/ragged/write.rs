//! Ragged fibers as programs write them: by appending to a compressed level whose entries are positions of the child.

use crate::kit::append::{Append, Below, Tip};
use crate::kit::compressed::{self, CompareEntries, Compressed, Parts};
use crate::kit::prelude::*;
use crate::ragged::Ragged;
use finch_traits::target::Unasked;

// SAFETY: an entry is a position of the child.
unsafe impl<L: WriteLevel<NeedsFlag = No>, P: Width> Compressed for Ragged<L, Vec<P>> {
    type P = P;
    type Child = L;

    #[inline(always)]
    fn parts(&mut self, _driver: Driver) -> Parts<'_, P, L> {
        Parts {
            extent: &mut self.extent,
            ptr: &mut self.ptr,
            progress: &mut self.progress,
            child: &mut self.child,
        }
    }

    fn check_extent(_extent: usize) -> Result<()> {
        Ok(())
    }

    fn entries(&self) -> usize {
        self.len
    }

    fn truncate(&mut self, _driver: Driver, entries: usize) {
        self.len = entries
    }

    fn shrink(&mut self) {
        self.ptr.shrink_to_fit();
        self.child.shrink_to_fit()
    }
}

// SAFETY: as above.
unsafe impl<L: MergeLevel<NeedsFlag = No>, P: Width> CompareEntries for Ragged<L, Vec<P>> {
    fn equal_entries(&self, _a: usize, _b: usize, _count: usize) -> bool {
        true
    }
}

crate::compressed! {
    unsafe impl[L: WriteLevel<NeedsFlag = No>, P: Width] WriteLevel for Ragged<L, Vec<P>>,
    mirrored L::MIRRORED.below(1)
}

crate::compressed! {
    unsafe impl[L: MergeLevel<NeedsFlag = No>, P: Width] MergeLevel for Ragged<L, Vec<P>>
}

// SAFETY: the child has reserved positions as long as there is room; each index up to the last has a position, which
// was handed out.
unsafe impl<L: WriteLevel<NeedsFlag = No>, P: Width> Append for Ragged<L, Vec<P>> {
    type Bases = ();
    type New = Below<L>;
    /// How long the fiber is.
    type State = usize;
    type Announced = No;
    const TOGETHER: usize = at_once::<L>(1);
    const MOST: usize = P::MAX;

    crate::append_list!(@child child);

    #[inline(always)]
    fn used(&self) -> usize {
        self.len
    }

    fn floor(&self, fiber: usize) -> usize {
        self.ptr[fiber + 1].to_usize()
    }

    #[inline(always)]
    fn begin(&self, _fiber: usize, floor: usize) -> usize {
        floor
    }

    fn grow(&mut self, driver: Driver, _len: usize, room: usize) -> Result<(), Option<Fault>> {
        self.child.reserve(driver, room).map_err(Some)
    }

    #[inline(always)]
    unsafe fn settle(&mut self, _driver: Driver, _next: usize, len: usize) {
        self.len = len
    }

    #[inline(always)]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, _next: usize, start: usize, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { compressed::count(&mut self.ptr, fiber, len - start) }
    }

    #[inline(always)]
    fn bases(&mut self, _driver: Driver) {}

    #[inline(always)]
    fn place(next: usize, len: usize, index: usize) -> usize {
        len.saturating_add(index.wrapping_sub(next))
    }

    #[inline(always)]
    unsafe fn put<'w>(tip: Tip<'w, Self>, _next: usize, len: usize, at: usize, index: usize, (): ()) -> usize
    where
        Self: 'w,
    {
        for between in len..at {
            // SAFETY: there is room for these positions too, in which nothing is stored.
            unsafe { tip.below.fresh(between, Unasked) };
        }
        index + 1
    }
}
