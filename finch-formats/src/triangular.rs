//! `Triangular`: two dimensions at once, of which one half is stored, packed.
//!
#![doc = include_str!("../pictures/triangular.svg")]
//!
//! ```text
//! Lower, extent 4      0 . . .        Upper, extent 4      0 1 2 3
//!                      1 2 . .                             . 4 5 6
//!                      3 4 5 .                             . . 7 8
//!                      6 7 8 9                             . . . 9
//! ```
//!
//! Fiber `p` is a square of `n` rows in the positions from `p n(n + 1)/2` on of the child: row `j` of a lower half is at
//! `j(j + 1)/2 + i` for `i` in `0..=j`, that of an upper one at `j(2n - j - 1)/2 + i` for `i` in `j..n`. What is outside of
//! the half is fill. There are no arrays but those of the child.
//!
//! | protocol | unfurls to | costs |
//! |---|---|---|
//! | walk, follow, rows | `Lookup` | constant per row |
//! | walk, follow, columns | `Sequence(Lookup, Run(fill))`, or the other way around | what row `j` stores |
//!
//! Row `j` stores `j + 1` places of a lower half, `n - j` of an upper one. One place is looked up in constant time.
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, at any place of the half, in any order, any number of times | constant |
//! | write at a place outside | refused by an `Invalid` error |
//! | freeze, thaw | nothing of its own |
//!
//! A place outside is refused if anything is assigned to it; what is skipped by law, as fill that types know of, is not. To
//! take the half of a matrix is a program that says so:
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let a = Matrix::<f64>::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0])?;
//! let mut lower = LowerMatrix::<f64>::default();
//! finch! {
//!     lower .= 0;
//!     for j, i {
//!         if i <= j {
//!             lower[j, i] = a[j, i]
//!         }
//!     }
//! }
//! .run()?;
//! assert_eq!(lower.level().child().val(), &[1.0, 3.0, 4.0]);
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! Bytes: none of its own, `n(n + 1)/2` positions of the child per fiber.

mod half;
mod packed;
mod read;
mod write;

pub(crate) use half::{coordinate, places};
pub(crate) use packed::packed;
pub(crate) use write::square;

pub use half::{Half, Lower, Upper};
pub use packed::{FillOutside, Packing};
pub use read::{Outside, SquareFiber, SquareFibers, SquareRow, TriangularFibers};
pub use write::{PackedWriteFiber, PackedWriteRow, PackedWriting};

use crate::imports::*;

/// A triangle per fiber: the half `H`, [`Lower`] or [`Upper`], of a square.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangular<H, L> {
    extent: usize,
    pub(crate) child: L,
    half: PhantomData<H>,
}

/// Lower triangles: everything at and below the diagonal is stored, row by row; above it there is fill.
pub type LowerTriangular<L> = Triangular<Lower, L>;
/// Upper triangles: everything at and above the diagonal is stored, row by row; below it there is fill.
pub type UpperTriangular<L> = Triangular<Upper, L>;

impl<H: Half, L> Triangular<H, L> {
    /// Squares of `extent` rows and columns over `child`, which holds `extent (extent + 1) / 2` positions for each: row by
    /// row, those of the half. A tensor checks this when it is made.
    pub fn new(extent: usize, child: L) -> Self {
        Triangular {
            extent,
            child,
            half: PhantomData,
        }
    }

    /// How many rows a fiber has, and how many columns.
    pub fn extent(&self) -> usize {
        self.extent
    }

    accessors! {
        /// The level below.
        pub child: L, mut child_mut;
    }

    /// The extent and the level below.
    pub fn into_parts(self) -> (usize, L) {
        (self.extent, self.child)
    }

    /// How many positions of the child a fiber has. Of an extent that was not validated it may be any number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn each(&self) -> usize {
        self.extent.wrapping_add(1).wrapping_mul(self.extent) / 2
    }

    /// Sets the extent.
    pub(crate) fn set_extent(&mut self, extent: usize) {
        self.extent = extent
    }

    /// Checks that the positions of so many fibers can be counted; returns how many these are.
    pub(crate) fn count(name: &str, extent: usize, positions: usize) -> Result<usize> {
        ensure!(let Some(count) = places(extent).and_then(|size| size.checked_mul(positions)), else TooLarge,
            "a {name} level of {positions} fibers of {extent} rows and columns has more positions than can be counted");
        Ok(count)
    }

    /// The position of a place within the half.
    pub(crate) fn position(&self, fiber: usize, (row, column): (usize, usize)) -> usize {
        fiber * self.each() + H::shift(self.extent, row) + column
    }
}

packed! {
    Triangular, packing FillOutside, fibers TriangularFibers, child child,
    mirrored |below| below.with_half(H::IS_LOWER)
}
