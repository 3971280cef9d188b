//! The segments of a level that is being written, and the room that there is for them.

use super::{Progress, StageOf};
use crate::merge::{MergeLevel, Staging};
use crate::pack_bits::PackBits;
use crate::width::Width;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteLevel};
use finch_traits::region::Region;

/// What becomes of the indices between the last run and one that is staged in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// There are none.
    None,
    /// They are what the fiber ends with: fill.
    Extends,
    /// They get a position of fill.
    Fills,
}

impl<L: MergeLevel, P: Width, I: Width> PackBits<L, Vec<P>, Vec<I>> {
    /// A run of so many indices is a segment of its own: in the midst of a literal it costs an end and an offset for
    /// itself, and as much for what goes on behind it. Children that cannot be copied are in literals once each.
    pub(super) const LONG: usize = match L::Staging::COPY {
        None => 2,
        Some(bytes) => {
            let bytes = if bytes == 0 { 1 } else { bytes };
            1 + (2 * (size_of::<I>() + size_of::<P>())).div_ceil(bytes)
        }
    };

    /// The most positions that one run takes: two short ones become a literal.
    pub(super) const MOST: usize = match L::Staging::COPY {
        None => 1,
        Some(_) => 2 * (Self::LONG - 1),
    };

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

    /// How many positions are in use.
    #[inline(always)]
    pub(super) fn used(&self) -> usize {
        self.ofs.last().map_or(0, |end| end.to_usize())
    }

    /// Makes room for `runs` more runs of the fiber at `position`, of which the last ends at `hi`, and for what that fiber and
    /// those behind it are closed with. A run takes at most a segment, and at least `least` positions: one, or none if it
    /// goes on with what is there.
    #[inline]
    pub(super) fn make_room(
        &mut self,
        driver: Driver,
        position: usize,
        runs: usize,
        least: usize,
        hi: usize,
    ) -> Result<(), Fault> {
        let unclosed = self.progress.assembled.saturating_sub(position) - usize::from(hi == self.extent);
        let least = self.used().saturating_add(least).saturating_add(unclosed);
        let room = least.saturating_add((runs + 1) * Self::MOST);
        let coming = runs.saturating_add(unclosed);
        let too_large = Self::too_large(position, least);
        if least > P::MAX || self.right.try_reserve(coming).is_err() || self.ofs.try_reserve(coming + 1).is_err() {
            return Err(too_large);
        }
        L::Staging::make_room(driver, &mut self.child, room)
    }

    /// The pointer type can hardly count the positions that literals would take: everything becomes runs.
    #[inline(always)]
    pub(super) fn is_crowded(&self) -> bool {
        let unclosed = self.progress.assembled - self.progress.closed;
        self.used() > P::MAX.saturating_sub(3 * Self::MOST).saturating_sub(unclosed)
    }

    // ---- segments ----

    /// Where the last segment ends, if it belongs to the fiber that starts with segment `start`.
    #[inline(always)]
    pub(super) fn end_from(&self, start: usize) -> usize {
        match self.right.last() {
            Some(last) if self.right.len() > start => last.to_usize(),
            _ => 0,
        }
    }

    /// Whether what is staged at `position` equals what the fiber that starts with segment `start` ends with.
    #[inline(always)]
    pub(super) fn repeats(&mut self, driver: Driver, start: usize, position: usize, stage: &StageOf<L>) -> bool {
        // SAFETY: the position before is kept, and there is room behind it because the fiber is not closed.
        self.right.len() > start && unsafe { L::Staging::repeats(driver, &mut self.child, position, stage) }
    }

    /// Appends what is staged behind the last position to the fiber at `position`, which starts with segment `start`, up to
    /// index `hi`; takes it back if there is no room.
    #[inline]
    pub(super) fn append(
        &mut self,
        driver: Driver,
        position: usize,
        start: usize,
        hi: usize,
        stage: StageOf<L>,
    ) -> Result<(), Fault> {
        let used = self.used();
        let repeats = self.repeats(driver, start, used, &stage);
        if repeats {
            L::Staging::withdraw(driver, &mut self.child, used, 1)
        }
        let made = self.make_room(driver, position, 1, usize::from(!repeats), hi);
        match made {
            Ok(()) if repeats => self.extend(driver, start, hi),
            Ok(()) => self.push(driver, start, hi, stage),
            Err(_) => L::Staging::withdraw(driver, &mut self.child, used, 1),
        }
        made
    }

    /// What the fiber that starts with segment `start` ends with goes on up to index `hi`.
    #[inline]
    pub(super) fn extend(&mut self, driver: Driver, start: usize, hi: usize) {
        let (last, used) = (self.right.len() - 1, self.used());
        let (from, end) = (self.ofs[last].to_usize(), self.end_from(start));
        if used - from == 1 {
            self.right[last] = I::truncate(hi);
            return;
        }
        let (tail, more) = (self.progress.tail, hi - end);
        if tail + more < Self::LONG && !self.is_crowded() {
            L::Staging::copy(driver, &mut self.child, used - 1, used, more);
            self.right[last] = I::truncate(hi);
            self.ofs[last + 1] = P::truncate(used + more);
            self.progress.tail = tail + more;
            return;
        }
        // The tail becomes a run. If one run is left of the literal, that is stored as one.
        let mut first = used - tail;
        if self.progress.pieces == 2 && first > from + 1 {
            first = from + 1;
            L::Staging::copy(driver, &mut self.child, used - 1, first, 1)
        }
        if used > first + 1 {
            L::Staging::withdraw(driver, &mut self.child, first + 1, used - first - 1)
        }
        self.right[last] = I::truncate(end - tail);
        self.ofs[last + 1] = P::truncate(first);
        self.right.push(I::truncate(hi));
        self.ofs.push(P::truncate(first + 1))
    }

