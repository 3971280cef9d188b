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
use finch_formats::kit::arrays::grow;
use finch_formats::kit::masks::{MaskFibers, Masks, end};
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
        progress: WriteProgress,
    }
    /// Fibers of `extent` indices. A tensor checks the arrays when it is made.
    new [L];
    // SAFETY: these are all arrays.
    unsafe nested []
    places |level, positions| level.bits(positions);
    pieces |level, position| level.bits(position)..level.bits(position + 1);
    piece |level, position, number| {
        let block = level.first.partition_point(|&first| first <= number) - 1;
        let mut bits = level.mask[block];
        for _ in level.first[block]..number {
            bits &= bits - 1
        }
        let index = 64 * (block - position * level.blocks()) + bits.trailing_zeros() as usize;
        Piece::entry(index, number)
    };
    contents by count_stored;
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

// ---- reading ----

// SAFETY: `validate` compares masks with the extent and with `first`, and asks the child for as many as bits are set.
unsafe impl<L: Level> Level for Blocks64<L> {
    finch_formats::level! {
        "Blocks64" over L, (Walking, Galloping, Following),
        fibers<'a> MaskFibers<Bits<L::Fibers<'a>>> =
            |level| MaskFibers::new(level.extent, level.borrowed())
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
            if end(&[mask]) > 0 && 64 * block + end(&[mask]) > extent {
                let index = 64 * block + end(&[mask]) - 1;
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

// SAFETY: `validate` compares masks with the extent and starts with masks, and the child has as many positions as bits are set.
unsafe impl<C: Fibers> Masks for Bits<C> {
    #[inline(always)]
    unsafe fn at(self, position: usize, extent: usize) -> Self {
        let blocks = extent.div_ceil(64);
        let range = position * blocks..(position + 1) * blocks;
        Bits {
            mask: self.mask.part(|mask| &mask[range.clone()]),
            first: self.first.part(|first| &first[range]),
            ..self
        }
    }
    #[inline(always)]
    fn masks(&self) -> &[u64] {
        &self.mask
    }
    #[inline(always)]
    fn starts(&self) -> &[usize] {
        &self.first
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
        (self.len, self.progress) = (0, WriteProgress::default());
        self.child.declare(driver)
    }
    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        let blocks = positions.saturating_mul(self.blocks());
        grow::<Self, _>(&mut self.mask, blocks, || 0)?;
        // For freezing, which cannot fail.
        grow::<Self, _>(&mut self.first, blocks, || 0)
    }
    fn freeze(&mut self, driver: Driver, positions: usize) {
        let (blocks, mut sum) = (positions * self.blocks(), 0);
        self.mask.resize(blocks, 0);
        self.first.resize(blocks, 0);
        for (mask, first) in self.mask.iter().zip(&mut self.first) {
            *first = sum;
            sum += mask.count_ones() as usize
        }
        self.child.freeze(driver, sum)
    }
    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let blocks = self.blocks();
        self.mask.truncate(positions * blocks);
        self.len = self.bits(positions);
        self.progress = WriteProgress::new(end(&self.mask).div_ceil(64).saturating_sub(1) / blocks.max(1), self.len);
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

    finch_formats::append_list!(@positions len, in child);

    fn floor(&self, fiber: usize) -> usize {
        end(&self.mask[fiber * self.blocks()..][..self.blocks()])
    }
    fn begin(&self, fiber: usize, _floor: usize) -> usize {
        fiber * self.blocks()
    }
    fn bases(&mut self, _driver: Driver) -> *mut u64 {
        self.mask.as_mut_ptr()
    }
    #[inline(always)]
    unsafe fn put(tip: Tip<Self>, first: usize, _used: usize, _at: usize, index: usize, (): ()) -> usize {
        // SAFETY: there is a mask for every block of the fiber.
        unsafe { *tip.bases.add(first + index / 64) |= 1 << (index % 64) };
        first
    }
}
