//! Matrices and vectors whose rows are spread over processes, of MPI or threads.
//!
//! Each process, a *rank*, holds some rows of a matrix and the same stretch of vectors. What it lacks of the other ranks follows from the columns
//! of its entries: it is found once, when the matrix is made, and sent in every product.
//!
//! ```
//! use finch_kernels::distributed::{Communicator, DistributedMatrix, DistributedVector, on_threads};
//! use finch_kernels::prelude::*;
//!
//! // Every rank runs this; here each is a thread. With the feature `mpi`, `mpi::run(|ranks| ..)` runs it on the processes of `mpirun`.
//! let sums = on_threads(3, |ranks| {
//!     // Each rank gives some of the entries, whosever they are: a path of 6 vertices.
//!     let own = (0..5).filter(|i| i % ranks.count() == ranks.rank());
//!     let entries = own.flat_map(|i| [([i, i + 1], 1.0), ([i + 1, i], 1.0)]);
//!     let a: DistributedMatrix<Csr<f64>> = DistributedMatrix::from_triplets(ranks, [6, 6], entries, Add)?;
//!     let x = DistributedVector::from_fn(ranks, a.columns(), |i| i as f64)?;
//!     a.spmv(ranks, &x)?.all_gather(ranks)
//! })?;
//! assert_eq!(sums[2], [1.0, 2.0, 4.0, 6.0, 8.0, 4.0]);
//! # Ok::<(), Error>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`Communicator`] | who takes part: [`on_threads`], or `mpi::run` with the feature `mpi` |
//! | [`Partition`] | which rank has which rows, cut by work |
//! | [`Exchange`] | what each rank needs of others, and how many bytes that takes |
//! | [`DistributedMatrix`], [`DistributedVector`] | what a rank holds; products with vectors |
//! | [`spgemm`](spgemm()), [`Fetched`] | products of matrices: the rows that are needed of others are fetched once |
//! | [`ConjugateGradients`] | systems of linear equations that are symmetric and positive definite |
//! | [`read_matrix_market`], [`read_entries`] | a file that all ranks read (feature `files`) |
//! | [`traffic`] | how many bytes a product would send, of a matrix that nobody stores |
//!
//! All ranks call the same functions in the same order, with the same shapes and partitions. A rank that fails returns an error, and
//! whoever runs the ranks ends the others, which wait for it, and says why.

mod communicator;
mod exchange;
mod matrix;
#[cfg(feature = "mpi")]
pub mod mpi;
mod partition;
mod product;
#[cfg(feature = "files")]
mod read;
mod solve;
mod threads;
pub mod traffic;
mod vector;

pub use communicator::{Communicator, Sent, all_gather, all_sum};
pub use exchange::Exchange;
pub use matrix::DistributedMatrix;
pub use partition::Partition;
pub use product::{Fetched, fetch, planned_bytes, spgemm};
#[cfg(feature = "files")]
pub use read::{read_entries, read_matrix_market};
pub use solve::{ConjugateGradients, Solved};
pub use threads::{ThreadCommunicator, on_threads};
pub use vector::DistributedVector;
