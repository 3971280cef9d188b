//! `Triangular`: two dimensions at once, of which one half is stored, packed.
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
mod read;
mod write;

pub(crate) use half::{coordinate, places};
pub(crate) use write::Packing;

pub use half::{Half, Lower, Upper};
pub use read::{Empty, Outside, SquareFiber, SquareFibers, SquareRow, TriangularFibers};
pub use write::{PackedWriteFiber, PackedWriteRow, PackedWriting, Triangle};

use crate::kit::prelude::*;
use finch_traits::index::protocol::{Axis, Offers};
use finch_traits::rank::Next;

/// A triangle per fiber: the half `H`, [`Lower`] or [`Upper`], of a square.
#[derive(Clone, Debug, Default)]
pub struct Triangular<H, L> {
    pub(crate) extent: usize,
    pub(crate) child: L,
    half: PhantomData<H>,
}

/// A triangle per fiber, at and below the diagonal.
pub type LowerTriangular<L> = Triangular<Lower, L>;
/// A triangle per fiber, at and above the diagonal.
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

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The level below.
    pub(crate) fn child_mut(&mut self) -> &mut L {
        &mut self.child
    }

    /// The extent and the level below.
    pub fn into_parts(self) -> (usize, L) {
        (self.extent, self.child)
    }

    /// How many positions of the child a fiber has. Of an extent that was not validated it may be any number.
    #[inline(always)]
    pub(crate) fn size(&self) -> usize {
        self.extent.wrapping_add(1).wrapping_mul(self.extent) / 2
    }

    /// Checks that the positions of so many fibers can be counted; returns how many these are.
    pub(crate) fn count(name: &str, extent: usize, positions: usize) -> Result<usize> {
        places(extent)
            .and_then(|size| size.checked_mul(positions))
            .ok_or_else(|| {
                error!(
                    TooLarge,
                    "a {name} level of {positions} fibers of {extent} rows and columns has more positions than can be \
                         counted"
                )
            })
    }

    /// The position of a place within the half.
    pub(crate) fn position(&self, fiber: usize, row: usize, column: usize) -> usize {
        fiber * self.size() + H::shift(self.extent, row) + column
    }

    /// Draws what is stored.
    pub(crate) fn draw_as(&self, name: &str, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L: Level<T: fmt::Debug>,
    {
        tree.head(name, &format_args!("{0}, {0}", self.extent))?;
        let first = position * self.size();
        tree.children(0..self.size(), &mut |at, tree| {
            let (row, column) = coordinate::<H>(self.extent, at);
            tree.label(format_args!("{row}, {column}"))?;
            self.child.draw(first + at, tree)
        })
    }
}

// SAFETY: `validate` makes sure that the child holds a position for each place of the half of every fiber, and no others
// are handed down.
unsafe impl<H: Half, L: Level> Level for Triangular<H, L> {
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<Next<L::Rank>>;
    type Axes = Axis<Offers<Self, (Walking, Following)>, Axis<Offers<Self, (Walking, Following)>, L::Axes>>;
    type Fibers<'a>
        = TriangularFibers<H, L::Fibers<'a>>
    where
        Self: 'a;
    const NAME: &'static str = H::TRIANGULAR;

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        TriangularFibers::new(self.extent, self.size(), self.child.fibers())
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.extend([self.extent; 2]);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        self.child.validate(Self::count(Self::NAME, self.extent, positions)?)
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        if H::holds(index[0], index[1]) {
            self.child.get(self.position(position, index[0], index[1]), &index[2..])
        } else {
            L::Fill::value()
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let above = index.len();
        for row in 0..self.extent {
            for column in H::columns(self.extent, row) {
                index.extend([row, column]);
                self.child.for_each(self.position(position, row, column), index, visit);
                index.truncate(above);
            }
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.child.count_stored(positions * self.size())
    }

    fn bytes(&self) -> usize {
        self.child.bytes()
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        self.draw_as(Self::NAME, position, tree)
    }
}
