//! Dictionaries as programs write them.
//!
//! While the level is written, `keys` says whose each slot is. An index enters the table before what is below is
//! written, so that all who write it find the same slot, and leaves it again if nobody assigned anything; until then
//! its key is marked as pending. Freezing sorts the keys by fiber and index.

mod order;

use crate::sparse_dict::SparseDict;
use crate::sparse_dict::table::hash;
use crate::width::Width;
use core::cell::Cell;
use core::marker::PhantomData;
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
use finch_traits::target::{Dirty, Rest, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::together;
use finch_traits::{Error, ErrorKind, Result};

/// What is known of the slots while they are given to indices.
#[derive(Clone, Debug)]
pub(super) struct Open<I, S> {
    /// The level is being written.
    is_open: bool,
    /// Whose each slot is.
    keys: Vec<Key<I>>,
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
    /// How many slots there were when the level was frozen last.
    hint: usize,
    /// Scratch space for sorting.
    order: Vec<u64>,
}

/// Whose a slot is.
#[derive(Clone, Copy, Debug)]
struct Key<I> {
    /// The fiber, perhaps marked as [`PENDING`], or [`NOBODY`].
    fiber: usize,
    index: I,
}

/// Nothing was assigned so far, so the entry will not stay. No fiber has such a number.
const PENDING: usize = 1 << (usize::BITS - 1);

/// The fiber of a slot that belongs to nobody.
const NOBODY: usize = usize::MAX;

impl<I: Width> Key<I> {
    fn nobody() -> Self {
        Key {
            fiber: NOBODY,
            index: I::default(),
        }
    }

    /// The fiber and the index, pending or not.
    #[inline(always)]
    fn owner(self) -> (usize, usize) {
        (self.fiber & !PENDING, self.index.to_usize())
    }
}

impl<I, S> Open<I, S> {
    /// Nothing is known of slots that belong to no index.
    pub(super) fn made_of_parts() -> Self {
        Open {
            is_open: false,
            keys: Vec::new(),
            free: Vec::new(),
            room: 0,
            frames: 0,
            flights: 0,
            unclean: true,
            hint: 0,
            order: Vec::new(),
        }
    }
}

/// A level that can be written.
type Owned<L, P, I, S> = SparseDict<L, Vec<P>, Vec<I>, Vec<S>>;

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparseDictWriting<'w, L, P, I: Width, S: Width> {
    level: *mut Owned<L, P, I, S>,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparseDictWriteFiber<'w, L, P, I: Width, S: Width, D> {
    level: *mut Owned<L, P, I, S>,
    position: usize,
    dirty: D,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber that is being written.
#[derive(Debug)]
pub struct SparseDictWrite<'w, L, P, I: Width, S: Width, D> {
    level: *mut Owned<L, P, I, S>,
    position: usize,
    dirty: D,
    borrow: PhantomData<&'w mut L>,
}

