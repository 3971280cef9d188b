//! Sparse run lists as programs write them.
//!
//! While the level is written, `ptr[p + 1]` counts the runs of fiber `p`; freezing sums the counts up.
//!
//! While a fiber is written, how far it goes, base pointers and how much room there is live in the frame that unfurled
//! it, if its children are staged in a local, as in [`crate::run_list`].

use crate::buffer::grow;
use crate::merge::{InPlace, MergeLevel, Merging, Staging};
use crate::sparse_run_list::SparseRunList;
use crate::width::Width;
use core::cell::Cell;
use core::cmp::Ordering;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::No;
use finch_traits::explain::WriteDescription;
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::mirrored::Mirrored;
use finch_traits::pass::accept::Accept;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::region::Region;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, WholeRun, Write, WriteFiber};
use finch_traits::writer::at_once;

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparseRunListWriting<L, P, I, M> {
    level: *mut SparseRunList<L, Vec<P>, Vec<I>, M>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparseRunListWriteFiber<L, P, I, M, D> {
    level: *mut SparseRunList<L, Vec<P>, Vec<I>, M>,
    position: usize,
    dirty: D,
}

/// One fiber that runs are appended to.
#[derive(Debug)]
pub struct SparseRunListAppend<'f, L, P, I, M, B: Copy, D> {
    level: *mut SparseRunList<L, Vec<P>, Vec<I>, M>,
    position: usize,
    /// The first run of the fiber.
    start: usize,
    reach: &'f SparseRunListReach<I, B>,
    dirty: D,
}

/// How far a fiber is written: lives in the frame that unfurled it. Where children are staged in a local the arrays are
/// written behind their ends, and their lengths are set when the fiber is left or needs more room.
#[derive(Debug)]
pub struct SparseRunListReach<I, B: Copy> {
    /// Where the last run ends: the smallest index that may come.
    next: Cell<usize>,
    /// How many runs there are.
    runs: Cell<usize>,
    /// How many there can be until room is made.
    room: Cell<usize>,
    /// Where the starts of runs are kept.
    left: Cell<*mut I>,
    /// Where the ends of runs are kept.
    right: Cell<*mut I>,
    /// Where their children are kept.
    child: Cell<B>,
}

crate::copy!(
    SparseRunListWriting<L, P, I, M>,
    SparseRunListWriteFiber<L, P, I, M, D: Copy>,
    SparseRunListAppend<'f, L, P, I, M, B: Copy, D: Copy>,
);

/// Where the children of runs are kept.
type BaseOf<L, M> = <<M as Merging<L>>::Staging as Staging<L>>::Base;
/// Where the child of a new run waits.
type StageOf<L, M> = <<M as Merging<L>>::Staging as Staging<L>>::Stage;

impl<I: Width, B: Copy> SparseRunListReach<I, B> {
    /// Takes note of where the arrays of `level` are, and how far they go.
    #[inline(always)]
    fn load<L: WriteLevel, P: Width, M: Merging<L, Staging: Staging<L, Base = B>>>(
        &self,
        level: &mut SparseRunList<L, Vec<P>, Vec<I>, M>,
    ) {
        let (child, room) = M::Staging::base(&mut level.child);
        let arrays = level.left.capacity().min(level.right.capacity());
        self.runs.set(level.right.len());
        self.room.set(room.min(arrays).min(P::MAX));
        self.left.set(level.left.as_mut_ptr());
        self.right.set(level.right.as_mut_ptr());
        self.child.set(child)
    }
}

