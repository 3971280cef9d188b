//! Comparing fibers while they are written.
//!
//! Fibers that are compared are the last ones, so their slots are the last ones too, unless some were used again.

use super::Owned;
use crate::merge::{CompareLevel, InPlace, MergeLevel};
use crate::sparse_dict::key::Key;
use crate::width::Width;
use finch_traits::lifecycle::{Driver, WriteLevel};

impl<L: WriteLevel, P: Width, I: Width, S: Width> Owned<L, P, I, S> {
    /// The slots of the fibers from `from` on, in ascending order.
    fn slots_from(&self, from: usize) -> Vec<usize> {
        let theirs = |key: &Key<I>| !key.is_nobody() && key.owner().0 >= from;
        let first = if self.open.scattered {
            0
        } else {
            let before = self.keys.iter().rposition(|key| !theirs(key));
            before.map_or(0, |last| last + 1)
        };
        (first..self.keys.len())
            .filter(|&slot| theirs(&self.keys[slot]))
            .collect()
    }
}

// SAFETY: what is taken back is in the table no more; other fibers stay as they are.
unsafe impl<L: CompareLevel, P: Width, I: Width, S: Width> MergeLevel for Owned<L, P, I, S> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        let slots = self.slots_from(from - count).into_iter();
        let stored = slots.filter(|&slot| !self.keys[slot].is_pending());
        let mut entries: Vec<_> = stored.map(|slot| (self.keys[slot].owner(), slot)).collect();
        entries.sort_unstable();
        let (before, here) = entries.split_at(entries.partition_point(|&((fiber, _), _)| fiber < from));
        before.len() == here.len()
            && before.iter().zip(here).all(|(&((fiber, index), a), &(owner, b))| {
                // SAFETY: both slots were handed out, and are complete as their fibers are.
                (fiber + count, index) == owner && unsafe { self.child.equal(a, b) }
            })
    }

    fn withdraw(&mut self, driver: Driver, from: usize, _count: usize) {
        let mut slots = self.slots_from(from);
        let last = self.keys.len();
        while slots.pop_if(|slot| *slot + 1 == self.keys.len()).is_some() {
            if let Some(key) = self.keys.pop() {
                let (fiber, index) = key.owner();
                self.table.remove(fiber, index, S::truncate(self.keys.len()))
            }
        }
        self.child.withdraw(driver, self.keys.len(), last - self.keys.len());
        if !slots.is_empty() {
            self.take(driver, &slots)
        }
    }
}
