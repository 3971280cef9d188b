//! `Blocks64`: a bit for each index, 64 to a block, and the children of those whose bit is set.
//!
//! ```text
//! mask  [ 0b1010 | 0b1 | 0 | 0 ]   fiber p has the blocks p * n..(p + 1) * n; n is the extent by 64, rounded up
//! first [ 0 | 2 | 3 | 3 ]          how many bits are set before each block: where its children start
//! ```
//!
//! No bit is set beyond the extent.
//!
//! | protocol | unfurls to | costs, for `m` stored in `n` blocks |
//! |---|---|---|
//! | walk, gallop | `Stepper` of `Spike(fill, child)`, fill behind the last | `n + m` |
//! | follow | the bit, and how many are set below it | constant per lookup |
//!
//! Written by appending, constant time each. Freeze and thaw are linear in the blocks. Bytes: 16 per block.

use finch_formats::kit::append::{Append, Below, Tip};
use finch_formats::kit::children::{ChildCursor, Children, ChildrenFibers};
use finch_formats::kit::faults;
use finch_formats::kit::prelude::*;

// ---- storage ----

finch_formats::arrays! {
    /// A bit for each index, and the children of those whose bit is set.
    pub struct Blocks64<L> {
        /// The bits of each block.
        mask: Vec<u64>, of |level, positions| positions * level.blocks();
        /// Where the children of each block start.
        first: Vec<usize>, of |level, positions| positions * level.blocks();
    }
    besides {
        /// While it is written: how many children there are.
        len: usize,
        progress: Progress,
    }
    /// Fibers of `extent` indices. A tensor checks the arrays when it is made.
    new [L];
    // SAFETY: these are all arrays.
    unsafe nested []
    /// The blocks of all fibers, or of one.
    borrowed Bits { mask: u64, first: usize }
}

impl<L> Blocks64<L> {
    /// How many blocks a fiber has.
    fn blocks(&self) -> usize {
        self.extent.div_ceil(64)
    }

    /// How many bits are set in the first `positions` fibers.
    fn bits(&self, positions: usize) -> usize {
        let masks = &self.mask[..positions * self.blocks()];
        masks.iter().map(|mask| mask.count_ones() as usize).sum()
    }
}

/// What is behind the highest bit of a block.
fn end_of(block: usize, mask: u64) -> usize {
    64 * (block + 1) - mask.leading_zeros() as usize
}

// ---- reading ----

impl<L: Level> Pieces for Blocks64<L> {
    fn places(&self, positions: usize) -> usize {
        self.bits(positions)
    }
    fn pieces(&self, position: usize) -> Range<usize> {
        self.bits(position)..self.bits(position + 1)
    }
    fn piece(&self, position: usize, number: usize) -> Piece {
        let block = self.first.partition_point(|&first| first <= number) - 1;
        let mut bits = self.mask[block];
        for _ in self.first[block]..number {
            bits &= bits - 1
        }
        let index = 64 * (block - position * self.blocks()) + bits.trailing_zeros() as usize;
        Piece::entry(index, number)
    }
}

// SAFETY: `validate` compares masks with the extent and with `first`, and asks the child for as many as bits are set.
unsafe impl<L: Level> Level for Blocks64<L> {
    finch_formats::level! { L, (Walking, Galloping, Following), bytes, get, for_each, count_stored, draw }

