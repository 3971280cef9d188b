//! `SparseBlocks`: two dimensions in blocks of a size that is known when a program is compiled (BCSR).
//!
#![doc = include_str!("../pictures/sparse_blocks.svg")]
//!
//! ```text
//! 5 rows, 7 columns, blocks of U2 x U3      ptr [ 0 | 2 | 2 | 3 ]     block rows 0..2, 2..4 and 4..5
//!                                           idx [ 0 | 2 | 1 ]         block columns 0..3, 6..7 and 3..6
//!     a b c . . . p
//!     d e f . . . q                         child [ a b c d e f | p - - q - - | x y z - - - ]
//!     . . . . . . .                                 ~~block 0~~   ~~block 1~~   ~~block 2~~
//!     . . . . . . .
//!     . . . x y z .                         -: padding
//! ```
//!
//! `R` rows next to each other are a block row. Block row `b` of fiber `p` is number `k = p * ceil(rows / R) + b`; it holds
//! the blocks `ptr[k]..ptr[k + 1]`, at strictly ascending block columns `idx`. Block `q` has the positions `q * R * C` to
//! `(q + 1) * R * C` of the child, row by row. Extents need not be multiples of the sizes: what of the last blocks lies
//! beyond them is padding, which is there and never read. Where programs write, it holds fill.
//!
//! | dimension | protocol | unfurls to | costs, for `b` blocks in the block row |
//! |---|---|---|---|
//! | outer | walk, follow | `Lookup` | constant per row |
//! | inner | walk | `Stepper` of `Sequence(Run(fill), Lookup)`, fill behind the last | `b`, and `C` for each |
//! | inner | follow | a search for the block with a monotone cursor | logarithmic per lookup |
//!
//! A loop over a block has `C` turns, which the optimiser knows: it is unrolled.
//!
//! | lifecycle | costs |
//! |---|---|
//! | write: block rows in ascending order, the places of one in any order | constant per place, `R * C` per block |
//! | write in an earlier block row | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per block row; where blocks did not come in ascending order, `b log b` and moving them |
//! | parts of a parallel loop over rows | start at multiples of `R`: a loop is cut where block rows begin |
//! | thaw, which allows for writing from the last block row on | constant per block row, and per block column the first time |
//!
//! A place that is assigned brings its block along, so the rest of it is stored too: fill, until something is assigned
//! there. While it is written the level keeps a number per block column, by which blocks of the open block row are found.
//!
//! Any level can be read below this one. Programs write levels that are written in any order and whose fibers can change
//! places ([`SwapLevel`]), since blocks move when they are sorted: [`Separate`] makes one of any level.
//!
//! Bytes: `ptr` per block row, `idx` per block, `R * C` positions of the child per block. Takes less than a
//! [`SparseList`] where blocks of values are mostly full: for `f64`, if two thirds of them are.

mod read;
mod size;
mod swap;
mod write;

pub use read::{SparseBlocksFiber, SparseBlocksFibers, SparseBlocksRow, SparseBlocksSteps};
pub use size::{BlockOf, Size};
pub use swap::SwapLevel;
pub(crate) use swap::both;
pub use write::{SparseBlocksRowTarget, SparseBlocksTarget};

use crate::imports::*;
use crate::kit::pieces;

/// Two dimensions in blocks of `R` by `C`, which are numbers as types, such as `typenum::U4`.
#[derive(Clone, Debug)]
pub struct SparseBlocks<R, C, L, Ptr = Vec<usize>, Idx = Vec<u32>> {
    extents: [usize; 2],
    ptr: Ptr,
    idx: Idx,
    child: L,
    size: PhantomData<(R, C)>,
    progress: write::BlockRowProgress,
}

impl<R: Size, C: Size, L, Ptr, Idx> SparseBlocks<R, C, L, Ptr, Idx> {
    /// Positions of the child per block.
    const AREA: usize = R::USIZE * C::USIZE;

    /// Fibers of `extents` rows and columns: block row `b` of fiber `p` is number `k = p * ceil(rows / R) + b`, and holds
    /// the blocks `ptr[k]..ptr[k + 1]`, which start at columns `C` times `idx`. The places of block `q` are at positions
    /// `q * R * C..(q + 1) * R * C` in `child`, row by row. A tensor checks this when it is made.
    pub fn new(extents: [usize; 2], ptr: Ptr, idx: Idx, child: L) -> Self {
        SparseBlocks {
            extents,
            ptr,
            idx,
            child,
            size: PhantomData,
            progress: write::BlockRowProgress::default(),
        }
    }

    /// How many rows and columns a fiber has.
    pub fn extents(&self) -> [usize; 2] {
        self.extents
    }

