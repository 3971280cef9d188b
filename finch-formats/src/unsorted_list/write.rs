//! Unsorted lists as programs write them.
//!
//! While the level is written, `ptr[p + 1]` counts what fiber `p` holds; freezing sums the counts up. The child has
//! reserved, and `idx` has capacity, for `room` entries.
//!
//! Entry `at` of the fiber that is written, which starts at `start`, has the stamp `first + at - start`, and the table
//! of places holds the stamp of each of its indices. Stamps of other fibers are less than `first`, so that they say
//! nothing; when the numbers run out, the table is cleared.
//!
//! A loop that knows how many indices come makes room for them before it begins ([`reserved`]), so that nothing grows
//! in it; any other grows where an index is bound ([`bind`]). Both write an [`entry`].

mod bind;
mod entry;
mod merge;
mod reserved;

pub use bind::UnsortedListWrite;
pub use reserved::UnsortedListReserved;

use crate::buffer::{MODEST, rooms};
use crate::kit::by_pointer::{ChildOf, PointerFiber, WriteByPointer};
use crate::kit::compressed::{Compressed, Parts};
use crate::kit::insert::{Entered, ThenUnfurl};
use crate::unsorted_list::UnsortedList;
use crate::width::Width;
use bind::Filling;
use core::cell::Cell;
use entry::Held;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::explain::WriteDescription;
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteLevel};
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::target::{Dirty, OnWriteFiber, RemainingIndices, WriteFiber};
use finch_traits::writer::together;

/// A level that can be written.
type Owned<L, P, I> = UnsortedList<L, Vec<P>, Vec<I>>;

/// Entries for which there may be room in vain where that costs addresses, but no more memory than the table of places.
const FORESEEN: usize = 1 << 20;

/// No fiber.
const NOBODY: usize = usize::MAX;

/// The first stamp of a fiber that comes too late: no index has it or a later one.
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
}

impl Default for Places {
    fn default() -> Self {
        Places {
            stamps: Vec::new(),
            fiber: NOBODY,
            start: 0,
            first: 1,
            next: 1,
        }
    }
}

impl Places {
    /// No fiber is current. A frame that was cut off has given stamps that nobody counted.
    fn close(&mut self, was_cut_off: bool) {
        if was_cut_off {
            self.next = u32::MAX
        }
        self.fiber = NOBODY
    }

    /// Makes room for the stamps of another fiber, each less than `u32::MAX`; says whether there is.
    #[inline(always)]
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
        if self.stamps.try_reserve_exact(missing).is_err() {
            return false;
        }
        self.stamps.clear();
        self.stamps.resize(extent, 0);
        self.next = 1;
        // Its stamps are gone: whoever comes back to it gives them again.
        self.fiber = NOBODY;
        true
    }
}

// SAFETY: an entry is an index, and has the position of the same number in the child. An index that has a stamp of the
// current fiber is found again, and any other gets a new entry, so the indices of a fiber differ. A frame that was cut
// off leaves entries uncounted, and `truncate` makes its stamps stale.
unsafe impl<L: WriteLevel, P: Width, I: Width> Compressed for Owned<L, P, I> {
    type P = P;
    type Child = L;

    #[inline(always)]
    fn parts(&mut self, _driver: Driver) -> Parts<'_, P, L> {
        Parts {
            extent: &mut self.extent,
            ptr: &mut self.ptr,
            progress: &mut self.progress,
            child: &mut self.child,
        }
    }

    fn check_extent(extent: usize) -> Result<()> {
        crate::check::extent_fits::<I>(Self::NAME, extent)
    }

    fn entries(&self) -> usize {
        self.idx.len()
    }

    fn truncate(&mut self, _driver: Driver, entries: usize) {
        self.idx.truncate(entries);
        self.places.close(self.progress.busy)
    }

    fn shrink(&mut self) {
        self.ptr.shrink_to_fit();
        self.idx.shrink_to_fit();
        // As of a level that was made of its arrays: stamps are made when it is written.
        self.places = Places::default();
        self.child.shrink_to_fit()
    }
}

crate::compressed! {
    unsafe impl[L: WriteLevel, P: Width, I: Width] WriteLevel for Owned<L, P, I>,
    mirrored L::MIRRORED.below(1)
}