    /// Appends what is staged, and differs from what the fiber that starts with segment `start` ends with, up to index `hi`.
    #[inline]
    pub(super) fn push(&mut self, driver: Driver, start: usize, hi: usize, stage: StageOf<L>) {
        let (segments, mut used, left) = (self.right.len(), self.used(), self.end_from(start));
        let len = hi - left;
        if segments > start && len < Self::LONG && !self.is_crowded() {
            let last = segments - 1;
            let from = self.ofs[last].to_usize();
            let before = if last > start {
                self.right[last - 1].to_usize()
            } else {
                0
            };
            let is_run = used - from == 1;
            if !is_run || left - before < Self::LONG {
                if is_run {
                    L::Staging::copy(driver, &mut self.child, from, used, left - before - 1);
                    used += left - before - 1;
                    self.progress.pieces = 1
                }
                L::Staging::keep(driver, &mut self.child, used, stage);
                L::Staging::copy(driver, &mut self.child, used, used + 1, len - 1);
                self.right[last] = I::truncate(hi);
                self.ofs[last + 1] = P::truncate(used + len);
                self.progress.tail = len;
                self.progress.pieces += 1;
                return;
            }
        }
        L::Staging::keep(driver, &mut self.child, used, stage);
        self.right.push(I::truncate(hi));
        self.ofs.push(P::truncate(used + 1))
    }

    /// Appends what is staged in a local over `region` of the fiber at `position`, which starts with segment `start`.
    #[inline]
    pub(super) fn put(
        &mut self,
        driver: Driver,
        position: usize,
        start: usize,
        region: Region,
        stage: StageOf<L>,
    ) -> Result<(), Fault> {
        let next = self.end_from(start);
        if region.lo < next {
            return Err(Self::out_of_order(position, region.lo));
        }
        if region.lo > next {
            self.append(driver, position, start, region.lo, L::Staging::stage())?
        }
        self.append(driver, position, start, region.hi, stage)
    }

    /// Finds out where what comes over `region` of the fiber at `position`, which starts with segment `start`, is to be
    /// staged in place, and makes room there. Nothing changes that could be read.
    ///
    /// There is room for one more because the fiber is not closed.
    #[inline]
    pub(super) fn begin(
        &mut self,
        driver: Driver,
        position: usize,
        start: usize,
        region: Region,
    ) -> Result<(usize, Gap), Fault> {
        let (next, used) = (self.end_from(start), self.used());
        if region.lo < next {
            return Err(Self::out_of_order(position, region.lo));
        }
        let mut gap = Gap::None;
        if region.lo > next {
            let repeats = self.repeats(driver, start, used, &L::Staging::stage());
            L::Staging::withdraw(driver, &mut self.child, used, 1);
            gap = if repeats { Gap::Extends } else { Gap::Fills }
        }
        let fills = usize::from(gap == Gap::Fills);
        self.make_room(driver, position, 2, fills, region.lo)?;
        Ok((used + fills, gap))
    }

    /// Appends what is staged in place over `region` to the fiber at `position`, which starts with segment `start`.
    #[inline]
    pub(super) fn put_in_place(
        &mut self,
        driver: Driver,
        position: usize,
        start: usize,
        region: Region,
        gap: Gap,
        stage: StageOf<L>,
    ) -> Result<(), Fault> {
        match gap {
            Gap::None => (),
            Gap::Extends => self.extend(driver, start, region.lo),
            Gap::Fills => self.push(driver, start, region.lo, L::Staging::stage()),
        }
        self.append(driver, position, start, region.hi, stage)
    }

    // ---- fibers ----

    /// Opens the fiber at `position`, of which `index` is written first; returns its first segment, or nothing if it has
    /// raised a fault.
    #[inline]
    pub(super) fn open(&mut self, driver: Driver, position: usize, index: usize) -> Option<usize> {
        let Progress {
            assembled,
            closed,
            busy,
            ..
        } = self.progress;
        if busy || position < closed || position >= assembled {
            let opened = if busy {
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
            opened.map_err(fault::raise).ok()?
        }
        self.close(driver, position);
        self.progress.busy = true;
        Some(self.ptr[position].to_usize())
    }

    /// The last fiber that was given segments, complete or not, is the one before this.
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

    /// Completes the fiber that starts with segment `start` by fill, for which there is room.
    pub(super) fn fill_up(&mut self, driver: Driver, start: usize) {
        let used = self.used();
        if self.repeats(driver, start, used, &L::Staging::stage()) {
            L::Staging::withdraw(driver, &mut self.child, used, 1);
            self.extend(driver, start, self.extent)
        } else {
            self.push(driver, start, self.extent, L::Staging::stage())
        }
    }

    /// Takes back the segments of the fibers from `position` on.
    pub(super) fn cut(&mut self, driver: Driver, position: usize) {
        let (from, count) = self.cut_segments(position);
        if count > 0 {
            L::Staging::withdraw(driver, &mut self.child, from, count)
        }
    }

    /// Takes back the segments of the fibers from `position` on, but not their children; returns from which position of the
    /// child on how many these are.
    pub(super) fn cut_segments(&mut self, position: usize) -> (usize, usize) {
        let used = self.used();
        let from = match self.ptr.get(position) {
            Some(from) if position <= self.progress.closed => from.to_usize().min(self.right.len()),
            _ => return (used, 0),
        };
        self.right.truncate(from);
        self.ofs.truncate(from + 1);
        self.progress.closed = position;
        self.progress.sealed = self.progress.sealed.min(position);
        (self.used(), used - self.used())
    }
}
