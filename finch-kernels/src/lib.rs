//! Linear and tensor algebra as Finch programs.
//!
//! Every kernel is a few lines in the language of loops and accesses; formats, element types and semirings are
//! parameters, and each combination becomes a loop nest of its own. The rows of a matrix are its outermost dimension.
//!
//! | module | kernels |
//! |---|---|
//! | [`spmv`] | matrix times vector: by rows, by columns, transposed, updating, [symmetric](spmv::symmetric) from one triangle, by diagonals, in blocks; [times a dense matrix](spmv::spmm) |
//! | [`spmspv`] | matrix times sparse vector, by walking, galloping, leading |
//! | [`spgemm`] | matrix times matrix: row by row, as inner and as outer products, under masks, or as counts say |
//! | [`vector`] | [`dot`](vector::dot), sums, products, unions of sparse vectors |
//! | [`matrix`] | sums and products of matrices, entry by entry |
//! | [`convolve`] | images with filters, of fixed extents too |
//! | [`reduce`] | sums over whole tensors, over runs, under masks |
//! | [`relax`] | a relaxation step of Bellman and Ford |
//!
//! Features, none of which a first program needs: `files`, Matrix Market files; `explain`, what becomes of a program, as text;
//! `checked`, checked mode in release builds too.
//!
//! New here? [Your first program](guide::first_program) takes five minutes, [the language](guide::language) says what every
//! construct costs. Those who know Finch.jl [start here](guide::from_finch_jl).

#![forbid(unsafe_code)]

pub mod convolve;
pub mod guide;
pub mod matrix;
pub mod prelude;
pub mod reduce;
pub mod relax;
pub mod spgemm;
pub mod spmspv;
pub mod spmv;
pub mod vector;

use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::{U1, U2};

pub use finch_formats as formats;
pub use finch_formats::traits;

/// The levels of a vector of `T`, in any format.
pub trait VectorOf<T>: Level<T = T, Rank = U1> {}
impl<T, L: Level<T = T, Rank = U1>> VectorOf<T> for L {}

/// The levels of a matrix of `T`, in any format, rows outermost.
pub trait MatrixOf<T>: Level<T = T, Rank = U2> {}
impl<T, L: Level<T = T, Rank = U2>> MatrixOf<T> for L {}

/// The levels of an output of `T` of rank `R` over a background of `F`, in any format that can be written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of this kernel",
    note = "the output has values of type `{T}`, rank `{R}` and fill `{F}`, and owns its arrays"
)]
pub trait OutputOf<T, R, F>: WriteLevel<T = T, Rank = R, Fill = F> {}
// Not recommended, so that the compiler says what an output is and not which of its types differ.
#[diagnostic::do_not_recommend]
impl<T, R, F, L: WriteLevel<T = T, Rank = R, Fill = F>> OutputOf<T, R, F> for L {}
