//! Run lists as programs write them: by appending runs to a covering level.

use crate::imports::*;
use crate::kit::covering::Covering;
use crate::kit::joined_runs::JoinedRuns;
use crate::kit::run_writer::{Put, RunPosition};

/// A level that can be written.
type Owned<L, P, I, M> = RunList<L, Vec<P>, Vec<I>, M>;

crate::compressed! {
    unsafe impl[L: WriteLevel, P: Width, I: Width, M: Merging<L>] for Owned<L, P, I, M>, as covering,
    merged by [L: MergeLevel, P: Width, I: Width, M: Merging<L>],
    pointers P, child L, entries [right], extents crate::check::ends_fit::<I>,
    mirrored L::MIRRORED.below(1)
}

// SAFETY: a fiber ends at the extent once its last run does.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> Covering for Owned<L, P, I, M> {
    covering::ends_at!(right);

    #[inline]
    fn make_room_to_close(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        let open = positions - self.closing.closed.min(positions);
        let runs = self.right.len().saturating_add(open);
        self.make_room(driver, positions, runs)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(&self) -> usize {
        self.closing.first
    }

    fn fill_up(&mut self, driver: Driver, start: usize) {
        if !self.extends(driver, start, self.extent, &M::Staging::stage()) {
            self.push(driver, self.extent, M::Staging::stage())
        }
    }
}

crate::append_runs! {
    unsafe impl[L: WriteLevel, P: Width, I: Width, M: Merging<L>] WriteByPointer for Owned<L, P, I, M>
}

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> Owned<L, P, I, M> {
    /// Makes room for `runs` runs, if they fit the pointer type.
    #[inline]
    fn make_room(&mut self, driver: Driver, fiber: usize, runs: usize) -> Result<(), Fault> {
        let missing = runs.saturating_sub(self.right.len());
        if runs > P::MAX || self.right.try_reserve(missing).is_err() {
            return Err(faults::too_large::<Self>(fiber, runs));
        }
        M::Staging::make_room(driver, &mut self.child, runs)
    }

    /// Makes room for one run more, which ends at `hi` in `fiber`, and for what that fiber and those behind it are
    /// closed with.
    fn make_more_room(&mut self, driver: Driver, fiber: usize, runs: usize, hi: usize) -> Result<(), Fault> {
        let unclosed = self.closing.assembled - fiber - usize::from(hi == self.extent);
        self.make_room(driver, fiber, runs + unclosed)?;
        if !M::Staging::IN_PLACE {
            self.find_room(fiber);
            self.progress.room = self.progress.room.max(runs)
        }
        Ok(())
    }

    /// Finds out how many runs there can be, so that what `fiber` and those behind it are closed with has room too.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find_room(&mut self, fiber: usize) {
        let (_, room) = M::Staging::base(&mut self.child);
        let room = room.min(self.right.capacity()).min(P::MAX);
        self.progress.room = room.saturating_sub(self.closing.assembled - fiber)
    }

    /// Makes the last run end at `hi` if it belongs to the fiber that starts with run `start`, and equals what is
    /// staged behind it, which is taken back.
    #[inline]
    fn extends(&mut self, driver: Driver, start: usize, hi: usize, stage: &StageOf<Self>) -> bool {
        let runs = self.right.len();
        // SAFETY: the run before is kept, and there is room behind it because the fiber is not closed.
        let extends = runs > start && unsafe { M::Staging::repeats(driver, &mut self.child, runs, stage) };
        if extends {
            M::Staging::withdraw(driver, &mut self.child, runs, 1);
            self.right[runs - 1] = I::truncate(hi)
        }
        extends
    }

    /// Appends what is staged as a run that ends at `hi`, for which there is room.
    #[inline]
    fn push(&mut self, driver: Driver, hi: usize, stage: StageOf<Self>) {
        M::Staging::keep(driver, &mut self.child, self.right.len(), stage);
        self.right.push(I::truncate(hi))
    }

    /// Appends what is staged as a run up to `hi`, or makes the last run longer if that is equal.
    #[inline]
    fn append(&mut self, driver: Driver, at: RunPosition, hi: usize, stage: StageOf<Self>) -> Result<(), Fault> {
        if !self.extends(driver, at.start, hi, &stage) {
            let runs = self.right.len();
            if let Err(fault) = self.make_more_room(driver, at.fiber, runs + 1, hi) {
                M::Staging::withdraw(driver, &mut self.child, runs, 1);
                return Err(fault);
            }
            self.push(driver, hi, stage)
        }
        Ok(())
    }
}