    accessors! {
        /// Where each block row starts, and the end of the last.
        pub ptr: Ptr;
        /// The block columns of blocks.
        pub idx: Idx;
        /// The level below.
        pub child: L, mut child_mut;
    }

    /// The extents, `ptr`, `idx` and the level below.
    pub fn into_parts(self) -> ([usize; 2], Ptr, Idx, L) {
        (self.extents, self.ptr, self.idx, self.child)
    }

    /// How many block rows a fiber has.
    pub(crate) fn block_rows(&self) -> usize {
        self.extents[0].div_ceil(R::USIZE)
    }

    /// Extents are such that block columns fit `I`, and that the ends of blocks can be counted.
    fn extents_fit<I: Width>([rows, cols]: [usize; 2]) -> Result<()> {
        let too_large = |what: fmt::Arguments<'_>| {
            Err(error!(
                TooLarge,
                "a SparseBlocks level of {rows} by {cols} in blocks of {} by {} {what}",
                R::USIZE,
                C::USIZE
            ))
        };
        let counted = |extent: usize, size: usize| extent.div_ceil(size).checked_mul(size).is_some();
        if !counted(rows, R::USIZE) || !counted(cols, C::USIZE) {
            return too_large(format_args!("has blocks that end beyond {}", usize::MAX));
        }
        let blocks = cols.div_ceil(C::USIZE);
        if !holds::<I>(blocks) {
            return too_large(format_args!(
                "has block columns up to {}, which do not fit its index type {}",
                blocks - 1,
                I::NAME
            ));
        }
        Ok(())
    }
}

impl<R: Size, C: Size, T: Copy, F, P, I, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>>
    SparseBlocks<R, C, Element<T, F>, Ptr, Idx>
{
    /// Fibers of `extents` rows and columns, made of `blocks`, whose values are copied: block row `b` of fiber `p` is
    /// number `k = p * ceil(rows / R) + b`, and holds `blocks[ptr[k]..ptr[k + 1]]`; `blocks[q]` is at block column
    /// `idx[q]`, so that it starts at column `C * idx[q]`. A tensor checks this when it is made.
    pub fn from_blocks(extents: [usize; 2], ptr: Ptr, idx: Idx, blocks: &[BlockOf<T, R, C>]) -> Self {
        SparseBlocks::new(extents, ptr, idx, Element::new(size::values(blocks).to_vec()))
    }
}

impl<'a, R: Size, C: Size, T: Copy, F, P, I, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>>
    SparseBlocks<R, C, Element<T, F, &'a [T]>, Ptr, Idx>
{
    /// Fibers of `extents` rows and columns, made of `blocks`, which are borrowed, as [`from_blocks`](SparseBlocks::from_blocks) makes them of
    /// copies.
    pub fn of_blocks(extents: [usize; 2], ptr: Ptr, idx: Idx, blocks: &'a [BlockOf<T, R, C>]) -> Self {
        SparseBlocks::new(extents, ptr, idx, Element::new(size::values(blocks)))
    }
}

impl<R: Size, C: Size, T: Copy, F, Ptr, Idx, Val: Buffer<Item = T>> SparseBlocks<R, C, Element<T, F, Val>, Ptr, Idx> {
    /// The blocks, in the order of `idx`.
    pub fn blocks(&self) -> &[BlockOf<T, R, C>] {
        let (rows, _) = GenericArray::chunks_from_slice(self.child.val().as_slice());
        GenericArray::chunks_from_slice(rows).0
    }
}

impl<R: Size, C: Size, L, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> SparseBlocks<R, C, L, Ptr, Idx> {
    /// Calls `visit` with the position of every place that is padding, of `positions` fibers.
    pub(crate) fn padding(&self, positions: usize, visit: &mut dyn FnMut(usize)) {
        let ([rows, cols], idx, block_rows) = (self.extents, self.idx.as_slice(), self.block_rows());
        for number in 0..positions * block_rows {
            let high = R::USIZE.min(rows - number % block_rows * R::USIZE);
            for block in stretch(&self.ptr, number, idx.len()) {
                let wide = C::USIZE.min(cols - idx[block].to_usize() * C::USIZE);
                for place in 0..Self::AREA {
                    if place / C::USIZE >= high || place % C::USIZE >= wide {
                        visit(block * Self::AREA + place)
                    }
                }
            }
        }
    }
}

/// Levels are equal if their extents, arrays and levels below are.
impl<R, C, L: PartialEq, Ptr, Idx> PartialEq for SparseBlocks<R, C, L, Ptr, Idx>
where
    Ptr: Buffer<Item: PartialEq>,
    Idx: Buffer<Item: PartialEq>,
{
    fn eq(&self, other: &Self) -> bool {
        self.extents == other.extents
            && self.ptr.as_slice() == other.ptr.as_slice()
            && self.idx.as_slice() == other.idx.as_slice()
            && self.child == other.child
    }
}

