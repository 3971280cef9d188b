//! Unsorted lists as programs write them: by appending to a compressed level, unless an index is there.
//!
//! Entry `at` of the fiber that is written, which starts at `start`, has the stamp `first + at - start`, and the table
//! of places holds the stamp of each of its indices. Stamps of other fibers are less than `first`, so that they say
//! nothing; when the numbers run out, the table is cleared.
//!
//! `first` is `start + 1` where it can be: a stamp is a position plus one then, and loops need neither `first` nor the
//! difference in registers. What is declared anew begins at zero, and needs a table that is cleared for that. It is if
//! that costs little beside what was written since the last time.

mod merge;

use crate::buffer::{MODEST, may_be_long, rooms};
use crate::imports::*;
use crate::kit::append::{Appending, open};

/// A level that can be written.
type Owned<L, P, I> = UnsortedList<L, Vec<P>, Vec<I>>;

/// Entries for which there may be room in vain where that costs addresses, but no more memory than the table of places.
const FORESEEN: usize = 1 << 20;

/// The table of places is cleared once one entry in so many indices was written: that takes about as long as writing them.
const CLEARED: usize = 16;

/// No fiber.
const NOBODY: usize = usize::MAX;

/// More than all stamps: the first stamp of a fiber that comes too late, so that no index has one of it.
const LATE: u32 = u32::MAX;

/// Where the indices of the current fiber are stored.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// A stamp for each index.
    stamps: Vec<u32>,
    /// The fiber whose stamps count.
    fiber: usize,
    /// Where its entries start.
    start: usize,
    /// The stamp of its first entry.
    first: u32,
    /// More than all stamps that were given, and not 0.
    next: u32,
    /// What `next` was when the table was last cleared.
    cleared: u32,
    /// The current fiber has room for all of its indices, and the stamp of each entry is its position plus one.
    ready: bool,
    /// A fiber that starts before this position has room for all of its indices, and each can have a stamp that is its position plus one.
    easy: usize,
}

impl Default for Places {
    fn default() -> Self {
        Places {
            stamps: Vec::new(),
            fiber: NOBODY,
            start: 0,
            first: 1,
            next: 1,
            cleared: 1,
            ready: false,
            easy: 0,
        }
    }
}

impl Places {
    /// No fiber is current. A frame that was cut off has given stamps that nobody counted.
    fn truncate(&mut self, was_cut_off: bool) {
        if was_cut_off {
            self.next = u32::MAX
        }
        self.nobody()
    }

    /// No fiber is current, and nothing is known of those to come.
    fn nobody(&mut self) {
        self.fiber = NOBODY;
        self.ready = false;
        self.easy = 0
    }

    /// Makes room for the stamps of another fiber, each less than `u32::MAX`; says whether there is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make_room(&mut self, extent: usize) -> bool {
        let is_enough = self.stamps.len() >= extent && (LATE - self.next) as usize >= extent;
        is_enough || self.restart(extent)
    }

    #[cold]
    #[inline(never)]
    fn restart(&mut self, extent: usize) -> bool {
        if extent >= LATE as usize {
            return false;
        }
        let missing = extent.saturating_sub(self.stamps.len());
        if !may_be_long(extent) || self.stamps.try_reserve_exact(missing).is_err() {
            return false;
        }
        self.stamps.clear();
        self.stamps.resize(extent, 0);
        self.next = 1;
        self.cleared = 1;
        // Its stamps are gone: whoever comes back to it gives them again.
        self.nobody();
        true
    }

    /// Makes the next stamp one more than `start`, the position of its entry, by clearing the table: if positions are numbers of 32
    /// bits, and enough entries were written since it was cleared.
    #[cold]
    #[inline(never)]
    fn realign(&mut self, start: usize) {
        let extent = self.stamps.len();
        // Behind it there are as many stamps less than `LATE` as there are indices.
        if start < LATE as usize - extent && (self.next - self.cleared) as usize >= extent / CLEARED {
            self.stamps.fill(0);
            self.next = start as u32 + 1;
            self.cleared = self.next
        }
    }
}

