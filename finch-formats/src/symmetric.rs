//! `Symmetric`: two dimensions at once, of which one half is stored, packed, and both can be read.
//!
#![doc = include_str!("../pictures/symmetric.svg")]
//!
//! ```text
//! Symmetric<Lower, _>, extent 4      0 1 3 6        Symmetric<Upper, _>, extent 4      0 1 2 3
//!                                    1 2 4 7                                           1 4 5 6
//!                                    3 4 5 8                                           2 5 7 8
//!                                    6 7 8 9                                           3 6 8 9
//! ```
//!
//! Positions are those of [`Triangular`]. What is outside of the half is found where rows and columns are exchanged. Where
//! the child has dimensions of its own, these are not exchanged.
//!
//! | protocol | unfurls to | costs |
//! |---|---|---|
//! | walk, follow, rows | `Lookup` | constant per row |
//! | walk, follow, columns | `Sequence(Lookup, Lookup)` | `n`; constant for one place |
//!
//! A row goes along that of the half, and then down its column, or the other way around. A column is read at positions that
//! are further and further apart, so that a matrix beyond the caches is read slowly. A program that can use a value for both of
//! its places should read the half, a [`Triangular`], which is the same arrays:
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let a = Matrix::<f64>::from_dense([2, 2], &[1.0, 2.0, 2.0, 3.0])?;
//! let a = SymmetricMatrix::from_tensor(&a)?;
//! let half: LowerMatrix<f64> = Tensor::new(a.into_level().into())?;
//! let x = Vector::from(vec![10.0, 1.0]);
//! let mut y = Vector::default();
//! finch! {
//!     y .= 0;
//!     for j, i {
//!         y[j] += half[j, i] * x[i];
//!         if i < j {
//!             y[i] += half[j, i] * x[j]
//!         }
//!     }
//! }
//! .run()?;
//! assert_eq!(y.values(), [12.0, 23.0]);
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, at any place of the half, in any order, any number of times | constant |
//! | write at a place outside | refused by an `Invalid` error if anything is assigned to it |
//! | freeze, thaw | nothing of its own |
//!
//! Bytes: none of its own, `n(n + 1)/2` positions of the child per fiber.
//!
//! # Writing one half
//!
//! A program says which half it means by a condition, `if i <= j { s[j, i] = .. }` for the lower one: loops then end at the
//! diagonal. It is refused where it assigns to the other half, `s[j, i] = a[j, i]` over both as well. Such values are not
//! dropped, since they may be others; nor are they compared, since in a loop in order what they are to be compared with comes
//! later, and sums are not complete.
//!
//! What copies whole tensors does that: it knows both halves of its source, compares them, and writes one. That holds for
//! [`convert`](crate::Tensor::convert), [`from_tensor`](crate::Tensor::from_tensor),
//! [`copy_from`](crate::Tensor::copy_from), [`drop_fills`](crate::Tensor::drop_fills) and
//! [`from_dense`](crate::Tensor::from_dense), wherever in a nest the level is. What is not symmetric is an error that names
//! the first two places that differ. [`from_triplets`](crate::Tensor::from_triplets) takes entries of either half, or of both
//! if they agree.
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 5.0), ([1, 0], 5.0), ([1, 1], 2.0)], Add)?;
//! let s: SymmetricMatrix<f64> = a.convert()?;
//! assert_eq!(s.level().child().val(), &[0.0, 5.0, 2.0]);
//! let mut t = SymmetricMatrix::<f64>::default();
//! finch! {
//!     t .= 0;
//!     for j, i {
//!         if i <= j {
//!             t[j, i] = a[j, i]
//!         }
//!     }
//! }
//! .run()?;
//! assert!(s == t && s == a);
//!
//! let b = Csr::<f64>::from_triplets([2, 2], [([0, 1], 5.0)], Add)?;
//! let error = b.convert::<Symmetric<Lower, Element<f64>>>().unwrap_err();
//! assert!(error.to_string().contains("the values at [0, 1] and [1, 0] differ"));
//! # Ok::<(), finch_formats::Error>(())
//! ```

use crate::imports::*;
use crate::triangular::{Lower, Outside, SquareFibers, SquareRow, Upper, packed};

