//! One fiber that is being written, and what is done at an index of it.

use crate::unsorted_list::UnsortedList;
use crate::width::Width;
use core::cell::Cell;
use core::fmt;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::{Bool, No, Thunk};
use finch_traits::lifecycle::{WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::together;

/// One fiber that is being written.
pub struct UnsortedListWrite<'f, 'w, L: WriteLevel + 'w, P, I, D> {
    pub(super) level: *mut UnsortedList<L, Vec<P>, Vec<I>>,
    pub(super) frame: &'f Filling<L::Writing<'w>, I>,
    pub(super) position: usize,
    pub(super) dirty: D,
}

/// How far a fiber is written, and where it goes on: lives in the frame that unfurled it, so in registers.
pub(super) struct Filling<C, I> {
    pub(super) extent: usize,
    /// Where the entries of the fiber start.
    pub(super) start: usize,
    /// The stamp of the entry at `start`: smaller ones say nothing.
    pub(super) first: u32,
    /// A stamp for each index.
    pub(super) stamps: *mut u32,
    /// How many entries there are.
    pub(super) len: Cell<usize>,
    /// For how many there is room.
    pub(super) room: Cell<usize>,
    pub(super) idx: Cell<*mut I>,
    pub(super) child: Cell<C>,
}

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Clone for UnsortedListWrite<'_, 'w, L, P, I, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Copy for UnsortedListWrite<'_, 'w, L, P, I, D> {}

impl<'w, L: WriteLevel + 'w, P, I, D> fmt::Debug for UnsortedListWrite<'_, 'w, L, P, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsortedListWrite")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

/// One fiber whose frame is open.
pub(super) struct Entered<'f, 'w, L: WriteLevel + 'w, P, I, D>(pub(super) UnsortedListWrite<'f, 'w, L, P, I, D>);

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Clone for Entered<'_, 'w, L, P, I, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Copy for Entered<'_, 'w, L, P, I, D> {}

impl<'w, L: WriteLevel + 'w, P, I, D> fmt::Debug for Entered<'_, 'w, L, P, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entered").field(&self.0).finish()
    }
}

/// The child of a level, for writing.
type ChildOf<'w, L> = <<L as WriteLevel>::Writing<'w> as WriteFibers>::Fiber<&'w Cell<bool>>;

// SAFETY: as for the fiber that was entered.
unsafe impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> WriteFiber for Entered<'_, 'w, L, P, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = <ChildOf<'w, L> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <ChildOf<'w, L> as WriteFiber>::TOGETHER);

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        k.call(pass, UnfurledTarget::new(self.0, rest))
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}
}

// SAFETY: a stamp of this fiber leads to an entry of it; there is room for an entry that is new, and the child is moved
// between two indices only.
unsafe impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> WriteLooplet
    for UnsortedListWrite<'_, 'w, L, P, I, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        R::IsEmpty::branch(
            ByCase(WriteIndex {
                write: self,
                pass,
                rest,
                k,
            }),
            AtOnce(WriteIndex {
                write: self,
                pass,
                rest,
                k,
            }),
        )
    }
}

impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> UnsortedListWrite<'_, 'w, L, P, I, D> {
    /// Where `index` is stored, if it is.
    #[inline(always)]
    fn find(self, index: usize) -> Option<usize> {
        let frame = self.frame;
        promise!(index < frame.extent);
        // SAFETY: there is a stamp for every index below the extent.
        let stamp = unsafe { *frame.stamps.add(index) };
        if stamp >= frame.first {
            let at = frame.start + (stamp - frame.first) as usize;
            promise!(at < frame.len.get());
            Some(at)
        } else {
            None
        }
    }

    /// The position of an entry for `index`, which has none. `None` if there is no room for it, and a fault is raised.
    #[inline(always)]
    fn append(self, index: usize) -> Option<usize> {
        let frame = self.frame;
        let at = frame.len.get();
        if at == frame.room.get() {
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before
            // the child is written.
            let level = unsafe { &mut *self.level };
            let room = level.grow(at, self.position, index, frame.first == super::LATE);
            if room == 0 {
                return None;
            }
            frame.room.set(room);
            frame.idx.set(level.idx.as_mut_ptr());
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            frame.child.set(unsafe { L::writing(&raw mut (*self.level).child) });
        }
        Some(at)
    }

    /// The entry at `at`, which is the last one if it is new, belongs to `index` from now on if it was assigned.
    #[inline(always)]
    fn commit(self, at: usize, index: usize, is_new: bool, is_assigned: bool) {
        let frame = self.frame;
        if is_assigned {
            if is_new {
                // SAFETY: there is room for the entry, and a stamp for every index. An entry that is new is the last
                // one, and a fiber has at most as many as there are stamps.
                unsafe {
                    *frame.idx.get().add(at) = I::truncate(index);
                    *frame.stamps.add(index) = frame.first + (at - frame.start) as u32
                }
                frame.len.set(at + 1)
            }
            self.dirty.set()
        } else if !is_new {
            self.remove(at, index)
        }
    }

    /// Takes `index` back, whose value was whether it is stored: the last entry takes its place. There is nothing below
    /// to move.
    #[cold]
    #[inline(never)]
    fn remove(self, at: usize, index: usize) {
        let frame = self.frame;
        let last = frame.len.get() - 1;
        // SAFETY: both are entries of this fiber, and there is a stamp for every index.
        unsafe {
            let moved = *frame.idx.get().add(last);
            *frame.idx.get().add(at) = moved;
            *frame.stamps.add(moved.to_usize()) = frame.first + (at - frame.start) as u32;
            *frame.stamps.add(index) = 0
        }
        frame.len.set(last)
    }
}

/// What is done at an index.
struct WriteIndex<W, R, K> {
    write: W,
    pass: Bind,
    rest: R,
    k: K,
}

impl<'w, L, P, I, D, R, K> WriteIndex<UnsortedListWrite<'_, 'w, L, P, I, D>, R, K>
where
    L: WriteLevel + 'w,
    P: Width,
    I: Width,
    D: Dirty,
    R: Rest,
    K: OnTarget<Bind, L::T>,
{
    #[inline(always)]
    fn write(self, at: usize, is_new: bool) {
        // The value of a `Pattern` is this flag, so it starts out as it was left; nobody else minds.
        let dirty = Cell::new(!is_new);
        let child = self.write.frame.child.get();
        let fiber = if is_new {
            // SAFETY: there is room for the position, nothing is stored in it, and it is written by this fiber only.
            unsafe { child.fresh(at, &dirty) }
        } else {
            // SAFETY: the position was handed out before, or was there when the level was opened.
            unsafe { child.fiber(at, &dirty) }
        };
        let index = self.pass.index();
        self.k.call(self.pass, Write::new(fiber, self.rest));
        self.write.commit(at, index, is_new, dirty.get())
    }
}

/// At a leaf there is little to do, so it is done in each case: what a new entry holds is known.
struct ByCase<W>(W);

impl<'w, L, P, I, D, R, K> Thunk for ByCase<WriteIndex<UnsortedListWrite<'_, 'w, L, P, I, D>, R, K>>
where
    L: WriteLevel + 'w,
    P: Width,
    I: Width,
    D: Dirty,
    R: Rest,
    K: OnTarget<Bind, L::T>,
{
    #[inline(always)]
    fn force(self) {
        let (write, index) = (self.0.write, self.0.pass.index());
        if let Some(at) = write.find(index) {
            self.0.write(at, false)
        } else if let Some(at) = write.append(index) {
            self.0.write(at, true)
        }
    }
}

/// Elsewhere it is compiled once.
struct AtOnce<W>(W);

impl<'w, L, P, I, D, R, K> Thunk for AtOnce<WriteIndex<UnsortedListWrite<'_, 'w, L, P, I, D>, R, K>>
where
    L: WriteLevel + 'w,
    P: Width,
    I: Width,
    D: Dirty,
    R: Rest,
    K: OnTarget<Bind, L::T>,
{
    #[inline(always)]
    fn force(self) {
        let (write, index) = (self.0.write, self.0.pass.index());
        let found = write.find(index);
        if let Some(at) = found.or_else(|| write.append(index)) {
            self.0.write(at, found.is_none())
        }
    }
}