impl<L: WriteLevel, P: Width, I: Width> Owned<L, P, I> {
    /// Makes the fiber at `position` the current one. Returns where its entries start and the first stamp, which is
    /// [`LATE`] if it lies before another one that holds something; `None` if there is not as much memory.
    #[inline(always)]
    fn go_to(&mut self, position: usize) -> Option<(usize, u32)> {
        if self.places.fiber == position {
            return Some((self.places.start, self.places.first));
        }
        // For a fiber that comes too late as well, since it looks for stamps before it is refused.
        if !self.places.make_room(self.extent) {
            return None;
        }
        if position < self.progress.open {
            return Some((self.idx.len(), LATE));
        }
        promise!(position + 1 < self.ptr.len());
        // SAFETY: the position is assembled, so there is a pointer for where it ends.
        let count = unsafe { self.ptr.get_unchecked(position + 1) }.to_usize();
        let places = &mut self.places;
        places.fiber = position;
        places.start = self.idx.len() - count;
        places.first = places.next;
        if count > 0 {
            self.stamp_again()
        }
        Some((self.places.start, self.places.first))
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

    /// Whether there is room for every index of the fiber at `position`, whose entries start at `start`; makes it if
    /// that is modest.
    #[inline(always)]
    fn has_room_for_all(&mut self, driver: Driver, position: usize, start: usize, first: u32, len: usize) -> bool {
        let has_room = |level: &Self| first != LATE && level.progress.room - start >= level.extent;
        has_room(self) || (self.foresee(driver, position, first, len) && has_room(self))
    }

    /// Makes room for all indices of this fiber, and for as many behind it as a fiber has, so that not each one asks
    /// again. Not if that takes much more than there is: then it is made as indices come. Says whether it did; having
    /// no memory for it is no error.
    #[cold]
    #[inline(never)]
    fn foresee(&mut self, driver: Driver, position: usize, first: u32, len: usize) -> bool {
        let mut below = Vec::new();
        self.child.shape(&mut below);
        let (each, more) = (L::room(&below), self.extent.saturating_mul(2));
        // There is a table of all indices anyway; of what has extents below there would be as much again for each of
        // them.
        let modest = if each == 1 { FORESEEN } else { MODEST };
        first != LATE
            && more.saturating_mul(each) <= len.saturating_mul(each).max(modest)
            && self.make_room(driver, len, len.saturating_add(more), position).is_ok()
    }

    /// The frame of the fiber at `position`, which had `len` entries in all when it ended.
    ///
    /// # Safety
    ///
    /// So many indices are written.
    #[inline(always)]
    unsafe fn leave(&mut self, position: usize, start: usize, len: usize) {
        let places = &mut self.places;
        // There are at most as many entries as indices, and there was room for as many stamps.
        places.next = places.first + (len - start) as u32;
        let len = if len > P::MAX {
            self.drop_uncounted(position, len)
        } else {
            len
        };
        // SAFETY: says the caller.
        unsafe { self.idx.set_len(len) };
        promise!(position + 1 < self.ptr.len());
        // SAFETY: the position is assembled, so there is a pointer for where it ends.
        unsafe { *self.ptr.get_unchecked_mut(position + 1) = P::truncate(len - start) };
        if len > start {
            self.progress.open = position
        }
    }

    /// There was room for more than pointers can count: the rest is dropped, and what stamps say of it is forgotten.
    /// Returns how many entries are kept.
    #[cold]
    #[inline(never)]
    fn drop_uncounted(&mut self, fiber: usize, len: usize) -> usize {
        fault::raise(Fault::TooLarge {
            level: Self::NAME,
            fiber,
            index: len,
        });
        self.places.fiber = NOBODY;
        P::MAX
    }

    /// Makes room for more than `len` entries, of which `len` exist; returns for how many there is room now, or 0 after
    /// it has raised a fault: there is no memory, or the fiber `is_late`, in which `index` was to come.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, driver: Driver, len: usize, fiber: usize, index: usize, is_late: bool) -> usize {
        let level = Self::NAME;
        let outcome = if is_late {
            Err(Fault::Left { level, fiber, index })
        } else if len >= P::MAX {
            Err(Fault::TooLarge {
                level,
                fiber,
                index: len,
            })
        } else {
            self.make_room(driver, len, len + 1, fiber)
        };
        match outcome {
            Ok(()) => self.progress.room,
            Err(fault) => {
                fault::raise(fault);
                0
            }
        }
    }

