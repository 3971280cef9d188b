//! `SparseDict`: a hash table of the indices of all fibers, and a sorted list of those of each.
//!
#![doc = include_str!("../pictures/sparse_dict.svg")]
//!
//! ```text
//! ptr  [ 0 | 2 | 2 | 5 ]           fiber p lists entries ptr[p]..ptr[p + 1]
//! idx  [ 1 | 4 | 0 | 2 | 3 ]       strictly ascending within a fiber
//! slot [ 3 | 0 | 1 | 5 | 2 | 4 ]   the child's position of each entry; behind these, the slots that are free
//!        ~fiber 0~ ~~fiber 2~~ free
//!
//! table: (fiber, index) -> slot    (0, 1) -> 3, (0, 4) -> 0, (2, 0) -> 1, (2, 2) -> 5, (2, 3) -> 2
//! ```
//!
//! Slots are given to indices in the order in which these are first written, whatever their fiber, so that any index
//! can be written at any time. `slot` is a permutation of the numbers below its length; the child has that many
//! positions. A slot whose index was not assigned after all is given to the next one, and those that are free hold
//! fill.
//!
//! The table stores slots. A list of keys says to which fiber and index each slot belongs. [`SparseDict::new`] makes both, so
//! they are not among the parts. The hash is fixed and public: indices that are chosen to collide make the table as slow as a
//! list, and nothing worse.
//!
//! | protocol | unfurls to | costs, for `m` stored of `n` |
//! |---|---|---|
//! | walk | `Stepper` of `Spike(fill, child)`, fill behind the last | `m` |
//! | gallop | `Sequence(Jumper, fill)` | logarithmic per jump |
//! | follow | a lookup in the table | constant per lookup |
//!
//! | lifecycle | costs, for `m` stored in `p` fibers |
//! |---|---|
//! | declare | `m + p` at most, whatever the extents are |
//! | write, at any index, in any order, any number of times | constant |
//! | freeze | `p + m log m`; `p + m` if it was written in ascending order |
//! | thaw | `p + m` |
//!
//! So it is a workspace whose size is that of what is written. A level below that appends takes what it takes: each of
//! its fibers is written in one go. Two statements of one loop may write the same fiber. While a loop has one of its
//! indices open, a loop inside of it cannot write to this level at other indices, since what is below would have to
//! move: this is refused. A [`SparseByteMap`] allows for it. Below a level that merges runs, the fibers
//! of the child are compared where they are ([`CompareLevel`]), and a fiber costs sorting its
//! slots.
//!
//! Bytes: `ptr` per fiber; `idx` and `slot` per entry, and its key, which takes 8 bytes for indices of up to 32 bits and 16
//! for others; one to two buckets of the table per entry, each a slot and a byte. With indices of up to 32 bits there are at
//! most 2^31 - 1 fibers.

mod key;
mod read;
mod slots;
mod table;
mod write;

pub use read::{SparseDictEntries, SparseDictSearch};
pub use write::SparseDictWrite;

use crate::imports::*;
use key::KeyOf;
use slots::Slots;
use table::hash;

crate::arrays! {
    /// A hash table of the indices of all fibers, and a sorted list of those of each.
    ///
    /// Made for writing: it is written in any order, and takes memory for what is stored, not for the extent. So it serves as a
    /// workspace of more indices than fit into memory. With eight entries per row, a product with a vector takes 1.2 times the
    /// instructions of one over a [`SparseList`].
    pub struct SparseDict<L, Ptr = Vec<usize>, Idx = Vec<u32>, Slot = Vec<u32>>
    where [Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>, Slot: Buffer<Item: Width>] {
        /// Where the list of each fiber starts, and the end of the last.
        ptr: Ptr, of |_level, positions| positions + 1;
        /// The stored indices.
        idx: Idx, of |level, positions| at(&level.ptr, positions);
        /// The child's position of each stored index, then those that belong to none.
        slot: Slot, of |level, _positions| level.slot.as_slice().len();
    }
    besides { slots: Slots<Idx::Item, Slot::Item> = Slots::of(ptr.as_slice(), idx.as_slice(), slot.as_slice()) }
    /// Fibers of `extent` indices: fiber `p` stores the indices `idx[ptr[p]..ptr[p + 1]]`, whose children are at the
    /// positions `slot[ptr[p]..ptr[p + 1]]` in `child`. All of `slot` are the numbers below its length, in any order;
    /// `child` has that many positions, and holds fill at those that belong to no index. A tensor checks this when it
    /// is made, but for the fill. Takes time linear in the number of fibers and entries.
    new [L, Ptr, Idx, Slot];
    // SAFETY: these are all arrays.
    unsafe nested [P: Width, I: Width, S: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, Slot: Buffer<Item = S>]
    // Those of all fibers: slots are given in the order in which indices are written.
    places |level, _positions| level.slot.as_slice().len();
    pieces |level, position| {
        let entries = level.idx.as_slice().len().min(level.slot.as_slice().len());
        stretch(&level.ptr, position, entries)
    };
    piece |level, _position, number| Piece::entry(at(&level.idx, number), at(&level.slot, number));
    over |level, to| {
        let SparseDict { extent, ptr, idx, slot, child, slots } = level;
        SparseDict { extent, ptr, idx, slot, child: to(child), slots }
    };
    children |level, position, visit| level.pieces(position).for_each(|entry| visit(at(&level.slot, entry)));
    unlisted |level, positions, visit| {
        level.slot.as_slice()[at(&level.ptr, positions)..].iter().for_each(|slot| visit(slot.to_usize()))
    };
}

