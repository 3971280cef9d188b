//! The slots of a dictionary: which index has which, and what is known of them while they are given to indices.

use crate::imports::*;
use crate::sparse_dict::key::KeyOf;
use crate::sparse_dict::table::{Table, hash};

/// Which slot each index has.
///
/// An index enters the table before what is below is written, so that all who write it find the same slot, and leaves it again
/// if nobody assigned anything; until then its key is marked as pending. While one loop has the dictionary to itself, an index
/// that is found is one that stays: keys are not marked, and nobody is counted.
#[derive(Clone, Debug)]
pub(super) struct Slots<I: Width, S> {
    /// Whose each slot is.
    pub(super) keys: Vec<KeyOf<I>>,
    /// Which slot an index has; each of them is less than the length of `keys`.
    pub(super) table: Table<S>,
    /// Slots below these that hold fill and belong to nobody, while the level is written.
    pub(super) free: Vec<S>,
    /// For how many slots the child has room.
    pub(super) room: usize,
    /// How many loops have fibers open, besides one that has the level to itself.
    pub(super) frames: usize,
    /// How many loops are writing below an index; 1 while one has the level to itself.
    pub(super) flights: usize,
    /// Where what is below stores nothing but whether it was assigned: the slots that are being written, and this for each. There is
    /// room for all loops that have begun, so that flags stay where they are.
    below: Vec<usize>,
    flags: Vec<bool>,
    /// The level is being written.
    pub(super) is_open: bool,
    /// What belongs to no index may be something other than fill: it came with the arrays.
    pub(super) unclean: bool,
    /// Slots may have been given to indices in another order than that of their numbers.
    pub(super) scattered: bool,
    /// How many slots there were at most when the level was frozen, since it has these extents.
    pub(super) hint: usize,
    /// Scratch space for sorting.
    pub(super) order: Vec<u64>,
}

/// A slot that is given to an index that is about to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) slot: usize,
    /// It belonged to nobody before.
    pub(super) is_new: bool,
    /// Something was assigned to the index before.
    pub(super) was_stored: bool,
}

impl Given {
    /// A slot of an index to which something was assigned, or one that is new.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(slot: usize, is_new: bool) -> Self {
        Given {
            slot,
            is_new,
            was_stored: !is_new,
        }
    }
}

/// What there is for an index, as far as that is known at once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// Its slot.
    Known(Given),
    /// A slot that was given to it now.
    New(Given),
    /// It takes a free slot or more room, or nobody has asked.
    Unknown,
}

impl<I: Width, S: Width> Slots<I, S> {
    /// The slots of the fibers that `ptr` delimits, up to the first pointer that cannot be right. Nothing is known of slots
    /// that belong to no index.
    pub(super) fn of<P: Width>(ptr: &[P], idx: &[I], slot: &[S]) -> Self {
        let entries = idx.len().min(slot.len());
        let (mut keys, mut table) = (vec![KeyOf::<I>::nobody(); slot.len()], Table::with_room(entries));
        let mut from = ptr.first().map_or(0, |first| first.to_usize());
        for (fiber, end) in ptr.iter().skip(1).enumerate().take(KeyOf::<I>::MOST_FIBERS) {
            let to = end.to_usize();
            if to < from || to > entries {
                break;
            }
            for at in from..to {
                // A slot that there is not is found out when the level is validated.
                if let Some(key) = keys.get_mut(slot[at].to_usize()) {
                    let index = idx[at].to_usize();
                    *key = KeyOf::<I>::new(fiber, index);
                    table.insert(hash(fiber, index), slot[at], |slot| keys[slot.to_usize()].owner())
                }
            }
            from = to
        }
        Slots {
            keys,
            table,
            free: Vec::new(),
            room: 0,
            frames: 0,
            flights: 0,
            below: Vec::new(),
            flags: Vec::new(),
            is_open: false,
            unclean: true,
            scattered: true,
            hint: 0,
            order: Vec::new(),
        }
    }

