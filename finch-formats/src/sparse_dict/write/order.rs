//! Freezing: the keys become a sorted list for each fiber.

use super::Owned;
use crate::sparse_dict::key::Key;
use crate::width::Width;
use finch_traits::lifecycle::WriteLevel;

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// Takes the keys of what nobody assigned, and of fibers that do not exist, out of the table.
    #[cold]
    #[inline(never)]
    pub(super) fn sweep(&mut self, positions: usize) {
        for (slot, key) in self.keys.iter_mut().enumerate() {
            if key.fiber_below(positions).is_none() && !key.is_nobody() {
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
        self.idx.clear();
        self.idx.extend(order.iter().map(|pair| I::truncate(pair.index())));
        self.slot.clear();
        self.slot.extend(order.iter().map(|pair| S::truncate(pair.slot())));
        if order.len() < self.keys.len() {
            let free = self.keys.iter().enumerate().filter(|(_, key)| key.is_nobody());
            self.slot.extend(free.map(|(slot, _)| S::truncate(slot)))
        }
    }

    /// Sorts the keys if all of them are those of fiber 0, and stay; says whether they are.
    #[inline(always)]
    fn order_one<K: Pair>(&mut self, order: &mut Vec<K>) -> bool {
        let mut marks = 0;
        order.extend(self.keys.iter().enumerate().map(|(slot, key)| {
            marks |= key.marks();
            K::new(key.index(), slot)
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
        for (slot, key) in self.keys.iter().enumerate() {
            if let Some(fiber) = key.fiber_below(positions) {
                let count = &mut self.ptr[fiber + 1];
                *count = P::truncate(count.to_usize() + 1);
                entries += 1;
                slots = slot + 1
            }
        }
        if self.table.len() > entries {
            self.sweep(positions)
        }
        self.keys.truncate(slots);
        // First where each fiber starts; each is moved on to where it ends.
        let mut start = 0;
        for end in &mut self.ptr[1..] {
            let count = end.to_usize();
            *end = P::truncate(start);
            start += count
        }
        order.resize(entries, K::new(0, 0));
        for (slot, key) in self.keys.iter().enumerate() {
            if let Some(fiber) = key.fiber_below(positions) {
                let end = &mut self.ptr[fiber + 1];
                order[end.to_usize()] = K::new(key.index(), slot);
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
