//! Sparse block lists as programs write them.
//!
//! While the level is written, `ptr[p + 1]` counts the blocks of fiber `p`; freezing sums the counts up. The child has
//! reserved `room` positions.

use crate::buffer::grow;
use crate::merge::{InPlace, MergeLevel};
use crate::sparse_block_list::SparseBlockList;
use crate::width::Width;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::No;
use finch_traits::explain::WriteDescription;
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::mirrored::Mirrored;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::at_once;

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparseBlockListWriting<'w, L, P, I> {
    level: *mut SparseBlockList<L, Vec<P>, Vec<I>>,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparseBlockListWriteFiber<'w, L, P, I, D> {
    level: *mut SparseBlockList<L, Vec<P>, Vec<I>>,
    position: usize,
    dirty: D,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber that is being appended to.
pub struct SparseBlockListAppend<'f, 'w, L: WriteLevel + 'w, P, I, D> {
    level: *mut SparseBlockList<L, Vec<P>, Vec<I>>,
    frame: &'f Appending<L::Writing<'w>, P, I>,
    position: usize,
    dirty: D,
}

/// How far a fiber is written, and where it goes on: lives in the frame that unfurled it, so in registers.
struct Appending<C, P, I> {
    /// The smallest index that may come: larger than those that an earlier loop appended.
    floor: usize,
    /// Where the last block of this fiber ends: an index that makes it longer.
    next: Cell<usize>,
    /// How many positions there are.
    len: Cell<usize>,
    /// For how many there is room.
    room: Cell<usize>,
    /// How many blocks there are.
    blocks: Cell<usize>,
    /// For how many there is room.
    block_room: Cell<usize>,
    right: Cell<*mut I>,
    ofs: Cell<*mut P>,
    child: Cell<C>,
}

crate::copy!(
    SparseBlockListWriting<'w, L, P, I>,
    SparseBlockListWriteFiber<'w, L, P, I, D: Copy>,
);

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Clone for SparseBlockListAppend<'_, 'w, L, P, I, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Copy for SparseBlockListAppend<'_, 'w, L, P, I, D> {}

impl<'w, L: WriteLevel + 'w, P, I, D> fmt::Debug for SparseBlockListAppend<'_, 'w, L, P, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SparseBlockListAppend")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

// SAFETY: an index is appended only behind the last one of its fiber, and fibers are written in ascending order, so the
// counts add up to valid pointers and blocks ascend; each index makes a block longer or opens one, so none is empty, and
// the child has a position for it.
unsafe impl<L: WriteLevel, P: Width, I: Width> WriteLevel for SparseBlockList<L, Vec<P>, Vec<I>> {
    type NeedsFlag = No;
    type Writing<'w>
        = SparseBlockListWriting<'w, L, P, I>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::runs::ends_fit::<I>(Self::NAME, extent)?;
            self.child.resize(driver, below)?;
            self.extent = extent;
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.ptr.clear();
        self.right.clear();
        self.ofs.clear();
        self.ofs.push(P::default());
        self.open = 0;
        self.room = 0;
        self.busy = false;
        self.child.declare(driver)
    }

    #[inline(always)]
    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = Fault::TooLarge {
            level: Self::NAME,
            fiber: positions,
            index: positions,
        };
        let len = positions.checked_add(1).ok_or(too_large)?;
        grow(&mut self.ptr, len, P::default).map_err(|()| too_large)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        // A level below a parent without entries was never assembled, and still has a first pointer.
        self.ptr.resize(positions + 1, P::default());
        let mut sum = 0;
        for count in &mut self.ptr {
            sum += count.to_usize();
            *count = P::truncate(sum);
        }
        self.room = self.stored();
        self.child.freeze(driver, self.room)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let blocks = self.ptr[positions].to_usize();
        let stored = self.ofs[blocks].to_usize();
        self.child.thaw(driver, stored)?;
        self.right.truncate(blocks);
        self.ofs.truncate(blocks + 1);
        self.ptr.truncate(positions + 1);
        self.room = stored;
        self.open = 0;
        for position in (0..positions).rev() {
            let count = self.ptr[position + 1].to_usize() - self.ptr[position].to_usize();
            self.ptr[position + 1] = P::truncate(count);
            if count > 0 && self.open == 0 {
                self.open = position;
            }
        }
        Ok(())
    }

    fn shrink_to_fit(&mut self) {
        self.ptr.shrink_to_fit();
        self.right.shrink_to_fit();
        self.ofs.shrink_to_fit();
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparseBlockListWriting {
            level,
            borrow: PhantomData,
        }
    }
}

