//! Which indices were written: a list of entries in the order in which they came, which freezing sorts.

use super::Owned;
use crate::imports::*;
use crate::kit::compressed::starts;
use crate::sparse_byte_map::order;

/// Whose entries `idx` lists while a level is written, in the order in which they were.
#[derive(Clone, Debug)]
pub(in crate::sparse_byte_map) struct Touched<Idx> {
    /// The fiber that the entries beyond the last end belong to, or [`BUSY`].
    pub(super) fiber: usize,
    /// Where the entries of other fibers end, in the order of `idx`.
    pub(super) ends: Vec<(usize, usize)>,
    /// How many frames are in progress inside of another one.
    pub(super) depth: usize,
    /// What such frames are adding, by depth.
    inner: Vec<Idx>,
    /// The slots that such frames have added.
    pub(super) beside: Vec<usize>,
    /// Scratch space for distributing entries over fibers.
    pub(super) spare: Option<Idx>,
    /// Scratch space for sorting.
    pub(super) bits: order::Bits,
    /// Some entries were taken back by a child whose value is the byte: they are listed, perhaps twice.
    pub(super) holes: bool,
    /// `ends`, `beside` or `holes` say something: one question instead of three.
    pub(super) mixed: bool,
}

/// A frame is in progress: some entries belong to the frame. Seen outside of all frames, one was cut off by a panic, or
/// the level was made of arrays and has not been written: `idx` may not list all bytes that are set.
pub(super) const BUSY: usize = usize::MAX;

/// Where one in so many indices is stored at least, all are cleared.
const MANY: usize = 8;

impl<Idx> Touched<Idx> {
    /// Nothing is known of the entries.
    pub(in crate::sparse_byte_map) fn unlisted() -> Self {
        Touched {
            fiber: BUSY,
            ends: Vec::new(),
            depth: 0,
            inner: Vec::new(),
            beside: Vec::new(),
            spare: None,
            bits: order::Bits::default(),
            holes: false,
            mixed: false,
        }
    }

    /// All entries belong to `fiber`, and are listed once each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_one(&self, fiber: usize) -> bool {
        promise!(self.mixed || self.ends.is_empty() && self.beside.is_empty() && !self.holes);
        self.fiber == fiber && !self.mixed
    }

    /// Further entries belong to `fiber`; there are `len` now.
    #[inline]
    pub(super) fn go_to(&mut self, fiber: usize, len: usize) {
        if self.fiber != fiber {
            if len > self.ends.last().map_or(0, |&(_, end)| end) {
                self.ends.push((self.fiber, len));
                self.mixed = true
            }
            self.fiber = fiber
        }
    }

    /// The entries are sorted by fiber, as `ptr` says, and listed once each.
    pub(super) fn sorted<P: Width>(&mut self, ptr: &[P]) {
        self.ends.clear();
        self.ends
            .extend(ptr.iter().skip(1).map(|end| end.to_usize()).enumerate());
        // Those of one fiber need no end.
        self.ends.pop_if(|_| ptr.len() == 2);
        self.mixed = !self.ends.is_empty();
        self.fiber = 0
    }
}

impl<I> Touched<Vec<I>> {
    /// Gives back what is not needed to know the entries of a frozen level. What frames inside of another one have added was
    /// taken over by freezing.
    pub(super) fn shrink_to_fit(&mut self) {
        debug_assert!(self.beside.is_empty());
        self.inner = Vec::new();
        self.beside = Vec::new();
        self.ends.shrink_to_fit();
        self.spare = None;
        self.bits = order::Bits::default()
    }
}

impl<L: WriteLevel, P: Width, I: Width> Owned<L, P, I> {
    /// Empties the level, whatever state it is in, and the child with it.
    #[cold]
    #[inline(never)]
    pub(super) fn wipe(&mut self, driver: Driver) {
        self.tbl.fill(false);
        self.child.declare(driver);
        self.touched.beside.clear();
        self.touched.depth = 0;
        self.forget()
    }

