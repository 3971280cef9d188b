//! Dictionaries as programs write them.
//!
//! While the level is written, [`Slots`](super::slots::Slots) say which index has which slot. Freezing sorts their keys by fiber
//! and index.

mod entered;
mod merge;
mod order;

pub use entered::SparseDictWrite;

use crate::imports::*;
use crate::sparse_dict::key::KeyOf;
use crate::sparse_dict::table::hash;

/// A level that can be written.
type Owned<L, P, I, S> = SparseDict<L, Vec<P>, Vec<I>, Vec<S>>;

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// Takes the `slots`, which are in use, from their indices; those that the child cannot clear are given to nobody.
    fn take(&mut self, driver: Driver, slots: &[usize]) {
        slots.iter().for_each(|&slot| self.slots.forget(slot));
        self.slots.scattered = true;
        let len = self.slots.keys.len();
        // SAFETY: the child has positions for all slots.
        if unsafe { self.child.clear_positions(driver, len, slots.iter().copied()) } {
            self.slots.free.extend(slots.iter().map(|&slot| S::truncate(slot)))
        } else {
            self.slots.unclean = true
        }
    }

    /// Puts the entries of the first `count` fibers of `part` behind the first `before` ones, which are all that are in the table, and what
    /// is below them behind what is below those: fiber `f` of `part` is fiber `first + f` here. Both levels are frozen.
    fn append_entries(
        &mut self,
        driver: Driver,
        before: usize,
        first: usize,
        part: &mut Self,
        count: usize,
    ) -> Result<(), Fault> {
        let too_large = faults::too_large::<Self>(first, count);
        let (more, stored, below) = (part.ptr[count].to_usize(), self.slot.len(), part.slot.len());
        let fits = stored + below <= Self::MOST && before + more <= P::MAX;
        let (slot, keys) = (&mut self.slot, &mut self.slots.keys);
        if !fits
            || first + count > KeyOf::<I>::MOST_FIBERS
            || slot.try_reserve(below).is_err()
            || keys.try_reserve(below).is_err()
        {
            return Err(too_large);
        }
        append_array::<Self, _>(&mut self.idx, before, &part.idx[..more])?;
        // Those that belong to no index come last.
        let moved = |slot: &S| S::truncate(stored + slot.to_usize());
        slot.splice(before..before, part.slot[..more].iter().map(moved));
        slot.extend(part.slot[more..].iter().map(moved));
        let slots = &mut self.slots;
        slots.keys.resize(stored + below, KeyOf::<I>::nobody());
        for fiber in 0..count {
            for at in part.ptr[fiber].to_usize()..part.ptr[fiber + 1].to_usize() {
                let (owner, slot) = ((first + fiber, part.idx[at].to_usize()), moved(&part.slot[at]));
                if !slots.make_room_in_table() {
                    return Err(too_large);
                }
                let keys = &mut slots.keys;
                keys[slot.to_usize()] = KeyOf::<I>::new(owner.0, owner.1);
                slots
                    .table
                    .insert(hash(owner.0, owner.1), slot, |slot| keys[slot.to_usize()].owner())
            }
        }
        slots.hint = slots.hint.max(stored + below);
        // What belongs to no index need not be fill.
        slots.unclean |= self.slot.len() > before + more;
        self.child.append(driver, stored, &mut part.child, below)
    }

    /// Whether a loop over the fiber at `position` may begin, of which `index` is the first, if that is known. If not, a fault is
    /// raised: what is below an index that is being written must not move.
    fn may_begin(&self, position: usize, index: Option<usize>) -> bool {
        let is_free = self.slots.flights == 0;
        if !is_free {
            fault::raise(faults::written_twice::<Self>(position, index))
        }
        is_free
    }
}

