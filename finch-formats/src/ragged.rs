//! `Ragged`: fibers of different lengths, each stored from index 0 on.
//!
//! ```text
//! ptr  [ 0 | 3 | 3 | 5 ]           fiber p holds the positions ptr[p]..ptr[p + 1] of the child, one per index
//!       ~0~     ~~2~~              0..3, nothing, and 0..2; what is behind is fill
//! ```
//!
//! No fiber is longer than the extent.
//!
//! | protocol | unfurls to | costs, for a fiber of `m` indices |
//! |---|---|---|
//! | walk, follow | `Sequence(Lookup, Run(fill))`: the fiber, and fill behind it | `m`; constant for one index |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, indices in ascending order, fibers in ascending order | constant per index up to the last |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw, which allows for appending | constant per fiber |
//!
//! Indices up to the last one that is assigned are stored, those between as fill. Bytes: `ptr` per fiber, and a
//! position of the child per index up to the last. For sequences of different lengths, and for lower triangles (row `j` has
//! `j + 1` indices; [`Triangular`](crate::Triangular) stores no pointers).

mod read;
mod write;

pub use read::{RaggedBlocks, RaggedFibers};
pub use write::{RaggedAppend, RaggedWriteFiber, RaggedWriting};

use crate::buffer::Buffer;
use crate::width::Width;
use core::fmt;
use core::ops::Range;
use finch_traits::algebra::fill::Fill;
use finch_traits::index::protocol::{Axis, Following, Offers, Walking};
use finch_traits::level::Level;
use finch_traits::rank::Next;
use finch_traits::tree::Tree;
use finch_traits::{Error, ErrorKind, Result};

/// Fibers of different lengths, each stored from index 0 on.
#[derive(Clone, Debug)]
pub struct Ragged<L, Ptr = Vec<usize>> {
    extent: usize,
    ptr: Ptr,
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

impl<L, Ptr> Ragged<L, Ptr> {
    /// Fibers of `extent` indices: fiber `p` holds as many indices from 0 on as there are positions in
    /// `ptr[p]..ptr[p + 1]`, where its children are in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, child: L) -> Self {
        Ragged {
            extent,
            ptr,
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

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The level below.
    pub(crate) fn child_mut(&mut self) -> &mut L {
        &mut self.child
    }

    /// The extent, `ptr` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, L) {
        (self.extent, self.ptr, self.child)
    }
}

impl<L, P: Width, Ptr: Buffer<Item = P>> Ragged<L, Ptr> {
    /// The positions that the fiber at `position` holds.
    fn range(&self, position: usize) -> Range<usize> {
        let ptr = self.ptr.as_slice();
        ptr[position].to_usize()..ptr[position + 1].to_usize()
    }
}

impl<L: Default, P: Width> Default for Ragged<L, Vec<P>> {
    fn default() -> Self {
        Ragged::new(0, vec![P::default(); 2], L::default())
    }
}

// SAFETY: `validate` checks that no fiber is longer than the extent, and that its positions lie within the child.
unsafe impl<L: Level, P: Width, Ptr: Buffer<Item = P>> Level for Ragged<L, Ptr> {
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Axes = Axis<Offers<Self, (Walking, Following)>, L::Axes>;
    type Fibers<'a>
        = RaggedFibers<'a, L::Fibers<'a>, P>
    where
        Self: 'a;
    const NAME: &'static str = "Ragged";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        RaggedFibers::new(self.extent, self.ptr.as_slice(), RaggedBlocks(self.child.fibers()))
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        // Where positions end is for the child to check.
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, usize::MAX)?;
        for (fiber, pair) in ptr.windows(2).enumerate() {
            let len = pair[1].to_usize() - pair[0].to_usize();
            if len > self.extent {
                return Err(Error::new(
                    ErrorKind::OutOfBounds,
                    format!(
                        "fiber {fiber} of a {} level has {len} indices, which is more than the extent {}",
                        Self::NAME,
                        self.extent
                    ),
                ));
            }
        }
        self.child.validate(ptr[positions].to_usize())
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let range = self.range(position);
        if index[0] < range.len() {
            self.child.get(range.start + index[0], &index[1..])
        } else {
            L::Fill::value()
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        for (here, at) in self.range(position).enumerate() {
            index.push(here);
            self.child.for_each(at, index, visit);
            index.pop();
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.child.count_stored(self.ptr.as_slice()[positions].to_usize())
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.ptr) + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        let range = self.range(position);
        let from = range.start;
        tree.children(range, &mut |at, tree| {
            tree.label(format_args!("{}", at - from))?;
            self.child.draw(at, tree)
        })
    }
}
