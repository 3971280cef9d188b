//! Runs and literals as programs write them.
//!
//! As in a [`RunList`](crate::RunList), opening a fiber closes those before it, by extending them to the extent with
//! fill; the level consists of complete fibers up to `closed`, and behind them the segments of at most one more. Closing
//! cannot fail: there is room for what each fiber that is not closed is closed with.
//!
//! What comes next in a fiber is *staged* behind the last position, and compared with the one there. What differs joins a
//! literal if it is short, or if it is not becomes a segment. What equals it makes a run longer; at the end of a literal,
//! it does so until the run is long, which then is taken out of the literal. So segments depend on what the fiber holds
//! alone:
//!
//! ```text
//! a a b     one run is short and alone: a run        | a a |
//! a a b     another short one: both are a literal    | a, a, b |
//! .. b b b  the second one has become long           | a a | b b b b |
//! ```

use crate::buffer::grow;
use crate::merge::{InPlace, MergeLevel, Staging};
use crate::pack_bits::PackBits;
use crate::width::Width;
use core::cell::Cell;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Known};
use finch_traits::algebra::logic::No;
use finch_traits::explain::WriteDescription;
use finch_traits::fiber::Fiber;
use finch_traits::level::{Fibers, Level};
use finch_traits::lifecycle::{WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::pass::accept::Accept;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::region::Region;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, WholeRun, Write, WriteFiber};
use finch_traits::{Error, ErrorKind, Result};

/// How far a level is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// How many fibers exist.
    assembled: usize,
    /// How many fibers are complete.
    closed: usize,
    /// The last complete fiber that was given something is the one before this.
    sealed: usize,
    /// How many equal positions the last segment ends with, if it is a literal.
    tail: usize,
    /// How many runs the last segment consists of, if it is a literal.
    pieces: usize,
    /// A fiber is being written right now.
    busy: bool,
}

/// All fibers, for writing.
#[derive(Debug)]
pub struct PackBitsWriting<L, P, I> {
    level: *mut PackBits<L, Vec<P>, Vec<I>>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct PackBitsWriteFiber<L, P, I, D> {
    level: *mut PackBits<L, Vec<P>, Vec<I>>,
    position: usize,
    dirty: D,
}

/// One fiber that runs are appended to.
#[derive(Debug)]
pub struct PackBitsAppend<L, P, I, D> {
    level: *mut PackBits<L, Vec<P>, Vec<I>>,
    position: usize,
    /// The first segment of the fiber.
    start: usize,
    dirty: D,
}

crate::copy!(
    PackBitsWriting<L, P, I>,
    PackBitsWriteFiber<L, P, I, D: Copy>,
    PackBitsAppend<L, P, I, D: Copy>,
);

/// Where the child of a new run waits.
type StageOf<L> = <<L as MergeLevel>::Staging as Staging<L>>::Stage;
/// One fiber below, for reading.
type FiberOf<'a, L> = <<L as Level>::Fibers<'a> as Fibers>::Fiber;

/// What becomes of the indices between the last run and one that is staged in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
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
    const LONG: usize = match L::Staging::COPY {
        None => 2,
        Some(bytes) => {
            let bytes = if bytes == 0 { 1 } else { bytes };
            1 + (2 * (size_of::<I>() + size_of::<P>())).div_ceil(bytes)
        }
    };

    /// The most positions that one run takes: two short ones become a literal.
    const MOST: usize = match L::Staging::COPY {
        None => 1,
        Some(_) => 2 * (Self::LONG - 1),
    };

    fn too_large(fiber: usize, index: usize) -> Fault {
        Fault::TooLarge {
            level: Self::NAME,
            fiber,
            index,
        }
    }

    fn out_of_order(fiber: usize, index: usize) -> Fault {
        Fault::OutOfOrder {
            level: Self::NAME,
            fiber,
            index,
        }
    }

    // ---- room ----

