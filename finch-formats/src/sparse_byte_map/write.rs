//! Byte maps as programs write them.
//!
//! Indices are appended to `idx` as they are first written, whatever fiber they belong to, and sorted by freezing. While a
//! fiber is written, the base pointers of the table and of the list, how long the list is, and the child's writing view
//! live in the frame that unfurled it. Several statements of one loop may write to one level: frames then nest, and the
//! inner ones append to lists of their own.

mod merge;

use crate::buffer::grow;
use crate::sparse_byte_map::{SparseByteMap, order};
use crate::width::Width;
use core::cell::Cell;
use core::marker::PhantomData;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::No;
use finch_traits::explain::WriteDescription;
use finch_traits::level::Level;
use finch_traits::lifecycle::{WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::style;
use finch_traits::target::{Dirty, OnWriteFiber, Rest, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::together;

/// Whose entries `idx` lists while a level is written, in the order in which they were.
#[derive(Clone, Debug)]
pub(super) struct Touched<Idx> {
    /// The fiber that the entries beyond the last end belong to, or [`BUSY`].
    fiber: usize,
    /// Where the entries of other fibers end, in the order of `idx`.
    ends: Vec<(usize, usize)>,
    /// How many frames are in progress inside of another one.
    depth: usize,
    /// What such frames have added, by depth.
    inner: Vec<Inner<Idx>>,
    /// Scratch space for distributing entries over fibers.
    spare: Option<Idx>,
    /// Scratch space for sorting.
    bits: Vec<u64>,
    /// Some entries were taken back by a child whose value is the byte: they are listed, perhaps twice.
    holes: bool,
    /// `ends`, `inner` or `holes` say something: one question instead of three.
    mixed: bool,
}

/// A frame is in progress: some entries belong to the frame. Seen outside of all frames, one was cut off by a panic, or
/// the level was made of arrays and has not been written: `idx` may not list all bytes that are set.
const BUSY: usize = usize::MAX;

/// What frames inside of another one have added.
#[derive(Clone, Debug, Default)]
struct Inner<Idx> {
    idx: Idx,
    /// Which fiber, and where its entries end.
    ends: Vec<(usize, usize)>,
}

impl<Idx> Touched<Idx> {
    /// Nothing is known of the entries.
    pub(super) fn unlisted() -> Self {
        Touched {
            fiber: BUSY,
            ends: Vec::new(),
            depth: 0,
            inner: Vec::new(),
            spare: None,
            bits: Vec::new(),
            holes: false,
            mixed: false,
        }
    }

    /// All entries belong to `fiber`, and are listed once each.
    #[inline(always)]
    fn is_one(&self, fiber: usize) -> bool {
        debug_assert!(self.mixed || self.ends.is_empty() && self.inner.is_empty() && !self.holes);
        self.fiber == fiber && !self.mixed
    }

    /// Further entries belong to `fiber`; there are `len` now.
    #[inline]
    fn go_to(&mut self, fiber: usize, len: usize) {
        if self.fiber != fiber {
            if len > self.ends.last().map_or(0, |&(_, end)| end) {
                self.ends.push((self.fiber, len));
                self.mixed = true
            }
            self.fiber = fiber
        }
    }

    /// The entries are sorted by fiber, as `ptr` says.
    fn sorted<P: Width>(&mut self, ptr: &[P]) {
        self.ends.clear();
        self.ends
            .extend(ptr.iter().skip(1).map(|end| end.to_usize()).enumerate());
        self.mixed = true;
        self.fiber = 0
    }
}

/// A level that can be written.
type Owned<L, P, I> = SparseByteMap<L, Vec<P>, Vec<I>, Vec<bool>>;

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparseByteMapWriting<'w, L, P, I> {
    level: *mut Owned<L, P, I>,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparseByteMapWriteFiber<'w, L, P, I, D> {
    level: *mut Owned<L, P, I>,
    position: usize,
    dirty: D,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber that is being written: its arrays, and how long the list is, which lives in the frame that unfurled it.
#[derive(Debug)]
pub struct SparseByteMapWrite<'f, C, I, D> {
    extent: usize,
    /// The slot of index 0.
    first: usize,
    tbl: *mut bool,
    list: *mut I,
    len: &'f Cell<usize>,
    /// An entry was taken back.
    holes: &'f Cell<bool>,
    child: C,
    dirty: D,
}

crate::copy!(
    SparseByteMapWriting<'w, L, P, I>,
    SparseByteMapWriteFiber<'w, L, P, I, D: Copy>,
    SparseByteMapWrite<'f, C: Copy, I, D: Copy>,
);

impl<L: WriteLevel, P: Width, I: Width> Owned<L, P, I> {
    /// Empties the level, whatever state it is in, and the child with it.
    #[cold]
    #[inline(never)]
    fn wipe(&mut self) {
        self.tbl.fill(false);
        self.child.declare();
        for inner in &mut self.touched.inner {
            inner.idx.clear();
            inner.ends.clear()
        }
        self.touched.depth = 0;
        self.forget()
    }

    /// Forgets the entries, once bytes and child are cleared.
    #[inline(always)]
    fn forget(&mut self) {
        self.touched.fiber = 0;
        self.touched.holes = false;
        self.touched.ends.clear();
        self.touched.mixed = !self.touched.inner.is_empty();
        self.idx.clear();
        match self.ptr.as_mut_slice() {
            [_, end] => *end = P::default(),
            ptr => ptr.fill(P::default()),
        }
    }

    /// Clears the bytes and values of all entries, which are those of fiber 0; says whether it could.
    #[inline(always)]
    fn clear_one(&mut self) -> bool {
        let Some(tbl) = self.tbl.get_mut(..self.extent) else {
            return false;
        };
        let slots = self.idx.iter().map(|index| index.to_usize());
        let cleared = slots.inspect(|&slot| {
            debug_assert!(slot < tbl.len());
            // SAFETY: what is listed is less than the extent.
            unsafe { *tbl.get_unchecked_mut(slot) = false }
        });
        // SAFETY: as above.
        unsafe { self.child.clear_positions(self.extent, cleared) }
    }

    /// Clears the entries of any number of fibers.
    #[cold]
    #[inline(never)]
    fn declare_many(&mut self) {
        if !self.touched.inner.is_empty() {
            self.gather()
        }
        if self.touched.fiber != BUSY && self.clear_many() {
            self.forget()
        } else {
            self.wipe()
        }
    }

    /// Clears the bytes and values of all entries; says whether it could.
    #[inline(never)]
    fn clear_many(&mut self) -> bool {
        self.touched.go_to(BUSY, self.idx.len());
        let (extent, idx, tbl) = (self.extent, &self.idx, &mut self.tbl);
        let mut from = 0;
        let slots = self.touched.ends.iter().flat_map(|&(fiber, end)| {
            let entries = &idx[from..end];
            from = end;
            entries.iter().map(move |index| fiber * extent + index.to_usize())
        });
        let end = tbl.len();
        // SAFETY: there is a byte for each slot, or this panics.
        unsafe {
            self.child
                .clear_positions(end, slots.inspect(|&slot| tbl[slot] = false))
        }
    }

    /// Takes over the entries that frames inside of another one have added.
    #[cold]
    #[inline(never)]
    fn gather(&mut self) {
        for inner in &mut self.touched.inner {
            let mut from = 0;
            for (fiber, end) in core::mem::take(&mut inner.ends) {
                // `go_to`, of disjoint fields.
                if self.touched.fiber != fiber {
                    self.touched.ends.push((self.touched.fiber, self.idx.len()));
                    self.touched.fiber = fiber
                }
                self.idx.extend_from_slice(&inner.idx[from..end]);
                from = end
            }
            inner.idx.clear()
        }
    }

    /// Lists each entry once, and those that were taken back not at all.
    #[cold]
    #[inline(never)]
    fn drop_holes(&mut self) {
        let len = self.idx.len();
        self.touched.go_to(BUSY, len);
        let mut segments = core::mem::take(&mut self.touched.ends);
        let (mut from, mut kept) = (0, 0);
        // A byte is cleared when its entry is listed, and all are set again afterwards.
        for (fiber, end) in &mut segments {
            for at in from..*end {
                let index = self.idx[at];
                let stored = &mut self.tbl[*fiber * self.extent + index.to_usize()];
                if core::mem::take(stored) {
                    self.idx[kept] = index;
                    kept += 1
                }
            }
            from = core::mem::replace(end, kept)
        }
        self.idx.truncate(kept);
        let mut from = 0;
        for &(fiber, end) in &segments {
            for index in &self.idx[from..end] {
                self.tbl[fiber * self.extent + index.to_usize()] = true
            }
            from = end
        }
        self.touched.ends = segments;
        self.touched.holes = false;
        self.touched.fiber = 0
    }

    /// Sorts the entries of the only fiber.
    #[inline(always)]
    fn list_one(&mut self) {
        let len = P::truncate(self.idx.len());
        match self.ptr.as_mut_slice() {
            [_, end] => *end = len,
            _ => self.ptr = vec![P::default(), len],
        }
        order::sort(&mut self.idx, &mut self.touched.bits)
    }

    /// Lists the entries of any number of fibers.
    #[cold]
    #[inline(never)]
    fn freeze_many(&mut self, positions: usize) {
        if !self.touched.inner.is_empty() {
            self.gather()
        }
        if self.touched.holes {
            self.drop_holes()
        }
        self.list_many(positions)
    }

    /// Distributes the entries over `positions` fibers, drops those of others, and sorts within each fiber.
    #[inline(never)]
    fn list_many(&mut self, positions: usize) {
        self.touched.go_to(BUSY, self.idx.len());
        let (ptr, ends) = (&mut self.ptr, &self.touched.ends);
        let mut from = 0;
        let segments = ends.iter().map(move |&(fiber, end)| {
            let entries = from..end;
            from = end;
            (fiber, entries)
        });
        let segments = segments.filter(|&(fiber, _)| fiber < positions);
        ptr.clear();
        ptr.resize(positions + 1, P::default());
        for (fiber, entries) in segments.clone() {
            ptr[fiber + 1] = P::truncate(ptr[fiber + 1].to_usize() + entries.len())
        }
        // First where each fiber starts; each is moved on to where it ends.
        let mut start = 0;
        for end in &mut ptr[1..] {
            let count = end.to_usize();
            *end = P::truncate(start);
            start += count
        }
        let mut sorted = self.touched.spare.take().unwrap_or_default();
        sorted.clear();
        sorted.resize(start, I::default());
        for (fiber, entries) in segments {
            let start = ptr[fiber + 1].to_usize();
            let end = start + entries.len();
            sorted[start..end].copy_from_slice(&self.idx[entries]);
            ptr[fiber + 1] = P::truncate(end)
        }
        self.touched.spare = Some(core::mem::replace(&mut self.idx, sorted));
        for pair in ptr.windows(2) {
            order::sort(
                &mut self.idx[pair[0].to_usize()..pair[1].to_usize()],
                &mut self.touched.bits,
            )
        }
        self.touched.sorted(ptr)
    }

    /// Takes the entries from the arrays that the level was made of, which are valid for `positions` fibers, and fills
    /// the slots that are not stored.
    #[cold]
    #[inline(never)]
    fn take_over(&mut self, positions: usize) {
        self.ptr.truncate(positions + 1);
        self.idx.truncate(self.ptr[positions].to_usize());
        self.tbl.truncate(positions * self.extent);
        self.touched.sorted(&self.ptr);
        let tbl = &self.tbl;
        // A level that cannot do that holds what the arrays gave it.
        // SAFETY: the slots are those that there are bytes for.
        let _ = unsafe {
            self.child
                .clear_positions(tbl.len(), (0..tbl.len()).filter(|&slot| !tbl[slot]))
        };
    }

    /// The list that a frame for the fiber at `position` appends to: it has room for every index and one more. `None` if
    /// there is not that much memory.
    #[inline(always)]
    fn enter(&mut self, position: usize) -> Option<(*mut I, usize)> {
        if self.touched.fiber != position || self.idx.capacity() - self.idx.len() <= self.extent {
            return self.enter_slowly(position);
        }
        self.touched.fiber = BUSY;
        Some((self.idx.as_mut_ptr(), self.idx.len()))
    }

    #[cold]
    #[inline(never)]
    fn enter_slowly(&mut self, position: usize) -> Option<(*mut I, usize)> {
        let room = self.extent + 1;
        if self.touched.fiber != BUSY {
            self.idx.try_reserve(room).ok()?;
            self.touched.go_to(position, self.idx.len());
            self.touched.fiber = BUSY;
            return Some((self.idx.as_mut_ptr(), self.idx.len()));
        }
        let depth = self.touched.depth;
        if self.touched.inner.len() <= depth {
            self.touched.inner.push(Inner::default());
            self.touched.mixed = true
        }
        let list = &mut self.touched.inner[depth].idx;
        list.try_reserve(room).ok()?;
        self.touched.depth += 1;
        Some((list.as_mut_ptr(), list.len()))
    }

    /// A frame has ended, whose list has `len` entries now.
    ///
    /// # Safety
    ///
    /// These entries are written.
    #[inline(always)]
    unsafe fn leave(&mut self, position: usize, len: usize) {
        if self.touched.depth > 0 {
            // SAFETY: the caller promises the same.
            return unsafe { self.leave_inner(position, len) };
        }
        debug_assert!(len < self.idx.capacity());
        // SAFETY: the entries are written.
        unsafe { self.idx.set_len(len) }
        self.touched.fiber = position
    }

    /// The same for a frame inside of another one.
    ///
    /// # Safety
    ///
    /// As for `leave`.
    #[cold]
    #[inline(never)]
    unsafe fn leave_inner(&mut self, position: usize, len: usize) {
        self.touched.depth -= 1;
        let inner = &mut self.touched.inner[self.touched.depth];
        debug_assert!(len < inner.idx.capacity());
        // SAFETY: the entries are written.
        unsafe { inner.idx.set_len(len) }
        inner.ends.push((position, len))
    }
}

// SAFETY: an index is listed if and only if its byte is set, once; so freezing, which sorts the list of every fiber and
// drops those beyond the last, leaves ascending indices below the extent. The table and the child have a place for every
// slot of every assembled fiber. If a frame was cut off, `declare` wipes everything.
unsafe impl<L: WriteLevel, P: Width, I: Width> WriteLevel for Owned<L, P, I> {
    type NeedsFlag = finch_traits::algebra::logic::No;
    type Writing<'w>
        = SparseByteMapWriting<'w, L, P, I>
    where
        Self: 'w;

    fn resize(&mut self, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::check::extent_fits::<I>(Self::NAME, extent)?;
            let mut shape = Vec::new();
            self.child.shape(&mut shape);
            if extent != self.extent || below != shape {
                self.wipe();
                self.child.resize(below)?;
                self.extent = extent;
            }
        }
        self.declare();
        Ok(())
    }

    fn room(extents: &[usize]) -> usize {
        extents
            .split_first()
            .map_or(1, |(&extent, below)| extent.saturating_mul(L::room(below)))
    }

    #[inline(always)]
    fn declare(&mut self) {
        if self.touched.is_one(0) && self.clear_one() {
            // What else there is to forget is written by freezing.
            self.idx.clear()
        } else {
            self.declare_many()
        }
    }

    #[inline(always)]
    fn assemble(&mut self, positions: usize) -> Result<(), Fault> {
        let too_large = Fault::TooLarge {
            level: Self::NAME,
            fiber: positions,
            index: self.extent,
        };
        // All slots may come to be listed.
        let slots = positions
            .checked_mul(self.extent)
            .filter(|&slots| slots <= P::MAX)
            .ok_or(too_large)?;
        grow(&mut self.tbl, slots, || false).map_err(|()| too_large)?;
        self.child.assemble(slots)
    }

    #[inline(always)]
    fn freeze(&mut self, positions: usize) {
        if positions == 1 && self.touched.is_one(0) {
            self.list_one()
        } else {
            self.freeze_many(positions)
        }
        let slots = positions * self.extent;
        self.tbl.truncate(slots);
        self.child.freeze(slots)
    }

    fn thaw(&mut self, positions: usize) -> Result<()> {
        self.child.thaw(positions * self.extent)?;
        if self.touched.fiber == BUSY {
            self.take_over(positions)
        }
        Ok(())
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparseByteMapWriting {
            level,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<'w, L: WriteLevel, P: Width, I: Width> WriteFibers for SparseByteMapWriting<'w, L, P, I> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = SparseByteMapWriteFiber<'w, L, P, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparseByteMapWriteFiber {
            level: self.level,
            position,
            dirty,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the position is assembled, so there are bytes and slots for every index below the extent.
unsafe impl<'w, L: WriteLevel, P: Width, I: Width, D: Dirty> WriteFiber for SparseByteMapWriteFiber<'w, L, P, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = <<L::Writing<'w> as WriteFibers>::Fiber<&'w core::cell::Cell<bool>> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(
        1,
        <<L::Writing<'w> as WriteFibers>::Fiber<&'w Cell<bool>> as WriteFiber>::TOGETHER,
    );

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        self.enter(Unfurled { pass, rest, k })
    }

    #[inline(always)]
    fn enter<K: OnWriteFiber<L::T>>(self, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *self.level };
        let Some((list, len)) = level.enter(self.position) else {
            return fault::raise(Fault::TooLarge {
                level: "SparseByteMap",
                fiber: self.position,
                index: level.extent,
            });
        };
        let (len, holes) = (Cell::new(len), Cell::new(false));
        let write = SparseByteMapWrite {
            extent: level.extent,
            first: self.position * level.extent,
            tbl: level.tbl.as_mut_ptr(),
            list,
            len: &len,
            holes: &holes,
            // SAFETY: the child was assembled with this level, and nothing else accesses it.
            child: unsafe { L::writing::<'w>(&raw mut (*self.level).child) },
            dirty: self.dirty,
        };
        k.call(EnteredByteMap(write));
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *self.level };
        if holes.get() {
            level.touched.holes = true;
            level.touched.mixed = true
        }
        // SAFETY: each entry was written before it was counted.
        unsafe { level.leave(self.position, len.get()) }
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        fn with<'f, C: WriteFibers + 'f, I: Width, D: Dirty + 'f>() -> WriteDescription {
            WriteDescription::new::<SparseByteMapWrite<'f, C, I, D>, C::Fiber<&'f Cell<bool>>>("SparseByteMap")
        }
        with::<L::Writing<'_>, I, D>().noting("in any order")
    }
}

