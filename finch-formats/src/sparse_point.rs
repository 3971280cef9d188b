//! `SparsePoint`: at most one entry per fiber.
//!
//! ```text
//! idx [ 2 | 6 | 0 ]                fiber p of extent 6 holds index idx[p], or nothing where that is 6
//!                                  its child is at position p, whether the fiber holds something or not
//! ```
//!
//! | protocol | unfurls to | costs |
//! |---|---|---|
//! | walk, follow | `Window(Run(fill), Run(child))`: fill, the one index, fill | constant |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, at any index, fibers in any order | constant |
//! | write at a second index of a fiber | refused by an `Order` error that names fiber and index |
//! | freeze, thaw | nothing of their own |
//!
//! Whatever comes first is kept, and may be assigned again; a fiber that is given another index keeps what it has. Bytes:
//! `idx` per fiber, and a position of the child, stored or not. For selections and permutations, one-hot rows, and the
//! parents of a tree.

mod read;
mod write;

pub use read::{SparsePointFibers, SparsePointWindows};
pub use write::{SparsePointWriteFiber, SparsePointWriting};

use crate::buffer::Buffer;
use crate::width::Width;
use core::fmt;
use finch_traits::algebra::fill::Fill;
use finch_traits::index::protocol::{Axis, Following, Offers, Walking};
use finch_traits::level::Level;
use finch_traits::rank::Next;
use finch_traits::tree::Tree;
use finch_traits::{Error, ErrorKind, Result};

/// At most one entry per fiber.
#[derive(Clone, Debug)]
pub struct SparsePoint<L, Idx = Vec<u32>> {
    extent: usize,
    idx: Idx,
    child: L,
}

impl<L, Idx> SparsePoint<L, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds the index `idx[p]`, or nothing where that is `extent`; its child is at
    /// position `p` in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, idx: Idx, child: L) -> Self {
        SparsePoint { extent, idx, child }
    }

    /// How many indices a fiber has.
    pub fn extent(&self) -> usize {
        self.extent
    }

    /// The index that each fiber holds, or the extent where it holds none.
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

    /// The extent, `idx` and the level below.
    pub fn into_parts(self) -> (usize, Idx, L) {
        (self.extent, self.idx, self.child)
    }
}

impl<L, I: Width, Idx: Buffer<Item = I>> SparsePoint<L, Idx> {
    /// The index that the fiber at `position` holds.
    fn point(&self, position: usize) -> Option<usize> {
        Some(self.idx.as_slice()[position].to_usize()).filter(|&index| index < self.extent)
    }
}

impl<L: Default, I: Width> Default for SparsePoint<L, Vec<I>> {
    fn default() -> Self {
        SparsePoint::new(0, vec![I::default()], L::default())
    }
}

// SAFETY: `validate` checks that there is an index up to the extent and a child for every fiber.
unsafe impl<L: Level, I: Width, Idx: Buffer<Item = I>> Level for SparsePoint<L, Idx> {
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Axes = Axis<Offers<Self, (Walking, Following)>, L::Axes>;
    type Fibers<'a>
        = SparsePointFibers<'a, L::Fibers<'a>, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparsePoint";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let points = SparsePointWindows {
            idx: self.idx.as_slice(),
            child: self.child.fibers(),
        };
        SparsePointFibers::new(self.extent, points)
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::blocks::extent_is_signed(Self::NAME, self.extent)?;
        crate::check::bound_fits::<I>(Self::NAME, self.extent)?;
        let Some(idx) = self.idx.as_slice().get(..positions) else {
            return Err(Error::new(
                ErrorKind::Invalid,
                format!(
                    "a {} level has {} indices where {positions} fibers need one each",
                    Self::NAME,
                    self.idx.as_slice().len()
                ),
            ));
        };
        if let Some(fiber) = idx.iter().position(|index| index.to_usize() > self.extent) {
            return Err(Error::new(
                ErrorKind::OutOfBounds,
                format!(
                    "index {:?} of fiber {fiber} of a {} level is neither below the extent {} nor the extent itself",
                    idx[fiber],
                    Self::NAME,
                    self.extent
                ),
            ));
        }
        self.child.validate(positions)
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        if self.point(position) == Some(index[0]) {
            self.child.get(position, &index[1..])
        } else {
            L::Fill::value()
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        if let Some(here) = self.point(position) {
            index.push(here);
            self.child.for_each(position, index, visit);
            index.pop();
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        let below = |position| self.child.count_stored(position);
        (0..positions)
            .filter(|&position| self.point(position).is_some())
            .map(|position| below(position + 1) - below(position))
            .sum()
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.idx) + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        match self.point(position) {
            None => Ok(()),
            Some(index) => tree.children(position..position + 1, &mut |at, tree| {
                tree.label(format_args!("{index}"))?;
                self.child.draw(at, tree)
            }),
        }
    }
}