    /// Forgets the entries, once bytes and child are cleared.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn forget(&mut self) {
        self.touched.fiber = 0;
        self.touched.holes = false;
        self.touched.ends.clear();
        self.touched.mixed = false;
        self.idx.clear();
        match self.ptr.as_mut_slice() {
            [_, end] => *end = P::default(),
            ptr => ptr.fill(P::default()),
        }
    }

    /// Clears the bytes and values of all entries, which are those of fiber 0; says whether it could.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn clear_one(&mut self, driver: Driver) -> bool {
        let Some(tbl) = self.tbl.get_mut(..self.extent) else {
            return false;
        };
        if self.idx.len() > self.extent / MANY + 1 {
            // Whole lines of the cache, instead of two stores for each entry.
            tbl.fill(false);
            // SAFETY: there is a place for each index.
            return unsafe { self.child.clear_positions(driver, self.extent, 0..self.extent) };
        }
        let slots = self.idx.iter().map(|index| index.to_usize());
        let cleared = slots.inspect(|&slot| {
            promise!(slot < tbl.len());
            // SAFETY: what is listed is less than the extent.
            unsafe { *tbl.get_unchecked_mut(slot) = false }
        });
        // SAFETY: as above.
        unsafe { self.child.clear_positions(driver, self.extent, cleared) }
    }

    /// Clears the entries of any number of fibers.
    #[cold]
    #[inline(never)]
    pub(super) fn declare_many(&mut self, driver: Driver) {
        if self.touched.fiber != BUSY && self.clear_many(driver) {
            self.forget()
        } else {
            self.wipe(driver)
        }
    }

    /// Clears the bytes and values of all entries; says whether it could.
    #[inline(never)]
    fn clear_many(&mut self, driver: Driver) -> bool {
        self.gather();
        let (end, tbl) = (self.tbl.len(), &mut self.tbl);
        let slots = slots(&self.touched.ends, &self.idx, self.extent);
        // SAFETY: there is a byte for each slot, or this panics.
        unsafe {
            self.child
                .clear_positions(driver, end, slots.inspect(|&slot| tbl[slot] = false))
        }
    }

    /// Lists all entries, those that frames inside of another one have added as well: each once, and those that were taken back
    /// not at all. `ends` says where the entries of each fiber end.
    pub(super) fn gather(&mut self) {
        self.touched.go_to(BUSY, self.idx.len());
        let Touched {
            ends, beside, holes, ..
        } = &mut self.touched;
        if core::mem::take(holes) {
            let mut slots: Vec<usize> = slots(ends, &self.idx, self.extent).chain(beside.drain(..)).collect();
            // A byte is cleared when its entry is found, and all are set again afterwards.
            slots.retain(|&slot| core::mem::take(&mut self.tbl[slot]));
            slots.iter().for_each(|&slot| self.tbl[slot] = true);
            *beside = slots;
            ends.clear();
            self.idx.clear()
        }
        let mut beside = core::mem::take(beside);
        for slot in beside.drain(..) {
            self.touched.go_to(slot / self.extent, self.idx.len());
            self.idx.push(I::truncate(slot % self.extent))
        }
        self.touched.beside = beside;
        self.touched.go_to(BUSY, self.idx.len())
    }

    /// Says where the entries end, all of which are listed, once each, and belong to fiber 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn list_one(&mut self) {
        let len = P::truncate(self.idx.len());
        match self.ptr.as_mut_slice() {
            [_, end] => *end = len,
            _ => self.ptr = vec![P::default(), len],
        }
    }

    /// Sorts the entries of a level of one fiber, which are listed, once each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn sort_one(&mut self) {
        // SAFETY: bytes are set of those alone that are listed.
        unsafe { order::sort(&mut self.idx, &self.tbl, &mut self.touched.bits) }
    }

    /// Distributes the entries over `positions` fibers, drops those of others, and sorts within each fiber.
    #[cold]
    #[inline(never)]
    pub(super) fn list_many(&mut self, positions: usize) {
        self.gather();
        let (ptr, segments) = (&mut self.ptr, segments(&self.touched.ends, &self.idx));
        let segments = segments.filter(|&(fiber, _)| fiber < positions);
        ptr.clear();
        ptr.resize(positions + 1, P::default());
        for (fiber, entries) in segments.clone() {
            ptr[fiber + 1] = P::truncate(ptr[fiber + 1].to_usize() + entries.len())
        }
        let len = starts(&mut ptr[1..]);
        let mut sorted = self.touched.spare.take().unwrap_or_default();
        sorted.clear();
        sorted.resize(len, I::default());
        for (fiber, entries) in segments {
            let start = ptr[fiber + 1].to_usize();
            let end = start + entries.len();
            sorted[start..end].copy_from_slice(entries);
            ptr[fiber + 1] = P::truncate(end)
        }
        self.touched.spare = Some(core::mem::replace(&mut self.idx, sorted));
        for pair in ptr.windows(2) {
            let entries = &mut self.idx[pair[0].to_usize()..pair[1].to_usize()];
            // SAFETY: there are no bytes.
            unsafe { order::sort(entries, &[], &mut self.touched.bits) }
        }
        self.touched.sorted(ptr)
    }

    /// Takes the entries from the arrays that the level was made of, which are valid for `positions` fibers, and fills
    /// the slots that are not stored.
    #[cold]
    #[inline(never)]
    pub(super) fn take_over(&mut self, driver: Driver, positions: usize) {
        self.ptr.truncate(positions + 1);
        self.idx.truncate(self.ptr[positions].to_usize());
        self.tbl.truncate(positions * self.extent);
        self.touched.sorted(&self.ptr);
        let tbl = &self.tbl;
        // A level that cannot do that holds what the arrays gave it.
        // SAFETY: the slots are those that there are bytes for.
        let _ = unsafe {
            self.child
                .clear_positions(driver, tbl.len(), (0..tbl.len()).filter(|&slot| !tbl[slot]))
        };
    }

    /// How many entries a list of a frame has room for: every index and one more. A set has room for some that are taken back, so that
    /// those are seldom searched for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn list_room(extent: usize) -> usize {
        if L::NeedsFlag::VALUE {
            extent + extent / 16 + 65
        } else {
            extent + 1
        }
    }

    /// The list that a frame for the fiber at `position` appends to: it has [room](Self::list_room). `None` if there is not that
    /// much memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn enter(&mut self, position: usize) -> Option<(*mut I, usize)> {
        if self.touched.fiber != position || self.idx.capacity() - self.idx.len() < Self::list_room(self.extent) {
            return self.enter_slowly(position);
        }
        self.touched.fiber = BUSY;
        Some((self.idx.as_mut_ptr(), self.idx.len()))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn enter_slowly(&mut self, position: usize) -> Option<(*mut I, usize)> {
        let room = Self::list_room(self.extent);
        if self.touched.fiber != BUSY {
            self.idx.try_reserve(room).ok()?;
            self.touched.go_to(position, self.idx.len());
            self.touched.fiber = BUSY;
            return Some((self.idx.as_mut_ptr(), self.idx.len()));
        }
        let depth = self.touched.depth;
        if self.touched.inner.len() <= depth {
            self.touched.inner.push(Vec::new())
        }
        let list = &mut self.touched.inner[depth];
        list.try_reserve(room).ok()?;
        self.touched.depth += 1;
        Some((list.as_mut_ptr(), 0))
    }

    /// A frame has ended, whose list has `len` entries now.
    ///
    /// # Safety
    ///
    /// These entries are written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn leave(&mut self, position: usize, len: usize) {
        if self.touched.depth > 0 {
            // SAFETY: the caller promises the same.
            return unsafe { self.leave_inner(position, len) };
        }
        promise!(len < self.idx.capacity());
        // SAFETY: the entries are written.
        unsafe { self.idx.set_len(len) }
        self.touched.fiber = position
    }

    /// A frame inside of another one has ended, whose list has `len` entries now.
    ///
    /// # Safety
    ///
    /// These entries are written.
    #[cold]
    #[inline(never)]
    pub(super) unsafe fn leave_inner(&mut self, position: usize, len: usize) {
        self.touched.depth -= 1;
        // Who has only read has added nothing.
        self.touched.mixed |= len > 0;
        // Of a set, the frame around it may have listed the same entries.
        self.touched.holes |= len > 0 && L::NeedsFlag::VALUE;
        let list = &mut self.touched.inner[self.touched.depth];
        promise!(len < list.capacity());
        // SAFETY: the entries are written.
        unsafe { list.set_len(len) }
        let first = position * self.extent;
        let slots = list.drain(..).map(|index| first + index.to_usize());
        self.touched.beside.extend(slots)
    }
}

/// The entries of `idx`, fiber by fiber, where those of each end at `ends`.
fn segments<'a, I>(ends: &'a [(usize, usize)], idx: &'a [I]) -> impl Iterator<Item = (usize, &'a [I])> + Clone {
    let mut from = 0;
    ends.iter().map(move |&(fiber, end)| {
        let entries = &idx[from..end];
        from = end;
        (fiber, entries)
    })
}

/// The slots of these entries.
fn slots<'a, I: Width>(ends: &'a [(usize, usize)], idx: &'a [I], extent: usize) -> impl Iterator<Item = usize> + 'a {
    segments(ends, idx)
        .flat_map(move |(fiber, entries)| entries.iter().map(move |index| fiber * extent + index.to_usize()))
}
