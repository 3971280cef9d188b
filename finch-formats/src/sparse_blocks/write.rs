//! Blocks as programs write them.
//!
//! Blocks of the open block row stand in the order in which they came; `slots` says of a block column where its block may
//! be. It need not be emptied for the next block row: an entry counts only if it leads to a block of the open block row
//! which is in that column. Freezing sorts what did not come in ascending order. Arrays have the right lengths at any
//! time, and places that were not assigned hold fill.
//!
//! A block is made when one of its places is written, and taken back if nothing was assigned there, so that nobody makes one
//! by looking at it.

mod merge;
mod parts;

use crate::buffer::grow;
use crate::imports::*;

/// How far a level is written.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockRowProgress {
    /// The last block row that was given a block.
    open: usize,
    /// The first of its blocks.
    start: usize,
    /// Where the block of each block column of the open block row may be.
    slots: Vec<usize>,
    /// A row is being written right now.
    busy: bool,
    /// How many block rows there are before the first one, of which a part of a parallel loop has none.
    skipped: usize,
}

/// How far a level was written before a block was appended.
#[derive(Clone, Copy, Debug)]
struct Inserted {
    open: usize,
    start: usize,
    /// Where the block of its block column was.
    slot: usize,
}

/// A level that can be written.
type Owned<R, C, L, P, I> = SparseBlocks<R, C, L, Vec<P>, Vec<I>>;

/// One fiber of a [`SparseBlocks`] level, for writing: a matrix, whose block rows are written in ascending order.
#[derive(Debug)]
pub struct SparseBlocksTarget<R, C, L, P, I, D> {
    fiber: PointerFiber<Owned<R, C, L, P, I>, D>,
    /// The number of its first block row, from which those are taken off that are skipped.
    first: usize,
}

/// One row of a fiber of a [`SparseBlocks`] level, for writing.
#[derive(Debug)]
pub struct SparseBlocksRowTarget<R, C, L, P, I, D> {
    fiber: PointerFiber<Owned<R, C, L, P, I>, D>,
    row: usize,
    /// The number of its block row.
    block_row: usize,
}

crate::copied!([R, C, L, P, I, D: Copy] SparseBlocksTarget<R, C, L, P, I, D>);
crate::copied!([R, C, L, P, I, D: Copy] SparseBlocksRowTarget<R, C, L, P, I, D>);

impl<R: Size, C: Size, L: SwapLevel + WriteLevel<NeedsFlag = No>, P: Width, I: Width> Owned<R, C, L, P, I> {
    /// The position of the place at column `column` of `row`, in block `block`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(block: usize, row: usize, column: usize) -> usize {
        block * Self::AREA + row % R::USIZE * C::USIZE + column % C::USIZE
    }

    /// Makes `slots` as long as there are block columns; says whether there is as much memory.
    #[inline]
    fn find_slots(&mut self) -> bool {
        grow(&mut self.progress.slots, self.extents[1].div_ceil(C::USIZE), || 0).is_ok()
    }

    /// The block of the block row with number `block_row` in block column `column`, if there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(&self, block_row: usize, column: usize) -> Option<usize> {
        let BlockRowProgress { open, start, slots, .. } = &self.progress;
        let block = *slots.get(column)?;
        let here = block_row == *open && block >= *start && self.idx.get(block)?.to_usize() == column;
        here.then_some(block)
    }

    /// Appends a block of fill, which is not there yet. Returns what is to be put back if it is taken back.
    #[cold]
    #[inline(never)]
    fn insert(
        &mut self,
        driver: Driver,
        position: usize,
        row: usize,
        block_row: usize,
        column: usize,
    ) -> Result<Inserted, Fault> {
        if block_row < self.progress.open {
            return Err(faults::out_of_order::<Self>(position, row));
        }
        let block = self.idx.len();
        let too_large = faults::too_large::<Self>(position, block + 1);
        let (Some(_), Some(places)) = (P::new(block + 1), (block + 1).checked_mul(Self::AREA)) else {
            return Err(too_large);
        };
        self.idx.try_reserve(1).map_err(|_| too_large)?;
        self.child.assemble(driver, places)?;
        let inserted = Inserted {
            open: self.progress.open,
            start: self.progress.start,
            slot: core::mem::replace(&mut self.progress.slots[column], block),
        };
        if block_row > self.progress.open {
            self.progress.open = block_row;
            self.progress.start = block
        }
        self.idx.push(I::truncate(column));
        let count = &mut self.ptr[block_row + 1];
        *count = P::truncate(count.to_usize() + 1);
        Ok(inserted)
    }

    /// Takes back the last block, to which nothing was assigned.
    #[cold]
    #[inline(never)]
    fn take_back(&mut self, Inserted { open, start, slot }: Inserted) {
        let count = &mut self.ptr[self.progress.open + 1];
        *count = P::truncate(count.to_usize() - 1);
        if let Some(column) = self.idx.pop() {
            self.progress.slots[column.to_usize()] = slot
        }
        self.progress.open = open;
        self.progress.start = start
    }

    /// Sorts the blocks of each block row by their block column.
    fn sort(&mut self) {
        for row in 1..self.ptr.len() {
            self.sort_row(self.ptr[row - 1].to_usize()..self.ptr[row].to_usize())
        }
    }

    /// Sorts the `blocks`, which are those of one block row, by their block column.
    fn sort_row(&mut self, blocks: Range<usize>) {
        let (from, idx) = (blocks.start, &mut self.idx[blocks]);
        if idx.is_sorted() {
            return;
        }
        // Block columns differ, so there is a slot for each block.
        let order = &mut self.progress.slots[..idx.len()];
        for (at, block) in order.iter_mut().enumerate() {
            *block = at
        }
        order.sort_unstable_by_key(|&block| idx[block]);
        // Along each cycle, a block is fetched from where it is.
        for first in 0..order.len() {
            let mut at = first;
            loop {
                let next = core::mem::replace(&mut order[at], at);
                if next == first {
                    break;
                }
                idx.swap(at, next);
                let (low, high) = (from + at.min(next), from + at.max(next));
                self.child.swap(low * Self::AREA, high * Self::AREA, Self::AREA);
                at = next
            }
        }
    }

    /// Takes note of where the blocks of the open block row are.
    fn find_open(&mut self) {
        for block in self.progress.start..self.idx.len() {
            self.progress.slots[self.idx[block].to_usize()] = block
        }
    }
}

