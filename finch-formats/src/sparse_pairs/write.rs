//! Lists of pairs as programs write them.
//!
//! While the level is written, `ptr[p + 1]` counts what fiber `p` holds; freezing sums the counts up. A value waits in a
//! local until it is known whether it was assigned, and is stored along with its index.

use crate::buffer::grow;
use crate::merge::{InPlace, MergeLevel, StagedLeaf};
use crate::sparse_pairs::{Pair, SparsePairs};
use crate::width::Width;
use core::cell::Cell;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::{Bool, No};
use finch_traits::cursor::Cursor;
use finch_traits::explain::WriteDescription;
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::{Coming, OnWriteLooplet, WriteLooplet};
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, Write, WriteFiber};

/// A level that can be written.
type Owned<T, F, P, I> = SparsePairs<T, F, Vec<P>, Vec<Pair<I, T>>>;

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparsePairsWriting<T, F, P, I> {
    level: *mut Owned<T, F, P, I>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparsePairsWriteFiber<T, F, P, I, D> {
    level: *mut Owned<T, F, P, I>,
    position: usize,
    dirty: D,
}

/// One fiber that is being appended to.
#[derive(Debug)]
pub struct SparsePairsAppend<'f, T, F, P, I, D> {
    level: *mut Owned<T, F, P, I>,
    frame: &'f Appending<T, I>,
    position: usize,
    dirty: D,
}

/// One fiber that is being appended to, and has room for all that comes.
#[derive(Debug)]
pub struct SparsePairsReserved<'f, T, F, P, I, D>(SparsePairsAppend<'f, T, F, P, I, D>);

/// How far a fiber is written, and where it goes on: lives in the frame that unfurled it, so in registers.
struct Appending<T, I> {
    /// The smallest index that may come: larger than those that an earlier loop appended.
    floor: usize,
    /// How many pairs there are.
    len: Cell<usize>,
    /// For how many there is room.
    room: Cell<usize>,
    pairs: Cell<*mut Pair<I, T>>,
}

impl<T, I> core::fmt::Debug for Appending<T, I> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Appending")
            .field("floor", &self.floor)
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

crate::copy!(
    SparsePairsWriting<T, F, P, I>,
    SparsePairsWriteFiber<T, F, P, I, D: Copy>,
    SparsePairsAppend<'f, T, F, P, I, D: Copy>,
    SparsePairsReserved<'f, T, F, P, I, D: Copy>,
);