crate::copy!(SparseDictWriting<'w, L, P, I: Width, S: Width>,);

macro_rules! copy_with_flag {
    ($($name:ident),*) => { $(
        impl<L, P, I: Width, S: Width, D: Copy> Clone for $name<'_, L, P, I, S, D> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<L, P, I: Width, S: Width, D: Copy> Copy for $name<'_, L, P, I, S, D> {}
    )* };
}

copy_with_flag!(SparseDictWriteFiber, SparseDictWrite);

/// The slot of an index that is about to be written.
#[derive(Clone, Copy, Debug)]
struct Entered {
    slot: usize,
    /// It belonged to nobody before.
    is_new: bool,
    /// Something was assigned to the index before.
    was_stored: bool,
}

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// Slots are numbers that fit their type, and pointers count them.
    const MOST: usize = if S::MAX < P::MAX { S::MAX + 1 } else { P::MAX };

    fn too_large(fiber: usize, index: usize) -> Fault {
        Fault::TooLarge {
            level: Self::NAME,
            fiber,
            index,
        }
    }

    /// The slot of `index` of `fiber`, which it keeps if something is assigned to it. `None` if there is no room for
    /// it, and a fault is raised.
    #[inline(always)]
    fn enter(&mut self, fiber: usize, index: usize) -> Option<Entered> {
        let (hash, keys) = (hash(fiber, index), &self.open.keys);
        let found = self.table.find(hash, |slot| {
            debug_assert!(slot.to_usize() < keys.len());
            // SAFETY: while the level is written there is a key for each slot that is in the table.
            unsafe { keys.get_unchecked(slot.to_usize()) }.owner() == (fiber, index)
        });
        let Some(slot) = found.map(|slot| slot.to_usize()) else {
            return self.insert(hash, fiber, index);
        };
        self.open.flights += 1;
        // SAFETY: as above.
        let was_stored = unsafe { self.open.keys.get_unchecked(slot) }.fiber == fiber;
        Some(Entered {
            slot,
            is_new: false,
            was_stored,
        })
    }

    /// Gives `index` of `fiber`, which has none, a slot.
    #[inline(always)]
    fn insert(&mut self, hash: u64, fiber: usize, index: usize) -> Option<Entered> {
        // Loops that have begun beside this one may need a slot each while this one is being written.
        let wanted = self.open.keys.len() + self.open.frames - self.open.flights;
        if (wanted > self.open.room || self.table.is_full())
            && let Err(fault) = self.make_room(fiber, index)
        {
            fault::raise(fault);
            return None;
        }
        let Open { keys, free, .. } = &mut self.open;
        let key = Key {
            fiber: fiber | PENDING,
            index: I::truncate(index),
        };
        let slot = match free.pop() {
            None => {
                keys.push(key);
                keys.len() - 1
            }
            Some(slot) => {
                keys[slot.to_usize()] = key;
                slot.to_usize()
            }
        };
        self.table
            .insert(hash, S::truncate(slot), |slot| keys[slot.to_usize()].owner());
        self.open.flights += 1;
        Some(Entered {
            slot,
            is_new: true,
            was_stored: false,
        })
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, fiber: usize, index: usize) -> Result<(), Fault> {
        let too_large = Self::too_large(fiber, index);
        let open = &mut self.open;
        let keys = &open.keys;
        // The table grows by itself: as large as for `room` entries it would be looked up in more memory than need be.
        if self.table.is_full() && !self.table.make_room(1, |slot: S| keys[slot.to_usize()].owner()) {
            return Err(too_large);
        }
        let len = open.keys.len();
        let wanted = len + open.frames - open.flights;
        if wanted <= open.room {
            return Ok(());
        }
        if open.flights > 0 {
            // Others are writing below: it cannot be moved. Room was made for as many as there were frames.
            return Err(Fault::WrittenTwice {
                level: Self::NAME,
                fiber,
            });
        }
        if wanted > Self::MOST {
            return Err(too_large);
        }
        // As much as was needed last time costs no more than it did then.
        let least = open.hint.max(wanted).max(4);
        let room = len.saturating_mul(2).max(least).min(Self::MOST);
        open.keys.try_reserve(room - len).map_err(|_| too_large)?;
        self.child.reserve(room)?;
        self.open.room = room;
        Ok(())
    }

    /// An index of `fiber` was written below: it keeps its slot if something was assigned, now or before. `dirty` is
    /// the flag that was lent.
    #[inline(always)]
    fn leave(&mut self, entered: Entered, fiber: usize, dirty: bool) {
        self.open.flights -= 1;
        if dirty {
            debug_assert!(entered.slot < self.open.keys.len());
            // SAFETY: there is a key for each slot that was entered: it stays until all who entered it have left.
            unsafe { self.open.keys.get_unchecked_mut(entered.slot) }.fiber = fiber
        } else if entered.is_new || entered.was_stored {
            self.leave_unassigned(entered, fiber)
        }
    }

    #[inline(never)]
    fn leave_unassigned(&mut self, entered: Entered, fiber: usize) {
        let Entered { slot, is_new, .. } = entered;
        let open = &mut self.open;
        if is_new && open.keys[slot].fiber == fiber {
            // A frame inside of this one has assigned it.
            return;
        }
        if !is_new && open.flights > 0 {
            // A frame around this one may be at the same index.
            open.keys[slot].fiber = fiber | PENDING;
            return;
        }
        self.table
            .remove(fiber, open.keys[slot].index.to_usize(), S::truncate(slot));
        if slot + 1 == open.keys.len() {
            open.keys.pop();
        } else {
            open.keys[slot] = Key::nobody();
            open.free.push(S::truncate(slot))
        }
    }

    /// Empties the table.
    fn clear_table(&mut self) {
        let (open, len) = (&self.open, self.table.len());
        let steps = if open.is_open {
            open.keys.len()
        } else {
            len + self.ptr.len()
        };
        if len > 0 && !self.table.is_cleared_within(steps) {
            if open.is_open {
                for (slot, key) in open.keys.iter().enumerate() {
                    let (fiber, index) = key.owner();
                    self.table.remove(fiber, index, S::truncate(slot))
                }
            } else {
                for fiber in 0..self.ptr.len().saturating_sub(1) {
                    let (from, to) = self.range(fiber);
                    for at in from..to {
                        self.table.remove(fiber, self.idx[at].to_usize(), self.slot[at])
                    }
                }
            }
        }
        if self.table.len() > 0 {
            self.table.clear()
        }
    }

    /// Takes the `slots`, which are in use, from their indices; those that the child cannot clear are given to nobody.
    fn take(&mut self, slots: &[usize]) {
        let keys = &mut self.open.keys;
        for &slot in slots {
            let (fiber, index) = keys[slot].owner();
            self.table.remove(fiber, index, S::truncate(slot));
            keys[slot] = Key::nobody()
        }
        // SAFETY: the child has positions for all slots.
        if unsafe { self.child.clear_positions(keys.len(), slots.iter().copied()) } {
            self.open.free.extend(slots.iter().map(|&slot| S::truncate(slot)))
        } else {
            self.open.unclean = true
        }
    }
}

