//! The segments of a level that is being written, and the room that there is for them.

use crate::imports::*;
use crate::kit::run_writer::RunPosition;

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

    // ---- room ----

    /// How many positions are in use.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn used(&self) -> usize {
        self.ofs.last().map_or(0, |end| end.to_usize())
    }

    /// Makes room for `runs` more runs of the fiber at `position`, of which the last ends at `hi`, and for what that
    /// fiber and those behind it are closed with. A run takes at most a segment, and at least `least` positions: one,
    /// or none if it goes on with what is there.
    #[inline]
    pub(super) fn make_room(
        &mut self,
        driver: Driver,
        position: usize,
        runs: usize,
        least: usize,
        hi: usize,
    ) -> Result<(), Fault> {
        let unclosed = self.closing.assembled.saturating_sub(position) - usize::from(hi == self.extent);
        let least = self.used().saturating_add(least).saturating_add(unclosed);
        let room = least.saturating_add((runs + 1) * Self::MOST);
        let coming = runs.saturating_add(unclosed);
        let too_large = faults::too_large::<Self>(position, least);
        if least > P::MAX || self.right.try_reserve(coming).is_err() || self.ofs.try_reserve(coming + 1).is_err() {
            return Err(too_large);
        }
        L::Staging::make_room(driver, &mut self.child, room)
    }

    /// The pointer type can hardly count the positions that literals would take: everything becomes runs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_crowded(&self) -> bool {
        let unclosed = self.closing.assembled - self.closing.closed;
        self.used() > P::MAX.saturating_sub(3 * Self::MOST).saturating_sub(unclosed)
    }

    // ---- segments ----

    /// Whether what is staged at `position` equals what the fiber that starts with segment `start` ends with.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn repeats(&mut self, driver: Driver, start: usize, position: usize, stage: &StageOf<Self>) -> bool {
        // SAFETY: the position before is kept, and there is room behind it because the fiber is not closed.
        self.right.len() > start && unsafe { L::Staging::repeats(driver, &mut self.child, position, stage) }
    }

    /// Appends what is staged behind the last position, up to index `hi`; takes it back if there is no room.
    #[inline]
    pub(super) fn append(
        &mut self,
        driver: Driver,
        at: RunPosition,
        hi: usize,
        stage: StageOf<Self>,
    ) -> Result<(), Fault> {
        let (start, used) = (at.start, self.used());
        let repeats = self.repeats(driver, start, used, &stage);
        if repeats {
            L::Staging::withdraw(driver, &mut self.child, used, 1)
        }
        let made = self.make_room(driver, at.fiber, 1, usize::from(!repeats), hi);
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
        let (from, end) = (self.ofs[last].to_usize(), end_from(self, start));
        if used - from == 1 {
            self.right[last] = I::truncate(hi);
            return;
        }
        let (tail, more) = (self.literal.tail, hi - end);
        if tail + more < Self::LONG && !self.is_crowded() {
            L::Staging::copy(driver, &mut self.child, used - 1, used, more);
            self.right[last] = I::truncate(hi);
            self.ofs[last + 1] = P::truncate(used + more);
            self.literal.tail = tail + more;
            return;
        }
        // The tail becomes a run. If one run is left of the literal, that is stored as one.
        let mut first = used - tail;
        if self.literal.pieces == 2 && first > from + 1 {
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

    /// Appends what is staged, and differs from what the fiber that starts with segment `start` ends with, up to index
    /// `hi`.
    #[inline]
    pub(super) fn push(&mut self, driver: Driver, start: usize, hi: usize, stage: StageOf<Self>) {
        let (segments, mut used, left) = (self.right.len(), self.used(), end_from(self, start));
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
                    self.literal.pieces = 1
                }
                L::Staging::keep(driver, &mut self.child, used, stage);
                L::Staging::copy(driver, &mut self.child, used, used + 1, len - 1);
                self.right[last] = I::truncate(hi);
                self.ofs[last + 1] = P::truncate(used + len);
                self.literal.tail = len;
                self.literal.pieces += 1;
                return;
            }
        }
        L::Staging::keep(driver, &mut self.child, used, stage);
        self.right.push(I::truncate(hi));
        self.ofs.push(P::truncate(used + 1))
    }
}
