//! Comparing fibers while they are written.

use super::{NOBODY, Owned};
use crate::imports::*;

impl<L: CompareLevel, P: Width, I: Width> Owned<L, P, I> {
    /// Whether the `count` entries from `a` on, and those from `b` on, each of which are a fiber, are the same in some order.
    /// Linear: the table of places says where an index is among the first ones.
    ///
    /// # Safety
    ///
    /// The entries exist, and their children are complete.
    unsafe fn agree(&mut self, a: usize, b: usize, count: usize) -> bool {
        // SAFETY: says the caller, here and below.
        let equal = |child: &L, a, b| unsafe { child.equal(a, b) };
        if self.idx[a..a + count] == self.idx[b..b + count] {
            return (0..count).all(|entry| equal(&self.child, a + entry, b + entry));
        }
        self.places.fiber = NOBODY;
        // Fibers that hold something were written, or were read from a level that was: there may be no table yet.
        if !self.places.make_room(self.extent) {
            return false;
        }
        let places = &mut self.places;
        let first = places.next;
        for index in &self.idx[a..a + count] {
            places.stamps[index.to_usize()] = places.next;
            places.next += 1
        }
        self.idx[b..b + count].iter().enumerate().all(|(entry, index)| {
            let stamp = self.places.stamps[index.to_usize()];
            stamp >= first && equal(&self.child, a + (stamp - first) as usize, b + entry)
        })
    }
}

// SAFETY: taking fibers back leaves those before them as they are. Their stamps are less than those of whatever fiber is
// current next.
unsafe impl<L: CompareLevel, P: Width, I: Width> MergeLevel for Owned<L, P, I> {
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        // Without fibers there may be no pointers.
        if count == 0 || !compressed::counts_repeat(&self.ptr, from, count) {
            return count == 0;
        }
        let entries = compressed::given(&self.ptr, from, count);
        let (mut b, mut is_same) = (self.idx.len() - entries, true);
        let mut a = b - entries;
        for fiber in from..from + count {
            let entries = self.ptr[fiber + 1].to_usize();
            // SAFETY: the entries of these fibers are the last ones; each was handed out, and is complete as its fiber is.
            is_same = is_same && unsafe { self.agree(a, b, entries) };
            a += entries;
            b += entries
        }
        is_same
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        compressed::withdraw(self, driver, from, count)
    }
}
