//! Sparse lists as programs write them.
//!
//! While the level is written, `ptr[p + 1]` counts what fiber `p` holds; freezing sums the counts up. The child has
//! reserved, and `idx` has capacity, for `room` entries.

use crate::buffer::{Growing, MODEST, grow, rooms};
use crate::merge::{InPlace, MergeLevel};
use crate::sparse_list::SparseList;
use crate::width::Width;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::{Bool, No, Thunk};
use finch_traits::cursor::Cursor;
use finch_traits::explain::WriteDescription;
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::{Coming, OnWriteLooplet, WriteLooplet};
use finch_traits::mirrored::Mirrored;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::at_once;

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparseListWriting<'w, L, Ptr, I> {
    level: *mut SparseList<L, Ptr, Vec<I>>,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparseListWriteFiber<'w, L, Ptr, I, D> {
    level: *mut SparseList<L, Ptr, Vec<I>>,
    position: usize,
    dirty: D,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber that is being appended to.
pub struct SparseListAppend<'f, 'w, L: WriteLevel + 'w, Ptr, I, D> {
    level: *mut SparseList<L, Ptr, Vec<I>>,
    frame: &'f Appending<L::Writing<'w>, I>,
    position: usize,
    dirty: D,
}

/// How far a fiber is written, and where it goes on: lives in the frame that unfurled it, so in registers.
struct Appending<C, I> {
    /// The smallest index that may come: larger than those that an earlier loop appended.
    floor: usize,
    /// How many entries there are.
    len: Cell<usize>,
    /// For how many there is room.
    room: Cell<usize>,
    idx: Cell<*mut I>,
    child: Cell<C>,
}

crate::copy!(
    SparseListWriting<'w, L, Ptr, I>,
    SparseListWriteFiber<'w, L, Ptr, I, D: Copy>,
);

impl<'w, L: WriteLevel + 'w, Ptr, I, D: Copy> Clone for SparseListAppend<'_, 'w, L, Ptr, I, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, L: WriteLevel + 'w, Ptr, I, D: Copy> Copy for SparseListAppend<'_, 'w, L, Ptr, I, D> {}

impl<'w, L: WriteLevel + 'w, Ptr, I, D> fmt::Debug for SparseListAppend<'_, 'w, L, Ptr, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SparseListAppend")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

// SAFETY: an entry is appended only behind the last one of its fiber, and fibers are written in ascending order, so the
// counts add up to valid pointers and indices are strictly ascending; the child is assembled for every entry.
unsafe impl<L: WriteLevel, Ptr: Growing<Item: Width>, I: Width> WriteLevel for SparseList<L, Ptr, Vec<I>> {
    type NeedsFlag = finch_traits::algebra::logic::No;
    type Writing<'w>
        = SparseListWriting<'w, L, Ptr, I>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::check::extent_fits::<I>(Self::NAME, extent)?;
            self.child.resize(driver, below)?;
            self.extent = extent;
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.ptr.vec().clear();
        self.idx.clear();
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
        grow(self.ptr.vec(), len, <Ptr::Item>::default).map_err(|()| too_large)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        // A level below a parent without entries was never assembled, and still has a first pointer.
        self.ptr.vec().resize(positions + 1, <Ptr::Item>::default());
        let mut sum = 0;
        for count in self.ptr.vec() {
            sum += count.to_usize();
            *count = <Ptr::Item>::truncate(sum);
        }
        self.room = self.idx.len();
        self.child.freeze(driver, self.idx.len())
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let stored = self.ptr.as_slice()[positions].to_usize();
        self.child.thaw(driver, stored)?;
        self.idx.truncate(stored);
        self.ptr.vec().truncate(positions + 1);
        self.room = stored;
        self.open = 0;
        for position in (0..positions).rev() {
            let ptr = self.ptr.vec();
            let count = ptr[position + 1].to_usize() - ptr[position].to_usize();
            ptr[position + 1] = <Ptr::Item>::truncate(count);
            if count > 0 && self.open == 0 {
                self.open = position;
            }
        }
        Ok(())
    }

    fn shrink_to_fit(&mut self) {
        self.ptr.vec().shrink_to_fit();
        self.idx.shrink_to_fit();
        self.room = self.room.min(self.idx.len());
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparseListWriting {
            level,
            borrow: PhantomData,
        }
    }
}

