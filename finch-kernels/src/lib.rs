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
mod operand;
pub mod prelude;
pub mod reduce;
pub mod relax;
pub mod spgemm;
pub mod spmspv;
pub mod spmv;
pub mod vector;

pub use finch_formats as formats;
pub use finch_formats::traits;
pub use finch_formats::{Error, ErrorKind, Result};
pub use operand::{MatrixOf, MatrixOutput, NewMatrix, NewVector, VectorOf, VectorOutput};
pub use spgemm::{spgemm, spgemm_into};
pub use spmv::{
    spmm, spmm_into, spmv, spmv_add, spmv_into, spmv_semiring, spmv_semiring_into, spmv_transposed,
    spmv_transposed_add, spmv_transposed_into,
};
