//! Dictionaries as programs write them.
//!
//! While the level is written, `keys` says whose each slot is. An index enters the table before what is below is
//! written, so that all who write it find the same slot, and leaves it again if nobody assigned anything; until then
//! its key is marked as pending. Freezing sorts the keys by fiber and index. Where nothing else can write while a fiber is
//! open (see `entered`), keys are not marked, and nobody is counted.

mod entered;
mod merge;
mod order;
mod slots;

use crate::kit::by_pointer::{ChildOf, PointerFiber, PointerWriting, WriteByPointer};
use crate::kit::insert::Entered;
use crate::kit::pieces::Pieces;
use crate::sparse_dict::SparseDict;
use crate::sparse_dict::key::Key;
use crate::width::Width;
use core::cell::Cell;
use core::ops::Range;
use entered::SparseDictAlone;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::No;
use finch_traits::explain::WriteDescription;
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::mirrored::Mirrored;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, OnWriteFiber, RemainingIndices, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::together;

/// What is known of the slots while they are given to indices.
#[derive(Clone, Debug)]
pub(super) struct Open<S> {
    /// The level is being written.
    is_open: bool,
    /// Slots below these that hold fill and belong to nobody.
    free: Vec<S>,
    /// For how many slots the child has room.
    room: usize,
    /// How many loops have fibers of this level open.
    frames: usize,
    /// How many of them are writing below an index.
    flights: usize,
    /// What belongs to no index may be something other than fill: it came with the arrays.
    unclean: bool,
    /// Slots may have been given to indices in another order than that of their numbers.
    scattered: bool,
    /// How many slots there were at most when the level was frozen, since it has these extents.
    hint: usize,
    /// Scratch space for sorting.
    order: Vec<u64>,
}

impl<S> Open<S> {
    /// Nothing is known of slots that belong to no index.
    pub(super) fn made_of_parts() -> Self {
        Open {
            is_open: false,
            free: Vec::new(),
            room: 0,
            frames: 0,
            flights: 0,
            unclean: true,
            scattered: true,
            hint: 0,
            order: Vec::new(),
        }
    }
}

/// A level that can be written.
type Owned<L, P, I, S> = SparseDict<L, Vec<P>, Vec<I>, Vec<S>>;

/// One fiber that is being written.
#[derive(Debug)]
pub struct SparseDictWrite<'w, L, P, I: Width, S: Width, D>(PointerFiber<'w, Owned<L, P, I, S>, D>);

crate::copy!(impl[L, P, I: Width, S: Width, D: Copy] for SparseDictWrite<'_, L, P, I, S, D>);

// SAFETY: an index is in the table once, with a slot of its own, for which the child has room; freezing sorts those
// that were assigned, and gives the others to nobody. If a frame was cut off, `declare` forgets everything.
unsafe impl<L: WriteLevel, P: Width, I: Width, S: Width> WriteLevel for Owned<L, P, I, S> {
    type NeedsFlag = No;
    type Writing<'w>
        = PointerWriting<'w, Self>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::check::extent_fits::<I>(Self::NAME, extent)?;
            self.child.resize(driver, below)?;
            self.extent = extent;
            self.open.hint = 0
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.clear_table();
        self.ptr.clear();
        self.idx.clear();
        self.slot.clear();
        let open = &mut self.open;
        open.is_open = true;
        self.keys.clear();
        open.free.clear();
        open.frames = 0;
        open.flights = 0;
        open.unclean = false;
        open.scattered = false;
        self.child.declare(driver);
        // As much as was needed before costs no more than it did then.
        let room = open.hint;
        open.room = if room <= self.keys.capacity() && self.child.reserve(driver, room).is_ok() {
            room
        } else {
            0
        }
    }

    // Nothing is kept for a fiber before the level is frozen.
    #[inline(always)]
    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        if positions < self.ptr.capacity() && positions <= Key::<I>::MOST_FIBERS {
            return Ok(());
        }
        let too_large = Self::too_large(positions, positions);
        if positions > Key::<I>::MOST_FIBERS {
            return Err(too_large);
        }
        let missing = positions + 1 - self.ptr.len();
        self.ptr.try_reserve(missing).map_err(|_| too_large)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        promise!(self.open.is_open);
        if self.extent <= 1 << 32 && self.keys.len() <= 1 << 32 {
            let mut order = core::mem::take(&mut self.open.order);
            self.list(positions, &mut order);
            self.open.order = order
        } else {
            self.list(positions, &mut Vec::<u128>::new())
        }
        let (open, slots) = (&mut self.open, self.slot.len());
        open.hint = open.hint.max(slots);
        open.is_open = false;
        open.free.clear();
        self.child.freeze(driver, slots)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let (entries, slots) = (self.ptr[positions].to_usize(), self.slot.len());
        self.child.thaw(driver, slots)?;
        if self.table.len() > entries {
            // Arrays may hold more fibers than were needed.
            self.sweep(positions)
        }
        // What was never written below is fill, and what the arrays brought is cleared if it can be.
        let free = &self.slot[entries..];
        let positions = free.iter().map(|slot| slot.to_usize());
        // SAFETY: the child has positions for all slots.
        if !self.open.unclean || unsafe { self.child.clear_positions(driver, slots, positions) } {
            self.open.free.extend_from_slice(free);
            self.open.unclean = false
        }
        self.open.is_open = true;
        self.open.scattered = true;
        self.open.room = slots;
        self.open.frames = 0;
        self.open.flights = 0;
        Ok(())
    }

    fn shrink_to_fit(&mut self) {
        self.ptr.shrink_to_fit();
        self.idx.shrink_to_fit();
        self.slot.shrink_to_fit();
        self.keys.shrink_to_fit();
        let (open, keys) = (&mut self.open, &self.keys);
        self.table.shrink_to_fit(|slot| keys[slot.to_usize()].owner());
        open.free.shrink_to_fit();
        open.order = Vec::new();
        // There are as many keys as slots, and the child has as many positions. What is given back is not foreseen again.
        open.room = open.room.min(keys.len());
        open.hint = open.hint.min(keys.len());
        self.child.shrink_to_fit()
    }

    unsafe fn clear_positions(&mut self, driver: Driver, below: usize, positions: impl Iterator<Item = usize>) -> bool {
        if self.assemble(driver, below).is_err() {
            return false;
        }
        let mut fibers: Vec<usize> = positions.collect();
        fibers.sort_unstable();
        fibers.dedup();
        let mut slots = Vec::new();
        if self.open.is_open {
            let theirs = |key: &Key<I>| !key.is_nobody() && fibers.binary_search(&key.owner().0).is_ok();
            let keys = self.keys.iter().enumerate();
            slots.extend(keys.filter(|(_, key)| theirs(key)).map(|(slot, _)| slot))
        } else {
            let frozen = self.ptr.len().saturating_sub(1);
            for &fiber in fibers.iter().take_while(|&&fiber| fiber < frozen) {
                let Range { start: from, end: to } = self.pieces(fiber);
                slots.extend(self.slot[from..to].iter().map(|slot| slot.to_usize()))
            }
        }
        if slots.len() == self.table.len() {
            self.declare(driver);
            return self.assemble(driver, below).is_ok();
        }
        if !self.open.is_open && self.thaw(driver, self.ptr.len() - 1).is_err() {
            return false;
        }
        self.take(driver, &slots);
        true
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        // SAFETY: as the caller promises.
        unsafe { PointerWriting::new(level) }
    }
}