/// Where in `slot` each number below its length is; anything for those that are missing.
fn ranks<S: Width>(slot: &[S]) -> Vec<S> {
    let mut rank = vec![S::default(); slot.len()];
    for (at, slot) in slot.iter().enumerate() {
        if let Some(rank) = rank.get_mut(slot.to_usize()) {
            // What does not fit belongs to a level that is about to be refused.
            *rank = S::new(at).unwrap_or_default()
        }
    }
    rank
}

// SAFETY: `validate` checks that every fiber's range lies within `idx` and `slot`, that its indices are strictly
// ascending and below the extent, and that every slot is less than their number, which the child is validated for.
unsafe impl<L: Level, Ptr: Buffer<Item: Width>, I: Width, Idx: Buffer<Item = I>, Slot: Buffer<Item: Width>> Level
    for SparseDict<L, Ptr, Idx, Slot>
{
    crate::level! {
        "SparseDict" over L, (Walking, Galloping, Following),
        fibers<'a> EntriesFibers<Ptr::Item, SparseDictEntries<L::Fibers<'a>, I, Slot::Item>> = |level| {
            let Slots { keys, table, .. } = &level.slots;
            let search = SparseDictSearch { position: 0, keys: Lent::new(keys.as_slice()), table: Lent::new(table), child: level.child.fibers() };
            let entries = SparseDictEntries { idx: Lent::new(level.idx.as_slice()), slot: Lent::new(level.slot.as_slice()), search };
            EntriesFibers::new(level.extent, level.ptr.as_slice(), Sorted(entries))
        }
    }

    fn validate(&self, positions: usize) -> Result<()> {
        let name = Self::NAME;
        crate::check::extent_fits::<I>(name, self.extent)?;
        let idx = self.idx.as_slice();
        ensure!(positions <= KeyOf::<I>::MOST_FIBERS, else TooLarge,
            "a {name} level of {positions} fibers has more than the {} that there are keys for", KeyOf::<I>::MOST_FIBERS);
        let ptr = crate::check::ascending(name, self.ptr.as_slice(), positions, idx, self.extent)?;
        let (slot, entries) = (self.slot.as_slice(), ptr[positions].to_usize());
        ensure!(slot.len() >= entries, else Invalid,
            "the slots of a {name} level are {} where its {entries} entries need one each", slot.len());
        let rank = ranks(slot);
        for (at, here) in slot.iter().enumerate() {
            ensure!(let Some(rank) = rank.get(here.to_usize()).map(|rank| rank.to_usize()), else OutOfBounds,
                "slot {here:?} at {at} of a {name} level is not below their number {}", slot.len());
            ensure!(rank == at, else Invalid,
                "slot {here:?} of a {name} level is there twice, at {} and {}", at.min(rank), at.max(rank));
        }
        for (fiber, pair) in ptr.windows(2).enumerate() {
            for at in pair[0].to_usize()..pair[1].to_usize() {
                let index = idx[at].to_usize();
                let found = self.slots.table.find(hash(fiber, index), |other| other == slot[at]);
                ensure!(
                    found.is_some() && self.slots.keys[slot[at].to_usize()] == KeyOf::<I>::new(fiber, index),
                    else Invalid,
                    "index {index} of fiber {fiber} of a {name} level is not in its table"
                );
            }
        }
        self.child.validate(slot.len())
    }
}

impl<L: Level, Ptr: Buffer<Item: Width>, I: Width, Idx: Buffer<Item = I>, Slot: Buffer<Item: Width>> Contents
    for SparseDict<L, Ptr, Idx, Slot>
{
    crate::contents! { over L, get, for_each, draw }

    // The slots of these fibers need not be the first ones: they are counted by stretches of neighbours.
    fn count_stored(&self, positions: usize) -> usize {
        let entries = self.ptr.as_slice()[positions].to_usize();
        let mut slots = self.slot.as_slice()[..entries].to_vec();
        slots.sort_unstable();
        let below = |slot: usize| if slot == 0 { 0 } else { self.child.count_stored(slot) };
        slots
            .chunk_by(|a, b| a.to_usize() + 1 == b.to_usize())
            .map(|stretch| below(stretch[stretch.len() - 1].to_usize() + 1) - below(stretch[0].to_usize()))
            .sum()
    }

    fn bytes(&self) -> usize {
        let Slots { keys, table, .. } = &self.slots;
        self.array_bytes() + crate::buffer::bytes(keys) + table.bytes() + self.child.bytes()
    }
}
