//! Sparse bands as programs write them: by appending to a compressed level whose entries are positions of the child.

use crate::imports::*;

/// A level that can be written.
type Owned<L, P, I> = SparseBand<L, Vec<P>, Vec<I>>;

crate::compressed! {
    unsafe impl[L: WriteLevel<NeedsFlag = No>, P: Width, I: Width] for Owned<L, P, I>, as compressed,
    merged by [L: MergeLevel<NeedsFlag = No>, P: Width, I: Width],
    pointers P, child L, positions len, extents |level, extent| {
        crate::check::extent_is_signed(level, extent)?;
        crate::check::extent_fits::<I>(level, extent)
    },
}

// SAFETY: as for any compressed level; there is a start for every fiber, too.
unsafe impl<L: WriteLevel<NeedsFlag = No>, P: Width, I: Width> WriteLevel for Owned<L, P, I> {
    crate::written_by_pointer!();

    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        compressed::resize(self, driver, shape)
    }

    fn declare(&mut self, driver: Driver) {
        self.left.clear();
        compressed::declare(self, driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        grow::<Self, _>(&mut self.left, positions, I::default)?;
        compressed::assemble(self, driver, positions)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.left.resize(positions, I::default());
        compressed::freeze(self, driver, positions)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        compressed::thaw(self, driver, positions)?;
        self.left.truncate(positions);
        Ok(())
    }

    fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        append_array::<Self, _>(&mut self.left, positions, &part.left[..count])?;
        compressed::append(self, driver, positions, part, count)
    }

    fn complete(&mut self, driver: Driver) {
        self.child.complete(driver)
    }

    fn shrink_to_fit(&mut self) {
        self.left.shrink_to_fit();
        self.shrink()
    }
}

// SAFETY: bands are put behind those of the fibers before, with their starts.
in_parts! { unsafe impl[L: WriteInParts<NeedsFlag = No>, P: Width, I: Width] WriteInParts for Owned<L, P, I>, splits No }

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<L: MergeLevel<NeedsFlag = No>, P: Width, I: Width> MergeLevel for Owned<L, P, I> {
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        let same_starts = count == 0 || self.left[from - count..from] == self.left[from..from + count];
        // SAFETY: as the caller promises.
        same_starts && unsafe { compressed::repeats(self, driver, from, count) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        if count > 0 {
            self.left[from..from + count].fill(I::default())
        }
        compressed::withdraw(self, driver, from, count)
    }
}

/// No index: larger than any.
const NONE: usize = usize::MAX;

/// The block of a fiber that is appended to.
#[derive(Clone, Copy, Debug)]
pub struct Extending {
    /// Where it ends, or [`NONE`].
    next: usize,
    /// Where it starts, if an index that is put is the first one of the fiber, or [`NONE`].
    first: usize,
}

// SAFETY: the child has reserved positions as long as there is room; each index from the first to the last has a
// position, which was handed out.
unsafe impl<L: WriteLevel<NeedsFlag = No>, P: Width, I: Width> Append for Owned<L, P, I> {
    type Bases = ();
    type New = Below<L>;
    type State = Extending;
    type Announced = No;
    const TOGETHER: usize = at_once::<L>(1);
    const MOST: usize = P::MAX;

    crate::append_list!(@positions len, in child);

    fn floor(&self, fiber: usize) -> usize {
        match self.ptr[fiber + 1].to_usize() {
            0 => 0,
            count => self.left[fiber].to_usize() + count,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&self, _fiber: usize, floor: usize) -> Extending {
        let next = if floor == 0 { NONE } else { floor };
        Extending { next, first: NONE }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, block: Extending, start: usize, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { compressed::count(&mut self.ptr, fiber, len - start) }
        if block.first != NONE {
            promise!(fiber < self.left.len());
            // SAFETY: the fiber is assembled, so there is a start.
            unsafe { *self.left.get_unchecked_mut(fiber) = I::truncate(block.first) }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bases(&mut self, _driver: Driver) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(block: Extending, len: usize, index: usize) -> usize {
        if block.next == NONE {
            len
        } else {
            len.saturating_add(index.wrapping_sub(block.next))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put(tip: Tip<Self>, block: Extending, len: usize, at: usize, index: usize, (): ()) -> Extending {
        for between in len..at {
            // SAFETY: there is room for these positions too, in which nothing is stored.
            unsafe { tip.below.fresh(between, Unasked) };
        }
        Extending {
            next: index + 1,
            first: if block.next == NONE { index } else { block.first },
        }
    }
}