// An index that has a stamp of the current fiber is found again, and any other gets a new entry, so the indices of a fiber
// differ. A frame that was cut off leaves entries uncounted, and makes its stamps stale.
crate::compressed! {
    unsafe impl[L: WriteLevel, P: Width, I: Width] for Owned<L, P, I>, as compressed,
    pointers P, child L, entries [idx], besides places, extents crate::check::extent_fits::<I>,
    mirrored L::MIRRORED.below(1)
}

// SAFETY: entries are put behind those of the fibers before, and no stamp counts any more.
in_parts! { unsafe impl[L: WriteInParts, P: Width, I: Width] WriteInParts for Owned<L, P, I>, splits No }

impl<L: WriteLevel, P: Width, I: Width> Owned<L, P, I> {
    /// Makes ready for writing a fiber of which little is known: [`Append::prepare`].
    #[inline(never)]
    fn prepare_any(&mut self, driver: Driver, fiber: usize, floor: usize) -> Result<(), Fault> {
        if self.places.fiber != fiber {
            // For a fiber that comes too late as well, since it looks for stamps before it is refused.
            if !self.places.make_room(self.extent) {
                return Err(faults::too_large::<Self>(fiber, self.extent));
            }
            if floor == 0 {
                self.go_to(fiber)
            }
        }
        if floor == 0 && self.progress.room - self.places.start < self.extent {
            self.foresee(driver, fiber)
        }
        // The stamps of a fiber that starts at `start` are those from `start + 1` on, and all are less than `LATE`.
        let (places, most) = (&mut self.places, self.progress.room.min(LATE as usize - 1));
        places.easy = (most + 1).saturating_sub(self.extent);
        places.ready = floor == 0 && places.start < places.easy && places.first as usize == places.start + 1;
        Ok(())
    }

    /// Makes the fiber at `position`, which holds what was appended last or nothing, the current one.
    fn go_to(&mut self, position: usize) {
        promise!(position + 1 < self.ptr.len());
        // SAFETY: the position is assembled, so there is a pointer for where it ends.
        let count = unsafe { self.ptr.get_unchecked(position + 1) }.to_usize();
        let places = &mut self.places;
        places.fiber = position;
        places.start = self.idx.len() - count;
        if places.next as usize != places.start + 1 {
            places.realign(places.start)
        }
        places.first = places.next;
        if count > 0 {
            self.stamp_again()
        }
    }

    /// Gives the entries of the current fiber, which came before it was current, their stamps.
    #[cold]
    #[inline(never)]
    fn stamp_again(&mut self) {
        let places = &mut self.places;
        for index in &self.idx[places.start..] {
            places.stamps[index.to_usize()] = places.next;
            places.next += 1
        }
    }

    /// Makes room for all indices of the fiber at `position`, and for as many behind it as a fiber has, so that not each one
    /// asks again. Not if that takes much more than there is: then it is made as indices come. Having no memory for it is no
    /// error.
    #[cold]
    #[inline(never)]
    fn foresee(&mut self, driver: Driver, position: usize) {
        let (mut below, len) = (Vec::new(), self.idx.len());
        let capacity = self.capacity().min(P::MAX);
        if capacity >= len.saturating_add(self.extent) {
            return self.make_use_of(driver, len, [capacity, len + self.extent]);
        }
        self.child.shape(&mut below);
        let (each, more) = (L::room(&below), self.extent.saturating_mul(2));
        // There is a table of all indices anyway; of what has extents below there would be as much again for each of
        // them.
        let modest = if each == 1 { FORESEEN } else { MODEST };
        if more.saturating_mul(each) <= len.saturating_mul(each).max(modest) {
            let rooms = rooms(len, len.saturating_add(more), P::MAX, [position, self.ptr.len()]);
            self.make_use_of(driver, len, rooms)
        }
    }

    /// Makes room for the first number of positions for which there is memory, if there is for one.
    fn make_use_of(&mut self, driver: Driver, len: usize, rooms: [usize; 2]) {
        for room in rooms {
            if self.grow(driver, len, room).is_ok() {
                self.progress.room = room;
                return;
            }
        }
    }
}

