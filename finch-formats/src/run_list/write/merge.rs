//! Comparing fibers while they are written.

use crate::merge::{InPlace, MergeLevel, Merging};
use crate::run_list::RunList;
use crate::width::Width;
use finch_traits::lifecycle::Driver;

// SAFETY: fibers are compared when they are complete, which closing makes them; taking fibers back leaves those before
// them as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width, M: Merging<L>> MergeLevel for RunList<L, Vec<P>, Vec<I>, M> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        self.close(driver, from + count);
        let bounds = &self.ptr[from - count..=from + count];
        let (before, start) = (bounds[0].to_usize(), bounds[count].to_usize());
        let runs = start - before;
        (0..=count).all(|fiber| bounds[fiber].to_usize() + runs == bounds[count + fiber].to_usize())
            && self.right[before..start] == self.right[start..]
            // SAFETY: there is a child for every run, and these are the last ones.
            && unsafe { self.child.repeats(driver, start, runs) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, _count: usize) {
        let (from, count) = self.cut_runs(from);
        self.child.withdraw(driver, from, count)
    }
}