impl<L: WriteLevel, Ptr: Growing<Item: Width>, I: Width> SparseList<L, Ptr, Vec<I>> {
    /// The smallest index that may come in `fiber`, which is not behind the last one that was appended to.
    #[cold]
    #[inline(never)]
    fn floor(&self, fiber: usize) -> usize {
        if fiber < self.open {
            usize::MAX
        } else if self.ptr.as_slice()[fiber + 1].to_usize() == 0 {
            0
        } else {
            self.idx.last().map_or(0, |last| last.to_usize() + 1)
        }
    }

    /// Makes room for more than `len` entries, of which `len` exist; returns for how many there is room now, or 0 after it
    /// has raised a fault: there is no memory, or `index`, which comes next in `fiber`, is below what an earlier loop
    /// appended.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, driver: Driver, len: usize, fiber: usize, index: usize, floor: usize) -> usize {
        match self.try_make_room(driver, len, fiber, index, floor) {
            Ok(()) => self.room,
            Err(fault) => {
                fault::raise(fault);
                0
            }
        }
    }

    /// Makes room for `more` entries behind `len`; says whether there is as much memory.
    #[cold]
    #[inline(never)]
    fn make_room_for(&mut self, driver: Driver, len: usize, more: usize, fiber: usize) -> bool {
        let too_large = Fault::TooLarge {
            level: "SparseList",
            fiber,
            index: len,
        };
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { self.idx.set_len(len) };
        if let Err(fault) = self.grow(driver, len, len.saturating_add(more), usize::MAX, fiber, too_large) {
            fault::raise(fault)
        }
        self.room >= len && self.room - len >= more
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
                level: "SparseList",
                fiber,
                index,
            });
        }
        if len < self.room {
            return Ok(());
        }
        let too_large = Fault::TooLarge {
            level: "SparseList",
            fiber,
            index: len,
        };
        let most = <Ptr::Item>::MAX;
        if most <= len {
            return Err(too_large);
        }
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { self.idx.set_len(len) };
        self.grow(driver, len, len + 1, most, fiber, too_large)
    }

    /// Grows from `len` entries to at least as many as are `wanted`, and at most to `most`, see [`rooms`].
    fn grow(
        &mut self,
        driver: Driver,
        len: usize,
        wanted: usize,
        most: usize,
        fiber: usize,
        too_large: Fault,
    ) -> Result<(), Fault> {
        let mut outcome = Err(too_large);
        for room in rooms(len, wanted, most, [fiber, self.ptr.as_slice().len()]) {
            outcome = self.idx.try_reserve_exact(room - len).map_err(|_| too_large);
            outcome = outcome.and_then(|()| self.child.reserve(driver, room));
            if outcome.is_ok() {
                self.room = room;
                break;
            }
        }
        outcome
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<'w, L: WriteLevel, Ptr: Growing<Item: Width>, I: Width> WriteFibers for SparseListWriting<'w, L, Ptr, I> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = SparseListWriteFiber<'w, L, Ptr, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparseListWriteFiber {
            level: self.level,
            position,
            dirty,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<'w, L: WriteLevel, Ptr: Growing<Item: Width>, I: Width, D: Dirty> WriteFiber
    for SparseListWriteFiber<'w, L, Ptr, I, D>
{
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
                level: "SparseList",
                fiber: self.position,
                index: Some(pass.region().lo),
            });
        }
        let start = level.idx.len();
        // Everything may come behind the last fiber that was appended to, nothing before it.
        let floor = if self.position > level.open {
            0
        } else {
            level.floor(self.position)
        };
        let frame = Appending {
            floor,
            len: Cell::new(start),
            // Where an earlier loop has appended, the first index is checked, as if there were no room.
            room: Cell::new(if floor == 0 { level.room } else { start }),
            idx: Cell::new(level.idx.as_mut_ptr()),
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            child: Cell::new(unsafe { L::writing(&raw mut (*self.level).child) }),
        };
        k.call(
            pass,
            UnfurledTarget::new(
                SparseListAppend::<'_, 'w, L, Ptr, I, D> {
                    level: self.level,
                    frame: &frame,
                    position: self.position,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        let mut len = frame.len.get();
        if len > <Ptr::Item>::MAX {
            fault::raise(Fault::TooLarge {
                level: "SparseList",
                fiber: self.position,
                index: len,
            });
            // There was room for more than pointers can count: the rest is dropped.
            len = <Ptr::Item>::MAX
        }
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *self.level };
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { level.idx.set_len(len) };
        promise!(self.position + 1 < level.ptr.as_slice().len());
        // SAFETY: the position is assembled, so there is a pointer for where it ends.
        let count = unsafe { level.ptr.vec().get_unchecked_mut(self.position + 1) };
        *count = <Ptr::Item>::truncate(count.to_usize() + (len - start));
        if len > start {
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
        WriteDescription::new::<SparseListAppend<'w, 'w, L, Ptr, I, D>, Child<'w, L>>("SparseList").noting("appending")
    }
}

impl<'w, L: WriteLevel + 'w, Ptr: Growing<Item: Width>, I: Width, D: Dirty> SparseListAppend<'_, 'w, L, Ptr, I, D> {
    /// Makes room for what is coming; false after it has raised a fault.
    #[inline(always)]
    fn make_room<C: Cursor + Copy, All: Bool>(self, driver: Driver, coming: Coming<C, All>) -> bool {
        let (frame, more) = (self.frame, coming.at_most());
        let position = frame.len.get();
        // Where an earlier loop has appended there is no room, as if there were no memory.
        if more > frame.room.get() - position {
            if let Some(index) = coming.first().filter(|&first| first < frame.floor) {
                fault::raise(Fault::OutOfOrder {
                    level: "SparseList",
                    fiber: self.position,
                    index,
                });
                return false;
            }
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before
            // the child is written.
            let level = unsafe { &mut *self.level };
            if more > level.room - position && !level.make_room_for(driver, position, more, self.position) {
                return false;
            }
            frame.room.set(level.room);
            frame.idx.set(level.idx.as_mut_ptr());
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            frame.child.set(unsafe { L::writing(&raw mut (*self.level).child) });
        }
        true
    }

    /// Hands the next entry to `k`, and keeps it if it was assigned. There is room for it.
    #[inline(always)]
    fn append<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let frame = self.frame;
        let position = frame.len.get();
        let dirty = Cell::new(false);
        // SAFETY: there is room for the position, and it is written by this fiber only.
        let fiber = unsafe { frame.child.get().fresh(position, &dirty) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            // SAFETY: there is room for the position.
            unsafe { *frame.idx.get().add(position) = I::truncate(pass.index()) };
            frame.len.set(position + 1);
            self.dirty.set()
        }
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and those that an earlier loop appended are
// below the floor; entries are appended only where there is room.
unsafe impl<'w, L: WriteLevel + 'w, Ptr: Growing<Item: Width>, I: Width, D: Dirty> WriteLooplet
    for SparseListAppend<'_, 'w, L, Ptr, I, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn reserve<C: Cursor + Copy, All: Bool, K: OnWriteLooplet<L::T>>(self, coming: Coming<C, All>, k: K) {
        All::branch(AppendAll(self, coming, k), AppendSome(self, coming, k))
    }

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let (index, frame) = (pass.index(), self.frame);
        let position = frame.len.get();
        if position == frame.room.get() {
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before
            // the child is written.
            let level = unsafe { &mut *self.level };
            let room = level.make_room(pass.driver(), position, self.position, index, frame.floor);
            if room == 0 {
                return;
            }
            frame.room.set(room);
            frame.idx.set(level.idx.as_mut_ptr());
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            frame.child.set(unsafe { L::writing(&raw mut (*self.level).child) });
        }
        self.append(pass, rest, k)
    }
}