    /// How many positions are in use.
    #[inline(always)]
    fn used(&self) -> usize {
        self.ofs.last().map_or(0, |end| end.to_usize())
    }

    /// Makes room for `runs` more runs of the fiber at `position`, of which the last ends at `hi`, and for what that fiber and
    /// those behind it are closed with. A run takes at most a segment, and at least `least` positions: one, or none if it
    /// goes on with what is there.
    #[inline]
    fn make_room(&mut self, position: usize, runs: usize, least: usize, hi: usize) -> Result<(), Fault> {
        let unclosed = self.progress.assembled.saturating_sub(position) - usize::from(hi == self.extent);
        let least = self.used().saturating_add(least).saturating_add(unclosed);
        let room = least.saturating_add((runs + 1) * Self::MOST);
        let coming = runs.saturating_add(unclosed);
        let too_large = Self::too_large(position, least);
        if least > P::MAX || self.right.try_reserve(coming).is_err() || self.ofs.try_reserve(coming + 1).is_err() {
            return Err(too_large);
        }
        L::Staging::make_room(&mut self.child, room)
    }

    /// The pointer type can hardly count the positions that literals would take: everything becomes runs.
    #[inline(always)]
    fn is_crowded(&self) -> bool {
        let unclosed = self.progress.assembled - self.progress.closed;
        self.used() > P::MAX.saturating_sub(3 * Self::MOST).saturating_sub(unclosed)
    }

    // ---- segments ----

    /// Where the last segment ends, if it belongs to the fiber that starts with segment `start`.
    #[inline(always)]
    fn end_from(&self, start: usize) -> usize {
        match self.right.last() {
            Some(last) if self.right.len() > start => last.to_usize(),
            _ => 0,
        }
    }

    /// Whether what is staged at `position` equals what the fiber that starts with segment `start` ends with.
    #[inline(always)]
    fn repeats(&mut self, start: usize, position: usize, stage: &StageOf<L>) -> bool {
        // SAFETY: the position before is kept, and there is room behind it because the fiber is not closed.
        self.right.len() > start && unsafe { L::Staging::repeats(&mut self.child, position, stage) }
    }

    /// Appends what is staged behind the last position to the fiber at `position`, which starts with segment `start`, up to
    /// index `hi`; takes it back if there is no room.
    #[inline]
    fn append(&mut self, position: usize, start: usize, hi: usize, stage: StageOf<L>) -> Result<(), Fault> {
        let used = self.used();
        let repeats = self.repeats(start, used, &stage);
        if repeats {
            L::Staging::withdraw(&mut self.child, used, 1)
        }
        let made = self.make_room(position, 1, usize::from(!repeats), hi);
        match made {
            Ok(()) if repeats => self.extend(start, hi),
            Ok(()) => self.push(start, hi, stage),
            Err(_) => L::Staging::withdraw(&mut self.child, used, 1),
        }
        made
    }

    /// What the fiber that starts with segment `start` ends with goes on up to index `hi`.
    #[inline]
    fn extend(&mut self, start: usize, hi: usize) {
        let (last, used) = (self.right.len() - 1, self.used());
        let (from, end) = (self.ofs[last].to_usize(), self.end_from(start));
        if used - from == 1 {
            self.right[last] = I::truncate(hi);
            return;
        }
        let (tail, more) = (self.progress.tail, hi - end);
        if tail + more < Self::LONG && !self.is_crowded() {
            L::Staging::copy(&mut self.child, used - 1, used, more);
            self.right[last] = I::truncate(hi);
            self.ofs[last + 1] = P::truncate(used + more);
            self.progress.tail = tail + more;
            return;
        }
        // The tail becomes a run. If one run is left of the literal, that is stored as one.
        let mut first = used - tail;
        if self.progress.pieces == 2 && first > from + 1 {
            first = from + 1;
            L::Staging::copy(&mut self.child, used - 1, first, 1)
        }
        if used > first + 1 {
            L::Staging::withdraw(&mut self.child, first + 1, used - first - 1)
        }
        self.right[last] = I::truncate(end - tail);
        self.ofs[last + 1] = P::truncate(first);
        self.right.push(I::truncate(hi));
        self.ofs.push(P::truncate(first + 1))
    }

