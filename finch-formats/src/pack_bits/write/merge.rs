//! Comparing fibers while they are written.

use crate::merge::{InPlace, MergeLevel};
use crate::pack_bits::PackBits;
use crate::width::Width;
use finch_traits::lifecycle::Driver;

// SAFETY: fibers are compared when they are complete, which closing makes them; taking fibers back leaves those before
// them as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width> MergeLevel for PackBits<L, Vec<P>, Vec<I>> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        self.close(driver, from + count);
        let bounds = &self.ptr[from - count..=from + count];
        let (before, start) = (bounds[0].to_usize(), bounds[count].to_usize());
        let segments = start - before;
        let (first, used) = (self.ofs[start].to_usize(), self.used());
        let positions = first - self.ofs[before].to_usize();
        (0..=count).all(|fiber| bounds[fiber].to_usize() + segments == bounds[count + fiber].to_usize())
            && self.right[before..start] == self.right[start..]
            && used - first == positions
            && (before..start).all(|at| self.ofs[at].to_usize() + positions == self.ofs[at + segments].to_usize())
            // SAFETY: there is a child for every position, and these are the last ones.
            && (positions == 0 || unsafe { self.child.repeats(driver, first, positions) })
    }

    fn withdraw(&mut self, driver: Driver, from: usize, _count: usize) {
        let (from, count) = self.cut_segments(from);
        self.child.withdraw(driver, from, count)
    }
}