/// One fiber that is being appended to, and has room for all that comes.
pub struct SparseListReserved<'f, 'w, L: WriteLevel + 'w, Ptr, I, D>(SparseListAppend<'f, 'w, L, Ptr, I, D>);

impl<'w, L: WriteLevel + 'w, Ptr, I, D: Copy> Clone for SparseListReserved<'_, 'w, L, Ptr, I, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, L: WriteLevel + 'w, Ptr, I, D: Copy> Copy for SparseListReserved<'_, 'w, L, Ptr, I, D> {}

impl<'w, L: WriteLevel + 'w, Ptr, I, D> fmt::Debug for SparseListReserved<'_, 'w, L, Ptr, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SparseListReserved").field(&self.0).finish()
    }
}

// SAFETY: the driver binds no more indices than it has announced, in ascending order, and the first one was compared with
// the floor, or there is none.
unsafe impl<'w, L: WriteLevel + 'w, Ptr: Growing<Item: Width>, I: Width, D: Dirty> WriteLooplet
    for SparseListReserved<'_, 'w, L, Ptr, I, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        self.0.append(pass, rest, k)
    }
}

/// Goes on with a fiber to which all is appended that comes: the first index was compared with the floor.
struct AppendAll<W, G, K>(W, G, K);

/// Goes on with one to which some is: each index is compared with the floor, if there is one.
struct AppendSome<W, G, K>(W, G, K);

