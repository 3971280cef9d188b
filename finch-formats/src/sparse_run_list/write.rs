//! Sparse run lists as programs write them: by appending runs to a compressed level.

use crate::imports::*;
use crate::kit::joined_runs::JoinedRuns;
use crate::kit::run_writer::{Put, RunPosition};

/// A level that can be written.
type Owned<L, P, I, M> = SparseRunList<L, Vec<P>, Vec<I>, M>;

crate::compressed! {
    unsafe impl[L: WriteLevel, P: Width, I: Width, M: Merging<L>] for Owned<L, P, I, M>, as joined_runs,
    merged by [L: MergeLevel, P: Width, I: Width, M: Merging<L>],
    pointers P, child L, entries [left, right], extents crate::check::ends_fit::<I>,
    mirrored L::MIRRORED.below(1)
}

crate::append_runs! {
    unsafe impl[L: WriteLevel, P: Width, I: Width, M: Merging<L>] WriteByPointer for Owned<L, P, I, M>
}

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> Owned<L, P, I, M> {
    /// Makes room for one more run, if it fits the pointer type.
    fn make_room(&mut self, driver: Driver, fiber: usize) -> Result<(), Fault> {
        let runs = self.right.len();
        let full = runs >= P::MAX || self.left.try_reserve(1).is_err() || self.right.try_reserve(1).is_err();
        if full {
            return Err(faults::too_large::<Self>(fiber, runs));
        }
        M::Staging::make_room(driver, &mut self.child, runs + 1)
    }

    /// Appends what is staged as a run, or makes the last run longer if that is equal and next to it.
    fn try_put(&mut self, driver: Driver, at: RunPosition, stage: StageOf<Self>) -> Result<(), Fault> {
        let (region, runs) = (at.region, self.right.len());
        // SAFETY: the run before is kept; what is staged in place was given room.
        let repeats = runs > at.start
            && region.lo == at.next
            && unsafe { M::Staging::repeats(driver, &mut self.child, runs, &stage) };
        if repeats {
            M::Staging::withdraw(driver, &mut self.child, runs, 1);
            self.right[runs - 1] = I::truncate(region.hi);
            return Ok(());
        }
        if let Err(fault) = self.make_room(driver, at.fiber) {
            M::Staging::withdraw(driver, &mut self.child, runs, 1);
            return Err(fault);
        }
        M::Staging::keep(driver, &mut self.child, runs, stage);
        self.left.push(I::truncate(region.lo));
        self.right.push(I::truncate(region.hi));
        Ok(())
    }
}

// SAFETY: a run is put only behind the last one of its fiber and not beyond the extent; `left`, `right` and the child
// have room for as many runs as are said to fit.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> AppendRuns for Owned<L, P, I, M> {
    type Staging = M::Staging;
    type Bases = (*mut I, *mut I);
    const TOGETHER: usize = at_once::<L>(1);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(&mut self, _driver: Driver, fiber: usize, index: Option<usize>) -> Option<(usize, usize)> {
        if core::mem::replace(&mut self.progress.busy, true) {
            fault::raise(faults::written_twice::<Self>(fiber, index));
            return None;
        }
        let runs = self.right.len();
        let start = runs - self.ptr[fiber + 1].to_usize();
        // Everything may come behind the last fiber that was given runs, nothing before it.
        let next = match fiber.cmp(&self.progress.open) {
            Ordering::Equal if runs > start => self.right.last().map_or(0, |last| last.to_usize()),
            Ordering::Less => usize::MAX,
            _ => 0,
        };
        Some((start, next))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(&mut self, _driver: Driver, fiber: usize, start: usize) {
        let (count, given) = (&mut self.ptr[fiber + 1], self.right.len() - start);
        // A fiber to which nothing was appended may come again, as part of another fiber of the parent.
        if given > count.to_usize() {
            *count = P::truncate(given);
            self.progress.open = fiber
        }
        self.progress.busy = false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&mut self) -> Reach<Self::Bases, BaseOf<Self>> {
        let (child, room) = M::Staging::base(&mut self.child);
        let arrays = self.left.capacity().min(self.right.capacity());
        Reach {
            runs: self.right.len(),
            room: room.min(arrays).min(P::MAX),
            bases: (self.left.as_mut_ptr(), self.right.as_mut_ptr()),
            child,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn follows(lo: usize, next: usize) -> bool {
        lo >= next
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put_start((left, _): Self::Bases, run: usize, lo: usize) {
        // SAFETY: there is room for the run.
        unsafe { left.add(run).write(I::truncate(lo)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put_end((_, right): Self::Bases, run: usize, hi: usize) {
        // SAFETY: the run is there, or there is room for it.
        unsafe { right.add(run).write(I::truncate(hi)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle(&mut self, _driver: Driver, runs: usize) {
        promise!(runs <= self.left.capacity() && runs <= self.right.capacity());
        // SAFETY: that many starts were put.
        unsafe { self.left.set_len(runs) };
        // SAFETY: that many ends were put.
        unsafe { self.right.set_len(runs) };
        // SAFETY: a child is kept for each.
        unsafe { M::Staging::settle(&mut self.child, runs) }
    }

    #[cold]
    #[inline(never)]
    fn put(&mut self, driver: Driver, at: RunPosition, stage: StageOf<Self>) -> Put {
        self.put_in_place(driver, at, Gap::None, stage)
    }

    #[inline]
    fn begin_in_place(&mut self, driver: Driver, at: RunPosition) -> Result<(usize, Gap), Fault> {
        let position = self.right.len();
        if M::Staging::COMPARES {
            // Whether there is another run is known only when it is complete.
            M::Staging::make_room(driver, &mut self.child, position + 1)?
        } else {
            self.make_room(driver, at.fiber)?
        }
        Ok((position, Gap::None))
    }

    #[inline]
    fn put_in_place(&mut self, driver: Driver, at: RunPosition, _gap: Gap, stage: StageOf<Self>) -> Put {
        self.try_put(driver, at, stage).map_err(|fault| (fault, at.next))
    }
}

// SAFETY: the first run of the part, behind which the others lie, is made to start before.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> JoinedRuns for Owned<L, P, I, M> {
    fn goes_on(&mut self, driver: Driver, runs: usize, part: &mut Self) -> Result<bool, Fault> {
        let left = self.left[runs - 1];
        let Some(first) = part.left.first_mut().filter(|first| **first == self.right[runs - 1]) else {
            return Ok(false);
        };
        self.child.append(driver, runs, &mut part.child, 1)?;
        let merges = M::merges(&mut self.child, driver, runs);
        if merges {
            *first = left
        }
        Ok(merges)
    }
}

// SAFETY: entries are put behind those of the fibers before; runs of one fiber that meet where parts do are one if they are equal.
in_parts! { unsafe impl[L: WriteInParts, P: Width, I: Width, M: Merging<L>] WriteInParts for Owned<L, P, I, M>, splits Yes }
