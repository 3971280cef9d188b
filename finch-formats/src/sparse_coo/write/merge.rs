//! Comparing fibers while they are written.

use super::Owned;
use crate::merge::{InPlace, MergeLevel};
use crate::sparse_coo::Dimensions;
use crate::width::Width;
use finch_traits::lifecycle::Driver;

impl<N: Dimensions, L: MergeLevel, P: Width, I: Width> Owned<N, L, P, I> {
    /// Where the entries of the fibers from `positions` on start. Writes down where those before them end: nobody has, of
    /// fibers that were given nothing.
    fn close(&mut self, positions: usize) -> usize {
        let ends = &mut self.ptr[..=positions];
        let known = ends.iter().rposition(|&end| end != P::default()).unwrap_or(0);
        let end = ends[known];
        ends[known..].fill(end);
        end.to_usize()
    }
}

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<N: Dimensions, L: MergeLevel, P: Width, I: Width> MergeLevel for Owned<N, L, P, I> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        for position in from - count..=from + count {
            self.close(position);
        }
        let ends = &self.ptr[from - count..=from + count];
        let (before, start) = (ends[0].to_usize(), ends[count].to_usize());
        let entries = start - before;
        (0..=count).all(|fiber| ends[fiber].to_usize() + entries == ends[count + fiber].to_usize())
            && self.idx.iter().all(|idx| idx[before..start] == idx[start..start + entries])
            // SAFETY: the entries of these fibers are the last ones; each was handed out, and is complete as its fiber is.
            && unsafe { self.child.repeats(driver, start, entries) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        if count == 0 {
            return;
        }
        let start = self.close(from);
        let entries = self.idx[0].len() - start;
        self.ptr[from + 1..from + 1 + count].fill(P::default());
        for idx in &mut self.idx {
            idx.truncate(start)
        }
        if self.open >= from {
            self.open = from;
            self.start = start
        }
        self.child.withdraw(driver, start, entries)
    }
}
