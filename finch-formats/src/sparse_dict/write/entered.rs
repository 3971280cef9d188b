//! A dictionary that one loop has to itself: nothing else writes it before the loop is over.
//!
//! So an index that is found is one that stays, nothing is pending, and what is below may be moved whenever nobody is
//! writing there, which is between two indices.

use super::Owned;
use crate::kit::by_pointer::{ChildOf, PointerFiber};
use crate::kit::insert::Insert;
use crate::sparse_dict::key::Key;
use crate::sparse_dict::table::hash;
use crate::width::Width;
use core::cell::Cell;
use core::hint::cold_path;
use core::sync::atomic::{Ordering::SeqCst, compiler_fence};
use finch_traits::algebra::fault;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::{Bool, Thunk};
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, RemainingIndices, Write, WriteFiber};
use finch_traits::writer::together;

/// One fiber, of a level that nobody else writes.
#[derive(Debug)]
pub(super) struct SparseDictAlone<'w, L, P, I: Width, S: Width, D>(pub(super) PointerFiber<'w, Owned<L, P, I, S>, D>);

crate::copy!(impl[L, P, I: Width, S: Width, D: Copy] for SparseDictAlone<'_, L, P, I, S, D>);

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// What there is for `index` of `fiber`.
    #[inline(always)]
    fn look_up_alone(&mut self, fiber: usize, index: usize) -> Alone {
        if self.table.is_full() {
            return Alone::Full;
        }
        let (keys, key) = (&self.keys, Key::new(fiber, index));
        let is_it = |slot: S| {
            promise!(slot.to_usize() < keys.len());
            // SAFETY: there is a key for each slot that is in the table.
            *unsafe { keys.get_unchecked(slot.to_usize()) } == key
        };
        match self
            .table
            .entry(hash(fiber, index), is_it, |slot| keys[slot.to_usize()].owner())
        {
            Ok(slot) => Alone::Known(slot.to_usize()),
            Err(place) => {
                let len = self.keys.len();
                if len < self.open.room && self.open.free.is_empty() {
                    place.insert(S::truncate(len));
                    // SAFETY: there are as many keys as there is room, see `make_room_for`.
                    unsafe {
                        self.keys.as_mut_ptr().add(len).write(key);
                        self.keys.set_len(len + 1)
                    }
                    Alone::New(len)
                } else {
                    cold_path();
                    Alone::Missing
                }
            }
        }
    }

    /// The slot of `index` of `fiber`, which is filled if it is new, and whether it is, where that is not found at once. `None` if there is no room for
    /// it, and a fault is raised.
    #[cold]
    #[inline(never)]
    fn enter_slowly(&mut self, driver: Driver, fiber: usize, index: usize, is_missing: bool) -> Option<(usize, bool)> {
        let (keys, key) = (&self.keys, Key::new(fiber, index));
        if !is_missing {
            let found = self.table.find(hash(fiber, index), |slot| keys[slot.to_usize()] == key);
            if let Some(slot) = found {
                return Some((slot.to_usize(), false));
            }
            if !self.table.make_room(1, |slot: S| keys[slot.to_usize()].owner()) {
                fault::raise(Self::too_large(fiber, index));
                return None;
            }
        }
        let slot = match self.open.free.pop() {
            Some(slot) => {
                self.keys[slot.to_usize()] = key;
                slot.to_usize()
            }
            None => {
                let len = self.keys.len();
                if len >= self.open.room
                    && let Err(fault) = self.make_room_for(driver, len + 1, fiber, index)
                {
                    fault::raise(fault);
                    return None;
                }
                self.keys.push(key);
                len
            }
        };
        let keys = &self.keys;
        self.table.insert(hash(fiber, index), S::truncate(slot), |slot| {
            keys[slot.to_usize()].owner()
        });
        let unasked = Cell::new(false);
        // SAFETY: there is room for the slot, nothing was stored in it, and it belongs to this index only; the child is not
        // being written.
        let _ = unsafe { L::writing(&raw mut self.child).fresh(slot, &unasked) };
        Some((slot, true))
    }
}

/// What a table has for an index.
#[derive(Clone, Copy, Debug)]
enum Alone {
    /// Its slot.
    Known(usize),
    /// A slot that was given to it now.
    New(usize),
    /// Nothing, and it takes a free slot or more room.
    Missing,
    /// Nobody has asked: the table is full.
    Full,
}

// SAFETY: the position is assembled: any number below the marks is a fiber.
unsafe impl<'w, L: WriteLevel + 'w, P: Width, I: Width, S: Width, D: Dirty> Insert
    for SparseDictAlone<'w, L, P, I, S, D>
{
    type Asked = D::Asked;
    type AnyOrder = <ChildOf<'w, L> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <ChildOf<'w, L> as WriteFiber>::TOGETHER);
}