/// Continues with the looplet of a fiber that was entered.
#[derive(Clone, Copy, Debug)]
struct Unfurled<Q, R, K> {
    pass: Q,
    rest: R,
    k: K,
}

impl<T: Copy + 'static, Q: Pass, R: Rest, K: OnTarget<Q, T>> OnWriteFiber<T> for Unfurled<Q, R, K> {
    #[inline(always)]
    fn call<F: WriteFiber<T = T>>(self, fiber: F) {
        fiber.unfurl(self.pass, self.rest, self.k)
    }
}

/// One fiber whose frame is open.
#[derive(Debug)]
pub(super) struct EnteredByteMap<'f, C, I, D>(SparseByteMapWrite<'f, C, I, D>);

crate::copy!(EnteredByteMap<'f, C: Copy, I, D: Copy>);

// SAFETY: as for the fiber that was entered.
unsafe impl<C: WriteFibers, I: Width, D: Dirty> WriteFiber for EnteredByteMap<'_, C, I, D> {
    type T = C::T;
    type Fill = C::Fill;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = <<C as WriteFibers>::Fiber<&'static core::cell::Cell<bool>> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <C::Fiber<&'static Cell<bool>> as WriteFiber>::TOGETHER);

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, C::T>>(self, pass: Q, rest: R, k: K) {
        k.call(pass, UnfurledTarget::new(self.0, rest))
    }

    fn load(self) -> C::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: C::T) {}
}

