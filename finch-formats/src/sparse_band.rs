//! `SparseBand`: one block of consecutive indices per fiber, dense inside.
//!
#![doc = include_str!("../pictures/sparse_band.svg")]
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

mod write;

use crate::imports::*;

crate::arrays! {
    /// A sparse dimension: each fiber is one block of consecutive indices, with a child for each index of it.
    ///
    /// For band matrices, triangles and profiles (skyline storage). A look-up takes constant time. Everything between the first and the
    /// last index that is assigned takes memory. It is written by appending, in ascending order. The [module](self) has all costs.
    pub struct SparseBand<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
        /// Where the positions of each fiber start, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// Where the block of each fiber starts.
        left: Idx, of |_level, positions| positions;
    }
    besides {
        /// While it is written: how many positions are in use.
        len: usize,
        progress: WriteProgress,
    }
    /// Fibers of `extent` indices: fiber `p` holds as many indices from `left[p]` on as there are positions in
    /// `ptr[p]..ptr[p + 1]`, where its children are in `child`. A tensor checks this when it is made.
    new [L, Ptr, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
    places |level, positions| at(&level.ptr, positions);
    pieces |_level, position| position..position + 1;
    piece |level, position, _number| {
        let (from, left) = (at(&level.ptr, position), at(&level.left, position));
        Piece::block(left..left + (at(&level.ptr, position + 1) - from), from)
    };
    contents by count_stored;
    /// The blocks of all fibers: where each starts, and where its children are.
    borrowed SparseBandWindows<P: Width, I: Width> { ptr: P, left: I }
}

// SAFETY: `validate` checks that every fiber's block lies within the extent, and its positions within the child.
unsafe impl<L: Level, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> Level for SparseBand<L, Ptr, Idx> {
    crate::level! {
        "SparseBand" over L, (Walking, Following),
        fibers<'a> WindowFibers<SparseBandWindows<L::Fibers<'a>, Ptr::Item, Idx::Item>> =
            |level| WindowFibers::new(level.extent, level.borrowed())
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::extent_is_signed(Self::NAME, self.extent)?;
        crate::check::extent_fits::<Idx::Item>(Self::NAME, self.extent)?;
        // Where positions end is for the child to check.
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, usize::MAX)?;
        let left = crate::check::one_each(Self::NAME, "starts of blocks", self.left.as_slice(), positions)?;
        for (fiber, (pair, left)) in ptr.windows(2).zip(left).enumerate() {
            let (len, left) = (pair[1].to_usize() - pair[0].to_usize(), left.to_usize());
            ensure!(left <= self.extent && len <= self.extent - left, else OutOfBounds,
                "the block of fiber {fiber} of a {} level has {len} indices from {left} on, which is more than the extent {}",
                Self::NAME, self.extent);
        }
        self.child.validate(ptr[positions].to_usize())
    }
}

// ---- reading ----

// SAFETY: `SparseBand` checks that the extent is a number with a sign, that blocks end up to the extent, and that there is a
// child for each of their indices.
unsafe impl<C: Fibers, P: Width, I: Width> Windows for SparseBandWindows<C, P, I> {
    type Inside = Lookup<Contiguous<C>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn stretch(self, position: usize) -> Stretch {
        promise!(position < self.left.len());
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(&self.ptr, position) };
        // SAFETY: there is a start for each position.
        let lo = unsafe { self.left.get_unchecked(position) }.to_usize();
        Stretch {
            lo,
            hi: lo.wrapping_add(to.wrapping_sub(from)),
            place: from,
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn inside(self, stretch: Stretch) -> Self::Inside {
        // SAFETY: as many positions as there are indices are stored.
        Lookup(unsafe { Contiguous::new(stretch.lo, stretch.place, self.child) })
    }
}