    type Fibers<'a>
        = ChildrenFibers<Bits<'a, L::Fibers<'a>>>
    where
        Self: 'a;
    const NAME: &'static str = "Blocks64";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        ChildrenFibers::new(self.extent, self.borrowed())
    }

    fn validate(&self, positions: usize) -> Result<()> {
        let (extent, blocks) = (self.extent, self.blocks());
        let needed = positions.saturating_mul(blocks);
        let (masks, firsts) = (self.mask.len(), self.first.len());
        if masks.min(firsts) < needed {
            return Err(finch_formats::error!(
                Invalid,
                "a Blocks64 level has {masks} masks and {firsts} starts where {positions} fibers need {blocks} each"
            ));
        }
        let mut sum = 0;
        for (number, (&mask, &first)) in self.mask.iter().zip(&self.first).take(needed).enumerate() {
            let (fiber, block) = (number / blocks, number % blocks);
            if first != sum {
                return Err(finch_formats::error!(
                    Invalid,
                    "block {block} of fiber {fiber} of a Blocks64 level starts at {first}, behind {sum} bits"
                ));
            }
            if mask != 0 && end_of(block, mask) > extent {
                let index = end_of(block, mask) - 1;
                return Err(finch_formats::error!(
                    OutOfBounds,
                    "index {index} of fiber {fiber} of a Blocks64 level is not below the extent {extent}"
                ));
            }
            sum += mask.count_ones() as usize
        }
        self.child.validate(sum)
    }
}

/// A child of a fiber, at position `at` of those up to `to`.
#[derive(Clone, Copy, Debug)]
pub struct Bit<'a> {
    mask: &'a [u64],
    first: &'a [usize],
    /// The block of the child, and what of its bits is left, the lowest of which is that of the child.
    block: usize,
    bits: u64,
    at: usize,
    to: usize,
}

// SAFETY: the bits that are set say where there are children, and are below the extent; there is a child for each.
unsafe impl<'a, C: Fibers> Children for Bits<'a, C> {
    type Child = C;
    type Cursor = Bit<'a>;
    const NAME: &'static str = "Blocks64";

    #[inline(always)]
    fn child(self) -> C {
        self.child
    }
    #[inline(always)]
    unsafe fn at(self, position: usize, extent: usize) -> Self {
        let blocks = extent.div_ceil(64);
        let range = position * blocks..(position + 1) * blocks;
        Bits {
            mask: &self.mask[range.clone()],
            first: &self.first[range],
            ..self
        }
    }
    #[inline(always)]
    unsafe fn cursor(self) -> Bit<'a> {
        let Bits { mask, first, .. } = self;
        let last = mask.last().map_or(0, |mask| mask.count_ones() as usize);
        let mut bit = Bit {
            mask,
            first,
            block: 0,
            bits: mask.first().map_or(0, |&mask| mask),
            at: first.first().map_or(0, |&first| first),
            to: first.last().map_or(0, |first| first + last),
        };
        bit.settle();
        bit
    }
    #[inline(always)]
    unsafe fn find(self, index: usize) -> Option<usize> {
        let (mask, bit) = (self.mask[index / 64], 1 << (index % 64));
        (mask & bit != 0).then(|| self.first[index / 64] + (mask & (bit - 1)).count_ones() as usize)
    }
}

impl Bit<'_> {
    /// Moves on to a block that has bits left, if there is a child.
    #[inline(always)]
    fn settle(&mut self) {
        while self.bits == 0 && self.at < self.to {
            self.block += 1;
            self.bits = self.mask[self.block]
        }
    }
}

// SAFETY: bits are taken in ascending order, and the position of the child is counted along.
unsafe impl ChildCursor for Bit<'_> {
    #[inline(always)]
    fn at(&self) -> usize {
        self.at
    }
    #[inline(always)]
    fn end(&self) -> usize {
        self.to
    }
    #[inline(always)]
    fn index(&self) -> usize {
        64 * self.block + self.bits.trailing_zeros() as usize
    }
    #[inline(always)]
    fn next(&mut self) {
        self.bits &= self.bits - 1;
        self.at += 1;
        self.settle()
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        let block = index / 64;
        if block >= self.mask.len() {
            (self.bits, self.at) = (0, self.to)
        } else if block > self.block {
            (self.block, self.bits, self.at) = (block, self.mask[block], self.first[block])
        }
        if block == self.block {
            let below = self.bits & ((1 << (index % 64)) - 1);
            self.at += below.count_ones() as usize;
            self.bits ^= below
        }
        self.settle()
    }
    #[inline(always)]
    fn last(&self) -> usize {
        let block = self.mask.iter().rposition(|&mask| mask != 0);
        block
            .filter(|_| self.at < self.to)
            .map_or(0, |block| end_of(block, self.mask[block]))
    }
}

