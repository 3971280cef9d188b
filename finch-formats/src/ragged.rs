//! `Ragged`: fibers of different lengths, each stored from index 0 on.
//!
#![doc = include_str!("../pictures/ragged.svg")]
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
//! `j + 1` indices; [`Triangular`] stores no pointers).

mod write;

use crate::imports::*;

crate::arrays! {
    /// A dimension of fibers of different lengths: each stores every index from 0 up to its last one, and has fill behind that.
    ///
    /// For sequences of different lengths and lower triangles. A look-up takes constant time. It is written by appending, in ascending
    /// order. The [module](self) has all costs.
    pub struct Ragged<L, Ptr = Vec<usize>> {
        /// Where the positions of each fiber start, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
    }
    besides {
        /// While it is written: how many positions are in use.
        len: usize,
        progress: WriteProgress,
    }
    /// Fibers of `extent` indices: fiber `p` holds as many indices from 0 on as there are positions in
    /// `ptr[p]..ptr[p + 1]`, where its children are in `child`. A tensor checks this when it is made.
    new [L, Ptr];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, Ptr: Buffer<Item = P>]
    places |level, positions| at(&level.ptr, positions);
    pieces |_level, position| position..position + 1;
    piece |level, position, _number| {
        let from = at(&level.ptr, position);
        Piece::block(0..at(&level.ptr, position + 1) - from, from)
    };
    contents by count_stored;
}

// SAFETY: `validate` checks that no fiber is longer than the extent, and that its positions lie within the child.
unsafe impl<L: Level, P: Width, Ptr: Buffer<Item = P>> Level for Ragged<L, Ptr> {
    crate::level! {
        "Ragged" over L, (Walking, Following),
        fibers<'a> RangedFibers<P, RaggedBlocks<L::Fibers<'a>>> =
            |level| RangedFibers::new(level.extent, level.ptr.as_slice(), RaggedBlocks(level.child.fibers()))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        // Where positions end is for the child to check.
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, usize::MAX)?;
        for (fiber, pair) in ptr.windows(2).enumerate() {
            let len = pair[1].to_usize() - pair[0].to_usize();
            ensure!(len <= self.extent, else OutOfBounds,
                "fiber {fiber} of a {} level has {len} indices, which is more than the extent {}", Self::NAME, self.extent);
        }
        self.child.validate(ptr[positions].to_usize())
    }
}

// ---- reading ----

/// The children of all fibers of a [`Ragged`] level, borrowed for reading: one for each index.
#[derive(Clone, Copy, Debug)]
pub struct RaggedBlocks<C>(C);

borrowed! { impl[C: Fibers] RaggedBlocks<C>, "Ragged", |arrays| arrays.0 => C }

/// What a fiber unfurls to.
type Walk<C> = Sequence<Lookup<Contiguous<C>>, Run<Absent<RaggedBlocks<C>>>>;

// SAFETY: `Ragged` checks that no fiber is longer than the extent, and that there is a child for each of its indices.
unsafe impl<C: Fibers> Ranged for RaggedBlocks<C> {
    type DenseBelow = <<C as Fibers>::Fiber as Fiber>::Dense;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, C::T>>(fiber: RangedFiber<Self, H>, pass: P, k: K) {
        let (from, to) = fiber.bounds();
        let split = to.wrapping_sub(from);
        // SAFETY: no fiber is longer than the extent.
        unsafe { assert_unchecked(split <= fiber.extent()) };
        let walk: Walk<C> = Sequence {
            // SAFETY: as many positions as there are indices are stored.
            first: Lookup(unsafe { Contiguous::new(0, from, fiber.arrays().0) }),
            split,
            second: Run(Absent::<Self>::new()),
        };
        k.looplet(pass, walk)
    }

    fn describe<H: Presence>(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new(Self::NAME, Nest::of::<Walk<C>>())
    }
}