/// The rows of all fibers, as fibers of one dimension: what they store, looked at without a program.
struct Rows<'a, R, C, L, Ptr, Idx>(&'a SparseBlocks<R, C, L, Ptr, Idx>);

impl<R: Size, C: Size, L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Pieces
    for Rows<'_, R, C, L, Ptr, Idx>
{
    type Child = L;

    fn extent(&self) -> usize {
        self.0.extents[1]
    }
    fn below(&self) -> &L {
        &self.0.child
    }
    fn places(&self, rows: usize) -> usize {
        let fibers = rows.div_ceil(self.0.extents[0].max(1));
        at(&self.0.ptr, fibers * self.0.block_rows()) * SparseBlocks::<R, C, L, Ptr, Idx>::AREA
    }
    fn pieces(&self, row: usize) -> Range<usize> {
        let (fiber, row) = (row / self.0.extents[0], row % self.0.extents[0]);
        stretch(
            &self.0.ptr,
            fiber * self.0.block_rows() + row / R::USIZE,
            self.0.idx.as_slice().len(),
        )
    }
    fn piece(&self, row: usize, block: usize) -> Piece {
        let left = at(&self.0.idx, block) * C::USIZE;
        let right = self.0.extents[1].min(left + C::USIZE);
        let first = block * R::USIZE + row % self.0.extents[0] % R::USIZE;
        Piece::block(left..right, first * C::USIZE)
    }
}

impl<R: Size, C: Size, L: Default, P: Width, I> Default for SparseBlocks<R, C, L, Vec<P>, Vec<I>> {
    fn default() -> Self {
        SparseBlocks::new([0, 0], vec![P::default(); 1], Vec::new(), L::default())
    }
}

// SAFETY: `validate` checks that the range of every block row lies within `idx`, that its block columns are strictly
// ascending and within the extent, and that the child has positions for all blocks.
unsafe impl<R: Size, C: Size, L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Level
    for SparseBlocks<R, C, L, Ptr, Idx>
{
    crate::level! {
        "SparseBlocks" over L, twice (Walking, Following),
        fibers<'a> SparseBlocksFibers<'a, R, C, L::Fibers<'a>, P, I> = |level| {
            SparseBlocksFibers::new(level.extents, level.ptr.as_slice(), level.idx.as_slice(), level.child.fibers())
        }
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.extend(self.extents);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        Self::extents_fit::<I>(self.extents)?;
        let too_large = |what: &str, count: usize, times: usize| -> Error {
            error!(
                TooLarge,
                "{count} {what} of a SparseBlocks level with {times} each are more than can be counted"
            )
        };
        let block_rows = self.block_rows();
        let fibers = positions
            .checked_mul(block_rows)
            .ok_or_else(|| too_large("fibers", positions, block_rows))?;
        let idx = self.idx.as_slice();
        let extent = self.extents[1].div_ceil(C::USIZE);
        let ptr = crate::check::ascending(Self::NAME, self.ptr.as_slice(), fibers, idx, extent)?;
        let blocks = ptr[fibers].to_usize();
        let below = blocks
            .checked_mul(Self::AREA)
            .ok_or_else(|| too_large("blocks", blocks, Self::AREA))?;
        self.child.validate(below)
    }
}

impl<R: Size, C: Size, L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Contents
    for SparseBlocks<R, C, L, Ptr, Idx>
{
    type T = L::T;

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        pieces::get(&Rows(self), position * self.extents[0] + index[0], &index[1..])
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let [rows, _] = self.extents;
        for row in 0..rows {
            index.push(row);
            pieces::for_each(&Rows(self), position * rows + row, index, visit);
            index.pop();
        }
    }

    // Padding is not stored in any place.
    fn count_stored(&self, positions: usize) -> usize {
        pieces::count_listed(&Rows(self), positions * self.extents[0])
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.ptr) + crate::buffer::bytes(&self.idx) + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        let [rows, cols] = self.extents;
        tree.head(
            Self::NAME,
            &format_args!("{rows}, {cols} in {} x {}", R::USIZE, C::USIZE),
        )?;
        // Rows that have blocks.
        let view = Rows(self);
        let rows = (position * rows..(position + 1) * rows).filter(|&row| !view.pieces(row).is_empty());
        let rows: Vec<usize> = rows.collect();
        tree.children(0..rows.len(), &mut |at, tree| {
            tree.label(format_args!("{}", rows[at] % self.extents[0]))?;
            pieces::draw(&view, "row", rows[at], tree)
        })
    }
}