// SAFETY: a run is put only behind the last one of its fiber and not beyond the extent; `right` and the child have room
// for as many runs as are said to fit.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> AppendRuns for Owned<L, P, I, M> {
    type Staging = M::Staging;
    type Bases = *mut I;
    const TOGETHER: usize = at_once::<L>(1);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self, driver: Driver, fiber: usize, index: Option<usize>) -> Option<(usize, usize)> {
        let opened = covering::open(self, driver, fiber, index)?;
        self.find_room(fiber);
        Some(opened)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&mut self) -> Reach<*mut I, BaseOf<Self>> {
        Reach {
            runs: self.right.len(),
            room: self.progress.room,
            bases: self.right.as_mut_ptr(),
            child: M::Staging::base(&mut self.child).0,
        }
    }

    fn begin_at(&mut self, first: usize) {
        self.closing.first = first
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn follows(lo: usize, next: usize) -> bool {
        lo == next
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put_end(right: *mut I, run: usize, hi: usize) {
        // SAFETY: the run is there, or there is room for it.
        unsafe { right.add(run).write(I::truncate(hi)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle(&mut self, _driver: Driver, runs: usize) {
        promise!(runs <= self.right.capacity());
        // SAFETY: that many ends were put.
        unsafe { self.right.set_len(runs) };
        // SAFETY: a child is kept for each.
        unsafe { M::Staging::settle(&mut self.child, runs) }
    }

    #[cold]
    #[inline(never)]
    fn put(&mut self, driver: Driver, at: RunPosition, stage: StageOf<Self>) -> Put {
        let RunPosition { next, region, .. } = at;
        if region.lo > next {
            let filled = self.append(driver, at, region.lo, M::Staging::stage());
            filled.map_err(|fault| (fault, next))?
        }
        let put = self.append(driver, at, region.hi, stage);
        put.map_err(|fault| (fault, region.lo))
    }

    #[inline]
    fn begin_in_place(&mut self, driver: Driver, at: RunPosition) -> Result<(usize, Gap), Fault> {
        let region = at.region;
        let (mut position, mut gap) = (self.right.len(), Gap::None);
        if region.lo > at.next {
            // SAFETY: the run before is kept, and there is room behind it because the fiber is not closed.
            let repeats = position > at.start
                && unsafe { M::Staging::repeats(driver, &mut self.child, position, &M::Staging::stage()) };
            M::Staging::withdraw(driver, &mut self.child, position, 1);
            gap = if repeats { Gap::Extends } else { Gap::Fills };
            position += usize::from(!repeats)
        }
        if gap == Gap::Fills || !M::Staging::COMPARES {
            self.make_more_room(driver, at.fiber, position + 1, region.hi)?
        }
        Ok((position, gap))
    }

    #[inline]
    fn put_in_place(&mut self, driver: Driver, at: RunPosition, gap: Gap, stage: StageOf<Self>) -> Put {
        let region = at.region;
        match (gap, self.right.last_mut()) {
            (Gap::Fills, _) => self.push(driver, region.lo, M::Staging::stage()),
            (Gap::Extends, Some(last)) => *last = I::truncate(region.lo),
            _ => (),
        }
        let put = self.append(driver, at, region.hi, stage);
        put.map_err(|fault| (fault, region.lo))
    }
}

// SAFETY: runs are dropped at the end, and the last one that is left is made to end there.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> JoinedRuns for Owned<L, P, I, M> {
    /// What is behind the end was filled up.
    fn end_at(&mut self, _driver: Driver, end: usize) {
        let runs = self.right.partition_point(|right| right.to_usize() < end) + 1;
        self.right.truncate(runs);
        if let Some(last) = self.right.last_mut() {
            *last = I::truncate(end)
        }
        self.ptr[1] = P::truncate(self.right.len())
    }

    fn goes_on(&mut self, driver: Driver, runs: usize, part: &mut Self) -> Result<bool, Fault> {
        self.child.append(driver, runs, &mut part.child, 1)?;
        Ok(M::merges(&mut self.child, driver, runs))
    }
}

// SAFETY: entries are put behind those of the fibers before; runs of one fiber that meet where parts do are one if they are equal. What
// of a fiber that does not merge runs was filled up could not be told from what was written.
in_parts! { unsafe impl[L: WriteInParts, P: Width, I: Width, M: Merging<L>] WriteInParts for Owned<L, P, I, M>, splits M }