impl<L, P: Width, I: Width, M> SparseRunList<L, Vec<P>, Vec<I>, M> {
    /// How many runs the `count` fibers from position `from` on were given, while the level is written.
    fn given(&self, from: usize, count: usize) -> usize {
        self.ptr[from + 1..from + 1 + count]
            .iter()
            .map(|count| count.to_usize())
            .sum()
    }
}

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> SparseRunList<L, Vec<P>, Vec<I>, M> {
    fn out_of_order(fiber: usize, index: usize) -> Fault {
        Fault::OutOfOrder {
            level: Self::NAME,
            fiber,
            index,
        }
    }

    /// Makes room for one more run, if it fits the pointer type.
    fn make_room(&mut self, driver: Driver, position: usize) -> Result<(), Fault> {
        let runs = self.right.len();
        let full = runs >= P::MAX || self.left.try_reserve(1).is_err() || self.right.try_reserve(1).is_err();
        if full {
            return Err(Fault::TooLarge {
                level: Self::NAME,
                fiber: position,
                index: runs,
            });
        }
        M::Staging::make_room(driver, &mut self.child, runs + 1)
    }

    /// Appends what is staged as a run over `region` of the fiber at `position`, which starts with run `start` and is
    /// written up to index `next`, or extends the last run if that is equal and next to it.
    fn put(
        &mut self,
        driver: Driver,
        position: usize,
        start: usize,
        next: usize,
        region: Region,
        stage: StageOf<L, M>,
    ) -> Result<(), Fault> {
        if region.lo < next {
            return Err(Self::out_of_order(position, region.lo));
        }
        let runs = self.right.len();
        // SAFETY: the run before is kept; what is staged in place was given room.
        let repeats =
            runs > start && region.lo == next && unsafe { M::Staging::repeats(driver, &mut self.child, runs, &stage) };
        if repeats {
            M::Staging::withdraw(driver, &mut self.child, runs, 1);
            self.right[runs - 1] = I::truncate(region.hi);
            return Ok(());
        }
        if let Err(fault) = self.make_room(driver, position) {
            M::Staging::withdraw(driver, &mut self.child, runs, 1);
            return Err(fault);
        }
        M::Staging::keep(driver, &mut self.child, runs, stage);
        self.left.push(I::truncate(region.lo));
        self.right.push(I::truncate(region.hi));
        Ok(())
    }

    /// [`put`](Self::put), which raises what goes wrong, out of line: how it is done if there is no room, or if the run
    /// comes too late. Returns whether it was stored.
    #[cold]
    #[inline(never)]
    fn put_or_raise(
        &mut self,
        driver: Driver,
        position: usize,
        start: usize,
        next: usize,
        region: Region,
        stage: StageOf<L, M>,
    ) -> bool {
        self.put(driver, position, start, next, region, stage)
            .map_err(fault::raise)
            .is_ok()
    }

    /// Takes note of the runs that were kept behind the ends of the arrays.
    ///
    /// # Safety
    ///
    /// The first `runs` runs are kept.
    #[inline(always)]
    unsafe fn settle(&mut self, runs: usize) {
        if !M::Staging::IN_PLACE {
            promise!(runs <= self.left.capacity() && runs <= self.right.capacity());
            // SAFETY: the caller has kept that many starts.
            unsafe { self.left.set_len(runs) };
            // SAFETY: the caller has kept that many ends.
            unsafe { self.right.set_len(runs) };
            // SAFETY: the caller has kept a child for each.
            unsafe { M::Staging::settle(&mut self.child, runs) }
        }
    }
}

