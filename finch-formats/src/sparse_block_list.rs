//! `SparseBlockList`: blocks of consecutive indices per fiber, dense inside.
//!
//! ```text
//! ptr   [ 0 | 2 | 2 | 3 ]          fiber p holds the blocks ptr[p]..ptr[p + 1]
//! right [ 5 | 8 | 3 ]              block b ends before index right[b]
//! ofs   [ 0 | 4 | 5 | 8 ]          and holds positions ofs[b]..ofs[b + 1] of the child, one per index
//!        ~fiber 0~ ~fiber 2~       1..5, 7..8 and 0..3
//! ```
//!
//! Blocks are not empty, do not overlap, and ascend within a fiber; none ends beyond the extent. They may touch. Also
//! known as variable block lists (VBL).
//!
//! | protocol | unfurls to | costs, for `b` blocks of `m` indices |
//! |---|---|---|
//! | walk | `Stepper` of `Sequence(Run(fill), Lookup)`, then fill behind the last | `b + m` |
//! | gallop | `BlockJumper` of `Lookup`, then fill behind the last | logarithmic per leap, constant per index that all have |
//! | follow | a search for the block with a monotone cursor | logarithmic per lookup, constant inside of a block |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, indices in ascending order, fibers in ascending order | constant per index |
//! | freeze | constant per fiber |
//! | thaw, which allows for appending | constant per fiber |
//!
//! An index that comes right behind the last one of its fiber makes the block longer, any other opens a block. Only what
//! is assigned is stored, so blocks hold no padding. Bytes: `ptr` per fiber, `right` and `ofs` per block. Takes less than
//! a [`SparseList`](crate::SparseList) where blocks are three indices or longer on average, and reading has no index to
//! load inside of a block: its loop is that of a dense fiber.

mod read;
mod write;

pub use read::{SparseBlockListFibers, SparseBlockListRuns};
pub use write::{SparseBlockListAppend, SparseBlockListWriteFiber, SparseBlockListWriting};

use crate::buffer::Buffer;
use crate::kit::runs::Ended;
use crate::runs::Ends;
use crate::width::Width;
use core::fmt;
use finch_traits::algebra::fill::Fill;
use finch_traits::index::protocol::{Axis, Following, Galloping, Offers, Walking};
use finch_traits::level::Level;
use finch_traits::rank::Next;
use finch_traits::tree::Tree;
use finch_traits::{Error, ErrorKind, Result};

/// Blocks of consecutive indices per fiber.
#[derive(Clone, Debug)]
pub struct SparseBlockList<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
    extent: usize,
    ptr: Ptr,
    right: Idx,
    ofs: Ptr,
    child: L,
    /// While it is written: the fiber that was last appended to.
    open: usize,
    /// While it is written: for how many positions of the child there is room.
    room: usize,
    /// While it is written: a loop is appending.
    busy: bool,
}

impl<L, Ptr, Idx> SparseBlockList<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds the blocks `ptr[p]..ptr[p + 1]`. Block `b` ends before index
    /// `right[b]` and is as long as there are positions in `ofs[b]..ofs[b + 1]`, where its children are in `child`. A
    /// tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, right: Idx, ofs: Ptr, child: L) -> Self {
        SparseBlockList {
            extent,
            ptr,
            right,
            ofs,
            child,
            open: 0,
            room: 0,
            busy: false,
        }
    }

    /// How many indices a fiber has.
    pub fn extent(&self) -> usize {
        self.extent
    }

    /// Where the blocks of each fiber start, and the end of the last.
    pub fn ptr(&self) -> &Ptr {
        &self.ptr
    }

    /// Where each block ends.
    pub fn right(&self) -> &Idx {
        &self.right
    }

    /// Where the positions of each block start, and the end of the last.
    pub fn ofs(&self) -> &Ptr {
        &self.ofs
    }

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The level below.
    pub(crate) fn child_mut(&mut self) -> &mut L {
        &mut self.child
    }

    /// The extent, `ptr`, `right`, `ofs` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, Idx, Ptr, L) {
        (self.extent, self.ptr, self.right, self.ofs, self.child)
    }
}

impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> SparseBlockList<L, Ptr, Idx> {
    /// The blocks that the fiber at `position` holds, of those that exist.
    fn range(&self, position: usize) -> (usize, usize) {
        let ptr = self.ptr.as_slice();
        let to = ptr[position + 1].to_usize().min(self.right.as_slice().len());
        (ptr[position].to_usize().min(to), to)
    }

    /// The indices that block `block` covers, and the position of the first.
    fn block(&self, block: usize) -> (usize, usize, usize) {
        let (ofs, right) = (self.ofs.as_slice(), self.right.as_slice()[block].to_usize());
        let (from, to) = (ofs[block].to_usize(), ofs[block + 1].to_usize());
        (right - (to - from), right, from)
    }
}

impl<L: Default, P: Width, I: Width> Default for SparseBlockList<L, Vec<P>, Vec<I>> {
    fn default() -> Self {
        SparseBlockList::new(0, vec![P::default(); 2], Vec::new(), vec![P::default()], L::default())
    }
}

// SAFETY: `validate` checks that every fiber's blocks lie within `right`, `ofs` and the child, and that they are ascending,
// not empty, and within the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Level
    for SparseBlockList<L, Ptr, Idx>
{
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Axes = Axis<Offers<Self, (Walking, Galloping, Following)>, L::Axes>;
    type Fibers<'a>
        = SparseBlockListFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparseBlockList";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let blocks = SparseBlockListRuns {
            right: self.right.as_slice(),
            ofs: self.ofs.as_slice(),
            child: self.child.fibers(),
        };
        SparseBlockListFibers::new(self.extent, self.ptr.as_slice(), Ended(blocks))
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::runs::ends_fit::<I>(Self::NAME, self.extent)?;
        let (right, ofs) = (self.right.as_slice(), self.ofs.as_slice());
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, right.len())?;
        let blocks = ptr[positions].to_usize();
        let ofs = crate::blocks::offsets(Self::NAME, ofs, blocks)?;
        for (fiber, pair) in ptr.windows(2).enumerate() {
            let (first, mut previous) = (pair[0].to_usize(), 0);
            for block in first..pair[1].to_usize() {
                let (len, end) = (
                    ofs[block + 1].to_usize() - ofs[block].to_usize(),
                    right[block].to_usize(),
                );
                if end > self.extent || len > end || end - len < previous {
                    return Err(Error::new(
                        ErrorKind::Invalid,
                        format!(
                            "block {} of fiber {fiber} of a {} level has {len} indices and ends at {end}: blocks start \
                             where the one before ends ({previous}) or later, and end up to the extent {}",
                            block - first,
                            Self::NAME,
                            self.extent
                        ),
                    ));
                }
                previous = end
            }
        }
        self.child.validate(ofs[blocks].to_usize())
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let (from, to) = self.range(position);
        let at = Ends::new(self.right.as_slice(), from, to).beyond(index[0]);
        if at < to {
            let (left, _, first) = self.block(at);
            if left <= index[0] {
                return self.child.get(first + (index[0] - left), &index[1..]);
            }
        }
        L::Fill::value()
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let (from, to) = self.range(position);
        for at in from..to {
            let (left, right, first) = self.block(at);
            for here in left..right {
                index.push(here);
                self.child.for_each(first + (here - left), index, visit);
                index.pop();
            }
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        let blocks = self.ptr.as_slice()[positions].to_usize();
        self.child.count_stored(self.ofs.as_slice()[blocks].to_usize())
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.ptr)
            + crate::buffer::bytes(&self.right)
            + crate::buffer::bytes(&self.ofs)
            + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        let (from, to) = self.range(position);
        let positions = match from < to {
            true => self.block(from).2..self.ofs.as_slice()[to].to_usize(),
            false => 0..0,
        };
        let mut block = from;
        tree.children(positions, &mut |at, tree| {
            while self.ofs.as_slice()[block + 1].to_usize() <= at {
                block += 1
            }
            let (left, _, first) = self.block(block);
            tree.label(format_args!("{}", left + (at - first)))?;
            self.child.draw(at, tree)
        })
    }
}
