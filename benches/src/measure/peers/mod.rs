//! Other libraries, where they have the kernel: over compressed sparse rows, on one thread; with the feature `threaded-peers`, on
//! those of the pool: faer, and sprs where it makes a new product.
//!
//! | kernel | sprs | faer | nalgebra-sparse |
//! |---|---|---|---|
//! | `spmv-gather`, `spmv-scatter` | yes | yes | yes |
//! | `spmspv` | into a new vector | | |
//! | `add` | yes | into a new matrix | into a new matrix |
//! | `spgemm` | yes | into a new matrix | into a new matrix |
//! | `reading` | files that it reads to the same sum | | |
//! | `expr-..` but `expr-sampled` | one operation after another, into new matrices | | |
//!
//! All of them sort the rows of a product, within what is timed. Their own types of indices are used: 32 bits in sprs
//! and faer, 64 bits in nalgebra-sparse.

mod expressions;
mod faer;
mod nalgebra_sparse;
mod sprs;

pub(super) use expressions::expressions;
pub(super) use sprs::reading;

use super::problem::{Problem, extents};
use super::row::Row;
use finch_kernels::prelude::*;

/// Those of all libraries.
pub fn rows(problem: &Problem) -> Vec<Row> {
    let mut rows = sprs::rows(problem);
    rows.extend(faer::rows(problem));
    rows.extend(nalgebra_sparse::rows(problem));
    rows
}

/// How faer runs.
pub(super) fn parallelism() -> ::faer::Par {
    #[cfg(feature = "threaded-peers")]
    return ::faer::Par::rayon(rayon::current_num_threads());
    #[cfg(not(feature = "threaded-peers"))]
    ::faer::Par::Seq
}

/// Pointers, indices and values.
fn arrays(a: &Csr<f64>) -> (&[usize], &[u32], &[f64]) {
    let list = a.level().child();
    (list.ptr(), list.idx(), list.child().val())
}
