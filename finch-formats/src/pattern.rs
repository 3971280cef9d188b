//! `Pattern`: what is stored is true, and takes no room.
//!
#![doc = include_str!("../pictures/pattern.svg")]
//!
//! ```text
//! SparseList  idx [ 1 | 4 | 0 | 2 | 3 ]     the parent stores positions 0..5
//! Pattern           t   t   t   t   t       which are true; no array says so
//! ```
//!
//! A leaf without an array: the fill is `false`, every stored position is `true`, and types know it. So over
//! `Dense<SparseList<Pattern>>` nothing is loaded but pointers and indices. It has no dimension, so no protocol. Bytes: none.
//!
//! | lifecycle | costs |
//! |---|---|
//! | read, write, at any position, in any order, any number of times | constant |
//! | declare, freeze, thaw | nothing |
//!
//! Written, its storage is the flag by which its parent learns that the position was assigned: `true` stores the
//! position, `false` takes it back. That takes a parent which asks for each position by itself: a level of lists, tables,
//! blocks that grow ([`SparseBlockList`]), points, or runs with fill between them. Levels that store
//! what was not assigned as well can be read over it and not written, which the compiler says:
//! [`Dense`], [`Ragged`], [`SparseBand`],
//! [`SparseBlocks`], [`Triangular`] and [`Symmetric`]. So
//! `Dense<Pattern>`, which is true everywhere, is no output, and neither is `SparseList<Dense<Pattern>>`, of which a row is
//! all true or all false; use [`Bit`] or [`Element<bool>`](crate::Element) there.
//! [`RunList`] and [`PackBits`], which store runs of fill, refuse it with an
//! [`Invalid`](finch_traits::ErrorKind::Invalid) error when they are declared. Without a parent there is no flag: what is
//! written to a tensor of rank 0 is refused with an [`Order`](finch_traits::ErrorKind::Order) error.

use crate::imports::*;
use finch_traits::algebra::fill::True;

/// What is stored is true, over a background of `false`. Costs are in the [module](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern;

/// The positions of a [`Pattern`] level, for reading: its [`Level::Fibers`]. All of them are true.
#[derive(Clone, Copy, Debug)]
pub struct PatternFibers;

// SAFETY: nothing is stored, so every position can be read; there is no child and no index.
unsafe impl Level for Pattern {
    crate::level! { leaf "Pattern" of False, fibers<'a> PatternFibers = |_level| PatternFibers }

    fn validate(&self, _positions: usize) -> Result<()> {
        Ok(())
    }
}

impl Contents for Pattern {
    crate::contents! { leaf of bool }

    fn get(&self, _position: usize, _index: &[usize]) -> bool {
        true
    }

    fn bytes(&self) -> usize {
        0
    }
}

// SAFETY: no memory is read.
unsafe impl Fibers for PatternFibers {
    type T = bool;
    type Fill = False;
    type Fiber = FillFiber<bool, True>;
    type OptionalFiber = LeafOrFill<bool, False>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, _position: usize) -> Self::Fiber {
        FillFiber::new()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber_or_fill(self, _position: usize, here: bool) -> Self::OptionalFiber {
        LeafOrFill::new(here, here)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(self, _axis: usize) -> Option<usize> {
        None
    }
}

/// The positions of a [`Pattern`] level, for writing: its [`WriteLevel::Writing`].
#[derive(Clone, Copy, Debug)]
pub struct PatternWriting;

/// One position, for writing: its value is the flag that its parent lent.
#[derive(Clone, Copy, Debug)]
pub struct PatternBit<D> {
    dirty: D,
}

// SAFETY: nothing is stored, so every position can be read in every state.
unsafe impl WriteLevel for Pattern {
    fn resize(&mut self, _driver: Driver, _shape: &[usize]) -> Result<()> {
        Ok(())
    }

    fn declare(&mut self, _driver: Driver) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, _driver: Driver, _positions: usize) -> Result<(), Fault> {
        Ok(())
    }

    fn freeze(&mut self, _driver: Driver, _positions: usize) {}

    fn append(&mut self, _driver: Driver, _positions: usize, _part: &mut Self, _count: usize) -> Result<(), Fault> {
        Ok(())
    }

    fn thaw(&mut self, _driver: Driver, _positions: usize) -> Result<()> {
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn clear_positions(&mut self, _: Driver, _: usize, positions: impl Iterator<Item = usize>) -> bool {
        // There is nothing to clear, but the caller may do something at each.
        positions.for_each(drop);
        true
    }

    crate::writing! {
        flag Yes, PatternWriting = |_level| {
            PatternWriting
        }
    }
}

// SAFETY: nothing is stored.
in_parts! { unsafe impl[] WriteInParts for Pattern, splits No }

// SAFETY: no memory is written but the parent's flag.
unsafe impl WriteFibers for PatternWriting {
    type T = bool;
    type Fill = <False as Fill<bool>>::Known;
    type Fiber<D: Dirty> = PatternBit<D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<D: Dirty>(self, _position: usize, dirty: D) -> PatternBit<D> {
        PatternBit { dirty }
    }
}

// SAFETY: as above.
unsafe impl<D: Dirty> WriteFiber for PatternBit<D> {
    crate::write_leaf! { bool, <False as Fill<bool>>::Known, asked D::Asked, short No }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, _driver: Driver) -> bool {
        self.dirty.get()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, _driver: Driver, value: bool) {
        if !D::Asked::VALUE {
            // Nobody keeps the flag: the position is stored whatever is written.
            return fault::raise(faults::occupied::<Pattern>(0, 0));
        }
        if value { self.dirty.set() } else { self.dirty.clear() }
    }
}