// SAFETY: the position is assembled: any number below the marks is a fiber.
unsafe impl<L: WriteLevel, P: Width, I: Width, S: Width> WriteByPointer for Owned<L, P, I, S> {
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
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let open = unsafe { &mut (*fiber.level).open };
        // What is below an index that is being written must not move, so no loop that needs more room begins.
        if open.flights > 0 {
            return fault::raise(Fault::WrittenTwice {
                level: "SparseDict",
                fiber: fiber.position,
                index: Some(pass.region().lo),
            });
        }
        open.frames += 1;
        k.call(pass, UnfurledTarget::new(SparseDictWrite(fiber), rest));
        // SAFETY: as above; the child is not being written any more.
        unsafe { (*fiber.level).open.frames -= 1 }
    }

    #[inline(always)]
    fn enter<'w, D: Dirty, K: OnWriteFiber<L::T>>(fiber: PointerFiber<'w, Self, D>, _driver: Driver, k: K)
    where
        Self: 'w,
    {
        // SAFETY: as for `unfurl`.
        let open = unsafe { &mut (*fiber.level).open };
        if open.flights > 0 {
            return fault::raise(Fault::WrittenTwice {
                level: "SparseDict",
                fiber: fiber.position,
                index: None,
            });
        }
        // Nobody else writes before this is over, and who tries is refused.
        open.flights = 1;
        k.call(Entered(SparseDictAlone(fiber)));
        // SAFETY: as above; the child is not being written any more.
        unsafe { (*fiber.level).open.flights = 0 }
    }

    fn describe<'w, D: Dirty>() -> WriteDescription
    where
        Self: 'w,
    {
        WriteDescription::new::<SparseDictWrite<'w, L, P, I, S, D>, ChildOf<'w, L>>(Self::NAME).noting("in any order")
    }
}

// SAFETY: the slot of an index is its own, and the child has room for it; while it is written nothing below is moved.
unsafe impl<'w, L, P, I, S, D> WriteLooplet for SparseDictWrite<'w, L, P, I, S, D>
where
    L: WriteLevel + 'w,
    P: Width,
    I: Width,
    S: Width,
    D: Dirty,
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let (fiber, index) = (self.0, pass.index());
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *fiber.level };
        promise!(index < level.extent);
        let Some(entered) = level.enter(pass.driver(), fiber.position, index) else {
            return;
        };
        // The value of a `Pattern` is this flag, so it starts out as it was left; nobody else minds.
        let dirty = Cell::new(entered.was_stored);
        // SAFETY: the child has room for all slots, and nothing else accesses it.
        let child = unsafe { L::writing::<'w>(&raw mut (*fiber.level).child) };
        let child = if entered.is_new {
            // SAFETY: there is room for the slot, nothing was stored in it, and it belongs to this index only.
            unsafe { child.fresh(entered.slot, &dirty) }
        } else {
            // SAFETY: the slot was handed out before, or was there when the level was opened.
            unsafe { child.fiber(entered.slot, &dirty) }
        };
        k.call(pass, Write::new(child, rest));
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *fiber.level };
        level.leave(entered, dirty.get());
        if dirty.get() {
            fiber.dirty.set()
        }
    }
}
