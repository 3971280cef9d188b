//! What is done at an index of a fiber that is being written, once there is room for it.

use crate::width::Width;
use core::cell::Cell;
use finch_traits::algebra::logic::{Bool, Thunk};
use finch_traits::lifecycle::WriteFibers;
use finch_traits::pass::OnTarget;
use finch_traits::pass::lookup::Bind;
use finch_traits::promise;
use finch_traits::target::{Dirty, RemainingIndices, Write};

/// Where the entries of a fiber are. Room may only be made between two indices, and moves them.
#[derive(Debug)]
pub(super) struct Held<C, I> {
    pub(super) extent: usize,
    /// Where the entries of the fiber start.
    pub(super) start: usize,
    /// The stamp of the entry at `start`: smaller ones say nothing.
    pub(super) first: u32,
    /// A stamp for each index.
    pub(super) stamps: *mut u32,
    pub(super) idx: *mut I,
    pub(super) child: C,
}

crate::copy!(Held<C: Copy, I>);

impl<C: WriteFibers, I: Width> Held<C, I> {
    /// Where `index` is stored among `len` entries, if it is.
    #[inline(always)]
    fn find(self, index: usize, len: usize) -> Option<usize> {
        promise!(index < self.extent);
        // SAFETY: there is a stamp for every index below the extent.
        let stamp = unsafe { *self.stamps.add(index) };
        if stamp >= self.first {
            let at = self.start + (stamp - self.first) as usize;
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
    #[inline(always)]
    unsafe fn place(self, at: usize, index: usize) {
        promise!(index < self.extent);
        // SAFETY: there is room for the entry, says the caller, and a stamp for every index.
        unsafe {
            *self.idx.add(at) = I::truncate(index);
            *self.stamps.add(index) = self.first + (at - self.start) as u32
        }
    }

    /// Takes `index` back, whose value was whether it is stored: the entry at `last`, which is the last one, takes its
    /// place. There is nothing below to move.
    #[cold]
    #[inline(never)]
    fn remove(self, at: usize, index: usize, last: usize) {
        // SAFETY: both are entries of this fiber, and there is a stamp for every index.
        unsafe {
            let moved = *self.idx.add(last);
            self.place(at, moved.to_usize());
            *self.stamps.add(index) = 0
        }
    }
}

/// A fiber that is being written, at an index.
pub(super) struct WriteIndex<'f, C, I, D, R, K> {
    pub(super) held: Held<C, I>,
    /// How many entries there are.
    pub(super) len: &'f Cell<usize>,
    pub(super) dirty: D,
    pub(super) pass: Bind,
    pub(super) rest: R,
    pub(super) k: K,
}

crate::copy!(WriteIndex<'f, C: Copy, I, D: Copy, R: Copy, K: Copy>);

/// Makes room for one entry more; none if there is none.
pub(super) trait MakeRoom<C, I>: Copy {
    /// Where entries are now.
    fn make_room(self) -> Option<Held<C, I>>;
}

impl<C, I, D, R, K> WriteIndex<'_, C, I, D, R, K>
where
    C: WriteFibers,
    I: Width,
    D: Dirty,
    R: RemainingIndices,
    K: OnTarget<Bind, C::T>,
{
    /// Writes the entry of this index, for which `more` makes room if it is new.
    #[inline(always)]
    pub(super) fn write(self, more: impl MakeRoom<C, I>) {
        R::IsEmpty::branch(ByCase(self, more), AtOnce(self, more))
    }

    #[inline(always)]
    fn write_at(self, held: Held<C, I>, at: usize, is_new: bool) {
        // The value of a `Pattern` is this flag, so it starts out as it was left; nobody else minds.
        let dirty = Cell::new(!is_new);
        let fiber = if is_new {
            // SAFETY: there is room for the position, nothing is stored in it, and it is written by this fiber only.
            unsafe { held.child.fresh(at, &dirty) }
        } else {
            // SAFETY: the position was handed out before, or was there when the level was opened.
            unsafe { held.child.fiber(at, &dirty) }
        };
        let index = self.pass.index();
        self.k.call(self.pass, Write::new(fiber, self.rest));
        if dirty.get() {
            if is_new {
                // SAFETY: there is room for the entry. It is the last one, and a fiber has at most as many as there are
                // stamps.
                unsafe { held.place(at, index) };
                self.len.set(at + 1)
            }
            self.dirty.set()
        } else if !is_new {
            let last = self.len.get() - 1;
            held.remove(at, index, last);
            self.len.set(last)
        }
    }
}

/// At a leaf there is little to do, so it is done in each case: what a new entry holds is known.
struct ByCase<W, M>(W, M);

impl<C, I, D, R, K, M> Thunk for ByCase<WriteIndex<'_, C, I, D, R, K>, M>
where
    C: WriteFibers,
    I: Width,
    D: Dirty,
    R: RemainingIndices,
    K: OnTarget<Bind, C::T>,
    M: MakeRoom<C, I>,
{
    #[inline(always)]
    fn force(self) {
        let ByCase(write, more) = self;
        let (held, len) = (write.held, write.len.get());
        if let Some(at) = held.find(write.pass.index(), len) {
            write.write_at(held, at, false)
        } else if let Some(held) = more.make_room() {
            write.write_at(held, len, true)
        }
    }
}

/// Elsewhere it is compiled once.
struct AtOnce<W, M>(W, M);

impl<C, I, D, R, K, M> Thunk for AtOnce<WriteIndex<'_, C, I, D, R, K>, M>
where
    C: WriteFibers,
    I: Width,
    D: Dirty,
    R: RemainingIndices,
    K: OnTarget<Bind, C::T>,
    M: MakeRoom<C, I>,
{
    #[inline(always)]
    fn force(self) {
        let AtOnce(write, more) = self;
        let (held, len) = (write.held, write.len.get());
        let found = held.find(write.pass.index(), len);
        let held = match found {
            Some(_) => Some(held),
            None => more.make_room(),
        };
        if let Some(held) = held {
            write.write_at(held, found.unwrap_or(len), found.is_none())
        }
    }
}
