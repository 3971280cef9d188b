//! Freezing: the keys become a sorted list for each fiber.

use super::{Key, NOBODY, Owned};
use crate::width::Width;
use finch_traits::lifecycle::WriteLevel;

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// Takes the keys of what nobody assigned, and of fibers that do not exist, out of the table.
    #[cold]
    #[inline(never)]
    fn sweep(&mut self, positions: usize) {
        for (slot, key) in self.open.keys.iter_mut().enumerate() {
            if key.fiber >= positions && key.fiber != NOBODY {
                let (fiber, index) = key.owner();
                self.table.remove(fiber, index, S::truncate(slot));
                *key = Key::nobody()
            }
        }
    }

    /// Lists the entries of `positions` fibers.
    pub(super) fn list<K: Pair>(&mut self, positions: usize, order: &mut Vec<K>) {
        order.clear();
        if positions != 1 || !self.order_one(order) {
            self.order_many(positions, order)
        }
        let slots = self.open.keys.len();
        self.idx.clear();
        self.idx.extend(order.iter().map(|pair| I::truncate(pair.index())));
        self.slot.clear();
        self.slot.extend(order.iter().map(|pair| S::truncate(pair.slot())));
        // Those that there are already are as good as zeros: every slot has its rank written, here or below.
        self.rank.resize(slots, S::default());
        for (at, pair) in order.iter().enumerate() {
            self.rank[pair.slot()] = S::truncate(at)
        }
        if order.len() < slots {
            for (slot, key) in self.open.keys.iter().enumerate() {
                if key.fiber == NOBODY {
                    self.rank[slot] = S::truncate(self.slot.len());
                    self.slot.push(S::truncate(slot))
                }
            }
        }
    }

    /// Sorts the keys if all of them are those of fiber 0, and stay; says whether they are.
    #[inline(always)]
    fn order_one<K: Pair>(&mut self, order: &mut Vec<K>) -> bool {
        let mut marks = 0;
        order.extend(self.open.keys.iter().enumerate().map(|(slot, key)| {
            marks |= key.fiber;
            K::new(key.index.to_usize(), slot)
        }));
        if marks != 0 {
            order.clear();
            return false;
        }
        self.ptr.clear();
        self.ptr.extend([P::default(), P::truncate(order.len())]);
        order.sort_unstable();
        true
    }

    /// Sorts the keys by fiber and index, without those that are not of the first `positions` fibers, or do not stay.
    #[inline(never)]
    fn order_many<K: Pair>(&mut self, positions: usize, order: &mut Vec<K>) {
        self.ptr.clear();
        self.ptr.resize(positions + 1, P::default());
        let (mut entries, mut slots) = (0, 0);
        for (slot, key) in self.open.keys.iter().enumerate() {
            if key.fiber < positions {
                let count = &mut self.ptr[key.fiber + 1];
                *count = P::truncate(count.to_usize() + 1);
                entries += 1;
                slots = slot + 1
            }
        }
        if self.table.len() > entries {
            self.sweep(positions)
        }
        self.open.keys.truncate(slots);
        // First where each fiber starts; each is moved on to where it ends.
        let mut start = 0;
        for end in &mut self.ptr[1..] {
            let count = end.to_usize();
            *end = P::truncate(start);
            start += count
        }
        order.resize(entries, K::new(0, 0));
        for (slot, key) in self.open.keys.iter().enumerate() {
            if key.fiber != NOBODY {
                let end = &mut self.ptr[key.fiber + 1];
                order[end.to_usize()] = K::new(key.index.to_usize(), slot);
                *end = P::truncate(end.to_usize() + 1)
            }
        }
        for pair in self.ptr.windows(2) {
            order[pair[0].to_usize()..pair[1].to_usize()].sort_unstable()
        }
    }
}

/// An index and its slot as one number, which sorts by index.
pub(super) trait Pair: Copy + Ord {
    fn new(index: usize, slot: usize) -> Self;
    fn index(self) -> usize;
    fn slot(self) -> usize;
}

macro_rules! pairs {
    ($($t:ident of $half:literal),*) => { $(
        impl Pair for $t {
            #[inline(always)]
            fn new(index: usize, slot: usize) -> Self {
                (index as $t) << $half | slot as $t
            }
            #[inline(always)]
            fn index(self) -> usize {
                (self >> $half) as usize
            }
            #[inline(always)]
            fn slot(self) -> usize {
                (self & ((1 << $half) - 1)) as usize
            }
        }
    )* };
}

pairs!(u64 of 32, u128 of 64);