// ---- writing ----

// SAFETY: bits are set in ascending order, each when its child was written; those that come too late are refused.
unsafe impl<L: WriteLevel> WriteLevel for Blocks64<L> {
    finch_formats::written_by_pointer!();

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            self.child.resize(driver, below)?;
            self.extent = extent
        }
        self.declare(driver);
        Ok(())
    }

    fn room(extents: &[usize]) -> usize {
        extents.first().map_or(1, |extent| extent.div_ceil(64))
    }

    fn declare(&mut self, driver: Driver) {
        self.mask.clear();
        self.first.clear();
        (self.len, self.progress) = (0, Progress::default());
        self.child.declare(driver)
    }

    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = faults::too_large::<Self>(positions, self.extent);
        let blocks = positions.checked_mul(self.blocks()).ok_or(too_large)?;
        let more = blocks.saturating_sub(self.mask.len());
        // For freezing, which cannot fail.
        let starts = blocks.saturating_sub(self.first.len());
        self.first.try_reserve(starts).map_err(|_| too_large)?;
        self.mask.try_reserve(more).map_err(|_| too_large)?;
        self.mask.resize(self.mask.len() + more, 0);
        Ok(())
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.mask.resize(positions * self.blocks(), 0);
        self.first.clear();
        let mut sum = 0;
        for mask in &self.mask {
            self.first.push(sum);
            sum += mask.count_ones() as usize
        }
        self.child.freeze(driver, sum)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let blocks = self.blocks();
        self.mask.truncate(positions * blocks);
        self.len = self.mask.iter().map(|mask| mask.count_ones() as usize).sum();
        let last = self.mask.iter().rposition(|&mask| mask != 0);
        self.progress = Progress::new(last.map_or(0, |last| last / blocks), self.len);
        self.child.thaw(driver, self.len)
    }
}

// SAFETY: there is a mask for every block of every fiber that is assembled, and the child has reserved positions.
unsafe impl<L: WriteLevel> Append for Blocks64<L> {
    type Bases = *mut u64;
    type New = Below<L>;
    /// The first block of the fiber.
    type State = usize;
    type Announced = Yes;
    const TOGETHER: usize = at_once::<L>(1);
    const MOST: usize = usize::MAX;

    fn progress(&mut self, _driver: Driver) -> &mut Progress {
        &mut self.progress
    }

    fn used(&self) -> usize {
        self.len
    }

    fn floor(&self, fiber: usize) -> usize {
        let blocks = &self.mask[fiber * self.blocks()..][..self.blocks()];
        let last = blocks.iter().rposition(|&mask| mask != 0);
        last.map_or(0, |last| end_of(last, blocks[last]))
    }

    fn begin(&self, fiber: usize, _floor: usize) -> usize {
        fiber * self.blocks()
    }

    fn grow(&mut self, driver: Driver, _used: usize, room: usize) -> Result<(), Option<Fault>> {
        self.child.reserve(driver, room).map_err(Some)
    }

    unsafe fn settle(&mut self, _driver: Driver, _first: usize, used: usize) {
        self.len = used
    }

    unsafe fn close(&mut self, _driver: Driver, _fiber: usize, _first: usize, _start: usize, _used: usize) {}

    fn bases(&mut self, _driver: Driver) -> *mut u64 {
        self.mask.as_mut_ptr()
    }

    unsafe fn below<'w>(level: *mut Self) -> L::Writing<'w>
    where
        Self: 'w,
    {
        // SAFETY: the caller hands a valid level that nothing else accesses, so the child is one too.
        unsafe { L::writing(&raw mut (*level).child) }
    }

    #[inline(always)]
    unsafe fn put<'w>(tip: Tip<'w, Self>, first: usize, _used: usize, _at: usize, index: usize, (): ()) -> usize
    where
        Self: 'w,
    {
        // SAFETY: there is a mask for every block of the fiber.
        unsafe { *tip.bases.add(first + index / 64) |= 1 << (index % 64) };
        first
    }
}