    /// How many slots there must be room for, besides those that are given: loops that have begun beside this one may need one
    /// each while this one is being written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn wanted<Alone: Bool>(&self) -> usize {
        if Alone::VALUE { 1 } else { self.frames - self.flights }
    }

    /// What there is for `index` of `fiber`, which is about to be written. An index that has no slot is given the next one, if
    /// there is room and none is free.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn look_up<Alone: Bool>(&mut self, fiber: usize, index: usize) -> Found {
        if self.table.is_full() {
            return Found::Unknown;
        }
        let (keys, key) = (&self.keys, KeyOf::<I>::new(fiber, index));
        let key_of = |slot: S| {
            promise!(slot.to_usize() < keys.len());
            // SAFETY: there is a key for each slot that is in the table.
            *unsafe { keys.get_unchecked(slot.to_usize()) }
        };
        let is_it = |slot| key_of(slot) == key || !Alone::VALUE && key_of(slot).stored() == key;
        match self.table.entry(hash(fiber, index), is_it, |slot| key_of(slot).owner()) {
            Ok(slot) => {
                if !Alone::VALUE {
                    if self.flights == 0 && keys.len() + self.wanted::<Alone>() > self.room {
                        return Found::Unknown;
                    }
                    self.flights += 1
                }
                let was_stored = Alone::VALUE || key_of(slot) == key;
                Found::Known(Given {
                    was_stored,
                    ..Given::new(slot.to_usize(), false)
                })
            }
            Err(place) => {
                let len = keys.len();
                let has_room = if Alone::VALUE {
                    len < self.room
                } else {
                    len + self.frames - self.flights <= self.room
                };
                if has_room && self.free.is_empty() {
                    place.insert(S::truncate(len));
                    // SAFETY: `keys` has capacity for as many as there is room for.
                    unsafe {
                        let key = if Alone::VALUE { key } else { key.pending() };
                        self.keys.as_mut_ptr().add(len).write(key);
                        self.keys.set_len(len + 1)
                    }
                    self.flights += usize::from(!Alone::VALUE);
                    Found::New(Given::new(len, true))
                } else {
                    cold_path();
                    Found::Unknown
                }
            }
        }
    }

    /// The slot of `index` of `fiber`, pending or not.
    pub(super) fn find(&self, fiber: usize, index: usize) -> Option<usize> {
        let key = KeyOf::<I>::new(fiber, index);
        let found = self
            .table
            .find(hash(fiber, index), |slot| self.keys[slot.to_usize()].stored() == key);
        found.map(|slot| slot.to_usize())
    }

    /// Makes room for another slot in the table; says whether there is as much memory.
    pub(super) fn make_room_in_table(&mut self) -> bool {
        let keys = &self.keys;
        !self.table.is_full() || self.table.make_room(1, |slot| keys[slot.to_usize()].owner())
    }

    /// Gives a slot to an index that has none, whose key this is. There is room in the table.
    pub(super) fn give(&mut self, key: KeyOf<I>) -> usize {
        let slot = match self.free.pop() {
            None => {
                self.keys.push(key);
                self.keys.len() - 1
            }
            Some(slot) => {
                self.keys[slot.to_usize()] = key;
                slot.to_usize()
            }
        };
        let ((fiber, index), keys) = (key.owner(), &self.keys);
        let owner = |slot: S| keys[slot.to_usize()].owner();
        self.table.insert(hash(fiber, index), S::truncate(slot), owner);
        slot
    }

    /// The flag of the index that has `slot` and is about to be written below, in a loop that need not be alone, and whether a loop around
    /// this one writes the same index, and so has this flag already.
    pub(super) fn flag(&mut self, slot: usize) -> (*mut bool, bool) {
        if self.flights == 1 {
            self.below.clear();
            self.flags.resize(self.frames, false)
        }
        let found = self.below.iter().position(|&other| other == slot);
        let at = found.unwrap_or_else(|| {
            self.below.push(slot);
            self.below.len() - 1
        });
        promise!(at < self.flags.len());
        (self.flags.as_mut_ptr().wrapping_add(at), found.is_some())
    }

    /// The index that was written last, and had a flag of its own, is written no more.
    pub(super) fn return_flag(&mut self) {
        self.below.pop();
    }

    /// An index was written below, in a loop that need not be alone: it keeps its slot if something was assigned, now or
    /// before. `dirty` is the flag that was lent, which no loop around this one has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn leave(&mut self, given: Given, dirty: bool) {
        if dirty {
            let key = &mut self.keys[given.slot];
            *key = key.stored()
        } else if given.was_stored || given.is_new && self.keys[given.slot].is_pending() {
            // No loop inside of this one has assigned it.
            self.drop_slot(given.slot)
        }
    }

    /// The index of `slot`, which holds fill, has none any more.
    #[cold]
    #[inline(never)]
    pub(super) fn drop_slot(&mut self, slot: usize) {
        self.forget(slot);
        if slot + 1 == self.keys.len() {
            self.keys.pop();
        } else {
            self.free.push(S::truncate(slot));
            self.scattered = true
        }
    }

    /// Takes `slot`, which is in use, from its index and gives it to nobody.
    pub(super) fn forget(&mut self, slot: usize) {
        let (fiber, index) = self.keys[slot].owner();
        self.table.remove(fiber, index, S::truncate(slot));
        self.keys[slot] = KeyOf::<I>::nobody()
    }

    /// Takes the slots that `leaves` holds for from their indices; those of nobody are not asked for.
    pub(super) fn forget_if(&mut self, leaves: impl Fn(KeyOf<I>) -> bool) {
        for slot in 0..self.keys.len() {
            if !self.keys[slot].is_nobody() && leaves(self.keys[slot]) {
                self.forget(slot)
            }
        }
    }

    /// The slots of the fibers that `theirs` holds for, in ascending order, from slot `first` on.
    pub(super) fn of_fibers(&self, first: usize, theirs: impl Fn(usize) -> bool) -> Vec<usize> {
        let is_theirs = |&slot: &usize| !self.keys[slot].is_nobody() && theirs(self.keys[slot].owner().0);
        (first..self.keys.len()).filter(is_theirs).collect()
    }

    /// Nobody has any slot, and all that is below is fill.
    pub(super) fn clear(&mut self) {
        if self.table.len() > 0 && !self.table.is_cleared_within(self.keys.len()) {
            for (slot, key) in self.keys.iter().enumerate().filter(|(_, key)| !key.is_nobody()) {
                let (fiber, index) = key.owner();
                self.table.remove(fiber, index, S::truncate(slot))
            }
        }
        if self.table.len() > 0 {
            self.table.clear()
        }
        self.keys.clear();
        self.free.clear();
        self.unclean = false;
        self.scattered = false
    }

    /// Gives back room for more slots than there are. What is given back is not foreseen again.
    pub(super) fn shrink_to_fit(&mut self) {
        self.keys.shrink_to_fit();
        let keys = &self.keys;
        self.table.shrink_to_fit(|slot| keys[slot.to_usize()].owner());
        self.free.shrink_to_fit();
        (self.below, self.flags) = (Vec::new(), Vec::new());
        self.order = Vec::new();
        // There are as many keys as slots, and the child has as many positions.
        self.room = self.room.min(self.keys.len());
        self.hint = self.hint.min(self.keys.len())
    }

    /// Opens the slots for writing. There is room for `room`.
    pub(super) fn open(&mut self, room: usize) {
        self.is_open = true;
        self.room = room;
        self.frames = 0;
        self.flights = 0
    }
}
