//! `Bit`: booleans, 64 to a word.
//!
#![doc = include_str!("../pictures/bit.svg")]
//!
//! ```text
//! words [ 63 .. 2 1 0 | 127 .. 66 65 64 | ... ]     position p is bit p % 64 of word p / 64
//! ```
//!
//! A leaf: no dimension, so no protocol. Bytes: one for eight positions, in whole words. The bits behind the last position,
//! which fill its word up, may be anything when a tensor is made of words; they are fill where a program has written it.
//!
//! | lifecycle | costs |
//! |---|---|
//! | declare | constant, and filling each word that is there from the start |
//! | read, write, at any position, in any order, any number of times | constant |
//! | freeze, thaw | constant: words behind the last position are cut off, and the last one is filled up |
//!
//! Programs that read or write bit by bit load and store a word for each. Where whole words can be combined, look at
//! the same bits as a tensor of words: [`Tensor::words`](crate::Tensor::words) of nests of [`Dense`]
//! levels, which copies nothing, [`Tensor::into_words`](crate::Tensor::into_words), and back. See [`words`].

pub mod words;
mod write;

pub use write::{BitPlace, BitWriting};

use crate::imports::*;

/// Booleans, 64 to a word, over a background of fill `F`.
///
/// Made for memory: an eighth of what bytes take.
#[derive(Clone)]
pub struct Bit<F = False, Words = Vec<u64>> {
    words: Words,
    fill: PhantomData<F>,
}

crate::shown!([F, Words: core::fmt::Debug] Bit<F, Words> |it| it.words);

impl<F, Words> Bit<F, Words> {
    /// The bits of `words`, the lowest of each first.
    pub fn new(words: Words) -> Self {
        Bit {
            words,
            fill: PhantomData,
        }
    }

    accessors! {
        /// The words.
        pub words: Words, mut words_mut, into into_words;
    }
}

impl<F, Words: Default> Default for Bit<F, Words> {
    fn default() -> Self {
        Bit::new(Words::default())
    }
}

/// Leaves are equal if their words are, bits behind the last position included.
impl<F, Words: Buffer<Item = u64>> PartialEq for Bit<F, Words> {
    fn eq(&self, other: &Self) -> bool {
        self.words.as_slice() == other.words.as_slice()
    }
}

/// How many words hold `positions` bits.
#[cfg_attr(not(debug_assertions), inline(always))]
fn words_of(positions: usize) -> usize {
    positions.div_ceil(64)
}

/// A word of which all bits are fill.
#[cfg_attr(not(debug_assertions), inline(always))]
fn filled<F: Fill<bool>>() -> u64 {
    if F::value() { !0 } else { 0 }
}

/// The bit at `position` of `words`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bit(words: &[u64], position: usize) -> bool {
    words[position / 64] >> (position % 64) & 1 != 0
}

/// The values of a [`Bit`] level, for reading: its [`Level::Fibers`].
#[derive(Clone, Copy, Debug)]
pub struct BitFibers<F> {
    words: Lent<[u64]>,
    fill: PhantomData<F>,
}

// SAFETY: `validate` compares the number of positions with that of the bits; there is no child and no index.
unsafe impl<F: Fill<bool>, Words: Buffer<Item = u64>> Level for Bit<F, Words> {
    crate::level! {
        leaf "Bit" of F,
        fibers<'a> BitFibers<F> = |level| BitFibers { words: Lent::new(level.words.as_slice()), fill: PhantomData }
    }

    fn validate(&self, positions: usize) -> Result<()> {
        let (len, needed) = (self.words.as_slice().len(), words_of(positions));
        ensure!(len >= needed, else Invalid,
            "a Bit level holds {len} words where the bits of {positions} positions need {needed}");
        Ok(())
    }
}

impl<F, Words: Buffer<Item = u64>> Contents for Bit<F, Words> {
    crate::contents! { leaf of bool }

    fn get(&self, position: usize, _index: &[usize]) -> bool {
        bit(self.words.as_slice(), position)
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.words)
    }
}

// SAFETY: the caller names a position that is stored.
unsafe impl<F: Fill<bool>> Fibers for BitFibers<F> {
    read_leaf! { bool, F }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Leaf<bool> {
        promise!(position / 64 < self.words.len());
        // SAFETY: the caller names a position that is stored, so its word is there.
        let word = unsafe { *self.words.get_unchecked(position / 64) };
        Leaf(word >> (position % 64) & 1 != 0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> LeafOrFill<bool, F> {
        promise!(!here || position / 64 < self.words.len());
        // Present or absent is a choice between two addresses, so that no branch depends on it.
        let fill: &'static u64 = if F::value() { &!0 } else { &0 };
        let stored = self.words.as_ptr().wrapping_add(position / 64);
        let place = select_unpredictable(here, stored, fill);
        // SAFETY: the caller names a stored position if `here`, else this is a constant.
        let word = unsafe { *place };
        LeafOrFill::new(word >> (position % 64) & 1 != 0, here)
    }
}
