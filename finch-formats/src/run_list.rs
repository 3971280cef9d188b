//! `RunList`: runs that cover every index, each with one child (run-length encoding).
//!
//! ```text
//! ptr   [ 0 | 3 | 4 ]              fiber p holds runs ptr[p]..ptr[p + 1], which are the positions of the child
//! right [ 2 | 3 | 9 | 9 ]          run q ends before index right[q], and starts where the one before it ends
//!         ~fiber 0~   ~fiber 1~    0..2, 2..3, 3..9 and 0..9
//! ```
//!
//! The ends of a fiber are strictly ascending, and the last one is the extent; a fiber of extent 0 has no runs.
//!
//! | protocol | unfurls to | costs, for `r` runs |
//! |---|---|---|
//! | walk, follow | `Stepper` of `Run(child)`, nothing behind the last | `r` |
//!
//! The run in which a loop starts is found in logarithmic time.
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, runs in ascending order, fibers in ascending order | constant per run, and the comparison of two children |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | constant per fiber |
//! | thaw | impossible: a run list is written once |
//!
//! Indices that are left out become a run of fill. A run that equals its left neighbour is merged with it, unless the
//! last type parameter is [`No`]; see [`crate::merge`]. Bytes: `ptr` per fiber, `right` per run.

mod read;
mod write;

pub use read::{RunListFibers, RunListRuns};
pub use write::{RunListAppend, RunListReach, RunListWriteFiber, RunListWriting};

use crate::buffer::Buffer;
use crate::kit::runs::Ended;
use crate::runs::Ends;
use crate::width::Width;
use core::fmt;
use core::marker::PhantomData;
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::index::protocol::{Axis, Following, Offers, Walking};
use finch_traits::level::Level;
use finch_traits::rank::Next;
use finch_traits::tree::Tree;
use finch_traits::{Error, ErrorKind, Result};

/// Runs that cover every index of every fiber.
///
/// `Merge` says whether runs that are written are merged with equal neighbours: [`Yes`] or [`No`].
#[derive(Clone, Debug)]
pub struct RunList<L, Ptr = Vec<usize>, Idx = Vec<u32>, Merge = Yes> {
    extent: usize,
    ptr: Ptr,
    right: Idx,
    child: L,
    progress: write::Progress,
    merge: PhantomData<Merge>,
}

impl<L, Ptr, Idx> RunList<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds runs `ptr[p]..ptr[p + 1]`, run `q` ends before index `right[q]`, and
    /// its child is at position `q` in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, right: Idx, child: L) -> Self {
        Self::of(extent, ptr, right, child)
    }
}

impl<L, Ptr, Idx, Merge> RunList<L, Ptr, Idx, Merge> {
    /// The same, whether runs merge or not.
    pub(crate) fn of(extent: usize, ptr: Ptr, right: Idx, child: L) -> Self {
        RunList {
            extent,
            ptr,
            right,
            child,
            progress: write::Progress::default(),
            merge: PhantomData,
        }
    }

    /// The same level; runs that are written to it stay as they are written.
    pub fn unmerged(self) -> RunList<L, Ptr, Idx, No> {
        RunList {
            extent: self.extent,
            ptr: self.ptr,
            right: self.right,
            child: self.child,
            progress: self.progress,
            merge: PhantomData,
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

    /// Where each run ends.
    pub fn right(&self) -> &Idx {
        &self.right
    }

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The level below.
    pub(crate) fn child_mut(&mut self) -> &mut L {
        &mut self.child
    }

    /// The extent, `ptr`, `right` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, Idx, L) {
        (self.extent, self.ptr, self.right, self.child)
    }
}

impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, M> RunList<L, Ptr, Idx, M> {
    /// The runs that the fiber at `position` holds, of those that exist.
    fn range(&self, position: usize) -> (usize, usize) {
        let ptr = self.ptr.as_slice();
        let to = ptr[position + 1].to_usize().min(self.right.as_slice().len());
        (ptr[position].to_usize().min(to), to)
    }
}

impl<L: Default, P: Width, I: Width, M> Default for RunList<L, Vec<P>, Vec<I>, M> {
    fn default() -> Self {
        RunList {
            extent: 0,
            ptr: vec![P::default(); 2],
            right: Vec::new(),
            child: L::default(),
            progress: write::Progress::default(),
            merge: PhantomData,
        }
    }
}

// SAFETY: `validate` checks that every fiber's runs lie within `right` and the child, that they are not empty, and that
// they end at the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, M> Level
    for RunList<L, Ptr, Idx, M>
{
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Axes = Axis<Offers<Self, (Walking, Following)>, L::Axes>;
    type Fibers<'a>
        = RunListFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "RunList";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let runs = RunListRuns {
            right: self.right.as_slice(),
            child: self.child.fibers(),
        };
        RunListFibers::new(self.extent, self.ptr.as_slice(), Ended(runs))
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::runs::ends_fit::<I>(Self::NAME, self.extent)?;
        let right = self.right.as_slice();
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, right.len())?;
        for (fiber, pair) in ptr.windows(2).enumerate() {
            let (from, mut left) = (pair[0].to_usize(), 0);
            for (run, end) in right[from..pair[1].to_usize()].iter().enumerate() {
                let end = end.to_usize();
                if end <= left || end > self.extent {
                    return Err(crate::runs::invalid(
                        Self::NAME,
                        fiber,
                        run,
                        &format_args!(
                            "goes from {left} to {end}: ends are strictly ascending, up to the extent {}",
                            self.extent
                        ),
                    ));
                }
                left = end
            }
            if left != self.extent {
                return Err(Error::new(
                    ErrorKind::Invalid,
                    format!(
                        "the runs of fiber {fiber} of a {} level end at {left}, not at its extent {}",
                        Self::NAME,
                        self.extent
                    ),
                ));
            }
        }
        self.child.validate(ptr[positions].to_usize())
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let (from, to) = self.range(position);
        let at = Ends::new(self.right.as_slice(), from, to).beyond(index[0]);
        self.child.get(at, &index[1..])
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let (from, to) = self.range(position);
        let mut left = 0;
        for at in from..to {
            let right = self.right.as_slice()[at].to_usize();
            for here in left..right {
                index.push(here);
                self.child.for_each(at, index, visit);
                index.pop();
            }
            left = right
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.child.count_stored(self.ptr.as_slice()[positions].to_usize())
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.ptr) + crate::buffer::bytes(&self.right) + self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        let (from, to) = self.range(position);
        let right = self.right.as_slice();
        tree.children(from..to, &mut |at, tree| {
            let left = if at > from { right[at - 1].to_usize() } else { 0 };
            tree.label(format_args!("{left}..{}", right[at].to_usize()))?;
            self.child.draw(at, tree)
        })
    }
}