/// Where the entries of the fiber start that an [`UnsortedList`] level is writing. With a number for each index, its stamp, it finds the
/// entry of an index in constant time.
#[derive(Clone, Copy, Debug)]
pub struct Stamps {
    extent: usize,
    /// Where the entries of the fiber start.
    start: usize,
    /// The stamp of the entry at `start`: smaller ones say nothing.
    first: u32,
    /// By how much the stamp of an entry is more than its position, wrapping around.
    more: u32,
    /// There is room for all indices of the fiber, and `more` is one.
    ready: bool,
    /// That is one, and nothing wraps around. Known where loops are compiled.
    is_position: bool,
}

/// A stamp for each index, and the indices of all entries.
type Bases<I> = (*mut u32, *mut I);

impl Stamps {
    /// Where `index` is stored among `len` entries, if it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find<I>(self, (stamps, _): Bases<I>, index: usize, len: usize) -> Option<usize> {
        promise!(index < self.extent);
        // SAFETY: there is a stamp for every index below the extent.
        let stamp = unsafe { *stamps.add(index) };
        if stamp >= self.first {
            let at = if self.is_position {
                stamp as usize - 1
            } else {
                self.start + (stamp - self.first) as usize
            };
            promise!(at < len);
            Some(at)
        } else {
            None
        }
    }

    /// The entry at `at` belongs to `index`.
    ///
    /// # Safety
    ///
    /// There is room for the entry, which is one of this fiber.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn place<I: Width>(self, (stamps, idx): Bases<I>, at: usize, index: usize) {
        promise!(index < self.extent);
        // SAFETY: there is room for the entry, says the caller, and a stamp for every index.
        unsafe {
            *idx.add(at) = I::truncate(index);
            *stamps.add(index) = (at as u32).wrapping_add(self.more)
        }
    }

    /// Takes `index` back, whose value was whether it is stored: the entry at `last`, which is the last one, takes its
    /// place. There is nothing below to move.
    #[cold]
    #[inline(never)]
    fn remove<I: Width>(self, bases: Bases<I>, at: usize, index: usize, last: usize) {
        // SAFETY: both are entries of this fiber, and there is a stamp for every index.
        unsafe {
            let moved = *bases.1.add(last);
            self.place(bases, at, moved.to_usize());
            *bases.0.add(index) = 0
        }
    }
}

// SAFETY: `idx` has capacity, and the child has reserved positions, for as many entries as there is room. A stamp of this
// fiber leads to an entry of it; an index that has none gets a new one.
unsafe impl<L: WriteLevel, P: Width, I: Width> Append for Owned<L, P, I> {
    type Bases = Bases<I>;
    type New = Below<L, Yes>;
    type State = Stamps;
    const TOGETHER: usize = together(1, <ChildOf<L> as WriteFiber>::TOGETHER);
    const ORDER: &'static str = "in any order within a fiber";

    crate::append_list!(@array idx, in child);

    fn floor(&self, _fiber: usize) -> usize {
        0
    }