// SAFETY: an index is in the table once, with a slot of its own, for which the child has room; freezing sorts those
// that were assigned, and gives the others to nobody. If a frame was cut off, `declare` forgets everything.
unsafe impl<L: WriteLevel, P: Width, I: Width, S: Width> WriteLevel for Owned<L, P, I, S> {
    crate::written_by_pointer!();

    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::check::extent_fits::<I>(Self::NAME, extent)?;
            self.child.resize(driver, below)?;
            self.extent = extent;
            self.slots.hint = 0
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.slots.clear();
        self.ptr.clear();
        self.idx.clear();
        self.slot.clear();
        self.child.declare(driver);
        // As much as was needed before costs no more than it did then.
        let room = self.slots.hint;
        let has_room = room <= self.slots.keys.capacity() && self.child.reserve(driver, room).is_ok();
        self.slots.open(if has_room { room } else { 0 })
    }

    // Nothing is kept for a fiber before the level is frozen.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        if positions < self.ptr.capacity() && positions <= KeyOf::<I>::MOST_FIBERS {
            return Ok(());
        }
        let too_large = faults::too_large::<Self>(positions, positions);
        if positions > KeyOf::<I>::MOST_FIBERS {
            return Err(too_large);
        }
        let missing = positions + 1 - self.ptr.len();
        self.ptr.try_reserve(missing).map_err(|_| too_large)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        promise!(self.slots.is_open);
        if self.extent <= 1 << 32 && self.slots.keys.len() <= 1 << 32 {
            let mut order = core::mem::take(&mut self.slots.order);
            self.list(positions, &mut order);
            self.slots.order = order
        } else {
            self.list(positions, &mut Vec::<u128>::new())
        }
        let (slots, len) = (&mut self.slots, self.slot.len());
        slots.hint = slots.hint.max(len);
        slots.is_open = false;
        slots.free.clear();
        self.child.freeze(driver, len)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let (entries, len) = (self.ptr[positions].to_usize(), self.slot.len());
        self.child.thaw(driver, len)?;
        if self.slots.table.len() > entries {
            // Arrays may hold more fibers than were needed.
            self.sweep(positions)
        }
        // What was never written below is fill, and what the arrays brought is cleared if it can be.
        let (slots, free) = (&mut self.slots, &self.slot[entries..]);
        let positions = free.iter().map(|slot| slot.to_usize());
        // SAFETY: the child has positions for all slots.
        if !slots.unclean || unsafe { self.child.clear_positions(driver, len, positions) } {
            slots.free.extend_from_slice(free);
            slots.unclean = false
        }
        slots.scattered = true;
        slots.open(len);
        Ok(())
    }

    fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        let before = self.ptr[positions].to_usize();
        self.ptr.truncate(positions + 1);
        if self.slots.table.len() > before {
            self.sweep(positions)
        }
        self.append_entries(driver, before, positions, part, count)?;
        compressed::append_ends::<Self, _>(&mut self.ptr, positions, &part.ptr[..=count])
    }

    fn append_piece(&mut self, driver: Driver, part: &mut Self, piece: &Range<usize>) -> Result<(), Fault> {
        if piece.start == 0 {
            self.declare(driver);
            self.assemble(driver, 1)?;
            self.freeze(driver, 1)
        }
        let before = self.ptr[1].to_usize();
        self.append_entries(driver, before, 0, part, 1)?;
        self.ptr[1] = P::truncate(before + part.ptr[1].to_usize());
        Ok(())
    }

    over_child! { shrinks ptr, idx, slot, slots }

    unsafe fn clear_positions(&mut self, driver: Driver, below: usize, positions: impl Iterator<Item = usize>) -> bool {
        if self.assemble(driver, below).is_err() {
            return false;
        }
        let mut fibers: Vec<usize> = positions.collect();
        fibers.sort_unstable();
        fibers.dedup();
        let slots = if self.slots.is_open {
            self.slots.of_fibers(0, |fiber| fibers.binary_search(&fiber).is_ok())
        } else {
            let frozen = self.ptr.len().saturating_sub(1);
            let fibers = fibers.iter().take_while(|&&fiber| fiber < frozen);
            let entries = fibers.flat_map(|&fiber| self.pieces(fiber));
            entries.map(|entry| self.slot[entry].to_usize()).collect()
        };
        if slots.len() == self.slots.table.len() {
            self.declare(driver);
            return self.assemble(driver, below).is_ok();
        }
        if !self.slots.is_open && self.thaw(driver, self.ptr.len() - 1).is_err() {
            return false;
        }
        self.take(driver, &slots);
        true
    }
}

// SAFETY: entries are put behind those of the fibers before, and into the table; those of one fiber ascend from part to part.
in_parts! { unsafe impl[L: WriteInParts, P: Width, I: Width, S: Width] WriteInParts for Owned<L, P, I, S>, splits Yes }

// SAFETY: the position is assembled: any number below the marks is a fiber.
unsafe impl<L: WriteLevel, P: Width, I: Width, S: Width> WriteByPointer for Owned<L, P, I, S> {
    type AnyOrder = <ChildOf<L> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <ChildOf<L> as WriteFiber>::TOGETHER);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<D: Dirty, U: Unfurling<L::T>>(fiber: PointerFiber<Self, D>, then: U) {
        let level = fiber.level;
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and borrows end before the child is
        // written.
        if unsafe { (*level).may_begin(fiber.position, Some(then.first())) } {
            // SAFETY: as above.
            unsafe { (*level).slots.frames += 1 }
            let alone = PhantomData::<No>;
            then.looplet(SparseDictWrite { fiber, alone });
            // SAFETY: as above; the child is not being written any more.
            unsafe { (*level).slots.frames -= 1 }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<D: Dirty, K: OnWriteFiber<L::T>>(fiber: PointerFiber<Self, D>, _driver: Driver, k: K) {
        let level = fiber.level;
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and borrows end before the child is
        // written.
        if unsafe { (*level).may_begin(fiber.position, None) } {
            // Nobody else writes before this is over, and who tries is refused.
            // SAFETY: as above.
            unsafe { (*level).slots.flights = 1 }
            let alone = PhantomData::<Yes>;
            k.call(Entered(SparseDictWrite { fiber, alone }));
            // SAFETY: as above; the child is not being written any more.
            unsafe { (*level).slots.flights = 0 }
        }
    }

    fn describe<D: Dirty>(_fiber: PhantomData<PointerFiber<Self, D>>) -> WriteDescription {
        WriteDescription::new::<SparseDictWrite<L, P, I, S, D, No>, ChildOf<L>>(Self::NAME).noting("in any order")
    }
}
