//! Sparse block lists as programs write them: by appending to a compressed level whose entries are blocks.

use crate::imports::*;
use crate::kit::joined_runs::JoinedRuns;

/// A level that can be written.
type Owned<L, P, I> = SparseBlockList<L, Vec<P>, Vec<I>>;

crate::compressed! {
    unsafe impl[L: WriteLevel, P: Width, I: Width] for Owned<L, P, I>, as joined_runs,
    merged by [L: MergeLevel, P: Width, I: Width],
    pointers P, child L, entries [right], offsets ofs, extents crate::check::ends_fit::<I>,
    mirrored L::MIRRORED.below(1)
}

/// The blocks of a level that is appended to.
#[derive(Clone, Copy, Debug)]
pub struct AppendedBlocks {
    /// Where the last block of the fiber ends: an index that makes it longer. No index is as large if there is none.
    next: usize,
    /// How many there were before.
    first: usize,
    /// How many there are.
    len: usize,
    /// For how many there is room.
    room: usize,
}

impl<L, P: Width, I: Width> Owned<L, P, I> {
    /// For how many blocks there is room.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block_room(&self) -> usize {
        self.right.capacity().min(self.ofs.capacity() - 1)
    }
}

// SAFETY: each index makes a block longer or opens one, so none is empty; the child has reserved positions, and `right`
// and `ofs` have capacity for blocks, as long as the level is not full.
unsafe impl<L: WriteLevel, P: Width, I: Width> Append for Owned<L, P, I> {
    type Bases = (*mut I, *mut P);
    type New = Below<L>;
    type State = AppendedBlocks;
    type Announced = No;
    const TOGETHER: usize = at_once::<L>(1);
    const MOST: usize = P::MAX;

    crate::append_list!(@child child);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn used(&self) -> usize {
        self.positions(self.right.len())
    }

    fn floor(&self, fiber: usize) -> usize {
        match self.right.last() {
            Some(last) if self.ptr[fiber + 1].to_usize() > 0 => last.to_usize(),
            _ => 0,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&self, _fiber: usize, floor: usize) -> AppendedBlocks {
        AppendedBlocks {
            next: if floor == 0 { usize::MAX } else { floor },
            first: self.right.len(),
            len: self.right.len(),
            room: self.block_room(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reload(&self, blocks: AppendedBlocks) -> AppendedBlocks {
        AppendedBlocks {
            room: self.block_room(),
            ..blocks
        }
    }

    fn grow(&mut self, driver: Driver, _len: usize, room: usize) -> Result<(), Option<Fault>> {
        self.right.try_reserve(1).map_err(|_| None)?;
        self.ofs.try_reserve(1).map_err(|_| None)?;
        self.child.reserve(driver, room).map_err(Some)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle(&mut self, _driver: Driver, blocks: AppendedBlocks, _len: usize) {
        promise!(blocks.len <= self.right.capacity() && blocks.len < self.ofs.capacity());
        // SAFETY: that many ends were put.
        unsafe { self.right.set_len(blocks.len) };
        // SAFETY: an offset was put behind each block; the first one was there before.
        unsafe { self.ofs.set_len(blocks.len + 1) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, blocks: AppendedBlocks, _start: usize, _len: usize) {
        // SAFETY: as the caller promises.
        unsafe { compressed::count(&mut self.ptr, fiber, blocks.len - blocks.first) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bases(&mut self, _driver: Driver) -> (*mut I, *mut P) {
        (self.right.as_mut_ptr(), self.ofs.as_mut_ptr())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_full(blocks: AppendedBlocks, at: usize, room: usize) -> bool {
        at == room || blocks.len == blocks.room
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put(
        tip: Tip<Self>,
        blocks: AppendedBlocks,
        _len: usize,
        at: usize,
        index: usize,
        (): (),
    ) -> AppendedBlocks {
        let ((right, ofs), len) = (tip.bases, blocks.len + usize::from(index != blocks.next));
        // SAFETY: there was room for a block more, and if this one is not new there is one before.
        unsafe { *right.add(len - 1) = I::truncate(index + 1) };
        // SAFETY: there is an offset behind each block.
        unsafe { *ofs.add(len) = P::truncate(at + 1) };
        AppendedBlocks {
            next: index + 1,
            len,
            ..blocks
        }
    }
}

// SAFETY: what two blocks share that become one is where the first one ends and where positions of the second one start.
unsafe impl<L: WriteLevel, P: Width, I: Width> JoinedRuns for Owned<L, P, I> {
    fn join(&mut self, blocks: usize) -> bool {
        let second = self.right[blocks].to_usize() - (self.positions(blocks + 1) - self.positions(blocks));
        let meets = self.right[blocks - 1].to_usize() == second;
        if meets {
            self.right.remove(blocks - 1);
            self.ofs.remove(blocks);
        }
        meets
    }
}

// SAFETY: blocks are put behind those of the fibers before; those of one fiber ascend from part to part, and are one where parts meet.
in_parts! { unsafe impl[L: WriteInParts, P: Width, I: Width] WriteInParts for Owned<L, P, I>, splits Yes }