// SAFETY: a run is appended only behind the last one of its fiber and not beyond the extent, and fibers are written in
// ascending order, so the counts add up to valid pointers; a child is kept for every run.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> WriteLevel for SparseRunList<L, Vec<P>, Vec<I>, M> {
    type NeedsFlag = finch_traits::algebra::logic::No;
    type Writing<'w>
        = SparseRunListWriting<L, P, I, M>
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
        self.left.clear();
        self.right.clear();
        self.open = 0;
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
        // A level below a parent without entries was never assembled.
        self.ptr.resize(positions + 1, P::default());
        let mut sum = 0;
        for count in &mut self.ptr {
            sum += count.to_usize();
            *count = P::truncate(sum);
        }
        self.left.truncate(sum);
        self.right.truncate(sum);
        self.child.freeze(driver, sum)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let runs = self.ptr[positions].to_usize();
        self.child.thaw(driver, runs)?;
        self.ptr.truncate(positions + 1);
        self.left.truncate(runs);
        self.right.truncate(runs);
        self.open = 0;
        self.busy = false;
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
        self.left.shrink_to_fit();
        self.right.shrink_to_fit();
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparseRunListWriting { level }
    }
}

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width, M: Merging<L>> MergeLevel for SparseRunList<L, Vec<P>, Vec<I>, M> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        if self.ptr[from + 1 - count..=from] != self.ptr[from + 1..=from + count] {
            return false;
        }
        let runs = self.given(from, count);
        let start = self.left.len() - runs;
        self.left[start - runs..start] == self.left[start..]
            && self.right[start - runs..start] == self.right[start..]
            // SAFETY: there is a child for every run, and these are the last ones.
            && unsafe { self.child.repeats(driver, start, runs) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        if count == 0 {
            return;
        }
        let runs = self.given(from, count);
        let start = self.left.len() - runs;
        self.ptr[from + 1..from + 1 + count].fill(P::default());
        self.left.truncate(start);
        self.right.truncate(start);
        self.open = self.open.min(from);
        self.child.withdraw(driver, start, runs)
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> WriteFibers for SparseRunListWriting<L, P, I, M> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = SparseRunListWriteFiber<L, P, I, M, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparseRunListWriteFiber {
            level: self.level,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled; runs that come too late are refused.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> WriteFiber
    for SparseRunListWriteFiber<L, P, I, M, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;
    const TOGETHER: usize = at_once::<L>(1);

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let level = unsafe { &mut *self.level };
        if core::mem::replace(&mut level.busy, true) {
            return fault::raise(Fault::WrittenTwice {
                level: "SparseRunList",
                fiber: self.position,
                index: Some(pass.region().lo),
            });
        }
        let runs = level.right.len();
        let start = runs - level.ptr[self.position + 1].to_usize();
        // Everything may come behind the last fiber that was given runs, nothing before it.
        let next = match self.position.cmp(&level.open) {
            Ordering::Equal if runs > start => level.right.last().map_or(0, |last| last.to_usize()),
            Ordering::Less => usize::MAX,
            _ => 0,
        };
        let reach = SparseRunListReach {
            next: Cell::new(next),
            runs: Cell::new(0),
            room: Cell::new(0),
            left: Cell::new(level.left.as_mut_ptr()),
            right: Cell::new(level.right.as_mut_ptr()),
            child: Cell::new(M::Staging::base(&mut level.child).0),
        };
        reach.load(level);
        k.call(
            pass,
            UnfurledTarget::new(
                SparseRunListAppend {
                    level: self.level,
                    position: self.position,
                    start,
                    reach: &reach,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        // SAFETY: as above.
        let level = unsafe { &mut *self.level };
        // SAFETY: that many runs are kept.
        unsafe { level.settle(reach.runs.get()) };
        if level.right.len() > runs {
            // A fiber to which nothing was appended may come again, as part of another fiber of the parent.
            level.open = self.position;
            level.ptr[self.position + 1] = P::truncate(level.right.len() - start)
        }
        level.busy = false
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        type Child<'s, L, M> = <<M as Merging<L>>::Staging as Staging<L>>::Staged<'s, &'s Cell<bool>>;
        fn with<'s, L, P, I, M, D>() -> WriteDescription
        where
            L: WriteLevel + 's,
            P: Width,
            I: Width,
            M: Merging<L>,
            D: Dirty,
        {
            WriteDescription::new::<SparseRunListAppend<'s, L, P, I, M, BaseOf<L, M>, D>, Child<'s, L, M>>(
                "SparseRunList",
            )
        }
        with::<L, P, I, M, D>().noting("appending")
    }
}

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> SparseRunListAppend<'_, L, P, I, M, BaseOf<L, M>, D> {
    /// The level, with lengths that are right, for the length of one call.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    fn level(&self) -> &mut SparseRunList<L, Vec<P>, Vec<I>, M> {
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it: fibers of the child are in use
        // only while a run is staged, when this is not called.
        let level = unsafe { &mut *self.level };
        // SAFETY: that many runs are kept.
        unsafe { level.settle(self.reach.runs.get()) };
        level
    }

    /// Writes one run over the region of the pass, if it is assigned.
    #[inline(always)]
    fn write<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, driver: Driver, pass: Q, rest: R, k: K) {
        let region = pass.region();
        let mut position = 0;
        if M::Staging::IN_PLACE {
            position = match self.begin_in_place(driver, region) {
                Ok(position) => position,
                Err(fault) => return fault::raise(fault),
            }
        }
        let (stage, dirty) = (M::Staging::stage(), Cell::new(false));
        // SAFETY: there is room at the position, which nothing else uses until the run is put.
        let fiber = unsafe { M::Staging::staged(&raw mut (*self.level).child, position, &stage, &dirty) };
        k.call(pass, WholeRun::new(pass.driver(), Write::new(fiber, rest)));
        if dirty.get() {
            if M::Staging::IN_PLACE {
                self.put_in_place(driver, region, stage)
            } else {
                self.put(driver, region, stage)
            }
        }
    }

    /// Appends what is staged in a local as a run over `region`, or extends the last run if that is equal.
    #[inline(always)]
    fn put(&self, driver: Driver, region: Region, stage: StageOf<L, M>) {
        let (reach, runs, next) = (self.reach, self.reach.runs.get(), self.reach.next.get());
        if region.lo < next || runs >= reach.room.get() {
            let level = self.level();
            if level.put_or_raise(driver, self.position, self.start, next, region, stage) {
                reach.next.set(region.hi);
                self.dirty.set()
            }
            return reach.load(level);
        }
        let is_next = region.lo == next && runs > self.start;
        // SAFETY: the run before belongs to this fiber, so it is kept.
        if !is_next || !unsafe { M::Staging::repeats_at(reach.child.get(), runs, &stage) } {
            // SAFETY: there is room for another run.
            unsafe { M::Staging::keep_at(reach.child.get(), runs, stage) };
            // SAFETY: as above.
            unsafe { reach.left.get().add(runs).write(I::truncate(region.lo)) };
            reach.runs.set(runs + 1)
        }
        let last = reach.runs.get() - 1;
        // SAFETY: there is a run at `last`: it was extended, or there was room for it.
        unsafe { reach.right.get().add(last).write(I::truncate(region.hi)) };
        reach.next.set(region.hi);
        self.dirty.set()
    }

    /// Makes room for a run that is staged in place; returns where.
    #[inline]
    fn begin_in_place(&self, driver: Driver, region: Region) -> Result<usize, Fault> {
        let level = self.level();
        if region.lo < self.reach.next.get() {
            return Err(SparseRunList::<L, Vec<P>, Vec<I>, M>::out_of_order(
                self.position,
                region.lo,
            ));
        }
        let position = level.right.len();
        if M::Staging::COMPARES {
            // Whether there is another run is known only when it is complete.
            M::Staging::make_room(driver, &mut level.child, position + 1)?
        } else {
            level.make_room(driver, self.position)?
        }
        Ok(position)
    }

    /// Appends what is staged in place as a run over `region`, or extends the last run if that is equal.
    #[inline]
    fn put_in_place(&self, driver: Driver, region: Region, stage: StageOf<L, M>) {
        let next = self.reach.next.get();
        match self.level().put(driver, self.position, self.start, next, region, stage) {
            Ok(()) => {
                self.reach.next.set(region.hi);
                self.dirty.set()
            }
            Err(fault) => fault::raise(fault),
        }
    }
}

// SAFETY: runs are appended only behind the last one of the fiber; regions are within the extent.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> WriteLooplet
    for SparseRunListAppend<'_, L, P, I, M, BaseOf<L, M>, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::AcceptRun;

    // A run of one index.
    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        self.write(pass.driver(), pass, rest, k)
    }

    #[inline(always)]
    fn accept<R: Rest, K: OnTarget<Accept, L::T>>(self, pass: Accept, rest: R, k: K) {
        self.write(pass.driver(), pass, rest, k)
    }
}