// SAFETY: there are bytes and slots for every index below the extent.
unsafe impl<C: WriteFibers, I: Width, D: Dirty> WriteLooplet for SparseByteMapWrite<'_, C, I, D> {
    type T = C::T;
    type Fill = C::Fill;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: K) {
        let index = pass.index();
        debug_assert!(index < self.extent);
        let slot = self.first + index;
        // SAFETY: there is a byte for every slot.
        let was = unsafe { *self.tbl.add(slot) };
        // The value of a `Pattern` is this flag, so it starts out as it was left; nobody else minds.
        let dirty = Cell::new(was);
        // SAFETY: the slot is assembled.
        let fiber = unsafe { self.child.fiber(slot, &dirty) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            // Whether an index is new is as good as random: it is written always, and counted if it is.
            let len = self.len.get();
            // SAFETY: this frame has counted bytes of this fiber that were not set before, of which there are at most as
            // many as indices, and when it began the list had room for one more than these.
            unsafe { self.list.add(len).write(I::truncate(index)) }
            // SAFETY: there is a byte for every slot.
            let stored = unsafe { &mut *self.tbl.add(slot) };
            self.len.set(len + usize::from(!*stored));
            *stored = true;
            self.dirty.set()
        } else if was {
            // SAFETY: there is a byte for every slot.
            unsafe { *self.tbl.add(slot) = false }
            self.holes.set(true)
        }
    }
}
