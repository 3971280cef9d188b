//! Linear and tensor algebra as Finch programs.
//!
//! Every kernel is a few lines in the language of loops and accesses; formats, element types and semirings are
//! parameters, and each combination becomes a loop nest of its own. The rows of a matrix are its outermost dimension.
//!
//! How many products each entry of a sparse matrix times itself sums up, drawn by a program of six lines
//! ([more pictures](guide::pictures)):
//!
#![doc = include_str!("../pictures/product.svg")]
//!
//! | module | kernels |
//! |---|---|
//! | [`spmv`](mod@spmv) | matrix times vector: by rows, transposed, updating, [symmetric](spmv::symmetric) from one triangle, by diagonals, in blocks; [times a dense matrix](spmv::spmm) |
//! | [`spmspv`] | matrix times sparse vector, by walking, galloping, leading, or as counts say |
//! | [`spgemm`](mod@spgemm) | matrix times matrix: row by row, as inner and as outer products, under masks, or as counts say |
//! | [`sampled`] | products of dense matrices where a sparse one stores something (SDDMM) |
//! | [`tensor`] | tensors of three and four dimensions times vectors and matrices (TTV, TTM, MTTKRP) |
//! | [`triangular`] | systems of triangular equations: forward and backward substitution |
//! | [`vector`] | [`dot`](vector::dot), sums, products, unions of sparse vectors |
//! | [`matrix`] | sums and products of matrices, entry by entry |
//! | [`einsum!`] | sums of products of any number of tensors, in an order of loops that is found for their formats |
//! | [`join`] | concatenation, slices, Kronecker products |
//! | [`transpose`] | the transpose of a matrix as compressed rows, by a counting sort |
//! | [`convolve`] | images with filters, of fixed extents too: inside, of the same size, wherever they overlap, under masks |
//! | [`extremum`] | where the least and the greatest values are (`argmin`, `argmax`), along any dimension |
//! | [`norm`] | norms of vectors, matrices and tensors, of rows and of columns, along any dimension |
//! | [`reduce`] | sums over whole tensors, over runs, under masks |
//! | [`advise`](mod@advise) | which format suits a matrix: its structure, predicted bytes and times, reasons |
//! | [`relax`] | a relaxation step of Bellman and Ford |
//! | `distributed` | matrices and vectors whose rows are spread over processes of MPI, or threads (features `mpi`, `distributed`) |
//!
//! Every kernel returns its result, and has a twin that writes it to an output in any format, whose memory is reused:
//!
//! ```
//! use finch_kernels::prelude::*;
//!
//! let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
//! let x = Vector::from(vec![1.0, 10.0]);
//! let mut y = spmv(&a, &x)?;
//! spmv_into(&mut y, &a, &x)?;
//! assert_eq!(y.values(), [21.0, 3.0]);
//! // The format of a sparse result is the caller's choice.
//! let c: Csr<f64> = spgemm(&a, &a)?;
//! assert_eq!(c[[0, 1]], 2.0);
//! # Ok::<(), Error>(())
//! ```
//!
//! Accessors and options whose documentation names no cost take constant time.
//!
//! Errors say by their [kind](ErrorKind) what is wrong:
//!
//! | kind | when a kernel returns it |
//! |---|---|
//! | [`Mismatch`](ErrorKind::Mismatch) | extents disagree: of operands, or of an output that is updated or whose extents are types |
//! | [`Order`](ErrorKind::Order) | the output has a format that cannot be written in the order in which results come; or that holds fewer entries, as one per row |
//! | [`TooLarge`](ErrorKind::TooLarge) | extents or entries do not fit the index types of the output, or there is not enough memory |
//! | [`OutOfBounds`](ErrorKind::OutOfBounds) | a range, or a place that an operand names, lies beyond an extent |
//! | [`Invalid`](ErrorKind::Invalid) | an operand is not what the kernel asks for, as a [`LowerTriangle`](spmv::LowerTriangle) or [diagonals](spmv::by_diagonals); or the output stores half of its places, and a result is in the other half |
//! | [`Lifecycle`](ErrorKind::Lifecycle) | an output is to be updated whose format cannot be updated in place |
//! | [`Arithmetic`](ErrorKind::Arithmetic) | integers are divided by zero; in checked mode they overflow |
//!
//! Features, none of which a first program needs: `files`, files of Matrix Market, FROSTT, TensorMarket, NumPy and SciPy; `explain`,
//! what becomes of a program, as text; `parallel`, loops on several threads; `checked`, checked mode in release builds too; `ndarray`, `sprs`,
//! `faer`, `nalgebra`, `nalgebra-sparse` and `arrow`, the types of [other libraries](formats::interop); `half`,
//! numbers of half precision; `serde`, tensors to and from its formats; `distributed` and `mpi`, matrices that are spread over processes.
//!
//! New here? [Your first program](guide::first_program) takes five minutes, [arrays](guide::arrays) do without loops, [the
//! language](guide::language) says what every construct costs, [the gallery](guide::gallery) has thirty-two short programs. Those who
//! know [ndarray](guide::from_ndarray), [SciPy](guide::from_scipy), [MATLAB or Julia](guide::from_matlab),
//! [Finch.jl](guide::from_finch_jl), [TACO](guide::from_taco) or [sprs](formats::guide::from_sprs) start there.
//! [Which format](formats::guide::which_format) says which format suits which data, with a picture of each.

#![forbid(unsafe_code)]

pub mod advise;
mod along;
pub mod convolve;
#[cfg(feature = "distributed")]
pub mod distributed;
pub mod einsum;
pub mod extremum;
mod forms;
// Compiling its listings, programs of every kind, takes longer than all other examples together:
// `RUSTDOCFLAGS='--cfg guide' cargo test --doc`.
#[cfg(any(not(doctest), guide))]
pub mod guide;
mod imports;
pub mod join;
pub mod matrix;
pub mod norm;
mod operand;
pub mod policy;
pub mod prelude;
pub mod reduce;
pub mod relax;
pub mod sampled;
pub mod spgemm;
pub mod spmspv;
pub mod spmv;
pub mod tensor;
pub mod transpose;
pub mod triangular;
pub mod vector;

pub use along::{Axis, ReducedAlong};
pub use finch_formats as formats;
pub use finch_formats::traits;
pub use finch_formats::traits::finch;
pub use finch_formats::{Error, ErrorKind, Result};
pub use operand::{AsVector, MatrixOf, MatrixOutput, NewMatrix, NewVector, VectorOf, VectorOutput};
pub use spgemm::{spgemm, spgemm_into};
pub use spmv::{
    spmm, spmm_into, spmv, spmv_add, spmv_into, spmv_semiring, spmv_semiring_into, spmv_transposed,
    spmv_transposed_add, spmv_transposed_into,
};