// SAFETY: a pair is appended only behind the last one of its fiber, and fibers are written in ascending order, so the
// counts add up to valid pointers and indices are strictly ascending.
unsafe impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width> WriteLevel for Owned<T, F, P, I> {
    type NeedsFlag = No;
    type Writing<'w>
        = SparsePairsWriting<T, F, P, I>
    where
        Self: 'w;

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some(&extent) = shape.first() {
            crate::check::extent_fits::<I>(Self::NAME, extent)?;
            self.extent = extent;
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, _driver: Driver) {
        self.ptr.clear();
        self.pairs.clear();
        self.open = 0;
        self.busy = false
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

    fn freeze(&mut self, _driver: Driver, positions: usize) {
        // A level below a parent without entries was never assembled, and still has a first pointer.
        self.ptr.resize(positions + 1, P::default());
        let mut sum = 0;
        for count in &mut self.ptr {
            sum += count.to_usize();
            *count = P::truncate(sum)
        }
    }

    fn thaw(&mut self, _driver: Driver, positions: usize) -> Result<()> {
        self.pairs.truncate(self.ptr[positions].to_usize());
        self.ptr.truncate(positions + 1);
        self.open = 0;
        for position in (0..positions).rev() {
            let count = self.ptr[position + 1].to_usize() - self.ptr[position].to_usize();
            self.ptr[position + 1] = P::truncate(count);
            if count > 0 && self.open == 0 {
                self.open = position
            }
        }
        Ok(())
    }

    fn shrink_to_fit(&mut self) {
        self.ptr.shrink_to_fit();
        self.pairs.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparsePairsWriting { level }
    }
}

impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width> Owned<T, F, P, I> {
    fn too_large(fiber: usize, index: usize) -> Fault {
        Fault::TooLarge {
            level: Self::NAME,
            fiber,
            index,
        }
    }

    /// How many pairs there can be until room is made.
    #[inline(always)]
    fn room(&self) -> usize {
        self.pairs.capacity().min(P::MAX)
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
            self.pairs.last().map_or(0, |last| last.index.to_usize() + 1)
        }
    }

    /// Makes room for `more` pairs behind `len`, or for some more if that is 0; returns for how many there is room now, or 0
    /// after it has raised a fault: there is no memory, or `index`, which comes next in `fiber`, is below what an earlier
    /// loop appended.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, len: usize, more: usize, fiber: usize, index: Option<usize>, floor: usize) -> usize {
        match self.try_make_room(len, more, fiber, index, floor) {
            Ok(()) => self.room(),
            Err(fault) => {
                fault::raise(fault);
                0
            }
        }
    }

    fn try_make_room(
        &mut self,
        len: usize,
        more: usize,
        fiber: usize,
        index: Option<usize>,
        floor: usize,
    ) -> Result<(), Fault> {
        if let Some(index) = index.filter(|&index| index < floor) {
            return Err(Fault::OutOfOrder {
                level: Self::NAME,
                fiber,
                index,
            });
        }
        let least = len.saturating_add(more.max(1));
        // More than pointers can count may be announced, and not come.
        if len >= P::MAX {
            return Err(Self::too_large(fiber, least));
        }
        // SAFETY: the frame has written that many pairs, for which there was room.
        unsafe { self.pairs.set_len(len) };
        // Twice as many, so that a list that grows bit by bit is moved seldom.
        let room = len.saturating_mul(2).max(4).min(P::MAX).max(least.min(P::MAX));
        self.pairs
            .try_reserve(room - len)
            .map_err(|_| Self::too_large(fiber, least))
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width> WriteFibers for SparsePairsWriting<T, F, P, I> {
    type T = T;
    type Fill = F::Known;
    type Fiber<D: Dirty> = SparsePairsWriteFiber<T, F, P, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparsePairsWriteFiber {
            level: self.level,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, D: Dirty> WriteFiber
    for SparsePairsWriteFiber<T, F, P, I, D>
{
    type T = T;
    type Fill = F::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before
        // anything is appended.
        let level = unsafe { &mut *self.level };
        // The frame below keeps what it appends to itself until it ends, so there must be no other.
        if core::mem::replace(&mut level.busy, true) {
            return fault::raise(Fault::WrittenTwice {
                level: Owned::<T, F, P, I>::NAME,
                fiber: self.position,
                index: Some(pass.region().lo),
            });
        }
        let start = level.pairs.len();
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
            room: Cell::new(if floor == 0 { level.room() } else { start }),
            pairs: Cell::new(level.pairs.as_mut_ptr()),
        };
        k.call(
            pass,
            UnfurledTarget::new(
                SparsePairsAppend {
                    level: self.level,
                    frame: &frame,
                    position: self.position,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        let len = frame.len.get();
        // SAFETY: as above.
        let level = unsafe { &mut *self.level };
        // SAFETY: the frame has written that many pairs, for which there was room.
        unsafe { level.pairs.set_len(len) };
        promise!(self.position + 1 < level.ptr.len());
        // SAFETY: the position is assembled, so there is a pointer for where it ends.
        let count = unsafe { level.ptr.get_unchecked_mut(self.position + 1) };
        *count = P::truncate(count.to_usize() + (len - start));
        if len > start {
            // A fiber to which nothing was appended may come again, as part of another fiber of the parent.
            level.open = self.position
        }
        level.busy = false
    }

    fn load(self) -> T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: T) {}

    fn describe() -> WriteDescription {
        WriteDescription::new::<SparsePairsAppend<'_, T, F, P, I, D>, StagedLeaf<'_, T, F, &Cell<bool>>>("SparsePairs")
            .noting("appending")
    }
}

impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, D: Dirty> SparsePairsAppend<'_, T, F, P, I, D> {
    /// Hands the next value to `k`, and keeps it if it was assigned and there is room or `make_room` makes some.
    #[inline(always)]
    fn append<R: Rest, K: OnTarget<Bind, T>>(self, pass: Bind, rest: R, k: K, make_room: impl FnOnce(usize) -> bool) {
        let frame = self.frame;
        let (value, dirty) = (Cell::new(F::value()), Cell::new(false));
        k.call(pass, Write::new(StagedLeaf::<'_, T, F, _>::new(&value, &dirty), rest));
        let position = frame.len.get();
        if dirty.get() && make_room(position) {
            let pair = Pair::new(I::truncate(pass.index()), value.get());
            // SAFETY: there is room for the position.
            unsafe { frame.pairs.get().add(position).write(pair) };
            frame.len.set(position + 1);
            self.dirty.set()
        }
    }

    /// Makes room for `more` pairs, of which the first is at `index`; false after it has raised a fault.
    #[inline(always)]
    fn make_room(&self, more: usize, index: Option<usize>) -> bool {
        let frame = self.frame;
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let level = unsafe { &mut *self.level };
        let room = level.make_room(frame.len.get(), more, self.position, index, frame.floor);
        if room > 0 {
            frame.room.set(room);
            frame.pairs.set(level.pairs.as_mut_ptr())
        }
        room > 0
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and those that an earlier loop appended are
// below the floor; pairs are appended only where there is room.
unsafe impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, D: Dirty> WriteLooplet
    for SparsePairsAppend<'_, T, F, P, I, D>
{
    type T = T;
    type Fill = F::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn reserve<C: Cursor + Copy, All: Bool, K: OnWriteLooplet<T>>(self, coming: Coming<C, All>, k: K) {
        // What a condition lets through is compared with the floor as it comes, and there is room for it as it comes.
        if !All::VALUE {
            return k.call(self);
        }
        let (frame, more) = (self.frame, coming.at_most());
        let left = |frame: &Appending<T, I>| frame.room.get() - frame.len.get();
        if more > left(frame) && !self.make_room(more, coming.first()) {
            return;
        }
        // There may be no more room than pointers can count.
        if more > left(frame) {
            k.call(self)
        } else {
            k.call(SparsePairsReserved(self))
        }
    }

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, T>>(self, pass: Bind, rest: R, k: K) {
        self.append(pass, rest, k, |len| {
            len < self.frame.room.get() || self.make_room(0, Some(pass.index()))
        })
    }
}

// SAFETY: the driver binds no more indices than it has announced, in ascending order, and the first one was compared with
// the floor.
unsafe impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width, D: Dirty> WriteLooplet
    for SparsePairsReserved<'_, T, F, P, I, D>
{
    type T = T;
    type Fill = F::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, T>>(self, pass: Bind, rest: R, k: K) {
        self.0.append(pass, rest, k, |_| true)
    }
}

impl<T, F, P: Width, I> Owned<T, F, P, I> {
    /// How many pairs the `count` fibers from position `from` on were given, while the level is written.
    fn given(&self, from: usize, count: usize) -> usize {
        self.ptr[from + 1..from + 1 + count]
            .iter()
            .map(|count| count.to_usize())
            .sum()
    }
}

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<T: Copy + PartialEq + 'static, F: Fill<T>, P: Width, I: Width> MergeLevel for Owned<T, F, P, I> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        if self.ptr[from + 1 - count..=from] != self.ptr[from + 1..=from + count] {
            return false;
        }
        let entries = self.given(from, count);
        let start = self.pairs.len() - entries;
        self.pairs[start - entries..start] == self.pairs[start..]
    }

    fn withdraw(&mut self, _driver: Driver, from: usize, count: usize) {
        let entries = self.given(from, count);
        self.ptr[from + 1..from + 1 + count].fill(P::default());
        self.pairs.truncate(self.pairs.len() - entries);
        self.open = self.open.min(from)
    }
}
