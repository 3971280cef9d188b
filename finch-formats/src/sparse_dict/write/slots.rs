//! The slots of a dictionary that is being written: which index has which, and the room that there is for them.

use super::Owned;
use crate::sparse_dict::key::Key;
use crate::sparse_dict::table::hash;
use crate::width::Width;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteLevel};
use finch_traits::promise;

/// The slot of an index that is about to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) slot: usize,
    /// It belonged to nobody before.
    pub(super) is_new: bool,
    /// Something was assigned to the index before.
    pub(super) was_stored: bool,
}

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// Slots are numbers that fit their type, and pointers count them.
    const MOST: usize = if S::MAX < P::MAX { S::MAX + 1 } else { P::MAX };

    pub(super) fn too_large(fiber: usize, index: usize) -> Fault {
        Fault::TooLarge {
            level: Self::NAME,
            fiber,
            index,
        }
    }

    /// The slot of `index` of `fiber`, which it keeps if something is assigned to it. `None` if there is no room for
    /// it, and a fault is raised.
    #[inline(always)]
    pub(super) fn enter(&mut self, driver: Driver, fiber: usize, index: usize) -> Option<Slot> {
        let (hash, keys, key) = (hash(fiber, index), &self.keys, Key::new(fiber, index));
        let found = self.table.find(hash, |slot| {
            promise!(slot.to_usize() < keys.len());
            // SAFETY: there is a key for each slot that is in the table.
            unsafe { keys.get_unchecked(slot.to_usize()) }.is_of(key)
        });
        let Some(slot) = found.map(|slot| slot.to_usize()) else {
            return self.insert(driver, hash, fiber, index);
        };
        // Loops that have begun beside this one may need a slot each: now there is nobody below who must not be moved.
        if self.open.frames > 1
            && self.open.flights == 0
            && let Err(fault) = self.make_room(driver, fiber, index)
        {
            fault::raise(fault);
            return None;
        }
        self.open.flights += 1;
        // SAFETY: as above.
        let was_stored = *unsafe { self.keys.get_unchecked(slot) } == key;
        Some(Slot {
            slot,
            is_new: false,
            was_stored,
        })
    }

    /// Gives `index` of `fiber`, which has none, a slot.
    #[inline(always)]
    pub(super) fn insert(&mut self, driver: Driver, hash: u64, fiber: usize, index: usize) -> Option<Slot> {
        // Loops that have begun beside this one may need a slot each while this one is being written.
        let wanted = self.keys.len() + self.open.frames - self.open.flights;
        if (wanted > self.open.room || self.table.is_full())
            && let Err(fault) = self.make_room(driver, fiber, index)
        {
            fault::raise(fault);
            return None;
        }
        let keys = &mut self.keys;
        let key = Key::new(fiber, index).pending();
        let slot = match self.open.free.pop() {
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
        Some(Slot {
            slot,
            is_new: true,
            was_stored: false,
        })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn make_room(&mut self, driver: Driver, fiber: usize, index: usize) -> Result<(), Fault> {
        let too_large = Self::too_large(fiber, index);
        let (open, keys) = (&mut self.open, &mut self.keys);
        // The table grows by itself: as large as for `room` entries it would be looked up in more memory than need be.
        if self.table.is_full() && !self.table.make_room(1, |slot: S| keys[slot.to_usize()].owner()) {
            return Err(too_large);
        }
        let wanted = keys.len() + open.frames - open.flights;
        if wanted <= open.room {
            return Ok(());
        }
        if open.flights > 0 {
            // Others are writing below: it cannot be moved. Room was made for as many as there were frames.
            return Err(Fault::WrittenTwice {
                level: Self::NAME,
                fiber,
                index: Some(index),
            });
        }
        self.make_room_for(driver, wanted, fiber, index)
    }

    /// Makes room for `wanted` slots, of which there is less. Nobody is writing below.
    pub(super) fn make_room_for(
        &mut self,
        driver: Driver,
        wanted: usize,
        fiber: usize,
        index: usize,
    ) -> Result<(), Fault> {
        let too_large = Self::too_large(fiber, index);
        if wanted > Self::MOST {
            return Err(too_large);
        }
        let (open, keys) = (&mut self.open, &mut self.keys);
        let len = keys.len();
        let least = open.hint.max(wanted).max(4);
        let room = len.saturating_mul(2).max(least).min(Self::MOST);
        keys.try_reserve(room - len).map_err(|_| too_large)?;
        self.child.reserve(driver, room)?;
        self.open.room = room;
        Ok(())
    }

    /// An index was written below: it keeps its slot if something was assigned, now or before. `dirty` is
    /// the flag that was lent.
    #[inline(always)]
    pub(super) fn leave(&mut self, entered: Slot, dirty: bool) {
        self.open.flights -= 1;
        if dirty {
            promise!(entered.slot < self.keys.len());
            // SAFETY: there is a key for each slot that was entered: it stays until all who entered it have left.
            let key = unsafe { self.keys.get_unchecked_mut(entered.slot) };
            *key = key.stored()
        } else if entered.is_new || entered.was_stored {
            self.leave_unassigned(entered)
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn leave_unassigned(&mut self, entered: Slot) {
        let Slot { slot, is_new, .. } = entered;
        let key = self.keys[slot];
        if is_new && !key.is_pending() {
            // A frame inside of this one has assigned it.
            return;
        }
        if !is_new && self.open.flights > 0 {
            // A frame around this one may be at the same index.
            self.keys[slot] = key.pending();
            return;
        }
        self.drop_slot(slot)
    }

    /// The index of `slot`, which holds fill, has none any more.
    #[cold]
    #[inline(never)]
    pub(super) fn drop_slot(&mut self, slot: usize) {
        let (fiber, index) = self.keys[slot].owner();
        self.table.remove(fiber, index, S::truncate(slot));
        if slot + 1 == self.keys.len() {
            self.keys.pop();
        } else {
            self.keys[slot] = Key::nobody();
            self.open.free.push(S::truncate(slot));
            self.open.scattered = true
        }
    }

    /// Empties the table.
    pub(super) fn clear_table(&mut self) {
        if self.table.len() > 0 && !self.table.is_cleared_within(self.keys.len()) {
            for (slot, key) in self.keys.iter().enumerate().filter(|(_, key)| !key.is_nobody()) {
                let (fiber, index) = key.owner();
                self.table.remove(fiber, index, S::truncate(slot))
            }
        }
        if self.table.len() > 0 {
            self.table.clear()
        }
    }

    /// Takes the `slots`, which are in use, from their indices; those that the child cannot clear are given to nobody.
    pub(super) fn take(&mut self, driver: Driver, slots: &[usize]) {
        let keys = &mut self.keys;
        for &slot in slots {
            let (fiber, index) = keys[slot].owner();
            self.table.remove(fiber, index, S::truncate(slot));
            keys[slot] = Key::nobody()
        }
        self.open.scattered = true;
        // SAFETY: the child has positions for all slots.
        if unsafe { self.child.clear_positions(driver, keys.len(), slots.iter().copied()) } {
            self.open.free.extend(slots.iter().map(|&slot| S::truncate(slot)))
        } else {
            self.open.unclean = true
        }
    }
}
