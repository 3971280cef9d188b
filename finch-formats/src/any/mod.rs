//! Tensors whose format only run time knows: [`AnyMatrix`], [`AnyVector`], and enums of one's own.
//!
//! An enum has a variant for each format, a tensor in it. [`with_format!`](crate::with_format) runs the same code on whichever it
//! holds, [`any_tensor!`](crate::any_tensor) makes such an enum.
//!
//! ```
//! use finch_formats::prelude::*;
//! use finch_formats::with_format;
//!
//! let rows = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 3.0)], Add)?;
//! let mut a = AnyMatrix::from(rows);
//! assert_eq!(a.format(), MatrixFormat::Csr);
//! a = a.convert("band".parse()?)?;
//!
//! let x = Vector::from(vec![1.0, 10.0, 100.0]);
//! let mut y = Vector::default();
//! with_format!(&a, |a| {
//!     finch! {
//!         y .= 0;
//!         for j, i { y[j] += a[j, i] * x[i] }
//!     }
//!     .run()
//! })?;
//! assert_eq!(y.values(), [20.0, 300.0]);
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! # Which formats
//!
//! `AnyMatrix` has twelve formats and `AnyVector` five, those that differ in what they are fast for. Indices are `u32` and pointers `usize`, as
//! in the named formats of [`alias`](crate::alias): extents beyond 2^32 are refused with [`TooLarge`](crate::ErrorKind::TooLarge),
//! except along dimensions that are stored densely. Formats that are made to be written, and those that borrow, are left out. Values
//! are numbers; an enum of one's own takes other values, fills, widths of indices, and formats.
//!
//! # Cost
//!
//! A program under [`with_format!`](crate::with_format) is compiled once for each format: under one `AnyMatrix` it takes the compiler twelve
//! times as long as over one format, under two of them 144 times. What is compiled is what is used: a program that names only
//! `AnyMatrix::from` compiles no conversion. Conversions into all formats are compiled where
//! `from_tensor`, `convert` or `finch_kernels::advise` are used. At run time there is one `match` on the variant.

mod dispatch;
mod macros;

pub use dispatch::{Hub, OccupiedSlot, Slot, Slots, VacantSlot, Variant, WithFormat};

use crate::alias::*;
use finch_traits::algebra::number::Number;
use typenum::{U2, U3, U4};

crate::any_tensor! {
    /// A matrix of `T` in one of twelve formats, known at run time. See the [module](self).
    pub enum AnyMatrix<T: Number> of [T; 2];
    /// The formats of [`AnyMatrix`]. Text becomes one by `parse`, in upper or lower case.
    pub enum MatrixFormat;
    {
        /// All values, row by row: for what is nearly full.
        Full(Matrix<T>),
        /// Entries by rows: for what has no other structure.
        Csr(Csr<T>),
        /// Entries by rows that have some: for matrices of which most rows are empty.
        Dcsr(Dcsr<T>),
        /// Entries with row and column: for exchange with others.
        Coo(Coo<T>),
        /// Stretches of consecutive entries: for rows of a few long stretches.
        Stretches(BlockCsr<T>),
        /// Dense blocks of 2 by 2.
        Blocks2(Bcsr<T, U2, U2>),
        /// Dense blocks of 3 by 3.
        Blocks3(Bcsr<T, U3, U3>),
        /// Dense blocks of 4 by 4.
        Blocks4(Bcsr<T, U4, U4>),
        /// Rows from their first entry to their last: bands, triangles, profiles.
        Band(BandMatrix<T>),
        /// All of one half, which stands for the other one too: for symmetric matrices that are nearly full.
        FullSymmetric(SymmetricMatrix<T>),
        /// Runs of equal values: for images and intervals.
        Runs(SparseRunMatrix<T>),
        /// At most one entry per row: diagonals, permutations, selections.
        Points(PointMatrix<T>),
    }
}

crate::any_tensor! {
    /// A vector of `T` in one of five formats, known at run time. See the [module](self).
    pub enum AnyVector<T: Number> of [T; 1];
    /// The formats of [`AnyVector`]. Text becomes one by `parse`, in upper or lower case.
    pub enum VectorFormat;
    {
        /// All values.
        Full(Vector<T>),
        /// Entries with their indices.
        Sparse(SparseVector<T>),
        /// Stretches of consecutive entries.
        Stretches(BlockVector<T>),
        /// All values from the first entry to the last.
        Band(BandVector<T>),
        /// Runs of equal values.
        Runs(SparseRunVector<T>),
    }
}

/// A number of dimensions, as a type.
#[doc(hidden)]
pub type RankOf<const N: usize> = typenum::U<N>;

#[doc(hidden)]
#[cold]
pub fn unknown_format(name: &str, known: &[&str]) -> crate::Error {
    let known = known.join(", ");
    crate::traits::error!(Parse, "there is no format `{}`, but {known}", name.escape_debug())
}

#[doc(hidden)]
#[cold]
pub fn other_format(found: &str, wanted: &str) -> crate::Error {
    crate::traits::error!(Mismatch, "the tensor is in the format {found}, not {wanted}")
}