/// A symmetric square per fiber, of which the half `H`, [`Lower`] or [`Upper`], is stored.
///
/// Made for memory: it takes half of what all places would. Reading is by lookup at either half; where every entry shall be read
/// once, and count twice, keep a triangle and a diagonal apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symmetric<H, L> {
    half: Triangular<H, L>,
}

/// Symmetric squares, of which everything at and below the diagonal is stored, row by row.
pub type LowerSymmetric<L> = Symmetric<Lower, L>;
/// Symmetric squares, of which everything at and above the diagonal is stored, row by row.
pub type UpperSymmetric<L> = Symmetric<Upper, L>;

impl<H: Half, L> Symmetric<H, L> {
    /// Squares of `extent` rows and columns over `child`, which holds `extent (extent + 1) / 2` positions for each: row by
    /// row, those of the half. A tensor checks this when it is made.
    pub fn new(extent: usize, child: L) -> Self {
        Triangular::new(extent, child).into()
    }

    /// The half that is stored.
    pub fn half(&self) -> &Triangular<H, L> {
        &self.half
    }

    /// How many rows a fiber has, and how many columns.
    pub fn extent(&self) -> usize {
        self.half.extent()
    }

    /// The level below.
    pub fn child(&self) -> &L {
        self.half.child()
    }

    /// The level below.
    pub(crate) fn child_mut(&mut self) -> &mut L {
        self.half.child_mut()
    }

    /// The extent and the level below.
    pub fn into_parts(self) -> (usize, L) {
        self.half.into_parts()
    }

    /// How many positions of the child a fiber has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn each(&self) -> usize {
        self.half.each()
    }

    fn set_extent(&mut self, extent: usize) {
        self.half.set_extent(extent)
    }

    fn position(&self, fiber: usize, place: (usize, usize)) -> usize {
        self.half.position(fiber, place)
    }
}

/// The symmetric squares whose halves are given; the same arrays.
impl<H, L> From<Triangular<H, L>> for Symmetric<H, L> {
    fn from(half: Triangular<H, L>) -> Self {
        Symmetric { half }
    }
}

/// The half that is stored; the same arrays.
impl<H, L> From<Symmetric<H, L>> for Triangular<H, L> {
    fn from(symmetric: Symmetric<H, L>) -> Self {
        symmetric.half
    }
}

/// What a [`Symmetric`] level makes of the half `H` that it stores: the other half has its values, mirrored at the diagonal.
#[derive(Clone, Copy, Debug)]
pub struct Mirror<H>(PhantomData<H>);

impl<H: Half> Packing for Mirror<H> {
    type Half = H;
    const NAME: &'static str = H::SYMMETRIC;
    const MIRRORED: bool = true;
}

packed! {
    Symmetric, packing Mirror, fibers SymmetricFibers, child half.child, values PartialEq,
    mirrored |below| below.with(H::IS_LOWER, L::T::eq)
}

/// All fibers of a [`Symmetric`] level, for reading: its [`Level::Fibers`].
pub type SymmetricFibers<H, C> = SquareFibers<Mirror<H>, C>;

/// The part of a row of a [`Symmetric`] level that is not stored in this row, for reading: it is stored in the column of the same number.
#[derive(Clone, Copy, Debug)]
pub struct SymmetricColumn<H, C> {
    extent: usize,
    /// The position of the column in row 0, if that were stored, modulo the size of `usize`.
    shift: usize,
    child: C,
    half: PhantomData<H>,
}

// SAFETY: what is outside of the half is in it where rows and columns are exchanged.
unsafe impl<H: Half, C: Fibers> Outside<C> for Mirror<H> {
    type Looplet = Lookup<SymmetricColumn<H, C>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outside(row: SquareRow<Self, C>) -> Self::Looplet {
        Lookup(SymmetricColumn {
            extent: row.extent,
            shift: row.first + row.row,
            child: row.child,
            half: PhantomData,
        })
    }
}

// SAFETY: asked for what a row does not store, which is what its column stores.
unsafe impl<H: Half, C: Fibers> At for SymmetricColumn<H, C> {
    type F = C::Fiber;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> C::Fiber {
        // SAFETY: the place with rows and columns exchanged is in the half, so it is stored.
        unsafe { self.child.fiber(self.shift + H::shift(self.extent, index)) }
    }
}
