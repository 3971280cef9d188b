//! `SparseList`: a sorted list of indices per fiber.
//!
#![doc = include_str!("../pictures/sparse_list.svg")]
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

mod write;

use crate::imports::*;

crate::arrays! {
    /// A sparse dimension: each fiber is a sorted list of indices, with a child for each. Below a [`Dense`] level it is compressed rows
    /// (CSR).
    ///
    /// Reading a fiber takes time linear in its entries, a look-up logarithmic time. It is written by appending, in ascending order. The
    /// [module](self) has all costs.
    pub struct SparseList<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
        /// Where each fiber starts, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// The stored indices.
        idx: Idx, of |level, positions| at(&level.ptr, positions);
    }
    besides { progress: WriteProgress }
    /// Fibers of `extent` indices: fiber `p` holds the indices `idx[ptr[p]..ptr[p + 1]]`, whose children are at the same
    /// positions in `child`. A tensor checks this when it is made.
    new [L, Ptr, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
    places |level, positions| at(&level.ptr, positions);
    pieces |level, position| stretch(&level.ptr, position, level.idx.as_slice().len());
    piece |level, _position, number| Piece::entry(at(&level.idx, number), number);
    contents by count_stored;
    /// The entries of all fibers: indices in an array of their own, and children at the same positions.
    borrowed SparseListEntries<I: Width> { idx: I }
}

impl<L, Ptr, Idx> SparseList<L, Ptr, Idx> {
    /// `ptr`, `idx` and the level below, for the levels that are lists while they are written.
    pub(crate) fn parts_mut(&mut self) -> (&mut Ptr, &mut Idx, &mut L) {
        (&mut self.ptr, &mut self.idx, &mut self.child)
    }
}

// SAFETY: `validate` checks that every fiber's range lies within `idx` and the child, and that its indices are strictly
// ascending and below the extent.
unsafe impl<L: Level, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> Level for SparseList<L, Ptr, Idx> {
    crate::level! {
        "SparseList" over L, (Walking, Galloping, Following),
        fibers<'a> EntriesFibers<Ptr::Item, SparseListEntries<L::Fibers<'a>, Idx::Item>> =
            |level| EntriesFibers::new(level.extent, level.ptr.as_slice(), Sorted(level.borrowed()))
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::extent_fits::<Idx::Item>(Self::NAME, self.extent)?;
        let (ptr, idx) = (self.ptr.as_slice(), self.idx.as_slice());
        let ptr = crate::check::ascending(Self::NAME, ptr, positions, idx, self.extent)?;
        self.child.validate(ptr[positions].to_usize())
    }
}

// ---- reading ----

// SAFETY: `SparseList` checks that keys ascend and are below the extent, and that there is a child for each.
unsafe impl<C: Fibers, I: Width> Entries for SparseListEntries<C, I> {
    type Key = I;
    type Noted = ();
    type Finder = Search<Self>;
    type FindsAbsent = Yes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keys(&self) -> &[I] {
        &self.idx
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn finder(self, to: usize) -> Search<Self> {
        // SAFETY: the caller names the end of a fiber.
        unsafe { Search::new(self, to) }
    }
}