    fn too_late(fiber: usize, index: usize) -> Fault {
        let level = Self::NAME;
        Fault::Left { level, fiber, index }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn prepare(&mut self, driver: Driver, fiber: usize, floor: usize) -> Result<(), Fault> {
        let (places, start) = (&mut self.places, self.idx.len());
        // Nothing is stored in it, nor behind it.
        if fiber > self.progress.open && start < places.easy && places.next as usize == start + 1 {
            places.fiber = fiber;
            places.start = start;
            places.first = places.next;
            places.ready = true
        } else if floor > 0 || fiber != places.fiber || !places.ready {
            return self.prepare_any(driver, fiber, floor);
        }
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&self, _fiber: usize, floor: usize) -> Stamps {
        let Places {
            start, first, ready, ..
        } = self.places;
        let first = if floor == 0 { first } else { LATE };
        Stamps {
            extent: self.extent,
            start,
            first,
            more: first.wrapping_sub(start as u32),
            ready,
            is_position: false,
        }
    }

    // As many can be new as are not stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_most(stamps: Stamps, len: usize, more: usize) -> usize {
        more.min(stamps.extent - (len - stamps.start))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, stamps: Stamps, _start: usize, len: usize) {
        // There are at most as many entries as indices, and there was room for as many stamps.
        self.places.next = stamps.first + (len - stamps.start) as u32;
        if len == P::MAX {
            // More may have been put than can be counted: what stamps say of it is forgotten.
            self.places.truncate(true)
        }
        promise!(fiber + 1 < self.ptr.len());
        // SAFETY: the position is assembled, so there is a pointer for where it ends.
        unsafe { *self.ptr.get_unchecked_mut(fiber + 1) = P::truncate(len - stamps.start) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bases(&mut self, _driver: Driver) -> Bases<I> {
        (self.places.stamps.as_mut_ptr(), self.idx.as_mut_ptr())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put(tip: Tip<Self>, stamps: Stamps, _len: usize, at: usize, index: usize, (): ()) -> Stamps {
        // SAFETY: there is room for the entry. It is the last one, and a fiber has at most as many as there are stamps.
        unsafe { stamps.place(tip.bases, at, index) };
        stamps
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<D: Dirty, Asks: Bool, R: RemainingIndices, K: OnTarget<Bind, L::T>>(
        append: Appending<Self, D, Asks>,
        pass: Bind,
        rest: R,
        k: K,
    ) {
        let frame = append.frame;
        let (driver, index, len) = (pass.driver(), pass.index(), frame.len.get());
        // Where the index is stored, and what writes an entry, which is behind all others if it `is_new`.
        let (found, write) = (
            frame.state.get().find(frame.tip.get().bases, index, len),
            #[cfg_attr(not(debug_assertions), inline(always))]
            move |at: usize, is_new: bool| {
                let (tip, stamps) = (frame.tip.get(), frame.state.get());
                // The value of a `Pattern` is this flag, so it starts out as it was left; nobody else minds.
                let dirty = Cell::new(!is_new);
                let fiber = if is_new {
                    // SAFETY: there is room for the position, nothing is stored in it, and it is written by this fiber only.
                    unsafe { tip.below.fresh(at, Lent::new(&dirty)) }
                } else {
                    // SAFETY: the position was handed out before, or was there when the level was opened.
                    unsafe { tip.below.fiber(at, Lent::new(&dirty)) }
                };
                k.call(pass, Write::new(fiber, rest));
                if dirty.get() {
                    if is_new {
                        // SAFETY: there is room for the entry.
                        unsafe { Append::put(tip, stamps, at, at, index, ()) };
                        frame.len.set(at + 1)
                    }
                    append.fiber.dirty.set()
                } else if !is_new {
                    let last = frame.len.get() - 1;
                    stamps.remove(tip.bases, at, index, last);
                    frame.len.set(last)
                }
            },
        );
        branch!(if R::IsEmpty {
            // At a leaf there is little to do, so it is done in each case: what a new entry holds is known.
            if let Some(at) = found {
                write(at, false)
            } else if append.has_room(driver, len, index) {
                write(len, true)
            }
        } else {
            // Elsewhere it is compiled once.
            if found.is_some() || append.has_room(driver, len, index) {
                write(found.unwrap_or(len), found.is_none())
            }
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<D: Dirty, K: OnWriteFiber<L::T>>(fiber: PointerFiber<Self, D>, driver: Driver, k: K) {
        open(
            fiber,
            driver,
            None,
            #[cfg_attr(not(debug_assertions), inline(always))]
            move |append| {
                let stamps = append.frame.state.get();
                if stamps.ready {
                    append.frame.state.set(Stamps {
                        first: stamps.start as u32 + 1,
                        more: 1,
                        is_position: true,
                        ..stamps
                    });
                    k.call(Entered(append.with_room()))
                } else {
                    cold_path();
                    k.call(Entered(append))
                }
            },
        )
    }
}