    /// Appends what is staged, and differs from what the fiber that starts with segment `start` ends with, up to index `hi`.
    #[inline]
    fn push(&mut self, start: usize, hi: usize, stage: StageOf<L>) {
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
                    L::Staging::copy(&mut self.child, from, used, left - before - 1);
                    used += left - before - 1;
                    self.progress.pieces = 1
                }
                L::Staging::keep(&mut self.child, used, stage);
                L::Staging::copy(&mut self.child, used, used + 1, len - 1);
                self.right[last] = I::truncate(hi);
                self.ofs[last + 1] = P::truncate(used + len);
                self.progress.tail = len;
                self.progress.pieces += 1;
                return;
            }
        }
        L::Staging::keep(&mut self.child, used, stage);
        self.right.push(I::truncate(hi));
        self.ofs.push(P::truncate(used + 1))
    }

    /// Appends what is staged in a local over `region` of the fiber at `position`, which starts with segment `start`.
    #[inline]
    fn put(&mut self, position: usize, start: usize, region: Region, stage: StageOf<L>) -> Result<(), Fault> {
        let next = self.end_from(start);
        if region.lo < next {
            return Err(Self::out_of_order(position, region.lo));
        }
        if region.lo > next {
            self.append(position, start, region.lo, L::Staging::stage())?
        }
        self.append(position, start, region.hi, stage)
    }

    /// Finds out where what comes over `region` of the fiber at `position`, which starts with segment `start`, is to be
    /// staged in place, and makes room there. Nothing changes that could be read.
    ///
    /// There is room for one more because the fiber is not closed.
    #[inline]
    fn begin(&mut self, position: usize, start: usize, region: Region) -> Result<(usize, Gap), Fault> {
        let (next, used) = (self.end_from(start), self.used());
        if region.lo < next {
            return Err(Self::out_of_order(position, region.lo));
        }
        let mut gap = Gap::None;
        if region.lo > next {
            let repeats = self.repeats(start, used, &L::Staging::stage());
            L::Staging::withdraw(&mut self.child, used, 1);
            gap = if repeats { Gap::Extends } else { Gap::Fills }
        }
        let fills = usize::from(gap == Gap::Fills);
        self.make_room(position, 2, fills, region.lo)?;
        Ok((used + fills, gap))
    }

    /// Appends what is staged in place over `region` to the fiber at `position`, which starts with segment `start`.
    #[inline]
    fn put_in_place(
        &mut self,
        position: usize,
        start: usize,
        region: Region,
        gap: Gap,
        stage: StageOf<L>,
    ) -> Result<(), Fault> {
        match gap {
            Gap::None => (),
            Gap::Extends => self.extend(start, region.lo),
            Gap::Fills => self.push(start, region.lo, L::Staging::stage()),
        }
        self.append(position, start, region.hi, stage)
    }

    // ---- fibers ----

    /// Opens the fiber at `position`, of which `index` is written first; returns its first segment, or nothing if it has
    /// raised a fault.
    #[inline]
    fn open(&mut self, position: usize, index: usize) -> Option<usize> {
        let Progress {
            assembled,
            closed,
            sealed,
            busy,
            ..
        } = self.progress;
        if busy || position < closed || position >= assembled {
            let opened = if busy {
                Err(Fault::WrittenTwice {
                    level: Self::NAME,
                    fiber: position,
                })
            } else if position < sealed {
                Err(Self::out_of_order(position, index))
            } else {
                // A parent that appends has only reserved it, or opens it again.
                self.cut(position);
                self.assemble(position + 1)
            };
            opened.map_err(fault::raise).ok()?
        }
        self.close(position);
        self.progress.busy = true;
        Some(self.ptr[position].to_usize())
    }

    /// Completes the fibers below position `positions`.
    #[inline]
    fn close(&mut self, positions: usize) {
        while self.progress.closed < positions {
            let start = self.ptr[self.progress.closed].to_usize();
            let given = self.right.len() > start;
            if self.end_from(start) < self.extent {
                self.fill_up(start)
            }
            self.progress.closed += 1;
            self.ptr[self.progress.closed] = P::truncate(self.right.len());
            if given {
                self.progress.sealed = self.progress.closed
            }
        }
    }

    /// Completes the fiber that starts with segment `start` by fill, for which there is room.
    fn fill_up(&mut self, start: usize) {
        let used = self.used();
        if self.repeats(start, used, &L::Staging::stage()) {
            L::Staging::withdraw(&mut self.child, used, 1);
            self.extend(start, self.extent)
        } else {
            self.push(start, self.extent, L::Staging::stage())
        }
    }

    /// Takes back the segments of the fibers from `position` on.
    fn cut(&mut self, position: usize) {
        let (from, count) = self.cut_segments(position);
        if count > 0 {
            L::Staging::withdraw(&mut self.child, from, count)
        }
    }

    /// Takes back the segments of the fibers from `position` on, but not their children; returns from which position of the
    /// child on how many these are.
    fn cut_segments(&mut self, position: usize) -> (usize, usize) {
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

// SAFETY: a segment is appended only behind the last one of its fiber and not beyond the extent, fibers are written in
// ascending order, and freezing completes all of them; a child is kept for every position.
unsafe impl<L: MergeLevel, P: Width, I: Width> WriteLevel for PackBits<L, Vec<P>, Vec<I>> {
    type NeedsFlag = No;
    type Writing<'w>
        = PackBitsWriting<L, P, I>
    where
        Self: 'w;

    fn resize(&mut self, shape: &[usize]) -> Result<()> {
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
            self.child.resize(below)?;
            self.extent = extent;
        }
        self.declare();
        Ok(())
    }

    fn declare(&mut self) {
        self.ptr.clear();
        self.right.clear();
        self.ofs.clear();
        self.ofs.push(P::default());
        self.progress = Progress::default();
        self.child.declare()
    }

    #[inline]
    fn assemble(&mut self, positions: usize) -> Result<(), Fault> {
        self.reserve(positions)?;
        if positions > self.progress.assembled {
            let before = core::mem::replace(&mut self.progress.assembled, positions);
            if self.extent > 0
                && let Err(fault) = self.make_room(self.progress.closed.min(positions), 0, 0, 0)
            {
                self.progress.assembled = before;
                return Err(fault);
            }
        }
        Ok(())
    }

    // Fibers that may never exist need no segments.
    #[inline]
    fn reserve(&mut self, positions: usize) -> Result<(), Fault> {
        let too_large = Self::too_large(positions, positions);
        let len = positions.checked_add(1).ok_or(too_large)?;
        grow(&mut self.ptr, len, P::default).map_err(|()| too_large)
    }

    fn freeze(&mut self, positions: usize) {
        // A level below a parent without entries was never assembled.
        self.ptr.resize(positions + 1, P::default());
        if self.progress.closed >= positions {
            self.cut(positions)
        } else {
            self.close(positions)
        }
        self.child.freeze(self.used())
    }

    fn thaw(&mut self, _positions: usize) -> Result<()> {
        Err(Error::new(
            ErrorKind::Lifecycle,
            "a PackBits level cannot be updated in place: declare it, or update a SparseRunList or Dense level instead",
        ))
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        PackBitsWriting { level }
    }
}