    /// Makes room for `more` entries behind `len`, which exist; says whether there is as much memory.
    #[cold]
    #[inline(never)]
    fn grow_by(&mut self, driver: Driver, len: usize, more: usize, fiber: usize) -> bool {
        if self.progress.room - len >= more {
            return true;
        }
        match self.make_room(driver, len, len.saturating_add(more), fiber) {
            Ok(()) => true,
            Err(fault) => {
                fault::raise(fault);
                false
            }
        }
    }

    /// Grows from `len` entries to at least as many as are `wanted`, see [`rooms`].
    fn make_room(&mut self, driver: Driver, len: usize, wanted: usize, fiber: usize) -> Result<(), Fault> {
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { self.idx.set_len(len) };
        let too_large = Fault::TooLarge {
            level: Self::NAME,
            fiber,
            index: len,
        };
        let mut outcome = Err(too_large);
        for room in rooms(len, wanted, P::MAX, [fiber, self.ptr.len()]) {
            outcome = self.idx.try_reserve_exact(room - len).map_err(|_| too_large);
            outcome = outcome.and_then(|()| self.child.reserve(driver, room));
            if outcome.is_ok() {
                self.progress.room = room;
                break;
            }
        }
        outcome
    }
}

/// Opens a fiber, of which `index` and what is behind it are written, if that is known.
#[inline(always)]
fn open<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty, K: OnWriteFiber<L::T>>(
    fiber: PointerFiber<'w, Owned<L, P, I>, D>,
    driver: Driver,
    index: Option<usize>,
    k: K,
) {
    // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
    // child is written.
    let level = unsafe { &mut *fiber.level };
    // The frame below keeps what it appends to itself until it ends, so there must be no other.
    if level.progress.busy {
        return fault::raise(Fault::WrittenTwice {
            level: "UnsortedList",
            fiber: fiber.position,
            index,
        });
    }
    let Some((start, first)) = level.go_to(fiber.position) else {
        return fault::raise(Fault::TooLarge {
            level: "UnsortedList",
            fiber: fiber.position,
            index: level.extent,
        });
    };
    level.progress.busy = true;
    let len = level.idx.len();
    let is_roomy = level.has_room_for_all(driver, fiber.position, start, first, len);
    let held = Held {
        extent: level.extent,
        start,
        first,
        stamps: level.places.stamps.as_mut_ptr(),
        idx: level.idx.as_mut_ptr(),
        // SAFETY: the child has room for `room` positions, and is written through this view only.
        child: unsafe { L::writing(&raw mut (*fiber.level).child) },
    };
    let frame = Filling {
        is_roomy,
        len: Cell::new(len),
        // What comes too late is refused where there is no room.
        room: Cell::new(if first == LATE { len } else { level.progress.room }),
        held: Cell::new(held),
    };
    k.call(Entered(UnsortedListWrite {
        level: fiber.level,
        frame: &frame,
        position: fiber.position,
        dirty: fiber.dirty,
    }));
    // SAFETY: as above; the child is not being written any more.
    let level = unsafe { &mut *fiber.level };
    if first != LATE {
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { level.leave(fiber.position, start, frame.len.get()) }
    }
    level.progress.busy = false
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<L: WriteLevel, P: Width, I: Width> WriteByPointer for Owned<L, P, I> {
    type AnyOrder<'w>
        = <ChildOf<'w, L> as WriteFiber>::AnyOrder
    where
        Self: 'w;
    const TOGETHER: usize = together(1, <ChildOf<'_, L> as WriteFiber>::TOGETHER);

    #[inline(always)]
    fn unfurl<'w, D: Dirty, Q: Pass, R: RemainingIndices, K: OnTarget<Q, L::T>>(
        fiber: PointerFiber<'w, Self, D>,
        pass: Q,
        rest: R,
        k: K,
    ) where
        Self: 'w,
    {
        open(
            fiber,
            pass.driver(),
            Some(pass.region().lo),
            ThenUnfurl { pass, rest, k },
        )
    }

    #[inline(always)]
    fn enter<'w, D: Dirty, K: OnWriteFiber<L::T>>(fiber: PointerFiber<'w, Self, D>, driver: Driver, k: K)
    where
        Self: 'w,
    {
        open(fiber, driver, None, k)
    }

    fn describe<'w, D: Dirty>() -> WriteDescription
    where
        Self: 'w,
    {
        WriteDescription::new::<UnsortedListWrite<'w, 'w, L, P, I, D>, ChildOf<'w, L>>("UnsortedList")
            .noting("in any order within a fiber")
    }
}
