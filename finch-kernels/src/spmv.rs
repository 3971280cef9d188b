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

pub use any::*;
pub use auto::*;
pub use blocked::*;
pub use coordinates::*;
pub use diagonals::*;
pub use pattern::*;
pub use rows::*;
pub use sell::*;
pub use several::*;
pub use sliced::*;
pub use symmetric::*;
pub use transposed::*;
pub use triangle::*;
