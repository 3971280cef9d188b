//! The runs of a level that is being written, and the room that there is for them.

use super::{Progress, StageOf};
use crate::merge::{Merging, Staging};
use crate::run_list::RunList;
use crate::width::Width;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteLevel};
use finch_traits::promise;
use finch_traits::region::Region;

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> RunList<L, Vec<P>, Vec<I>, M> {
    pub(super) fn too_large(fiber: usize, index: usize) -> Fault {
        Fault::TooLarge {
            level: Self::NAME,
            fiber,
            index,
        }
    }

    pub(super) fn out_of_order(fiber: usize, index: usize) -> Fault {
        Fault::OutOfOrder {
            level: Self::NAME,
            fiber,
            index,
        }
    }

    // ---- room ----

    /// Makes room for `runs` runs, if they fit the pointer type.
    #[inline]
    pub(super) fn make_room(&mut self, driver: Driver, position: usize, runs: usize) -> Result<(), Fault> {
        let missing = runs.saturating_sub(self.right.len());
        if runs > P::MAX || self.right.try_reserve(missing).is_err() {
            return Err(Self::too_large(position, runs));
        }
        M::Staging::make_room(driver, &mut self.child, runs)
    }

    /// Makes room for `runs` runs, of which the last ends at `hi` in the fiber at `position`, and for what that fiber and
    /// those behind it are closed with.
    pub(super) fn make_more_room(
        &mut self,
        driver: Driver,
        position: usize,
        runs: usize,
        hi: usize,
    ) -> Result<(), Fault> {
        let unclosed = self.progress.assembled - position - usize::from(hi == self.extent);
        self.make_room(driver, position, runs + unclosed)?;
        self.find_room(position);
        self.progress.room = self.progress.room.max(runs);
        Ok(())
    }

    /// Finds out how many runs there can be, so that what the fiber at `position` and those behind it are closed with has
    /// room too.
    #[inline(always)]
    pub(super) fn find_room(&mut self, position: usize) {
        let (_, room) = M::Staging::base(&mut self.child);
        let room = room.min(self.right.capacity()).min(P::MAX);
        self.progress.room = room.saturating_sub(self.progress.assembled - position)
    }

    // ---- runs ----

    /// Where the last run ends, if it belongs to the fiber that starts with run `start`.
    #[inline(always)]
    pub(super) fn end_from(&self, start: usize) -> usize {
        match self.right.last() {
            Some(last) if self.right.len() > start => last.to_usize(),
            _ => 0,
        }
    }

    /// Extends the last run to `hi` if it belongs to the fiber that starts with run `start`, and equals what is staged
    /// behind it, which is taken back.
    #[inline]
    pub(super) fn extends(&mut self, driver: Driver, start: usize, hi: usize, stage: &StageOf<L, M>) -> bool {
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
    pub(super) fn push(&mut self, driver: Driver, hi: usize, stage: StageOf<L, M>) {
        M::Staging::keep(driver, &mut self.child, self.right.len(), stage);
        self.right.push(I::truncate(hi))
    }

    /// Appends what is staged in a local as a run over `region` of the fiber at `position`, which starts with run `start`
    /// and is written up to index `next`. This is how it is done if the run is not next to the last one, or if there is no
    /// room. Returns up to where the fiber is written then.
    #[cold]
    #[inline(never)]
    pub(super) fn put(
        &mut self,
        driver: Driver,
        position: usize,
        start: usize,
        next: usize,
        region: Region,
        stage: StageOf<L, M>,
    ) -> usize {
        if region.lo < next {
            fault::raise(Self::out_of_order(position, region.lo));
            return next;
        }
        if region.lo > next && !self.extends(driver, start, region.lo, &M::Staging::stage()) {
            if let Err(fault) = self.make_more_room(driver, position, self.right.len() + 1, region.lo) {
                fault::raise(fault);
                return next;
            }
            self.push(driver, region.lo, M::Staging::stage())
        }
        if !self.extends(driver, start, region.hi, &stage) {
            if let Err(fault) = self.make_more_room(driver, position, self.right.len() + 1, region.hi) {
                fault::raise(fault);
                return region.lo;
            }
            self.push(driver, region.hi, stage)
        }
        region.hi
    }

    /// Takes note of the runs that were kept behind the ends of the arrays.
    ///
    /// # Safety
    ///
    /// The first `runs` runs are kept.
    #[inline(always)]
    pub(super) unsafe fn settle(&mut self, runs: usize) {
        if !M::Staging::IN_PLACE {
            promise!(runs <= self.right.capacity());
            // SAFETY: the caller has kept that many ends.
            unsafe { self.right.set_len(runs) };
            // SAFETY: the caller has kept a child for each.
            unsafe { M::Staging::settle(&mut self.child, runs) }
        }
    }

    // ---- fibers ----

    /// Opens the fiber at `position`, of which `index` is written first; returns its first run, or nothing if it has raised
    /// a fault.
    #[inline(always)]
    pub(super) fn open(&mut self, driver: Driver, position: usize, index: usize) -> Option<usize> {
        let Progress {
            assembled,
            closed,
            busy,
            ..
        } = self.progress;
        let usual = !busy && position >= closed && position < assembled;
        if !usual && !self.may_open(driver, position, index) {
            return None;
        }
        self.close(driver, position);
        self.find_room(position);
        self.progress.busy = true;
        Some(self.ptr[position].to_usize())
    }

    /// Whether a fiber may be opened of which that is not plain; makes it so.
    #[cold]
    #[inline(never)]
    pub(super) fn may_open(&mut self, driver: Driver, position: usize, index: usize) -> bool {
        let opened = if self.progress.busy {
            Err(Fault::WrittenTwice {
                level: Self::NAME,
                fiber: position,
                index: Some(index),
            })
        } else if position < self.written() {
            Err(Self::out_of_order(position, index))
        } else {
            // A parent that appends has only reserved it, or opens it again.
            self.cut(driver, position);
            self.assemble(driver, position + 1)
        };
        opened.map_err(fault::raise).is_ok()
    }

    /// The last fiber that was given runs, complete or not, is the one before this.
    fn written(&self) -> usize {
        let Progress { closed, sealed, .. } = self.progress;
        match self.ptr.get(closed) {
            Some(start) if start.to_usize() < self.right.len() => closed + 1,
            _ => sealed,
        }
    }

    /// Completes the fibers below position `positions`.
    #[inline]
    pub(super) fn close(&mut self, driver: Driver, positions: usize) {
        while self.progress.closed < positions {
            let start = self.ptr[self.progress.closed].to_usize();
            let given = self.right.len() > start;
            if self.end_from(start) < self.extent {
                self.fill_up(driver, start)
            }
            self.progress.closed += 1;
            self.ptr[self.progress.closed] = P::truncate(self.right.len());
            if given {
                self.progress.sealed = self.progress.closed
            }
        }
    }

    /// Completes the fiber that starts with run `start` by fill.
    pub(super) fn fill_up(&mut self, driver: Driver, start: usize) {
        if !self.extends(driver, start, self.extent, &M::Staging::stage()) {
            self.push(driver, self.extent, M::Staging::stage())
        }
    }

    /// Takes back the runs of the fibers from `position` on.
    pub(super) fn cut(&mut self, driver: Driver, position: usize) {
        let (from, count) = self.cut_runs(position);
        M::Staging::withdraw(driver, &mut self.child, from, count)
    }

    /// Takes back the runs of the fibers from `position` on, but not their children; returns from which run on how many.
    pub(super) fn cut_runs(&mut self, position: usize) -> (usize, usize) {
        let runs = self.right.len();
        let from = match self.ptr.get(position) {
            Some(from) if position <= self.progress.closed => from.to_usize().min(runs),
            _ => return (runs, 0),
        };
        self.right.truncate(from);
        self.progress.closed = position;
        self.progress.sealed = self.progress.sealed.min(position);
        (from, runs - from)
    }
}
