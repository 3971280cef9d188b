//! Sparse matrix times vector, and times a few vectors at once.
//!
//! | function | computes | `a` is stored |
//! |---|---|---|
//! | [`spmv`](spmv()) | `y = A x` | by rows: `a[row, column]` |
//! | [`spmv_transposed`] | `y = Aᵀ x` | by rows |
//! | [`spmv_auto`] | `y = A x`, summed in the way that suits the length of rows | by rows |
//! | [`spmv_any`] | `y = A x` | in a format that run time knows: an [`AnyMatrix`](crate::formats::AnyMatrix) |
//! | [`spmv_pattern`], [`spmv_transposed_pattern`] | `y = A x`, `y = Aᵀ x` | by rows, as booleans |
//! | [`by_coordinates`] | `y = A x`, entry by entry: for short rows of different lengths | as a list of coordinates: a [`Coo`](crate::formats::Coo) |
//! | [`by_diagonals`] | `y = A x` | by diagonals: `a[diagonal, row]` |
//! | [`blocked`] | `y = A x` | in dense blocks: `a[block row, block column, row, column]` |
//! | [`ellpack`] | `y = A x` | as columns and values of rows of equal length |
//! | [`sliced`] | `y = A x` | as [`SlicedDiagonals`]: eight rows at once, by the diagonals that they have |
//! | [`sell`] | `y = A x` | as [`Sell`]: eight rows of like length at once, for rows of different lengths and AVX-512 |
//! | [`symmetric`] | `y = A x`, every entry read once | as a [`LowerTriangle`]: what is below the diagonal, and the diagonal |
//! | [`spmm`] | `C = A B` for a dense `B` | by rows |
//!
//! A matrix that is stored by columns, `a[column, row]`, is the transposed matrix by rows: [`spmv_transposed`] computes `A x`,
//! and [`spmv`](spmv()) computes `Aᵀ x`.
//!
//! | form | |
//! |---|---|
//! | `y = kernel(a, x)` | returns the result, a dense vector or matrix |
//! | `kernel_into(y, a, x)` | writes the result to `y`, in any format, whose memory is reused |
//! | `kernel_semiring(s, a, x)`, `kernel_semiring_into(s, y, a, x)` | the same over a [`Semiring`](crate::traits::algebra::semiring::Semiring) |
//! | `kernel_add(y, alpha, a, x)` | updates: `y += alpha A x` |
//! | `kernel_add_semiring(s, y, alpha, a, x)` | both: `y = plus(y, times(alpha, A x))` |
//!
//! # Semirings
//!
//! Products are taken as `times(entry of a, entry of x)`, in this order, and summed up from the zero of the semiring,
//! which is the fill of the result. The fill of `a` is usually that zero, too: then only what `a` stores is computed.
//! With any other fill every place of `a` counts, and takes time.
//!
//! Over [`FastPlusTimes`](crate::traits::algebra::semiring::FastPlusTimes) sums are taken in any order, in several
//! accumulators: that pays where rows are long. Each kernel works over every nest of rank 2, and becomes the loops of that
//! nest.

mod any;
mod auto;
mod blocked;
mod coordinates;
mod diagonals;
mod eights;
mod forms;
mod pattern;
mod rows;
mod sell;
mod several;
mod sliced;
#[cfg(feature = "parallel")]
mod sums;
mod symmetric;
mod transposed;
mod triangle;

pub use any::{spmv_any, spmv_any_into};
pub use auto::{Summation, spmv_auto, spmv_auto_into};
pub use blocked::{
    BlockedCsr, BlocksOf, blocked, blocked_into, blocked_semiring, blocked_semiring_into, ellpack, ellpack_into,
    ellpack_semiring, ellpack_semiring_into,
};
pub use coordinates::{by_coordinates, by_coordinates_into, by_coordinates_semiring, by_coordinates_semiring_into};
pub use diagonals::{by_diagonals, by_diagonals_into, by_diagonals_semiring, by_diagonals_semiring_into};
pub use pattern::{
    SpmvPattern, spmv_pattern, spmv_pattern_by, spmv_pattern_into, spmv_pattern_semiring, spmv_pattern_semiring_into,
    spmv_transposed_pattern, spmv_transposed_pattern_into, spmv_transposed_pattern_semiring,
    spmv_transposed_pattern_semiring_into,
};
pub use rows::{
    Spmv, spmv, spmv_add, spmv_add_semiring, spmv_by, spmv_into, spmv_semiring, spmv_semiring_into, spmv_transposed,
    spmv_transposed_add, spmv_transposed_add_semiring, spmv_transposed_into, spmv_transposed_semiring,
    spmv_transposed_semiring_into,
};
pub use sell::{Sell, SellPlaces, SellValues, sell, sell_into, sell_semiring, sell_semiring_into};
pub use several::{
    FixedRows, Spmm, spmm, spmm_add, spmm_add_semiring, spmm_by, spmm_into, spmm_semiring, spmm_semiring_into,
};
pub use sliced::{SlicedDiagonals, Slices, sliced, sliced_into, sliced_semiring, sliced_semiring_into};
pub use symmetric::{
    SymmetricSpmv, symmetric, symmetric_add, symmetric_add_semiring, symmetric_by, symmetric_into, symmetric_semiring,
    symmetric_semiring_into,
};
pub use transposed::{SpmvTransposed, spmv_transposed_by};
pub use triangle::LowerTriangle;
