//! Ragged fibers as programs write them: by appending to a compressed level whose entries are positions of the child.

use crate::imports::*;

crate::compressed! {
    unsafe impl[L: WriteLevel<NeedsFlag = No>, P: Width] for Ragged<L, Vec<P>>, as compressed,
    merged by [L: MergeLevel<NeedsFlag = No>, P: Width],
    pointers P, child L, positions len, extents |_, _| Ok(()),
    mirrored L::MIRRORED.below(1)
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

    crate::append_list!(@positions len, in child);

    fn floor(&self, fiber: usize) -> usize {
        self.ptr[fiber + 1].to_usize()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&self, _fiber: usize, floor: usize) -> usize {
        floor
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, _next: usize, start: usize, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { compressed::count(&mut self.ptr, fiber, len - start) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bases(&mut self, _driver: Driver) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(next: usize, len: usize, index: usize) -> usize {
        len.saturating_add(index.wrapping_sub(next))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put(tip: Tip<Self>, _next: usize, len: usize, at: usize, index: usize, (): ()) -> usize {
        for between in len..at {
            // SAFETY: there is room for these positions too, in which nothing is stored.
            unsafe { tip.below.fresh(between, Unasked) };
        }
        index + 1
    }
}

// SAFETY: entries are put behind those of the fibers before; a fiber is as long as its last index says.
in_parts! { unsafe impl[L: WriteInParts<NeedsFlag = No>, P: Width] WriteInParts for Ragged<L, Vec<P>>, splits No }
