//! What blocks ask of the level below them while they are written, and unsorted lists while they are sorted.

use crate::imports::*;

/// A level whose fibers can change places: blocks move when they are sorted, and so do entries of
/// an [`UnsortedList`](crate::UnsortedList).
///
/// # Safety
///
/// Parents and programs read the level unchecked. An implementer promises that a level which is valid for a number of positions
/// is still so after `swap`; and, if it can be written, that `swap` is one of the calls after which it can be frozen and then
/// read.
#[diagnostic::on_unimplemented(
    message = "fibers of `{Self}` cannot change places, as below `SparseBlocks` that are written or an `UnsortedList` that is sorted",
    note = "`Element`, `Bit`, `Pattern`, `Dense`, `Triangular`, `Symmetric`, `SparsePoint` and `Separate` can; `Separate` can be over any level that is written",
    note = "other rows are sorted by a copy: `convert()` into a nest of `SparseList`"
)]
pub unsafe trait SwapLevel: Level {
    /// Exchanges the `count` fibers from position `a` on with those from position `b` on, of which the second ones are behind
    /// the first. The level is frozen, and has all of them, or it is being written, and all of them are assembled.
    fn swap(&mut self, a: usize, b: usize, count: usize);
}

// SAFETY: nothing is stored.
unsafe impl SwapLevel for Pattern {
    fn swap(&mut self, _a: usize, _b: usize, _count: usize) {}
}

/// The `count` elements from `a` on, and those from `b` on, which are behind these.
pub(crate) fn both<T>(array: &mut [T], a: usize, b: usize, count: usize) -> (&mut [T], &mut [T]) {
    let (before, behind) = array.split_at_mut(b);
    (&mut before[a..a + count], &mut behind[..count])
}