impl<L, P: Width, I: Width> SparseBlockList<L, Vec<P>, Vec<I>> {
    /// How many positions of the child the blocks hold.
    fn stored(&self) -> usize {
        self.ofs[self.right.len()].to_usize()
    }

    /// For how many blocks there is room.
    #[inline(always)]
    fn block_room(&self) -> usize {
        self.right.capacity().min(self.ofs.capacity() - 1)
    }

    /// Takes note of the blocks that were written behind the ends of the arrays.
    ///
    /// # Safety
    ///
    /// The first `blocks` blocks are written.
    #[inline(always)]
    unsafe fn settle(&mut self, blocks: usize) {
        promise!(blocks <= self.right.capacity() && blocks < self.ofs.capacity());
        // SAFETY: the caller has written that many ends.
        unsafe { self.right.set_len(blocks) };
        // SAFETY: the caller has written an offset behind each block; the first one was there before.
        unsafe { self.ofs.set_len(blocks + 1) }
    }

    /// The smallest index that may come in `fiber`, which is not behind the last one that was appended to.
    #[cold]
    #[inline(never)]
    fn floor(&self, fiber: usize) -> usize {
        if fiber < self.open {
            usize::MAX
        } else if self.ptr[fiber + 1].to_usize() == 0 {
            0
        } else {
            self.right.last().map_or(0, |last| last.to_usize())
        }
    }
}

impl<L: WriteLevel, P: Width, I: Width> SparseBlockList<L, Vec<P>, Vec<I>> {
    /// Makes room for more than `len` positions and for another block. Returns false after it has raised a fault: there
    /// is no memory, or `index`, which comes next in `fiber`, is below what an earlier loop appended.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, driver: Driver, len: usize, fiber: usize, index: usize, floor: usize) -> bool {
        self.try_make_room(driver, len, fiber, index, floor)
            .map_err(fault::raise)
            .is_ok()
    }

    fn try_make_room(
        &mut self,
        driver: Driver,
        len: usize,
        fiber: usize,
        index: usize,
        floor: usize,
    ) -> Result<(), Fault> {
        if index < floor {
            return Err(Fault::OutOfOrder {
                level: Self::NAME,
                fiber,
                index,
            });
        }
        let too_large = Fault::TooLarge {
            level: Self::NAME,
            fiber,
            index: len,
        };
        if len >= self.room {
            let room = len.saturating_mul(2).max(4).min(P::MAX);
            if room <= len {
                return Err(too_large);
            }
            self.child.reserve(driver, room)?;
            self.room = room
        }
        self.right.try_reserve(1).map_err(|_| too_large)?;
        self.ofs.try_reserve(1).map_err(|_| too_large)
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<'w, L: WriteLevel, P: Width, I: Width> WriteFibers for SparseBlockListWriting<'w, L, P, I> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = SparseBlockListWriteFiber<'w, L, P, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparseBlockListWriteFiber {
            level: self.level,
            position,
            dirty,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<'w, L: WriteLevel, P: Width, I: Width, D: Dirty> WriteFiber for SparseBlockListWriteFiber<'w, L, P, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;
    const TOGETHER: usize = at_once::<L>(1);

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *self.level };
        // The frame below keeps what it appends to itself until it ends, so there must be no other.
        if core::mem::replace(&mut level.busy, true) {
            return fault::raise(Fault::WrittenTwice {
                level: "SparseBlockList",
                fiber: self.position,
                index: Some(pass.region().lo),
            });
        }
        let (blocks, start) = (level.right.len(), level.stored());
        // Everything may come behind the last fiber that was appended to, nothing before it.
        let floor = if self.position > level.open {
            0
        } else {
            level.floor(self.position)
        };
        let frame = Appending {
            floor,
            // A fiber without blocks opens one. No index is as large as this.
            next: Cell::new(if floor == 0 { usize::MAX } else { floor }),
            len: Cell::new(start),
            // Where an earlier loop has appended, the first index is checked, as if there were no room.
            room: Cell::new(if floor == 0 { level.room } else { start }),
            blocks: Cell::new(blocks),
            block_room: Cell::new(level.block_room()),
            right: Cell::new(level.right.as_mut_ptr()),
            ofs: Cell::new(level.ofs.as_mut_ptr()),
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            child: Cell::new(unsafe { L::writing(&raw mut (*self.level).child) }),
        };
        k.call(
            pass,
            UnfurledTarget::new(
                SparseBlockListAppend::<'_, 'w, L, P, I, D> {
                    level: self.level,
                    frame: &frame,
                    position: self.position,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *self.level };
        // SAFETY: the frame has written that many blocks.
        unsafe { level.settle(frame.blocks.get()) };
        promise!(self.position + 1 < level.ptr.len());
        // SAFETY: the position is assembled, so there is a pointer for where it ends.
        let count = unsafe { level.ptr.get_unchecked_mut(self.position + 1) };
        *count = P::truncate(count.to_usize() + (frame.blocks.get() - blocks));
        if frame.len.get() > start {
            // A fiber to which nothing was appended may come again, as part of another fiber of the parent.
            level.open = self.position
        }
        level.busy = false;
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        type Child<'w, L> = <<L as WriteLevel>::Writing<'w> as WriteFibers>::Fiber<&'w Cell<bool>>;
        WriteDescription::new::<SparseBlockListAppend<'w, 'w, L, P, I, D>, Child<'w, L>>("SparseBlockList")
            .noting("appending")
    }
}

impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> SparseBlockListAppend<'_, 'w, L, P, I, D> {
    /// Makes room for one index more, of which there is none; returns whether there is now.
    #[inline(always)]
    fn make_room(&self, driver: Driver, index: usize) -> bool {
        let frame = self.frame;
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *self.level };
        // SAFETY: the frame has written that many blocks.
        unsafe { level.settle(frame.blocks.get()) };
        if !level.make_room(driver, frame.len.get(), self.position, index, frame.floor) {
            return false;
        }
        frame.room.set(level.room);
        frame.block_room.set(level.block_room());
        frame.right.set(level.right.as_mut_ptr());
        frame.ofs.set(level.ofs.as_mut_ptr());
        // SAFETY: the child has room for `room` positions, and is written through this view only.
        frame.child.set(unsafe { L::writing(&raw mut (*self.level).child) });
        true
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and those that an earlier loop appended are
// below the floor; entries are appended only where there is room.
unsafe impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> WriteLooplet
    for SparseBlockListAppend<'_, 'w, L, P, I, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let (index, frame) = (pass.index(), self.frame);
        let (position, blocks) = (frame.len.get(), frame.blocks.get());
        if (position == frame.room.get() || blocks == frame.block_room.get()) && !self.make_room(pass.driver(), index) {
            return;
        }
        let dirty = Cell::new(false);
        // SAFETY: there is room for the position, and it is written by this fiber only.
        let fiber = unsafe { frame.child.get().fresh(position, &dirty) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            let blocks = blocks + usize::from(index != frame.next.get());
            // SAFETY: there was room for a block more, and if this one is not new there is one before.
            unsafe { *frame.right.get().add(blocks - 1) = I::truncate(index + 1) };
            // SAFETY: there is an offset behind each block.
            unsafe { *frame.ofs.get().add(blocks) = P::truncate(position + 1) };
            frame.blocks.set(blocks);
            frame.len.set(position + 1);
            frame.next.set(index + 1);
            self.dirty.set()
        }
    }
}

impl<L, P: Width, I: Width> SparseBlockList<L, Vec<P>, Vec<I>> {
    /// How many blocks the `count` fibers from position `from` on were given, while the level is written.
    fn given(&self, from: usize, count: usize) -> usize {
        self.ptr[from + 1..from + 1 + count]
            .iter()
            .map(|count| count.to_usize())
            .sum()
    }
}

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width> MergeLevel for SparseBlockList<L, Vec<P>, Vec<I>> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        if self.ptr[from + 1 - count..=from] != self.ptr[from + 1..=from + count] {
            return false;
        }
        let (given, blocks) = (self.given(from, count), self.right.len());
        let start = blocks - given;
        let (first, stored) = (self.ofs[start].to_usize(), self.stored());
        let len = |block: usize| self.ofs[block + 1].to_usize() - self.ofs[block].to_usize();
        self.right[start - given..start] == self.right[start..]
            && (start..blocks).all(|block| len(block) == len(block - given))
            // SAFETY: the positions of these fibers are the last ones; each was handed out, and is complete as its fiber
            // is.
            && unsafe { self.child.repeats(driver, first, stored - first) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        if count == 0 {
            return;
        }
        let start = self.right.len() - self.given(from, count);
        let (first, stored) = (self.ofs[start].to_usize(), self.stored());
        self.ptr[from + 1..from + 1 + count].fill(P::default());
        self.right.truncate(start);
        self.ofs.truncate(start + 1);
        self.open = self.open.min(from);
        self.child.withdraw(driver, first, stored - first)
    }
}
