//! Run lists as programs write them.
//!
//! Fibers are written in ascending order. Opening one closes those before it: their runs are extended to the extent by
//! fill, and `ptr` says where they end. So the level consists of complete fibers up to `closed`, and behind them the runs
//! of at most one more. Closing cannot fail: there is room for all runs and one more for each fiber that is not closed.
//!
//! A fiber below a sparse level may be opened, and those before it closed, without anything being assigned; then its
//! position is used again. So a fiber may be opened again if none from there on was given runs (`sealed`).
//!
//! While a fiber is written, how far it goes, base pointers and how much room there is live in the frame that unfurled
//! it, if its children are staged in a local: what a loop does per run is then a comparison and two stores. What is rare
//! is done out of line, with all that it needs as arguments, so that nothing of the frame is in memory.

mod merge;
mod runs;

use crate::buffer::grow;
use crate::merge::{Merging, Staging};
use crate::run_list::RunList;
use crate::width::Width;
use core::cell::Cell;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Known};
use finch_traits::algebra::logic::No;
use finch_traits::explain::WriteDescription;
use finch_traits::fiber::Fiber;
use finch_traits::level::{Fibers, Level};
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::mirrored::Mirrored;
use finch_traits::pass::accept::Accept;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::region::Region;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, WholeRun, Write, WriteFiber};
use finch_traits::writer::at_once;
use finch_traits::{Error, ErrorKind, Result};

/// How far a level is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// How many fibers exist.
    assembled: usize,
    /// How many fibers are complete.
    closed: usize,
    /// The last complete fiber that was given runs is the one before this.
    sealed: usize,
    /// How many runs there can be until room is made for more.
    room: usize,
    /// A fiber is being written right now.
    busy: bool,
}

/// All fibers, for writing.
#[derive(Debug)]
pub struct RunListWriting<L, P, I, M> {
    level: *mut RunList<L, Vec<P>, Vec<I>, M>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct RunListWriteFiber<L, P, I, M, D> {
    level: *mut RunList<L, Vec<P>, Vec<I>, M>,
    position: usize,
    dirty: D,
}

/// One fiber that runs are appended to.
#[derive(Debug)]
pub struct RunListAppend<'f, L, P, I, M, B: Copy, D> {
    level: *mut RunList<L, Vec<P>, Vec<I>, M>,
    position: usize,
    /// The first run of the fiber.
    start: usize,
    reach: &'f RunListReach<I, B>,
    dirty: D,
}

/// How far a fiber is written: lives in the frame that unfurled it. Where children are staged in a local the arrays are
/// written behind their ends, and their lengths are set when the fiber is left or needs more room.
#[derive(Debug)]
pub struct RunListReach<I, B: Copy> {
    /// Where the last run ends.
    next: Cell<usize>,
    /// How many runs there are.
    runs: Cell<usize>,
    /// How many there can be until room is made.
    room: Cell<usize>,
    /// Where the ends of runs are kept.
    right: Cell<*mut I>,
    /// Where their children are kept.
    child: Cell<B>,
}

crate::copy!(
    RunListWriting<L, P, I, M>,
    RunListWriteFiber<L, P, I, M, D: Copy>,
    RunListAppend<'f, L, P, I, M, B: Copy, D: Copy>,
);

/// Where the children of runs are kept.
type BaseOf<L, M> = <<M as Merging<L>>::Staging as Staging<L>>::Base;
/// Where the child of a new run waits.
type StageOf<L, M> = <<M as Merging<L>>::Staging as Staging<L>>::Stage;
/// One fiber below, for reading.
type FiberOf<'a, L> = <<L as Level>::Fibers<'a> as Fibers>::Fiber;

impl<I: Width, B: Copy> RunListReach<I, B> {
    /// Takes note of where the arrays of `level` are, and how far they go.
    #[inline(always)]
    fn load<L: WriteLevel, P: Width, M: Merging<L, Staging: Staging<L, Base = B>>>(
        &self,
        level: &mut RunList<L, Vec<P>, Vec<I>, M>,
    ) {
        self.runs.set(level.right.len());
        self.room.set(level.progress.room);
        self.right.set(level.right.as_mut_ptr());
        self.child.set(M::Staging::base(&mut level.child).0)
    }
}