// SAFETY: fibers are compared when they are complete, which closing makes them; taking fibers back leaves those before
// them as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width> MergeLevel for PackBits<L, Vec<P>, Vec<I>> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        self.close(from + count);
        let bounds = &self.ptr[from - count..=from + count];
        let (before, start) = (bounds[0].to_usize(), bounds[count].to_usize());
        let segments = start - before;
        let (first, used) = (self.ofs[start].to_usize(), self.used());
        let positions = first - self.ofs[before].to_usize();
        (0..=count).all(|fiber| bounds[fiber].to_usize() + segments == bounds[count + fiber].to_usize())
            && self.right[before..start] == self.right[start..]
            && used - first == positions
            && (before..start).all(|at| self.ofs[at].to_usize() + positions == self.ofs[at + segments].to_usize())
            // SAFETY: there is a child for every position, and these are the last ones.
            && (positions == 0 || unsafe { self.child.repeats(first, positions) })
    }

    fn withdraw(&mut self, from: usize, _count: usize) {
        let (from, count) = self.cut_segments(from);
        self.child.withdraw(from, count)
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<L: MergeLevel, P: Width, I: Width> WriteFibers for PackBitsWriting<L, P, I> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = PackBitsWriteFiber<L, P, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        PackBitsWriteFiber {
            level: self.level,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled or reserved; fibers that come too late are refused.
unsafe impl<L: MergeLevel, P: Width, I: Width, D: Dirty> WriteFiber for PackBitsWriteFiber<L, P, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let level = unsafe { &mut *self.level };
        let Some(start) = level.open(self.position, pass.region().lo) else {
            return;
        };
        k.call(
            pass,
            UnfurledTarget::new(
                PackBitsAppend {
                    level: self.level,
                    position: self.position,
                    start,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        // SAFETY: as above.
        let level = unsafe { &mut *self.level };
        level.progress.busy = false
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        type Child<'s, L> = <<L as MergeLevel>::Staging as Staging<L>>::Staged<'s, &'s Cell<bool>>;
        fn with<'s, L: MergeLevel + 's, P: Width, I: Width, D: Dirty>() -> WriteDescription {
            WriteDescription::new::<PackBitsAppend<L, P, I, D>, Child<'s, L>>("PackBits")
        }
        with::<L, P, I, D>().noting("appending")
    }
}

impl<L: MergeLevel, P: Width, I: Width, D: Dirty> PackBitsAppend<L, P, I, D> {
    /// The level, for the length of one call.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    fn level(&self) -> &mut PackBits<L, Vec<P>, Vec<I>> {
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it: fibers of the child are in use
        // only while a run is staged, when this is not called.
        unsafe { &mut *self.level }
    }

    /// Writes one run over the region of the pass, if it is assigned.
    #[inline(always)]
    fn write<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        let region = pass.region();
        let (mut position, mut gap) = (0, Gap::None);
        if L::Staging::IN_PLACE {
            (position, gap) = match self.level().begin(self.position, self.start, region) {
                Ok(begun) => begun,
                Err(fault) => return fault::raise(fault),
            }
        }
        let (stage, dirty) = (L::Staging::stage(), Cell::new(false));
        // SAFETY: there is room at the position, which nothing else uses until the run is put.
        let fiber = unsafe { L::Staging::staged(&raw mut (*self.level).child, position, &stage, &dirty) };
        k.call(pass, WholeRun::new(Write::new(fiber, rest)));
        if !dirty.get() {
            return;
        }
        let put = if L::Staging::IN_PLACE {
            self.level().put_in_place(self.position, self.start, region, gap, stage)
        } else {
            self.level().put(self.position, self.start, region, stage)
        };
        match put {
            Ok(()) => self.dirty.set(),
            Err(fault) => fault::raise(fault),
        }
    }
}

// SAFETY: runs are appended only behind the last one of the fiber; regions are within the extent.
unsafe impl<L: MergeLevel, P: Width, I: Width, D: Dirty> WriteLooplet for PackBitsAppend<L, P, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::AcceptRun;

    // A run of one index.
    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        self.write(pass, rest, k)
    }

    #[inline(always)]
    fn accept<R: Rest, K: OnTarget<Accept, L::T>>(self, pass: Accept, rest: R, k: K) {
        self.write(pass, rest, k)
    }
}