// SAFETY: an index is in the table once, with a slot of its own, for which the child has room; freezing sorts those
// that were assigned, and gives the others to nobody. If a frame was cut off, `declare` forgets everything.
unsafe impl<L: WriteLevel, P: Width, I: Width, S: Width> WriteLevel for Owned<L, P, I, S> {
    type NeedsFlag = No;
    type Writing<'w>
        = SparseDictWriting<'w, L, P, I, S>
    where
        Self: 'w;

    fn resize(&mut self, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::check::extent_fits::<I>(Self::NAME, extent)?;
            self.child.resize(below)?;
            self.extent = extent;
        }
        self.declare();
        Ok(())
    }

    fn declare(&mut self) {
        self.clear_table();
        self.ptr.clear();
        self.idx.clear();
        self.slot.clear();
        let open = &mut self.open;
        open.is_open = true;
        open.keys.clear();
        open.free.clear();
        open.room = 0;
        open.frames = 0;
        open.flights = 0;
        open.unclean = false;
        self.child.declare()
    }

    // Nothing is kept for a fiber before the level is frozen.
    #[inline(always)]
    fn assemble(&mut self, positions: usize) -> Result<(), Fault> {
        if positions < self.ptr.capacity() {
            return Ok(());
        }
        let too_large = Self::too_large(positions, positions);
        if positions >= PENDING {
            return Err(too_large);
        }
        let missing = positions + 1 - self.ptr.len();
        self.ptr.try_reserve(missing).map_err(|_| too_large)
    }

    fn freeze(&mut self, positions: usize) {
        debug_assert!(self.open.is_open);
        if self.extent <= 1 << 32 && self.open.keys.len() <= 1 << 32 {
            let mut order = core::mem::take(&mut self.open.order);
            self.list(positions, &mut order);
            self.open.order = order
        } else {
            self.list(positions, &mut Vec::<u128>::new())
        }
        let (open, slots) = (&mut self.open, self.slot.len());
        open.hint = slots;
        open.is_open = false;
        open.keys.clear();
        open.free.clear();
        self.child.freeze(slots)
    }

    fn thaw(&mut self, positions: usize) -> Result<()> {
        let (entries, slots) = (self.ptr[positions].to_usize(), self.slot.len());
        if self.open.keys.try_reserve(slots).is_err() {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!(
                    "there is no memory for opening a {} level of {slots} slots again",
                    Self::NAME
                ),
            ));
        }
        self.child.thaw(slots)?;
        let keys = &mut self.open.keys;
        keys.resize(slots, Key::nobody());
        for (fiber, pair) in self.ptr[..=positions].windows(2).enumerate() {
            for at in pair[0].to_usize()..pair[1].to_usize() {
                keys[self.slot[at].to_usize()] = Key {
                    fiber,
                    index: self.idx[at],
                }
            }
        }
        if self.table.len() > entries {
            // Arrays may hold more fibers than were needed.
            self.table.clear();
            for (slot, key) in keys.iter().enumerate().filter(|(_, key)| key.fiber != NOBODY) {
                let (fiber, index) = key.owner();
                self.table.insert_within_room(fiber, index, S::truncate(slot))
            }
        }
        // What was never written below is fill, and what the arrays brought is cleared if it can be.
        let free = &self.slot[entries..];
        let positions = free.iter().map(|slot| slot.to_usize());
        // SAFETY: the child has positions for all slots.
        if !self.open.unclean || unsafe { self.child.clear_positions(slots, positions) } {
            self.open.free.extend_from_slice(free);
            self.open.unclean = false
        }
        self.open.is_open = true;
        self.open.room = slots;
        self.open.frames = 0;
        self.open.flights = 0;
        Ok(())
    }

    unsafe fn clear_positions(&mut self, below: usize, positions: impl Iterator<Item = usize>) -> bool {
        if self.assemble(below).is_err() {
            return false;
        }
        let mut fibers: Vec<usize> = positions.collect();
        fibers.sort_unstable();
        fibers.dedup();
        let mut slots = Vec::new();
        if self.open.is_open {
            let theirs = |key: &Key<I>| key.fiber != NOBODY && fibers.binary_search(&key.owner().0).is_ok();
            let keys = self.open.keys.iter().enumerate();
            slots.extend(keys.filter(|(_, key)| theirs(key)).map(|(slot, _)| slot))
        } else {
            let frozen = self.ptr.len().saturating_sub(1);
            for &fiber in fibers.iter().take_while(|&&fiber| fiber < frozen) {
                let (from, to) = self.range(fiber);
                slots.extend(self.slot[from..to].iter().map(|slot| slot.to_usize()))
            }
        }
        if slots.len() == self.table.len() {
            self.declare();
            return self.assemble(below).is_ok();
        }
        if !self.open.is_open && self.thaw(self.ptr.len() - 1).is_err() {
            return false;
        }
        self.take(&slots);
        true
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparseDictWriting {
            level,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<'w, L: WriteLevel, P: Width, I: Width, S: Width> WriteFibers for SparseDictWriting<'w, L, P, I, S> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = SparseDictWriteFiber<'w, L, P, I, S, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparseDictWriteFiber {
            level: self.level,
            position,
            dirty,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the position is assembled: any number below the marks is a fiber.
unsafe impl<'w, L, P, I, S, D> WriteFiber for SparseDictWriteFiber<'w, L, P, I, S, D>
where
    L: WriteLevel,
    P: Width,
    I: Width,
    S: Width,
    D: Dirty,
{
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
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let open = unsafe { &mut (*self.level).open };
        // What is below an index that is being written must not move, so no loop that needs more room begins.
        if open.flights > 0 {
            return fault::raise(Fault::WrittenTwice {
                level: "SparseDict",
                fiber: self.position,
            });
        }
        open.frames += 1;
        let write = SparseDictWrite {
            level: self.level,
            position: self.position,
            dirty: self.dirty,
            borrow: PhantomData,
        };
        k.call(pass, UnfurledTarget::new(write, rest));
        // SAFETY: as above; the child is not being written any more.
        unsafe { (*self.level).open.frames -= 1 }
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        type Child<'w, L> = <<L as WriteLevel>::Writing<'w> as WriteFibers>::Fiber<&'w Cell<bool>>;
        WriteDescription::new::<SparseDictWrite<'w, L, P, I, S, D>, Child<'w, L>>("SparseDict").noting("in any order")
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
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let index = pass.index();
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *self.level };
        debug_assert!(index < level.extent);
        let Some(entered) = level.enter(self.position, index) else {
            return;
        };
        // The value of a `Pattern` is this flag, so it starts out as it was left; nobody else minds.
        let dirty = Cell::new(entered.was_stored);
        // SAFETY: the child has room for all slots, and nothing else accesses it.
        let child = unsafe { L::writing::<'w>(&raw mut (*self.level).child) };
        let fiber = if entered.is_new {
            // SAFETY: there is room for the slot, nothing was stored in it, and it belongs to this index only.
            unsafe { child.fresh(entered.slot, &dirty) }
        } else {
            // SAFETY: the slot was handed out before, or was there when the level was opened.
            unsafe { child.fiber(entered.slot, &dirty) }
        };
        k.call(pass, Write::new(fiber, rest));
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *self.level };
        level.leave(entered, self.position, dirty.get());
        if dirty.get() {
            self.dirty.set()
        }
    }
}
