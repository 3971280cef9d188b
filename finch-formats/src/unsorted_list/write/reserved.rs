//! One fiber that is being written, and has room for all that a loop brings: nothing grows where an index is bound.

use super::bind::UnsortedListWrite;
use super::entry::{Held, MakeRoom, WriteIndex};
use crate::buffer::MODEST;
use crate::kit::reserve::Reserve;
use crate::width::Width;
use core::cell::Cell;
use core::fmt;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::Bool;
use finch_traits::cursor::Cursor;
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteLevel};
use finch_traits::looplet::{Coming, WriteLooplet};
use finch_traits::pass::OnTarget;
use finch_traits::pass::lookup::Bind;
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, RemainingIndices};

/// One fiber that is being written, and has room for all that comes.
pub struct UnsortedListReserved<'f, 'w, L: WriteLevel + 'w, I, D> {
    held: Held<L::Writing<'w>, I>,
    len: &'f Cell<usize>,
    /// For how many entries there is room: only tested.
    room: usize,
    dirty: D,
}

crate::copy!(impl['w, L: WriteLevel + 'w, I, D: Copy] for UnsortedListReserved<'_, 'w, L, I, D>);

impl<'w, L: WriteLevel + 'w, I, D> fmt::Debug for UnsortedListReserved<'_, 'w, L, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsortedListReserved").finish_non_exhaustive()
    }
}

// SAFETY: a stamp of this fiber leads to an entry of it; the driver binds no more indices than it has announced, and there
// is room for those of them that are new. Nothing else makes room while the loop runs, so nothing is moved.
unsafe impl<'w, L: WriteLevel + 'w, I: Width, D: Dirty> WriteLooplet for UnsortedListReserved<'_, 'w, L, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let write = WriteIndex {
            held: self.held,
            len: self.len,
            dirty: self.dirty,
            pass,
            rest,
            k,
        };
        write.write(There(self))
    }
}

/// There is room.
#[derive(Clone, Copy)]
struct There<W>(W);

impl<'w, L: WriteLevel + 'w, I: Width, D: Dirty> MakeRoom<L::Writing<'w>, I>
    for There<UnsortedListReserved<'_, 'w, L, I, D>>
{
    #[inline(always)]
    fn make_room(self) -> Option<Held<L::Writing<'w>, I>> {
        let There(write) = self;
        promise!(write.len.get() < write.room);
        Some(write.held)
    }
}

impl<'f, 'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> Reserve for UnsortedListWrite<'f, 'w, L, P, I, D> {
    type Reserved = UnsortedListReserved<'f, 'w, L, I, D>;

    #[inline(always)]
    fn reserved<C: Cursor + Copy, All: Bool>(self, coming: Coming<C, All>) -> Option<Self::Reserved> {
        let (driver, frame) = (coming.driver(), self.frame);
        // As many can be new as are not stored, for which there is room as a rule.
        if !frame.is_roomy && !self.make_room_for(driver, coming.at_most(), || coming.first()) {
            return None;
        }
        Some(UnsortedListReserved {
            held: frame.held.get(),
            len: &frame.len,
            room: frame.room.get(),
            dirty: self.dirty,
        })
    }

    // Where all is refused that is bound, it is not known whether anything will be.
    #[inline(always)]
    fn may_waste<C: Cursor + Copy, All: Bool>(self, coming: Coming<C, All>) -> bool {
        self.frame.held.get().first != super::LATE && coming.at_most() <= self.frame.len.get().max(MODEST)
    }
}

impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> UnsortedListWrite<'_, 'w, L, P, I, D> {
    /// Makes room for `more` indices, of which `first` is the first; false after it has raised a fault: there is no
    /// memory, or the fiber comes too late.
    #[inline(always)]
    fn make_room_for(self, driver: Driver, more: usize, first: impl FnOnce() -> Option<usize>) -> bool {
        let (frame, held) = (self.frame, self.frame.held.get());
        let len = frame.len.get();
        // A fiber that comes too late has no room, as if there were no memory.
        if held.first == super::LATE {
            if let Some(index) = first() {
                fault::raise(Fault::Left {
                    level: super::Owned::<L, P, I>::NAME,
                    fiber: self.position,
                    index,
                })
            }
            return false;
        }
        // As many can be new as are not stored.
        let new = more.min(held.extent - (len - held.start));
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *self.level };
        if !level.grow_by(driver, len, new, self.position) {
            return false;
        }
        self.take_room(level.progress.room);
        true
    }
}
