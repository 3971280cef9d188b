//! `SparseInterval`: at most one run per fiber.
//!
//! ```text
//! left  [ 2 | 0 | 0 ]              fiber p is one value from index left[p]
//! right [ 5 | 0 | 6 ]              to before index right[p], and fill elsewhere; its child is at position p
//!        2..5 none 0..6
//! ```
//!
//! No run ends beyond the extent. Where `left` and `right` are equal there is none; the child is there all the same.
//!
//! | protocol | unfurls to | costs |
//! |---|---|---|
//! | walk, follow | `Window(Run(fill), Run(child))`: fill, the run, fill | constant |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, a run per fiber, fibers in ascending order | constant per run, and the comparison of two children |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | nothing of its own |
//! | thaw, which allows for later fibers, and for a run to grow | constant per fiber behind the last that has a run |
//!
//! A run that starts where the one before ends, and equals it, makes it longer, unless the last type parameter is [`No`];
//! see [`crate::merge`]. Any other second run is an error (`Order`) that names fiber and index; the fiber keeps what it
//! has. Bytes: `left` and `right` per fiber, and a position of the child, stored or not. For masks of rectangles and the
//! spans of events.

mod write;

pub use write::SparseIntervalPut;

use crate::kit::prelude::*;
use crate::kit::window::{Stretch, WindowFibers, Windows};

/// At most one run per fiber.
///
/// `Merge` says whether a run that is written next to an equal one makes it longer: [`Yes`] or [`No`].
#[derive(Clone, Debug)]
pub struct SparseInterval<L, Idx = Vec<u32>, Merge = Yes> {
    extent: usize,
    left: Idx,
    right: Idx,
    child: L,
    /// While it is written: the last fiber that was given a run.
    open: usize,
    /// While it is written: a fiber is being written right now.
    busy: bool,
    merge: PhantomData<Merge>,
}

impl<L, Idx, Merge> SparseInterval<L, Idx, Merge> {
    /// This level without merging: its arrays stay as they are, and a second run that is written to a fiber is refused,
    /// even if it continues the first one with equal values. Takes constant time.
    pub fn unmerged(self) -> SparseInterval<L, Idx, No> {
        let (extent, left, right, child) = self.into_parts();
        SparseInterval::of_parts(extent, left, right, child)
    }
}

crate::arrays! {
    SparseInterval<L, Idx, Merge> besides { open: 0, busy: false, merge: PhantomData }
    /// Fibers of `extent` indices: fiber `p` has the run `left[p]..right[p]`, or none if that is empty; its child is at
    /// position `p` in `child`. A tensor checks this when it is made.
    new [L, Idx];
    arrays {
        /// Where the run of each fiber starts.
        left: Idx, of |_level, positions| positions;
        /// Where the run of each fiber ends.
        right: Idx, of |_level, positions| positions;
    }
    // SAFETY: these are all arrays.
    unsafe nested [I: Width, Idx: Buffer<Item = I>, Merge]
    unlisted |level, positions, visit| (0..positions).filter(|&at| !level.has_run(at)).for_each(visit);
}

impl<L: Level, I: Width, Idx: Buffer<Item = I>, Merge> Pieces for SparseInterval<L, Idx, Merge> {
    fn places(&self, positions: usize) -> usize {
        positions
    }
    fn pieces(&self, position: usize) -> Range<usize> {
        position..position + usize::from(self.has_run(position))
    }
    fn piece(&self, position: usize, _number: usize) -> Piece {
        let (left, right) = self.run(position);
        Piece::run(left..right, position)
    }
}

impl<L, I: Width, Idx: Buffer<Item = I>, M> SparseInterval<L, Idx, M> {
    /// The indices that the run of the fiber at `position` covers.
    fn run(&self, position: usize) -> (usize, usize) {
        (
            self.left.as_slice()[position].to_usize(),
            self.right.as_slice()[position].to_usize(),
        )
    }

    /// The fiber at `position` has a run.
    fn has_run(&self, position: usize) -> bool {
        let (left, right) = self.run(position);
        left < right
    }
}

impl<L: Default, I: Width, M> Default for SparseInterval<L, Vec<I>, M> {
    fn default() -> Self {
        Self::of_parts(0, vec![I::default()], vec![I::default()], L::default())
    }
}

// SAFETY: `validate` checks that there are borders within the extent and a child for every fiber.
unsafe impl<L: Level, I: Width, Idx: Buffer<Item = I>, M> Level for SparseInterval<L, Idx, M> {
    crate::level! { L, (Walking, Following), bytes, get, for_each, count_listed, draw }

    type Fibers<'a>
        = SparseIntervalFibers<'a, L::Fibers<'a>, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparseInterval";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        let runs = SparseIntervalWindows {
            left: self.left.as_slice(),
            right: self.right.as_slice(),
            child: self.child.fibers(),
        };
        SparseIntervalFibers::new(self.extent, runs)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::blocks::extent_is_signed(Self::NAME, self.extent)?;
        crate::runs::ends_fit::<I>(Self::NAME, self.extent)?;
        let (starts, ends) = (self.left.as_slice().len(), self.right.as_slice().len());
        if starts.min(ends) < positions {
            return Err(error!(
                Invalid: "a {} level has {starts} starts and {ends} ends of runs where {positions} fibers need one each",
                Self::NAME
            ));
        }
        for fiber in 0..positions {
            let (left, right) = self.run(fiber);
            if left > right || right > self.extent {
                return Err(error!(
                    Invalid: "the run of fiber {fiber} of a {} level goes from {left} to {right}: runs end where they start or \
                              later, and up to the extent {}",
                    Self::NAME, self.extent
                ));
            }
        }
        self.child.validate(positions)
    }
}

// ---- reading ----

/// All fibers, borrowed.
pub type SparseIntervalFibers<'a, C, I> = WindowFibers<SparseIntervalWindows<'a, C, I>>;

/// The runs of all fibers: where each starts and ends, and a child for each.
#[derive(Debug)]
pub struct SparseIntervalWindows<'a, C, I> {
    left: &'a [I],
    right: &'a [I],
    child: C,
}

crate::copy!(SparseIntervalWindows<'a, C: Copy, I>);

// SAFETY: `SparseInterval` checks that the extent is a number with a sign, that runs end up to the extent, and that there is a
// child for each fiber.
unsafe impl<C: Fibers, I: Width> Windows for SparseIntervalWindows<'_, C, I> {
    type Child = C;
    type Inside = Run<C::Fiber>;
    const NAME: &'static str = "SparseInterval";

    #[inline(always)]
    fn child(self) -> C {
        self.child
    }
    #[inline(always)]
    unsafe fn stretch(self, position: usize) -> Stretch {
        promise!(position < self.left.len() && position < self.right.len());
        Stretch {
            // SAFETY: there is a start for each position.
            lo: unsafe { self.left.get_unchecked(position) }.to_usize(),
            // SAFETY: there is an end for each position.
            hi: unsafe { self.right.get_unchecked(position) }.to_usize(),
            place: position,
        }
    }
    #[inline(always)]
    unsafe fn inside(self, stretch: Stretch) -> Self::Inside {
        // SAFETY: there is a child for each fiber.
        Run(unsafe { self.child.fiber(stretch.place) })
    }
}