// SAFETY: a run is appended only behind the last one of its fiber and not beyond the extent, fibers are written in
// ascending order, and freezing completes all of them; a child is kept for every run.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> WriteLevel for RunList<L, Vec<P>, Vec<I>, M> {
    type NeedsFlag = finch_traits::algebra::logic::No;
    type Writing<'w>
        = RunListWriting<L, P, I, M>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        let (stored, fill) = (
            <FiberOf<'_, L> as Fiber>::Known::AT_RUN_TIME,
            <L::Fill as Fill<L::T>>::Known::AT_RUN_TIME,
        );
        if stored != Knowledge::NOTHING && stored != fill {
            return Err(Error::new(
                ErrorKind::Invalid,
                format!(
                    "a {} level stores runs of fill, which a {} level cannot hold: write a SparseRunList level",
                    Self::NAME,
                    L::NAME
                ),
            ));
        }
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
        self.progress = Progress::default();
        self.child.declare(driver)
    }

    #[inline]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.reserve(driver, positions)?;
        if positions > self.progress.assembled {
            if self.extent > 0 {
                let open = positions - self.progress.closed.min(positions);
                let runs = self.right.len().saturating_add(open);
                self.make_room(driver, positions, runs)?
            }
            self.progress.assembled = positions
        }
        Ok(())
    }

    // Fibers that may never exist need no runs.
    #[inline]
    fn reserve(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = Self::too_large(positions, positions);
        let len = positions.checked_add(1).ok_or(too_large)?;
        grow(&mut self.ptr, len, P::default).map_err(|()| too_large)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        // A level below a parent without entries was never assembled.
        self.ptr.resize(positions + 1, P::default());
        if self.progress.closed >= positions {
            self.cut(driver, positions)
        } else {
            self.close(driver, positions)
        }
        self.child.freeze(driver, self.right.len())
    }

    fn thaw(&mut self, _driver: Driver, _positions: usize) -> Result<()> {
        Err(Error::new(
            ErrorKind::Lifecycle,
            "a RunList level cannot be updated in place: write what comes out to another tensor that is declared, or update one of a \
             Dense level, as a Vector or Matrix",
        ))
    }

    fn shrink_to_fit(&mut self) {
        self.ptr.shrink_to_fit();
        self.right.shrink_to_fit();
        // Found out anew whenever a fiber is opened.
        self.progress.room = 0;
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        RunListWriting { level }
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> WriteFibers for RunListWriting<L, P, I, M> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = RunListWriteFiber<L, P, I, M, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        RunListWriteFiber {
            level: self.level,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled or reserved; fibers that come too late are refused.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> WriteFiber
    for RunListWriteFiber<L, P, I, M, D>
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
        let Some(start) = level.open(pass.driver(), self.position, pass.region().lo) else {
            return;
        };
        let reach = RunListReach {
            next: Cell::new(level.end_from(start)),
            runs: Cell::new(0),
            room: Cell::new(0),
            right: Cell::new(level.right.as_mut_ptr()),
            child: Cell::new(M::Staging::base(&mut level.child).0),
        };
        reach.load(level);
        k.call(
            pass,
            UnfurledTarget::new(
                RunListAppend {
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
        level.progress.busy = false
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
            WriteDescription::new::<RunListAppend<'s, L, P, I, M, BaseOf<L, M>, D>, Child<'s, L, M>>("RunList")
        }
        with::<L, P, I, M, D>().noting("appending")
    }
}

/// What becomes of the indices between the last run and one that is staged in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// There are none.
    None,
    /// They extend the last run, which is fill.
    Extends,
    /// They get a run of fill.
    Fills,
}

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> RunListAppend<'_, L, P, I, M, BaseOf<L, M>, D> {
    /// The level, with lengths that are right, for the length of one call.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    fn level(&self) -> &mut RunList<L, Vec<P>, Vec<I>, M> {
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
        let (mut position, mut gap) = (0, Gap::None);
        if M::Staging::IN_PLACE {
            (position, gap) = match self.begin_in_place(driver, region) {
                Ok(begun) => begun,
                Err(fault) => return fault::raise(fault),
            }
        }
        let (stage, dirty) = (M::Staging::stage(), Cell::new(false));
        // SAFETY: there is room at the position, which nothing else uses until the run is put.
        let fiber = unsafe { M::Staging::staged(&raw mut (*self.level).child, position, &stage, &dirty) };
        k.call(pass, WholeRun::new(pass.driver(), Write::new(fiber, rest)));
        if dirty.get() {
            if M::Staging::IN_PLACE {
                self.put_in_place(driver, region, gap, stage)
            } else {
                self.put(driver, region, stage)
            }
        }
    }

    /// Appends what is staged in a local as a run over `region`, or extends the last run if that is equal.
    #[inline(always)]
    fn put(&self, driver: Driver, region: Region, stage: StageOf<L, M>) {
        let (reach, runs) = (self.reach, self.reach.runs.get());
        if region.lo != reach.next.get() || runs >= reach.room.get() {
            let level = self.level();
            let next = level.put(driver, self.position, self.start, reach.next.get(), region, stage);
            reach.load(level);
            reach.next.set(next);
            if next == region.hi {
                self.dirty.set()
            }
            return;
        }
        // SAFETY: the run before belongs to this fiber, so it is kept.
        if runs == self.start || !unsafe { M::Staging::repeats_at(reach.child.get(), runs, &stage) } {
            // SAFETY: there is room for another run.
            unsafe { M::Staging::keep_at(reach.child.get(), runs, stage) };
            reach.runs.set(runs + 1)
        }
        let last = reach.runs.get() - 1;
        // SAFETY: there is a run at `last`: it was extended, or there was room for it.
        unsafe { reach.right.get().add(last).write(I::truncate(region.hi)) };
        reach.next.set(region.hi);
        self.dirty.set()
    }

    /// Finds out where a run over `region` is to be staged, and makes room there. Nothing changes that could be read.
    #[inline]
    fn begin_in_place(&self, driver: Driver, region: Region) -> Result<(usize, Gap), Fault> {
        let (level, next) = (self.level(), self.reach.next.get());
        if region.lo < next {
            return Err(RunList::<L, Vec<P>, Vec<I>, M>::out_of_order(self.position, region.lo));
        }
        let (mut position, mut gap) = (level.right.len(), Gap::None);
        if region.lo > next {
            // SAFETY: the run before is kept, and there is room behind it because the fiber is not closed.
            let repeats = position > self.start
                && unsafe { M::Staging::repeats(driver, &mut level.child, position, &M::Staging::stage()) };
            M::Staging::withdraw(driver, &mut level.child, position, 1);
            gap = if repeats { Gap::Extends } else { Gap::Fills };
            position += usize::from(!repeats)
        }
        if gap == Gap::Fills || !M::Staging::COMPARES {
            level.make_more_room(driver, self.position, position + 1, region.hi)?
        }
        Ok((position, gap))
    }

    /// Appends what is staged in place as a run over `region`, or extends the last run if that is equal.
    #[inline]
    fn put_in_place(&self, driver: Driver, region: Region, gap: Gap, stage: StageOf<L, M>) {
        let level = self.level();
        match (gap, level.right.last_mut()) {
            (Gap::Fills, _) => level.push(driver, region.lo, M::Staging::stage()),
            (Gap::Extends, Some(last)) => *last = I::truncate(region.lo),
            _ => (),
        }
        self.reach.next.set(region.lo);
        if !level.extends(driver, self.start, region.hi, &stage) {
            let runs = level.right.len();
            if let Err(fault) = level.make_more_room(driver, self.position, runs + 1, region.hi) {
                M::Staging::withdraw(driver, &mut level.child, runs, 1);
                return fault::raise(fault);
            }
            level.push(driver, region.hi, stage)
        }
        self.reach.next.set(region.hi);
        self.dirty.set()
    }
}

// SAFETY: runs are appended only behind the last one of the fiber; regions are within the extent.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> WriteLooplet
    for RunListAppend<'_, L, P, I, M, BaseOf<L, M>, D>
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
