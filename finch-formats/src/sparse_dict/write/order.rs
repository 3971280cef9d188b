//! Freezing: the keys become a sorted list for each fiber.

use super::Owned;
use crate::imports::*;
use crate::kit::compressed::starts;

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// Takes the keys of what nobody assigned, and of fibers that do not exist, out of the table.
    #[cold]
    #[inline(never)]
    pub(super) fn sweep(&mut self, positions: usize) {
        self.slots.forget_if(|key| key.fiber_below(positions).is_none())
    }

    /// Lists the entries of `positions` fibers. In `order` each is a number of its index and its slot, which sorts by index.
    pub(super) fn list<K: FiberIndex>(&mut self, positions: usize, order: &mut Vec<K>) {
        order.clear();
        if positions != 1 || !self.order_one(order) {
            self.order_many(positions, order)
        }
        self.idx.clear();
        self.idx
            .extend(order.iter().map(|entry| I::truncate(entry.fiber() as usize)));
        self.slot.clear();
        self.slot.extend(order.iter().map(|entry| S::truncate(entry.index())));
        if order.len() < self.slots.keys.len() {
            let free = self.slots.keys.iter().enumerate().filter(|(_, key)| key.is_nobody());
            self.slot.extend(free.map(|(slot, _)| S::truncate(slot)))
        }
    }

    /// Sorts the keys if all of them are those of fiber 0, and stay; says whether they are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn order_one<K: FiberIndex>(&mut self, order: &mut Vec<K>) -> bool {
        let mut marks = 0;
        order.extend(self.slots.keys.iter().enumerate().map(|(slot, key)| {
            marks |= key.marks();
            K::new(key.index() as u64, slot)
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
    fn order_many<K: FiberIndex>(&mut self, positions: usize, order: &mut Vec<K>) {
        let ptr = &mut self.ptr;
        ptr.clear();
        ptr.resize(positions + 1, P::default());
        let (mut entries, mut slots) = (0, 0);
        for (slot, key) in self.slots.keys.iter().enumerate() {
            if let Some(fiber) = key.fiber_below(positions) {
                ptr[fiber + 1] = P::truncate(ptr[fiber + 1].to_usize() + 1);
                entries += 1;
                slots = slot + 1
            }
        }
        if self.slots.table.len() > entries {
            self.sweep(positions)
        }
        self.slots.keys.truncate(slots);
        starts(&mut self.ptr[1..]);
        order.resize(entries, K::new(0, 0));
        for (slot, key) in self.slots.keys.iter().enumerate() {
            if let Some(fiber) = key.fiber_below(positions) {
                let end = &mut self.ptr[fiber + 1];
                order[end.to_usize()] = K::new(key.index() as u64, slot);
                *end = P::truncate(end.to_usize() + 1)
            }
        }
        for pair in self.ptr.windows(2) {
            order[pair[0].to_usize()..pair[1].to_usize()].sort_unstable()
        }
    }
}