// SAFETY: a block is appended only to the last block row that has any, in a block column that it does not have, with a
// position for each place; freezing sorts them, and sums counts up to valid pointers.
unsafe impl<R: Size, C: Size, L: SwapLevel + WriteLevel<NeedsFlag = No>, P: Width, I: Width> WriteLevel
    for Owned<R, C, L, P, I>
{
    crate::written_by_pointer!();

    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(2);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extents, below)) = shape.split_first_chunk::<2>() {
            Self::extents_fit::<I>(extents)?;
            self.child.resize(driver, below)?;
            self.extents = extents
        }
        self.declare(driver);
        Ok(())
    }

    fn room(extents: &[usize]) -> usize {
        extents.first().map_or(1, |rows| rows.div_ceil(R::USIZE))
    }

    fn declare(&mut self, driver: Driver) {
        self.ptr.clear();
        self.idx.clear();
        self.progress.open = 0;
        self.progress.start = 0;
        self.progress.busy = false;
        self.progress.skipped = 0;
        self.child.declare(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = faults::too_large::<Self>(positions, self.extents[0]);
        let rows = positions.checked_mul(self.block_rows());
        let len = rows.and_then(|rows| rows.checked_add(1)).ok_or(too_large)?;
        grow(&mut self.ptr, len, P::default).map_err(|()| too_large)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.ptr.resize(positions * self.block_rows() + 1, P::default());
        let mut sum = 0;
        for count in &mut self.ptr {
            sum += count.to_usize();
            *count = P::truncate(sum)
        }
        self.sort();
        self.child.freeze(driver, self.idx.len() * Self::AREA)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let rows = positions * self.block_rows();
        let blocks = self.ptr[rows].to_usize();
        ensure!(self.find_slots(), else TooLarge,
            "there is no memory to update a {} level of {} columns", Self::NAME, self.extents[1]);
        self.child.thaw(driver, blocks * Self::AREA)?;
        self.idx.truncate(blocks);
        self.ptr.truncate(rows + 1);
        // The last block row that has blocks is open.
        let open = self
            .ptr
            .partition_point(|end| end.to_usize() < blocks)
            .saturating_sub(1);
        self.progress.open = open;
        self.progress.start = self.ptr[open].to_usize();
        self.find_open();
        for row in (0..rows).rev() {
            let count = self.ptr[row + 1].to_usize() - self.ptr[row].to_usize();
            self.ptr[row + 1] = P::truncate(count)
        }
        Ok(())
    }

    const CUT_BY: Option<usize> = Some(R::USIZE);

    fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        let block_rows = self.block_rows();
        self.append_rows(driver, positions * block_rows, part, count * block_rows)
    }

    fn append_piece(&mut self, driver: Driver, part: &mut Self, piece: &Range<usize>) -> Result<(), Fault> {
        if piece.start == 0 {
            self.declare(driver);
            self.freeze(driver, 0)
        }
        self.append_rows(driver, piece.start / R::USIZE, part, part.block_rows())
    }

    fn complete(&mut self, driver: Driver) {
        self.child.complete(driver)
    }

    fn shrink_to_fit(&mut self) {
        self.ptr.shrink_to_fit();
        self.idx.shrink_to_fit();
        // As of a level that was made of its arrays: slots are made when it is written.
        self.progress = BlockRowProgress::default();
        self.child.shrink_to_fit()
    }
}

