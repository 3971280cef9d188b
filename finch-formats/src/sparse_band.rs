//! `SparseBand`: one block of consecutive indices per fiber, dense inside.
//!
//! ```text
//! left [ 1 | 0 | 3 ]               the block of fiber p starts at index left[p]
//! ptr  [ 0 | 3 | 3 | 5 ]           and holds the positions ptr[p]..ptr[p + 1] of the child, one per index
//!       ~0~     ~~2~~              1..4, nothing, and 3..5
//! ```
//!
//! No block ends beyond the extent. An empty one may start anywhere up to there.
//!
//! | protocol | unfurls to | costs, for a block of `m` indices |
//! |---|---|---|
//! | walk, follow | `Window(Run(fill), Lookup)`: fill, the block, fill | `m`; constant for one index |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, indices in ascending order, fibers in ascending order | constant per index from the first to the last |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw, which allows for appending | constant per fiber |
//!
//! What is between two indices that are assigned is stored as well, as fill: a fiber whose first and last entry are far
//! apart takes what a dense one takes. Bytes: `left` and `ptr` per fiber, and a position of the child per index of a block. For
//! band matrices, triangles (the band of row `j` is `0..=j`) and profiles (skyline storage).

mod read;
mod write;

pub use read::{SparseBandFibers, SparseBandWindows};
pub use write::{SparseBandAppend, SparseBandWriteFiber, SparseBandWriting};

use crate::buffer::Buffer;
use crate::width::Width;
use core::fmt;
use finch_traits::algebra::fill::Fill;
use finch_traits::index::protocol::{Axis, Following, Offers, Walking};
use finch_traits::level::Level;
use finch_traits::rank::Next;
use finch_traits::tree::Tree;
use finch_traits::{Error, ErrorKind, Result};

/// One block of consecutive indices per fiber.
#[derive(Clone, Debug)]
pub struct SparseBand<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
    extent: usize,
    ptr: Ptr,
    left: Idx,
    child: L,
    /// While it is written: the fiber that was last appended to.
    open: usize,
    /// While it is written: how many positions are in use.
    len: usize,
    /// While it is written: for how many there is room.
    room: usize,
    /// While it is written: a loop is appending.
    busy: bool,
}

impl<L, Ptr, Idx> SparseBand<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds as many indices from `left[p]` on as there are positions in
    /// `ptr[p]..ptr[p + 1]`, where its children are in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, left: Idx, child: L) -> Self {
        SparseBand {
            extent,
            ptr,
            left,
            child,
            open: 0,
            len: 0,
            room: 0,
            busy: false,
        }
    }

    /// How many indices a fiber has.
    pub fn extent(&self) -> usize {
        self.extent
    }

    /// Where the positions of each fiber start, and the end of the last.
    pub fn ptr(&self) -> &Ptr {
        &self.ptr
    }

    /// Where the block of each fiber starts.
    pub fn left(&self) -> &Idx {
        &self.left
    }

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The level below.
    pub(crate) fn child_mut(&mut self) -> &mut L {
        &mut self.child
    }

    /// The extent, `ptr`, `left` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, Idx, L) {
        (self.extent, self.ptr, self.left, self.child)
    }
}

impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> SparseBand<L, Ptr, Idx> {
    /// The positions that the fiber at `position` holds, and the index of the first.
    fn band(&self, position: usize) -> (usize, usize, usize) {
        let ptr = self.ptr.as_slice();
        (
            ptr[position].to_usize(),
            ptr[position + 1].to_usize(),
            self.left.as_slice()[position].to_usize(),
        )
    }
}

impl<L: Default, P: Width, I: Width> Default for SparseBand<L, Vec<P>, Vec<I>> {
    fn default() -> Self {
        SparseBand::new(0, vec![P::default(); 2], vec![I::default()], L::default())
    }
}

// SAFETY: `validate` checks that every fiber's block lies within the extent, and its positions within the child.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Level
    for SparseBand<L, Ptr, Idx>
{
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Axes = Axis<Offers<Self, (Walking, Following)>, L::Axes>;
    type Fibers<'a>
        = SparseBandFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparseBand";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let blocks = SparseBandWindows {
            ptr: self.ptr.as_slice(),
            left: self.left.as_slice(),
            child: self.child.fibers(),
        };
        SparseBandFibers::new(self.extent, blocks)
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::blocks::extent_is_signed(Self::NAME, self.extent)?;
        crate::check::extent_fits::<I>(Self::NAME, self.extent)?;
        // Where positions end is for the child to check.
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, usize::MAX)?;
        let left = self.left.as_slice();
        if left.len() < positions {
            return Err(Error::new(
                ErrorKind::Invalid,
                format!(
                    "a {} level has {} starts of blocks where {positions} fibers need one each",
                    Self::NAME,
                    left.len()
                ),
            ));
        }
        for (fiber, (pair, left)) in ptr.windows(2).zip(left).enumerate() {
            let (len, left) = (pair[1].to_usize() - pair[0].to_usize(), left.to_usize());
            if left > self.extent || len > self.extent - left {
                return Err(Error::new(
                    ErrorKind::OutOfBounds,
                    format!(
                        "the block of fiber {fiber} of a {} level has {len} indices from {left} on, which is more than the \
                         extent {}",
                        Self::NAME,
                        self.extent
                    ),
                ));
            }
        }
        self.child.validate(ptr[positions].to_usize())
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let (from, to, left) = self.band(position);
        if index[0] >= left && index[0] - left < to - from {
            self.child.get(from + (index[0] - left), &index[1..])
        } else {
            L::Fill::value()
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let (from, to, left) = self.band(position);
        for at in from..to {
            index.push(left + (at - from));
            self.child.for_each(at, index, visit);
            index.pop();
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.child.count_stored(self.ptr.as_slice()[positions].to_usize())
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.ptr) + crate::buffer::bytes(&self.left) + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        let (from, to, left) = self.band(position);
        tree.children(from..to, &mut |at, tree| {
            tree.label(format_args!("{}", left + (at - from)))?;
            self.child.draw(at, tree)
        })
    }
}
