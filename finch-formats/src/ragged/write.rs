//! Ragged fibers as programs write them.
//!
//! While the level is written, `ptr[p + 1]` counts the positions of fiber `p`; freezing sums the counts up. The child has
//! reserved `room` positions, of which `len` are in use.

use crate::blocks::room_for;
use crate::buffer::grow;
use crate::merge::{InPlace, MergeLevel};
use crate::ragged::Ragged;
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
use finch_traits::target::{Dirty, Rest, Unasked, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::at_once;

/// All fibers, for writing.
#[derive(Debug)]
pub struct RaggedWriting<'w, L, P> {
    level: *mut Ragged<L, Vec<P>>,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct RaggedWriteFiber<'w, L, P, D> {
    level: *mut Ragged<L, Vec<P>>,
    position: usize,
    dirty: D,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber that is being appended to.
pub struct RaggedAppend<'f, 'w, L: WriteLevel + 'w, P, D> {
    level: *mut Ragged<L, Vec<P>>,
    frame: &'f Appending<L::Writing<'w>>,
    position: usize,
    dirty: D,
}

/// No index may come: all are smaller.
const NONE: usize = usize::MAX;

/// How far a fiber is written, and where it goes on: lives in the frame that unfurled it, so in registers.
struct Appending<C> {
    /// The smallest index that may come: how many an earlier loop appended.
    floor: usize,
    /// How long this fiber is.
    next: Cell<usize>,
    /// How many positions there are.
    len: Cell<usize>,
    /// For how many there is room.
    room: Cell<usize>,
    child: Cell<C>,
}

crate::copy!(RaggedWriting<'w, L, P>, RaggedWriteFiber<'w, L, P, D: Copy>,);

impl<'w, L: WriteLevel + 'w, P, D: Copy> Clone for RaggedAppend<'_, 'w, L, P, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, L: WriteLevel + 'w, P, D: Copy> Copy for RaggedAppend<'_, 'w, L, P, D> {}

impl<'w, L: WriteLevel + 'w, P, D> fmt::Debug for RaggedAppend<'_, 'w, L, P, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RaggedAppend")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

// SAFETY: an index is appended only behind the last one of its fiber, and fibers are written in ascending order, so the
// counts add up to valid pointers; each index up to the last has a position, which was handed out.
unsafe impl<L: WriteLevel<NeedsFlag = No>, P: Width> WriteLevel for Ragged<L, Vec<P>> {
    type NeedsFlag = No;
    type Writing<'w>
        = RaggedWriting<'w, L, P>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            self.child.resize(driver, below)?;
            self.extent = extent;
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.ptr.clear();
        self.open = 0;
        self.len = 0;
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
        self.room = sum;
        self.len = sum;
        self.child.freeze(driver, sum)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let stored = self.ptr[positions].to_usize();
        self.child.thaw(driver, stored)?;
        self.ptr.truncate(positions + 1);
        self.room = stored;
        self.len = stored;
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
        self.room = self.room.min(self.len);
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        RaggedWriting {
            level,
            borrow: PhantomData,
        }
    }
}

impl<L, P: Width> Ragged<L, Vec<P>> {
    /// The smallest index that may come in `fiber`, which is not behind the last one that was appended to.
    #[cold]
    #[inline(never)]
    fn floor(&self, fiber: usize) -> usize {
        if fiber < self.open {
            NONE
        } else {
            self.ptr[fiber + 1].to_usize()
        }
    }
}

