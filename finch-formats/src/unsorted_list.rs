//! `UnsortedList`: a list of indices per fiber, in the order in which they were first written.
//!
#![doc = include_str!("../pictures/unsorted_list.svg")]
//!
//! ```text
//! ptr [ 0 | 2 | 2 | 5 ]            fiber p holds positions ptr[p]..ptr[p + 1] of the child
//! idx [ 4 | 1 | 2 | 0 | 3 ]        in any order within a fiber, each once
//!       ~fiber 0~  ~~fiber 2~~
//! ```
//!
//! A sum of sparse rows can be made in it as they come: no workspace is copied, and nothing is sorted. Where an index
//! of the fiber that is being written is stored, an array with a number per index says; what it says of the fibers
//! before counts for nothing, so it is not cleared from one fiber to the next. Fibers are written in ascending order.
//!
//! | protocol | unfurls to | costs, for `m` stored of `n` |
//! |---|---|---|
//! | walk, follow | a search that remembers which index comes next | `m` for each stored index, constant for others |
//!
//! All indices together take `m * m + n`.
//! There is no order to step through, so whoever reads much of it sorts it first:
//! [`Tensor::sort`](crate::Tensor::sort) makes compressed sparse rows of it in place.
//!
//! | lifecycle | costs, for `m` stored of `n` |
//! |---|---|
//! | declare | the number of fibers at most |
//! | the first fiber; later on one in 2^32 / `n`, and one after `n` / 16 entries if the level was declared anew | `n` |
//! | write, at any index of the last fiber, in any order, any number of times | constant |
//! | write to a fiber before the last one | refused by an `Order` error |
//! | compare with the fiber before, below runs that are merged | what both store |
//! | freeze, thaw | the number of fibers |
//!
//! Bytes: `ptr` per fiber, `idx` per entry. While it is written also 4 per index, which are kept for the next time.
//!
//! A fiber that is written has room for all of its indices from the start, as long as that is little beside what there is (or
//! at most 2^20 entries that take no memory until they are used): the loops over it do not ask for room then. Beyond that a loop
//! over a list makes room for what it lists. So only loops over many indices that write few of them grow while they run. What a
//! loop over the fiber does is compiled twice, with and without asking. The latter is for fibers of which the numbers are positions, which
//! is for most: not beyond 2^32 entries, and where a level is declared anew not before `n` / 16 were written.

mod read;
mod sort;
mod write;

pub use read::UnsortedListSearch;
pub use write::Stamps;

use crate::imports::*;

crate::arrays! {
    /// A list of indices per fiber, in the order in which they were first written.
    ///
    /// Made for writing: rows of a product are summed where they stay, without sorting. Reading means searching, so what is read more
    /// than once is better [sorted](crate::Tensor::sort).
    pub struct UnsortedList<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
        /// Where each fiber starts, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// The stored indices.
        idx: Idx, of |level, positions| at(&level.ptr, positions);
    }
    besides { progress: WriteProgress, places: write::Places }
    /// Fibers of `extent` indices: fiber `p` holds the indices `idx[ptr[p]..ptr[p + 1]]`, which differ from each other,
    /// and whose children are at the same positions in `child`. A tensor checks this when it is made.
    new [L, Ptr, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>]
    // Pieces are in the order in which indices were written, so that values are not found by bisection, and entries are sorted.
    places |level, positions| at(&level.ptr, positions);
    pieces |level, position| stretch(&level.ptr, position, level.idx.as_slice().len());
    piece |level, _position, number| Piece::entry(at(&level.idx, number), number);
    /// The entries of all fibers.
    borrowed UnsortedListEntries<I: Width> { idx: I }
}

// SAFETY: `validate` checks that every fiber's range lies within `idx` and the child, and that its indices differ and
// are below the extent.
unsafe impl<L: Level, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> Level for UnsortedList<L, Ptr, Idx> {
    crate::level! {
        "UnsortedList" over L, (Walking, Following),
        fibers<'a> RangedFibers<Ptr::Item, UnsortedListEntries<L::Fibers<'a>, Idx::Item>> =
            |level| RangedFibers::new(level.extent, level.ptr.as_slice(), level.borrowed())
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::extent_fits::<Idx::Item>(Self::NAME, self.extent)?;
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, self.idx.as_slice().len())?;
        distinct(ptr, self.idx.as_slice(), self.extent)?;
        self.child.validate(ptr[positions].to_usize())
    }
}

impl<L: Level, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> Contents for UnsortedList<L, Ptr, Idx> {
    crate::contents! { over L, bytes, count_stored, draw }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        match self.pieces(position).find(|&entry| at(&self.idx, entry) == index[0]) {
            Some(entry) => self.child.get(entry, &index[1..]),
            None => L::Fill::value(),
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let (entries, list) = (self.pieces(position), self.idx.as_slice());
        let mut order: Vec<usize> = entries.clone().collect();
        if !list[entries].is_sorted() {
            order.sort_unstable_by_key(|&at| list[at])
        }
        for at in order {
            index.push(list[at].to_usize());
            self.child.for_each(at, index, visit);
            index.pop();
        }
    }
}

/// The indices of every fiber differ and are below `extent`. Linear where they ascend, else as long as sorting them
/// takes.
fn distinct<P: Width, I: Width>(ptr: &[P], idx: &[I], extent: usize) -> Result<()> {
    let mut sorted: Vec<I> = Vec::new();
    for (fiber, pair) in ptr.windows(2).enumerate() {
        let list = &idx[pair[0].to_usize()..pair[1].to_usize()];
        ensure!(!let Some(index) = list.iter().find(|index| index.to_usize() >= extent), else OutOfBounds,
            "index {index:?} of fiber {fiber} of an UnsortedList level is not below the extent {extent}");
        if list.is_sorted_by(|one, next| one < next) {
            continue;
        }
        sorted.clear();
        sorted.extend_from_slice(list);
        sorted.sort_unstable();
        ensure!(!let Some(at) = sorted.windows(2).position(|pair| pair[0] == pair[1]), else Invalid,
            "index {:?} of fiber {fiber} of an UnsortedList level is there twice", sorted[at]);
    }
    Ok(())
}
