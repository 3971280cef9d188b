//! What blocks ask of the level below them while they are written.

use finch_traits::lifecycle::WriteLevel;

/// A level whose fibers can be written in any order, and change places: blocks move when they are sorted.
///
/// # Safety
///
/// As for [`WriteLevel`]; `swap` belongs to the calls after which the level can still be frozen, and read.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written below `SparseBlocks`: its fibers cannot change places",
    note = "`Element`, `Bit`, `Dense`, `Triangular`, `Symmetric`, `SparsePoint` and `Separate` can; `Separate` can be over any level that is written"
)]
pub unsafe trait SwapLevel: WriteLevel {
    /// Exchanges the `count` fibers from position `a` on with those from position `b` on, of which the second ones are behind
    /// the first. The level is being written, and all of them are assembled.
    fn swap(&mut self, a: usize, b: usize, count: usize);
}

/// The `count` elements from `a` on, and those from `b` on, which are behind these.
pub(crate) fn both<T>(array: &mut [T], a: usize, b: usize, count: usize) -> (&mut [T], &mut [T]) {
    let (before, behind) = array.split_at_mut(b);
    (&mut before[a..a + count], &mut behind[..count])
}