impl<L: WriteLevel<NeedsFlag = No>, P: Width> Ragged<L, Vec<P>> {
    /// Makes room for `position`, where `len` are in use. Returns false after it has raised a fault: there is no memory, or
    /// `index`, which comes next in `fiber`, is below what an earlier loop appended.
    #[cold]
    #[inline(never)]
    fn make_room(
        &mut self,
        driver: Driver,
        len: usize,
        position: usize,
        fiber: usize,
        index: usize,
        floor: usize,
    ) -> bool {
        let (counts, place) = ([len, self.room], (Self::NAME, fiber));
        room_for::<_, P>(driver, &mut self.child, counts, position, [index, floor], place)
            .map(|room| self.room = room)
            .map_err(fault::raise)
            .is_ok()
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<'w, L: WriteLevel<NeedsFlag = No>, P: Width> WriteFibers for RaggedWriting<'w, L, P> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = RaggedWriteFiber<'w, L, P, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        RaggedWriteFiber {
            level: self.level,
            position,
            dirty,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<'w, L: WriteLevel<NeedsFlag = No>, P: Width, D: Dirty> WriteFiber for RaggedWriteFiber<'w, L, P, D> {
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
                level: "Ragged",
                fiber: self.position,
                index: Some(pass.region().lo),
            });
        }
        let start = level.len;
        // Everything may come behind the last fiber that was appended to, nothing before it.
        let floor = if self.position > level.open {
            0
        } else {
            level.floor(self.position)
        };
        let frame = Appending {
            floor,
            next: Cell::new(floor),
            len: Cell::new(start),
            // Where an earlier loop has appended, the first index is checked, as if there were no room.
            room: Cell::new(if floor == 0 { level.room } else { start }),
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            child: Cell::new(unsafe { L::writing(&raw mut (*self.level).child) }),
        };
        k.call(
            pass,
            UnfurledTarget::new(
                RaggedAppend::<'_, 'w, L, P, D> {
                    level: self.level,
                    frame: &frame,
                    position: self.position,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        let len = frame.len.get();
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *self.level };
        // A fiber to which nothing was appended may come again, as part of another fiber of the parent.
        if len > start {
            promise!(self.position + 1 < level.ptr.len());
            // SAFETY: the position is assembled, so there is a pointer for where it ends.
            let count = unsafe { level.ptr.get_unchecked_mut(self.position + 1) };
            *count = P::truncate(count.to_usize() + (len - start));
            level.len = len;
            level.open = self.position
        }
        level.busy = false
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        type Child<'w, L> = <<L as WriteLevel>::Writing<'w> as WriteFibers>::Fiber<&'w Cell<bool>>;
        WriteDescription::new::<RaggedAppend<'w, 'w, L, P, D>, Child<'w, L>>("Ragged").noting("appending")
    }
}

impl<'w, L: WriteLevel<NeedsFlag = No> + 'w, P: Width, D: Dirty> RaggedAppend<'_, 'w, L, P, D> {
    /// Makes room for `position`; returns whether there is now.
    #[inline(always)]
    fn make_room(&self, driver: Driver, position: usize, index: usize) -> bool {
        let frame = self.frame;
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *self.level };
        if !level.make_room(driver, frame.len.get(), position, self.position, index, frame.floor) {
            return false;
        }
        frame.room.set(level.room);
        // SAFETY: the child has room for `room` positions, and is written through this view only.
        frame.child.set(unsafe { L::writing(&raw mut (*self.level).child) });
        true
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and those that an earlier loop appended are
// below the floor; entries are appended only where there is room.
unsafe impl<'w, L: WriteLevel<NeedsFlag = No> + 'w, P: Width, D: Dirty> WriteLooplet for RaggedAppend<'_, 'w, L, P, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let (index, frame) = (pass.index(), self.frame);
        let len = frame.len.get();
        // An index below what an earlier loop appended comes out behind all room, where it is refused.
        let position = len.saturating_add(index.wrapping_sub(frame.next.get()));
        if position >= frame.room.get() && !self.make_room(pass.driver(), position, index) {
            return;
        }
        let dirty = Cell::new(false);
        let child = frame.child.get();
        // SAFETY: there is room for the position, and it is written by this fiber only.
        let fiber = unsafe { child.fresh(position, &dirty) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            for between in len..position {
                // SAFETY: there is room for these positions too, in which nothing is stored.
                unsafe { child.fresh(between, Unasked) };
            }
            frame.next.set(index + 1);
            frame.len.set(position + 1);
            self.dirty.set()
        }
    }
}

impl<L, P: Width> Ragged<L, Vec<P>> {
    /// How many positions the `count` fibers from position `from` on were given, while the level is written.
    fn given(&self, from: usize, count: usize) -> usize {
        self.ptr[from + 1..from + 1 + count]
            .iter()
            .map(|count| count.to_usize())
            .sum()
    }
}

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<L: MergeLevel<NeedsFlag = No>, P: Width> MergeLevel for Ragged<L, Vec<P>> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        if self.ptr[from + 1 - count..=from] != self.ptr[from + 1..=from + count] {
            return false;
        }
        let given = self.given(from, count);
        // SAFETY: the positions of these fibers are the last ones; each was handed out, and is complete as its fiber is.
        unsafe { self.child.repeats(driver, self.len - given, given) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        if count == 0 {
            return;
        }
        let given = self.given(from, count);
        self.ptr[from + 1..from + 1 + count].fill(P::default());
        self.len -= given;
        self.open = self.open.min(from);
        self.child.withdraw(driver, self.len, given)
    }
}
