//! Sparse matrix times vector, and times a few vectors at once.
//!
//! | function | computes | `a` is stored |
//! |---|---|---|
//! | [`gather`] | `y = A x` | by rows: `a[row, column]` |
//! | [`scatter`] | `y = Aᵀ x` | by rows |
//! | [`by_columns`] | `y = A x` | by columns: `a[column, row]` |
//! | [`by_columns_transposed`] | `y = Aᵀ x` | by columns |
//! | [`by_diagonals`] | `y = A x` | by diagonals: `a[diagonal, row]` |
//! | [`blocked`] | `y = A x` | in dense blocks: `a[block row, block column, row, column]` |
//! | [`ellpack`] | `y = A x` | as columns and values of rows of equal length |
//! | [`gather_where`], [`scatter_where`] | `y = A x`, `y = Aᵀ x` | by rows, as booleans |
//! | [`symmetric`] | `y = A x`, every entry read once | as a [`Triangle`]: what is below the diagonal, and the diagonal |
//! | [`spmm`] | `C = A B` for a dense `B` | by rows |
//! | [`spmv_auto`] | `y = A x`, in the way that suits what `a` holds | by rows |
//!
//! | with | it |
//! |---|---|
//! | `.._over` | works over a semiring |
//! | `.._add` | updates: `y += alpha A x` |
//! | `.._add_over` | both: `y = plus(y, times(alpha, A x))` |
//!
//! Over [`FastPlusTimes`](finch_formats::traits::algebra::semiring::FastPlusTimes) sums are taken in any order, in several accumulators: that pays where rows are long. Each works over
//! every nest of rank 2, and becomes the loops of that nest.

mod auto;
mod blocked;
mod columns;
mod diagonals;
mod ones;
mod rows;
mod several;
mod symmetric;
mod triangle;

pub use auto::{Way, spmv_auto, way};
pub use blocked::{BlockedCsr, BlocksOf, blocked, blocked_over, ellpack, ellpack_over};
pub use columns::{
    by_columns, by_columns_add, by_columns_add_over, by_columns_over, by_columns_transposed, by_columns_transposed_add,
    by_columns_transposed_add_over, by_columns_transposed_over,
};
pub use diagonals::{by_diagonals, by_diagonals_over};
pub use ones::{gather_where, gather_where_over, scatter_where, scatter_where_over};
pub use rows::{
    gather, gather_add, gather_add_over, gather_over, scatter, scatter_add, scatter_add_over, scatter_over,
};
pub use several::{FixedRows, spmm, spmm_add, spmm_add_over, spmm_over};
pub use symmetric::{symmetric, symmetric_add, symmetric_add_over, symmetric_over};
pub use triangle::Triangle;

use finch_formats::traits::algebra::semiring::Semiring;
use finch_formats::{Dense, Element, Tensor};

/// A dense vector over the zero of a semiring: what all of these kernels can write.
pub type VectorIn<T, S> = Tensor<Dense<Element<T, <S as Semiring<T>>::Zero>>>;
