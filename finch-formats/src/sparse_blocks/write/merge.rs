//! Comparing fibers while they are written.

use super::Owned;
use crate::imports::*;

impl<R: Size, C: Size, L: SwapLevel + WriteLevel<NeedsFlag = No>, P: Width, I: Width> Owned<R, C, L, P, I> {
    /// The first block of block row `row` and those behind it, of which there are as many as `rows` say.
    fn given(&self, row: usize, rows: usize) -> usize {
        let counts = &self.ptr[row + 1..row + 1 + rows];
        self.idx.len() - counts.iter().map(|count| count.to_usize()).sum::<usize>()
    }
}

// SAFETY: comparing sorts the blocks of block rows that are complete, which freezing would do; taking fibers back leaves
// those before them as they are.
unsafe impl<R: Size, C: Size, L: MergeLevel<NeedsFlag = No> + SwapLevel, P: Width, I: Width> MergeLevel
    for Owned<R, C, L, P, I>
{
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        let (row, rows) = (from * self.block_rows(), count * self.block_rows());
        if self.ptr[row + 1 - rows..=row] != self.ptr[row + 1..=row + rows] {
            return false;
        }
        let start = self.given(row, rows);
        let (end, before) = (self.idx.len(), 2 * start - self.idx.len());
        let mut next = before;
        for row in row - rows..row + rows {
            let count = self.ptr[row + 1].to_usize();
            self.sort_row(next..next + count);
            next += count
        }
        self.find_open();
        self.idx[before..start] == self.idx[start..]
            // SAFETY: there is a position for each place of a block, and these blocks are the last ones.
            && unsafe { self.child.repeats(driver, start * Self::AREA, (end - start) * Self::AREA) }
    }

    fn repeats_frozen(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        let (row, rows) = (from * self.block_rows(), count * self.block_rows());
        let start = |row: usize| self.ptr[row].to_usize();
        let (before, first, end) = (start(row - rows), start(row), start(row + rows));
        (0..=rows).all(|at| start(row + at) - first == start(row - rows + at) - before)
            && self.idx[before..first] == self.idx[first..end]
            && (first == end
                || self
                    .child
                    .repeats_frozen(driver, first * Self::AREA, (end - first) * Self::AREA))
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        let (row, rows) = (from * self.block_rows(), count * self.block_rows());
        let (start, end) = (self.given(row, rows), self.idx.len());
        self.ptr[row + 1..row + 1 + rows].fill(P::default());
        self.idx.truncate(start);
        if self.progress.open >= row {
            self.progress.open = row;
            self.progress.start = start
        }
        self.child
            .withdraw(driver, start * Self::AREA, (end - start) * Self::AREA)
    }
}
