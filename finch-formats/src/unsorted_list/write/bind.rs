//! One fiber that is being written, and grows where an index is bound for which there is no room.

use super::entry::{Held, MakeRoom, WriteIndex};
use crate::kit::by_pointer::ChildOf;
use crate::kit::insert::Insert;
use crate::kit::reserve::reserve;
use crate::unsorted_list::UnsortedList;
use crate::width::Width;
use core::cell::Cell;
use core::fmt;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::Bool;
use finch_traits::cursor::Cursor;
use finch_traits::lifecycle::{Driver, WriteLevel};
use finch_traits::looplet::{Coming, OnWriteLooplet, WriteLooplet};
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::style;
use finch_traits::target::{Dirty, RemainingIndices, WriteFiber};
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
    /// How many entries there are.
    pub(super) len: Cell<usize>,
    /// For how many there is room.
    pub(super) room: Cell<usize>,
    /// There is room for all indices of the fiber.
    pub(super) is_roomy: bool,
    pub(super) held: Cell<Held<C, I>>,
}

crate::copy!(impl['w, L: WriteLevel + 'w, P, I, D: Copy] for UnsortedListWrite<'_, 'w, L, P, I, D>);

impl<'w, L: WriteLevel + 'w, P, I, D> fmt::Debug for UnsortedListWrite<'_, 'w, L, P, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsortedListWrite")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

// SAFETY: the position is assembled, and the fiber is the current one, or nothing is written to it.
unsafe impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> Insert for UnsortedListWrite<'_, 'w, L, P, I, D> {
    type Asked = D::Asked;
    type AnyOrder = <ChildOf<'w, L> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <ChildOf<'w, L> as WriteFiber>::TOGETHER);
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
    fn reserve<C: Cursor + Copy, All: Bool, K: OnWriteLooplet<L::T>>(self, coming: Coming<C, All>, k: K) {
        reserve(self, coming, k)
    }

    #[inline(always)]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let write = WriteIndex {
            held: self.frame.held.get(),
            len: &self.frame.len,
            dirty: self.dirty,
            pass,
            rest,
            k,
        };
        write.write(Growing {
            write: self,
            driver: pass.driver(),
            index: pass.index(),
        })
    }
}

/// Grows where there is no room.
#[derive(Clone, Copy)]
struct Growing<W> {
    write: W,
    driver: Driver,
    index: usize,
}

impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> MakeRoom<L::Writing<'w>, I>
    for Growing<UnsortedListWrite<'_, 'w, L, P, I, D>>
{
    #[inline(always)]
    fn make_room(self) -> Option<Held<L::Writing<'w>, I>> {
        let UnsortedListWrite {
            level, frame, position, ..
        } = self.write;
        let at = frame.len.get();
        if at == frame.room.get() {
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before
            // the child is written.
            let level = unsafe { &mut *level };
            let room = level.grow(
                self.driver,
                at,
                position,
                self.index,
                frame.held.get().first == super::LATE,
            );
            if room == 0 {
                return None;
            }
            self.write.take_room(room)
        }
        Some(frame.held.get())
    }
}

impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> UnsortedListWrite<'_, 'w, L, P, I, D> {
    /// There is room for `room` entries now, elsewhere.
    #[inline(always)]
    pub(super) fn take_room(self, room: usize) {
        let frame = self.frame;
        frame.room.set(room);
        frame.held.set(Held {
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends at once.
            idx: unsafe { &mut *self.level }.idx.as_mut_ptr(),
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            child: unsafe { L::writing(&raw mut (*self.level).child) },
            ..frame.held.get()
        })
    }
}
