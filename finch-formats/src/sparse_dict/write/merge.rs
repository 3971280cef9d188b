//! Comparing fibers while they are written.
//!
//! Fibers that are compared are the last ones, so their slots are the last ones too, unless some were used again.

use super::Owned;
use crate::imports::*;

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// The slots of the fibers from `from` on, in ascending order.
    fn slots_from(&self, from: usize) -> Vec<usize> {
        let keys = &self.slots.keys;
        let before = keys.iter().rposition(|key| key.is_nobody() || key.owner().0 < from);
        let first = before.filter(|_| !self.slots.scattered).map_or(0, |last| last + 1);
        self.slots.of_fibers(first, |fiber| fiber >= from)
    }
}

// SAFETY: what is taken back is in the table no more; other fibers stay as they are.
unsafe impl<L: CompareLevel, P: Width, I: Width, S: Width> MergeLevel for Owned<L, P, I, S> {
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        let (slots, keys) = (self.slots_from(from - count).into_iter(), &self.slots.keys);
        let stored = slots.filter(|&slot| !keys[slot].is_pending());
        let mut entries: Vec<_> = stored.map(|slot| (keys[slot].owner(), slot)).collect();
        entries.sort_unstable();
        let (before, here) = entries.split_at(entries.partition_point(|&((fiber, _), _)| fiber < from));
        before.len() == here.len()
            && before.iter().zip(here).all(|(&((fiber, index), a), &(owner, b))| {
                // SAFETY: both slots were handed out, and are complete as their fibers are.
                (fiber + count, index) == owner && unsafe { self.child.equal(a, b) }
            })
    }

    fn withdraw(&mut self, driver: Driver, from: usize, _count: usize) {
        let (mut theirs, slots) = (self.slots_from(from), &mut self.slots);
        let last = slots.keys.len();
        while let Some(slot) = theirs.pop_if(|slot| *slot + 1 == slots.keys.len()) {
            slots.forget(slot);
            slots.keys.pop();
        }
        let len = slots.keys.len();
        self.child.withdraw(driver, len, last - len);
        if !theirs.is_empty() {
            self.take(driver, &theirs)
        }
    }
}
