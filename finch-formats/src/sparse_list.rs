//! `SparseList`: a sorted list of indices per fiber.
//!
//! ```text
//! ptr [ 0 | 2 | 2 | 5 ]            fiber p holds positions ptr[p]..ptr[p + 1] of the child
//! idx [ 1 | 4 | 0 | 2 | 3 ]        strictly ascending within a fiber
//!       ~fiber 0~  ~~fiber 2~~
//! ```
//!
//! | protocol | unfurls to | costs, for `m` stored of `n` |
//! |---|---|---|
//! | walk | `Stepper` of `Spike(fill, child)`, fill behind the last | `m` |
//! | gallop | `Sequence(Jumper, fill)` | logarithmic per jump |
//! | follow | a search with a monotone cursor | logarithmic per lookup |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, indices in ascending order, fibers in ascending order | constant per index |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw, which allows for appending | constant per fiber |
//!
//! Bytes: `ptr` per fiber, `idx` per entry.
//!
//! `ptr` may be made of the lengths of fibers instead, see [`crate::lengths`].

mod read;
mod write;

pub use read::{SparseListEntries, SparseListFibers};
pub use write::{SparseListAppend, SparseListReserved, SparseListWriteFiber, SparseListWriting};

use crate::buffer::{Buffer, Growing};
use crate::kit::entries::Sorted;
use crate::search::first_at_least;
use crate::width::Width;
use core::fmt;
use finch_traits::Result;
use finch_traits::algebra::fill::Fill;
use finch_traits::index::protocol::{Axis, Following, Galloping, Offers, Walking};
use finch_traits::level::Level;
use finch_traits::rank::Next;
use finch_traits::tree::Tree;

/// A sorted list of indices per fiber.
#[derive(Clone, Debug)]
pub struct SparseList<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
    extent: usize,
    ptr: Ptr,
    idx: Idx,
    child: L,
    /// While it is written: the fiber that was last appended to.
    open: usize,
    /// While it is written: for how many entries there is room.
    room: usize,
    /// While it is written: a loop is appending.
    busy: bool,
}

impl<L, Ptr, Idx> SparseList<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds the indices `idx[ptr[p]..ptr[p + 1]]`, whose children are at the same
    /// positions in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, idx: Idx, child: L) -> Self {
        SparseList {
            extent,
            ptr,
            idx,
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

    /// Where each fiber starts, and the end of the last.
    pub fn ptr(&self) -> &Ptr {
        &self.ptr
    }

    /// The stored indices.
    pub fn idx(&self) -> &Idx {
        &self.idx
    }

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The level below.
    pub(crate) fn child_mut(&mut self) -> &mut L {
        &mut self.child
    }

    /// The extent, `ptr`, `idx` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, Idx, L) {
        (self.extent, self.ptr, self.idx, self.child)
    }
}

impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> SparseList<L, Ptr, Idx> {
    /// The positions that the fiber at `position` holds, of those that exist.
    fn range(&self, position: usize) -> (usize, usize) {
        let ptr = self.ptr.as_slice();
        let to = ptr[position + 1].to_usize().min(self.idx.as_slice().len());
        (ptr[position].to_usize().min(to), to)
    }
}

impl<L: Default, Ptr: Growing<Item: Width> + Default, I: Width> Default for SparseList<L, Ptr, Vec<I>> {
    fn default() -> Self {
        let mut ptr = Ptr::default();
        ptr.vec().resize(2, <Ptr::Item>::default());
        SparseList::new(0, ptr, Vec::new(), L::default())
    }
}

// SAFETY: `validate` checks that every fiber's range lies within `idx` and the child, and that its indices are strictly
// ascending and below the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Level
    for SparseList<L, Ptr, Idx>
{
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Axes = Axis<Offers<Self, (Walking, Galloping, Following)>, L::Axes>;
    type Fibers<'a>
        = SparseListFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparseList";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let list = SparseListEntries::new(self.idx.as_slice(), self.child.fibers());
        SparseListFibers::new(self.extent, self.ptr.as_slice(), Sorted(list))
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::extent_fits::<I>(Self::NAME, self.extent)?;
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, self.idx.as_slice().len())?;
        crate::check::ascending(Self::NAME, ptr, self.idx.as_slice(), self.extent)?;
        self.child.validate(ptr[positions].to_usize())
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let (from, to) = self.range(position);
        let at = first_at_least(self.idx.as_slice(), from, to, index[0]);
        if at < to && self.idx.as_slice()[at].to_usize() == index[0] {
            self.child.get(at, &index[1..])
        } else {
            L::Fill::value()
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let (from, to) = self.range(position);
        for at in from..to {
            index.push(self.idx.as_slice()[at].to_usize());
            self.child.for_each(at, index, visit);
            index.pop();
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.child.count_stored(self.ptr.as_slice()[positions].to_usize())
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.ptr) + crate::buffer::bytes(&self.idx) + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        let (from, to) = self.range(position);
        tree.children(from..to, &mut |at, tree| {
            tree.label(format_args!("{}", self.idx.as_slice()[at].to_usize()))?;
            self.child.draw(at, tree)
        })
    }
}