impl<'w, L, Ptr, I, D, C, All, K> Thunk for AppendAll<SparseListAppend<'_, 'w, L, Ptr, I, D>, Coming<C, All>, K>
where
    L: WriteLevel + 'w,
    Ptr: Growing<Item: Width>,
    I: Width,
    D: Dirty,
    C: Cursor + Copy,
    All: Bool,
    K: OnWriteLooplet<L::T>,
{
    #[inline(always)]
    fn force(self) {
        let AppendAll(append, coming, k) = self;
        if append.make_room(coming.driver(), coming) {
            k.call(SparseListReserved(append))
        }
    }
}

impl<'w, L, Ptr, I, D, C, All, K> Thunk for AppendSome<SparseListAppend<'_, 'w, L, Ptr, I, D>, Coming<C, All>, K>
where
    L: WriteLevel + 'w,
    Ptr: Growing<Item: Width>,
    I: Width,
    D: Dirty,
    C: Cursor + Copy,
    All: Bool,
    K: OnWriteLooplet<L::T>,
{
    #[inline(always)]
    fn force(self) {
        let AppendSome(append, coming, k) = self;
        // Room for what is left out is wasted, so there is at most as much of it as lists take that grow.
        if append.frame.floor > 0 || coming.at_most() > append.frame.len.get().max(MODEST) {
            k.call(append)
        } else if append.make_room(coming.driver(), coming) {
            k.call(SparseListReserved(append))
        }
    }
}

impl<L, Ptr: Growing<Item: Width>, I: Width> SparseList<L, Ptr, Vec<I>> {
    /// How many entries the `count` fibers from position `from` on were given, while the level is written.
    fn given(&self, from: usize, count: usize) -> usize {
        self.ptr.as_slice()[from + 1..from + 1 + count]
            .iter()
            .map(|count| count.to_usize())
            .sum()
    }
}

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<L: MergeLevel, Ptr: Growing<Item: Width>, I: Width> MergeLevel for SparseList<L, Ptr, Vec<I>> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        let ptr = self.ptr.as_slice();
        if ptr[from + 1 - count..=from] != ptr[from + 1..=from + count] {
            return false;
        }
        let entries = self.given(from, count);
        let start = self.idx.len() - entries;
        // SAFETY: the entries of these fibers are the last ones; each was handed out, and is complete as its fiber is.
        self.idx[start - entries..start] == self.idx[start..] && unsafe { self.child.repeats(driver, start, entries) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        if count == 0 {
            return;
        }
        let entries = self.given(from, count);
        let start = self.idx.len() - entries;
        self.ptr.vec()[from + 1..from + 1 + count].fill(<Ptr::Item>::default());
        self.idx.truncate(start);
        self.open = self.open.min(from);
        self.child.withdraw(driver, start, entries)
    }
}
