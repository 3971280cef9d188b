//! `SparseByteMap`: a byte per index that says whether it is stored, and a sorted list of those that are.
//!
#![doc = include_str!("../pictures/sparse_byte_map.svg")]
//!
//! ```text
//! fiber p of extent 9   [ 9p | 9p+1 | 9p+2 | ... | 9p+8 ]        slots: positions of the child
//! tbl                   [ .  | x | x | x | x | . | . | x | . ]   x: stored
//! ptr [ 0 | 5 ]                                                  fiber p lists ptr[p]..ptr[p + 1]
//! idx [ 1 | 2 | 3 | 4 | 7 ]                                      strictly ascending within a fiber
//! ```
//!
//! The child has a slot for every index, so any of them is found and written in constant time: the level is a workspace.
//! A byte of `tbl` is set if and only if its index is listed; slots that are not listed hold fill. While the level is
//! written only the bytes are kept, and a list of the slots that were touched, in the order in which they were;
//! freezing sorts it, or reads it off the bytes again if one in 16 of them is set. A workspace that is only followed is sorted once,
//! when the program ends.
//!
//! | protocol | unfurls to | costs, for `m` stored of `n` |
//! |---|---|---|
//! | walk | `Stepper` of `Spike(fill, child)`, fill behind the last | `m` |
//! | gallop | `Sequence(Jumper, fill)` | logarithmic per jump |
//! | follow | a lookup of the byte | constant per lookup |
//!
//! | lifecycle | costs, for `m` stored of `n` |
//! |---|---|
//! | the first declare, and after a change of extents | `n` |
//! | every other declare | `m`, if the child can clear single positions, else `n` |
//! | write, at any index, in any order, any number of times | constant |
//! | read while it is written, over dense values | constant; what is not stored is fill |
//! | freeze | `m` where the touched window is at most 8192 times its entries, and these are not few; else `m log m` |
//! | thaw | constant, but `n` the first time if the level was made of its arrays |
//!
//! Bytes: one per index, `idx` per entry, `ptr` per fiber; the child has a position per index. While it is written the list has
//! room for all indices of one more fiber, and for several fibers there is a second list: both are kept for the next time, as
//! are the bitmaps that sort it, which take a bit per index, and one in 64, at most.

mod order;
mod read;
mod write;

pub use read::{SparseByteMapEntries, SparseByteMapTable};
pub use write::SparseByteMapWrite;

use crate::imports::*;

crate::arrays! {
    /// A byte per index that says whether it is stored, and a sorted list of those that are.
    ///
    /// Made for writing: the workspace in which rows of products are summed. It takes memory for every index. With
    /// eight entries per row, a product with a vector takes 1.2 times the instructions of one over a
    /// [`SparseList`].
    pub struct SparseByteMap<L, Ptr = Vec<usize>, Idx = Vec<u32>, Tbl = Vec<bool>> {
        /// Where the list of each fiber starts, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// The stored indices.
        idx: Idx, of |level, positions| at(&level.ptr, positions);
        /// Whether an index is stored, for each slot.
        tbl: Tbl, of |level, positions| positions * level.extent;
    }
    besides { touched: write::Touched<Idx> = write::Touched::unlisted() }
    /// Fibers of `extent` indices: fiber `p` stores the indices `idx[ptr[p]..ptr[p + 1]]`; the child of its index `i` is at
    /// position `p * extent + i` in `child`, and `tbl` is true there. A tensor checks this when it is made.
    new [L, Ptr, Idx, Tbl];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Tbl: Buffer<Item = bool>]
    places |level, positions| positions * level.extent;
    pieces |level, position| stretch(&level.ptr, position, level.idx.as_slice().len());
    piece |level, position, number| {
        let index = at(&level.idx, number);
        Piece::entry(index, position * level.extent + index)
    };
    contents by count_stored;
    unlisted |level, positions, visit| {
        let slots = &level.tbl.as_slice()[..positions * level.extent];
        (0..slots.len()).filter(|&slot| !slots[slot]).for_each(visit)
    };
}

// SAFETY: `validate` checks that every fiber's range lies within `idx`, that its indices are strictly ascending and below
// the extent, and that there is a byte and a position of the child for every index of every fiber.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Tbl: Buffer<Item = bool>> Level
    for SparseByteMap<L, Ptr, Idx, Tbl>
{
    crate::level! {
        "SparseByteMap" over L, (Walking, Galloping, Following),
        fibers<'a> EntriesFibers<P, SparseByteMapEntries<L::Fibers<'a>, I>> = |level| {
            let table = SparseByteMapTable { first: 0, tbl: Lent::new(level.tbl.as_slice()), child: level.child.fibers() };
            let entries = SparseByteMapEntries { idx: Lent::new(level.idx.as_slice()), table };
            EntriesFibers::new(level.extent, level.ptr.as_slice(), Sorted(entries))
        }
    }

    fn validate(&self, positions: usize) -> Result<()> {
        let name = Self::NAME;
        crate::check::extent_fits::<I>(name, self.extent)?;
        ensure!(let Some(slots) = positions.checked_mul(self.extent), else TooLarge,
            "a {name} level of {positions} fibers of extent {} has more slots than can be counted", self.extent);
        let (ptr, idx) = (self.ptr.as_slice(), self.idx.as_slice());
        crate::check::ascending(name, ptr, positions, idx, self.extent)?;
        ensure!(let Some(tbl) = self.tbl.as_slice().get(..slots), else Invalid,
            "the table of a {name} level has {} bytes where {positions} fibers of extent {} need {slots}",
            self.tbl.as_slice().len(), self.extent);
        for position in 0..positions {
            let mut list = self.pieces(position).map(|entry| at(&self.idx, entry)).peekable();
            for (index, &stored) in tbl[position * self.extent..][..self.extent].iter().enumerate() {
                let listed = list.next_if_eq(&index).is_some();
                ensure!(stored == listed, else Invalid,
                    "index {index} of fiber {position} of a {name} level is {} but {} according to the table",
                    if listed { "listed" } else { "not listed" }, if stored { "stored" } else { "not stored" });
            }
        }
        self.child.validate(slots)
    }
}