// SAFETY: the slot of an index is its own, and the child has room for it; nothing below is moved while it is written,
// since nothing else writes this level.
unsafe impl<'w, L, P, I, S, D> WriteLooplet for SparseDictAlone<'w, L, P, I, S, D>
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
        let PointerFiber {
            level: this,
            position,
            dirty: parent,
            ..
        } = self.0;
        let index = pass.index();
        let write = WriteSlot {
            this,
            position,
            parent,
            pass,
            rest,
            k,
        };
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *this };
        promise!(index < level.extent);
        let alone = level.look_up_alone(position, index);
        R::IsEmpty::branch(ByCase(write, alone), AtOnce(write, alone))
    }
}

/// What is done at a slot.
#[derive(Debug)]
struct WriteSlot<L, P, I: Width, S: Width, D, R, K> {
    this: *mut Owned<L, P, I, S>,
    position: usize,
    parent: D,
    pass: Bind,
    rest: R,
    k: K,
}

crate::copy!(impl[L, P, I: Width, S: Width, D: Copy, R: Copy, K: Copy] for WriteSlot<L, P, I, S, D, R, K>);

impl<L, P, I, S, D, R, K> WriteSlot<L, P, I, S, D, R, K>
where
    L: WriteLevel,
    P: Width,
    I: Width,
    S: Width,
    D: Dirty,
    R: RemainingIndices,
    K: OnTarget<Bind, L::T>,
{
    /// `slot` is new to the child if `is_fresh`; something was stored in it before if `was_stored`.
    #[inline(always)]
    fn write(self, slot: usize, is_fresh: bool, was_stored: bool) {
        let WriteSlot { this, .. } = self;
        // The value of a `Pattern` is this flag, so it starts out as it was left; nobody else minds.
        let dirty = Cell::new(was_stored);
        // SAFETY: the child has room for all slots, and nothing else accesses it.
        let child = unsafe { L::writing(&raw mut (*this).child) };
        if is_fresh {
            // SAFETY: there is room for the slot, nothing was stored in it, and it belongs to this index only.
            let _ = unsafe { child.fresh(slot, &dirty) };
            // What was filled is read again, instead of being known: else what comes of it is computed beforehand, for every
            // index, new or not.
            compiler_fence(SeqCst);
        }
        // SAFETY: the slot was handed out, now or before, or was there when the level was opened.
        let fiber = unsafe { child.fiber(slot, &dirty) };
        self.k.call(self.pass, Write::new(fiber, self.rest));
        if dirty.get() {
            self.parent.set()
        } else {
            // SAFETY: the level outlives the program's use of it; the child is not being written any more.
            unsafe { (*this).drop_slot(slot) }
        }
    }

    #[inline(always)]
    fn slowly(self, driver: Driver, is_missing: bool) -> Option<(usize, bool)> {
        // SAFETY: as above.
        unsafe { (*self.this).enter_slowly(driver, self.position, self.pass.index(), is_missing) }
    }
}

/// At a leaf there is little to do, so it is done in each case: neither waits for the other, and what a new index holds is
/// known.
struct ByCase<W>(W, Alone);

impl<L, P, I, S, D, R, K> Thunk for ByCase<WriteSlot<L, P, I, S, D, R, K>>
where
    L: WriteLevel,
    P: Width,
    I: Width,
    S: Width,
    D: Dirty,
    R: RemainingIndices,
    K: OnTarget<Bind, L::T>,
{
    #[inline(always)]
    fn force(self) {
        let ByCase(write, alone) = self;
        match alone {
            Alone::Known(slot) => write.write(slot, false, true),
            Alone::New(slot) => write.write(slot, true, false),
            Alone::Missing | Alone::Full => {
                if let Some((slot, is_new)) = write.slowly(write.pass.driver(), matches!(alone, Alone::Missing)) {
                    write.write(slot, false, !is_new)
                }
            }
        }
    }
}

/// Elsewhere it is compiled once.
struct AtOnce<W>(W, Alone);

impl<L, P, I, S, D, R, K> Thunk for AtOnce<WriteSlot<L, P, I, S, D, R, K>>
where
    L: WriteLevel,
    P: Width,
    I: Width,
    S: Width,
    D: Dirty,
    R: RemainingIndices,
    K: OnTarget<Bind, L::T>,
{
    #[inline(always)]
    fn force(self) {
        let AtOnce(write, alone) = self;
        let slot = match alone {
            Alone::Known(slot) => Some((slot, false, true)),
            Alone::New(slot) => Some((slot, true, false)),
            Alone::Missing | Alone::Full => write
                .slowly(write.pass.driver(), matches!(alone, Alone::Missing))
                .map(|(slot, is_new)| (slot, false, !is_new)),
        };
        if let Some((slot, is_fresh, was_stored)) = slot {
            write.write(slot, is_fresh, was_stored)
        }
    }
}
