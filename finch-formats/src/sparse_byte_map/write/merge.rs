//! Comparing fibers while they are written: by all their bytes, which are there however few of them are set.

use super::Owned;
use crate::imports::*;

// SAFETY: what is taken back is listed no more, and its bytes are cleared; other fibers stay as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width> MergeLevel for Owned<L, P, I> {
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        let (slot, slots) = (from * self.extent, count * self.extent);
        self.tbl[slot - slots..slot] == self.tbl[slot..slot + slots]
            // SAFETY: the caller says so of our fibers, each of which is `extent` fibers of the child. Those that are not
            // stored are fill.
            && unsafe { self.child.repeats(driver, slot, slots) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        self.gather();
        while let Some((fiber, _)) = self.touched.ends.pop_if(|&mut (fiber, _)| fiber >= from) {
            let start = self.touched.ends.last().map_or(0, |&(_, end)| end);
            for index in self.idx.drain(start..) {
                self.tbl[fiber * self.extent + index.to_usize()] = false
            }
        }
        // Nothing is listed beyond the last end, so it is right for any fiber.
        self.touched.fiber = 0;
        self.child.withdraw(driver, from * self.extent, count * self.extent)
    }
}

// SAFETY: as above.
unsafe impl<L: CompareLevel, P: Width, I: Width> CompareLevel for Owned<L, P, I> {
    unsafe fn equal(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a * self.extent, b * self.extent);
        (0..self.extent).all(|index| {
            let (stored, other) = (self.tbl[a + index], self.tbl[b + index]);
            // SAFETY: both slots are assembled, and complete as their fibers are.
            stored == other && (!stored || unsafe { self.child.equal(a + index, b + index) })
        })
    }
}
