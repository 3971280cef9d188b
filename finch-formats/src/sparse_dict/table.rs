//! The table of a dictionary: which slot an index of a fiber has.
//!
//! It holds slots only. Whose they are is asked of whoever looks something up, and of whoever makes it grow.

use crate::width::Width;
use hashbrown::HashTable;
use hashbrown::hash_table::{Entry, VacantEntry};

/// Slots by the hash of their fiber and index.
#[derive(Clone, Debug)]
pub(super) struct Table<S> {
    slots: HashTable<S>,
}

/// Odd numbers without a pattern: digits of the golden ratio, of pi and of e.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
const PI: u64 = 0x243f_6a88_85a3_08d3;
const E: u64 = 0xadf8_5458_a2bb_4a9b;

/// A number that depends on every bit of both, in its low bits as in its high ones: the table asks for the one and
/// compares the other.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn hash(fiber: usize, index: usize) -> u64 {
    // Pairs of small numbers keep apart: a fiber moves an index to a stretch of its own.
    let key = (fiber as u64).wrapping_mul(GOLDEN) ^ (index as u64) ^ PI;
    let product = u128::from(key) * u128::from(E);
    let folded = (product as u64) ^ ((product >> 64) as u64);
    // Folded once, indices that are a large power of two apart go round in circles. The best bits come to stand below.
    folded.wrapping_mul(GOLDEN).rotate_left(26)
}

/// The hash of a slot by whose it is.
fn rehash<S: Copy>(owner: impl Fn(S) -> (usize, usize)) -> impl Fn(&S) -> u64 {
    move |&slot| {
        let (fiber, index) = owner(slot);
        hash(fiber, index)
    }
}

impl<S: Width> Table<S> {
    /// An empty table with room for `entries`.
    pub(super) fn with_room(entries: usize) -> Self {
        Table {
            slots: HashTable::with_capacity(entries),
        }
    }

    /// How many slots there are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// There is no room for another slot: it would have to grow.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_full(&self) -> bool {
        self.slots.len() == self.slots.capacity()
    }

    /// How many bytes as many entries take at least: a power of two of buckets, of which one in eight is free.
    pub(super) fn bytes(&self) -> usize {
        let buckets = match self.slots.len() {
            0 => 0,
            len @ 1..8 => (len + 1).next_power_of_two(),
            len => (len * 8).div_ceil(7).next_power_of_two(),
        };
        buckets * (size_of::<S>() + 1)
    }

    /// The slot with that hash which `is_it` recognises.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn find(&self, hash: u64, mut is_it: impl FnMut(S) -> bool) -> Option<S> {
        self.slots.find(hash, |&slot| is_it(slot)).copied()
    }

    /// `slot` is that of a fiber and index that have none, and this hash. `owner` is whose a slot is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn insert(&mut self, hash: u64, slot: S, owner: impl Fn(S) -> (usize, usize)) {
        let _ = self.slots.insert_unique(hash, slot, rehash(owner));
    }

    /// The slot with that hash which `is_it` recognises, or where one would be inserted. There is room for another one.
    /// `owner` is whose a slot is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn entry(
        &mut self,
        hash: u64,
        mut is_it: impl FnMut(S) -> bool,
        owner: impl Fn(S) -> (usize, usize),
    ) -> Result<S, VacantEntry<'_, S>> {
        match self.slots.entry(hash, |&slot| is_it(slot), rehash(owner)) {
            Entry::Occupied(found) => Ok(*found.get()),
            Entry::Vacant(place) => Err(place),
        }
    }

    /// Makes room for `more` slots; says whether there is as much memory. `owner` is whose a slot is.
    pub(super) fn make_room(&mut self, more: usize, owner: impl Fn(S) -> (usize, usize)) -> bool {
        self.slots.try_reserve(more, rehash(owner)).is_ok()
    }

    /// Gives back room for more slots than there are. `owner` is whose a slot is.
    pub(super) fn shrink_to_fit(&mut self, owner: impl Fn(S) -> (usize, usize)) {
        self.slots.shrink_to_fit(rehash(owner))
    }

    /// `index` of `fiber` has no slot any more; it had `slot`.
    pub(super) fn remove(&mut self, fiber: usize, index: usize, slot: S) {
        if let Ok(entry) = self.slots.find_entry(hash(fiber, index), |&other| other == slot) {
            entry.remove();
        }
    }

    /// Forgets all slots, in time linear in how large the table is.
    pub(super) fn clear(&mut self) {
        self.slots.clear()
    }

    /// Clearing the table takes less than `steps` steps.
    pub(super) fn is_cleared_within(&self, steps: usize) -> bool {
        // It is cleared by whole lines of the cache, of which removing an entry touches two.
        self.slots.num_buckets() / 32 < steps
    }
}