// SAFETY: the position is assembled; block rows that come too late are refused.
unsafe impl<R: Size, C: Size, L: SwapLevel + WriteLevel<NeedsFlag = No>, P: Width, I: Width> WriteByPointer
    for Owned<R, C, L, P, I>
{
    type AnyOrder = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<D: Dirty, U: Unfurling<L::T>>(fiber: PointerFiber<Self, D>, then: U) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let level = unsafe { &*fiber.level };
        let first = (fiber.position * level.block_rows()).wrapping_sub(level.progress.skipped);
        then.looplet(SparseBlocksTarget { fiber, first })
    }

    fn begin_at(&mut self, first: usize) {
        self.progress.skipped = first / R::USIZE
    }

    fn describe<D: Dirty>(_fiber: PhantomData<PointerFiber<Self, D>>) -> WriteDescription {
        type Rows<R, C, L, P, I, D> = SparseBlocksTarget<R, C, L, P, I, D>;
        type Row<R, C, L, P, I, D> = SparseBlocksRowTarget<R, C, L, P, I, D>;
        WriteDescription::new::<Rows<R, C, L, P, I, D>, Row<R, C, L, P, I, D>>(Self::NAME).noting("block rows in order")
    }
}

// SAFETY: hands out rows below the extent.
unsafe impl<R: Size, C: Size, L: SwapLevel + WriteLevel<NeedsFlag = No>, P: Width, I: Width, D: Dirty> WriteLooplet
    for SparseBlocksTarget<R, C, L, P, I, D>
{
    looked_up! { L::T, <L::Fill as Fill<L::T>>::Known }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<S: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: S, k: K) {
        let row = SparseBlocksRowTarget {
            fiber: self.fiber,
            row: pass.index(),
            block_row: self.first.wrapping_add(pass.index() / R::USIZE),
        };
        k.call(pass, Write::new(row, rest))
    }
}

impl<R, C, L, P, I, D> SparseBlocksRowTarget<R, C, L, P, I, D> {
    /// The level, for the length of one call.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::mut_from_ref)]
    fn level(&self) -> &mut Owned<R, C, L, P, I> {
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it: what was handed out of the child is
        // not used any more.
        unsafe { &mut *self.fiber.level }
    }
}

// SAFETY: the row is below the extent; a second frame is refused.
unsafe impl<R: Size, C: Size, L: SwapLevel + WriteLevel<NeedsFlag = No>, P: Width, I: Width, D: Dirty> WriteFiber
    for SparseBlocksRowTarget<R, C, L, P, I, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;
    type IsRow = finch_traits::algebra::logic::No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<Q: Pass, S: RemainingIndices, K: OnTarget<Q, L::T>>(self, pass: Q, rest: S, k: K) {
        let level = self.level();
        // Two frames would each have a place in a local of its own.
        if core::mem::replace(&mut level.progress.busy, true) {
            return fault::raise(faults::written_twice::<Owned<R, C, L, P, I>>(
                self.fiber.position,
                pass.region().lo,
            ));
        }
        if level.find_slots() {
            k.call(pass, UnfurledTarget::new(self, rest))
        } else {
            fault::raise(faults::too_large::<Owned<R, C, L, P, I>>(
                self.fiber.position,
                level.extents[1],
            ))
        }
        self.level().progress.busy = false
    }

    crate::write_fiber!(@no_value);

    fn describe() -> WriteDescription {
        type Child<L> = <<L as WriteLevel>::Writing as WriteFibers>::Fiber<Lent<Cell<bool>>>;
        fn with<W: WriteLooplet, L: WriteLevel>() -> WriteDescription {
            WriteDescription::new::<W, Child<L>>("SparseBlocks")
        }
        with::<Self, L>()
    }
}

// SAFETY: a place is written only in a block that is there.
unsafe impl<R: Size, C: Size, L: SwapLevel + WriteLevel<NeedsFlag = No>, P: Width, I: Width, D: Dirty> WriteLooplet
    for SparseBlocksRowTarget<R, C, L, P, I, D>
{
    looked_up! { L::T, <L::Fill as Fill<L::T>>::Known }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<S: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: S, k: K) {
        let (index, dirty) = (pass.index(), Cell::new(false));
        let (level, column) = (self.level(), index / C::USIZE);
        let (block, inserted) = match level.find(self.block_row, column) {
            Some(block) => (block, None),
            None => match level.insert(pass.driver(), self.fiber.position, self.row, self.block_row, column) {
                Ok(inserted) => (level.idx.len() - 1, Some(inserted)),
                Err(fault) => {
                    // Only if it is assigned is it refused.
                    cold_path();
                    // SAFETY: `k` uses it while this frame exists.
                    let dirty = unsafe { Lent::new(&dirty) };
                    k.call(pass, Write::new(Refused::<L::T, L::Fill, _>::new(dirty), rest));
                    if dirty.get() {
                        fault::raise(fault)
                    }
                    return;
                }
            },
        };
        let place = Owned::<R, C, L, P, I>::place(block, self.row, index);
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it while its child is written: a
        // second frame is refused. There is a position for each place of a block.
        let fiber = unsafe { L::writing(&raw mut (*self.fiber.level).child).fiber(place, Lent::new(&dirty)) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            self.fiber.dirty.set()
        } else if let Some(inserted) = inserted {
            self.level().take_back(inserted)
        }
    }
}
