//! The faults of a level that is written in a way that it does not support, or for which there is no room.

use crate::imports::*;

/// There is no room for `index` of the fiber at position `fiber`, or for that many entries of it.
#[inline]
pub fn too_large<L: Level>(fiber: usize, index: usize) -> Fault {
    let level = L::NAME;
    Fault::TooLarge { level, fiber, index }
}

/// `index` of the fiber at position `fiber` comes too late.
#[inline]
pub fn out_of_order<L: Level>(fiber: usize, index: usize) -> Fault {
    let level = L::NAME;
    Fault::OutOfOrder { level, fiber, index }
}

/// The fiber at position `fiber` is written by two loops at once, of which the second one starts with `index`, if that is known.
#[inline]
pub fn written_twice<L: Level>(fiber: usize, index: impl Into<Option<usize>>) -> Fault {
    let (level, index) = (L::NAME, index.into());
    Fault::WrittenTwice { level, fiber, index }
}

/// The fiber at position `fiber` has room for one entry or run only, which is taken when `index` is assigned.
#[inline]
pub fn occupied<L: Level>(fiber: usize, index: usize) -> Fault {
    let level = L::NAME;
    Fault::Occupied { level, fiber, index }
}
