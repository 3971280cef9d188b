//! faer. Its products and sums are of columns: those of the transposed matrices, which are the same arrays.

use super::{arrays, extents, parallelism};
use crate::measure::problem::{Kernel, Problem};
use crate::measure::row::{Row, sum};
use faer::prelude::Reborrow;
use faer::sparse::linalg::matmul::{sparse_dense_matmul, sparse_sparse_matmul};
use faer::sparse::{SparseColMat, SymbolicSparseColMat, ops};
use faer::{Accum, MatMut, MatRef};
use finch_kernels::prelude::Csr;
use std::rc::Rc;

type Columns = SparseColMat<u32, f64>;

/// The transposed matrix; `None` if it has more entries than 32 bits count.
fn transposed(a: &Csr<f64>) -> Option<Columns> {
    let [rows, cols] = extents(a);
    let (ptr, idx, val) = arrays(a);
    i32::try_from(val.len()).ok()?;
    let ptr = ptr.iter().map(|&start| start as u32).collect();
    let symbolic = SymbolicSparseColMat::new_checked(cols, rows, ptr, None, idx.to_vec());
    Some(SparseColMat::new(symbolic, val.to_vec()))
}

fn sum_columns(made: &Columns) -> f64 {
    sum(made.rb().val())
}

/// The result of an operation that fails for lack of memory only.
fn done<T, E: std::fmt::Debug>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error:?}"),
    }
}

/// A product with the vector `x`, of so many values, into `y`: both are columns.
fn by_columns(y: &mut Vec<f64>, len: usize, x: &[f64], multiply: impl FnOnce(MatMut<'_, f64>, MatRef<'_, f64>)) {
    y.resize(len, 0.0);
    let to = MatMut::from_column_major_slice_mut(y, len, 1);
    multiply(to, MatRef::from_column_major_slice(x, x.len(), 1))
}

/// The kernels of faer.
pub(super) fn rows(problem: &Problem) -> Vec<Row> {
    let Some(a) = transposed(&problem.a) else {
        return Vec::new();
    };
    let [rows, cols] = extents(&problem.a);
    let x = Rc::clone(&problem.x);
    match problem.kernel {
        Kernel::SpmvGather => {
            let a = Rc::new(a);
            Row::vector("faer", "csr", problem, move |y| {
                by_columns(y, rows, x.values(), |to, x| {
                    sparse_dense_matmul(to, Accum::Replace, a.rb().transpose(), x, 1.0, parallelism())
                })
            })
        }
        Kernel::SpmvScatter => {
            let a = Rc::new(a);
            Row::vector("faer", "csr", problem, move |y| {
                by_columns(y, cols, x.values(), |to, x| {
                    sparse_dense_matmul(to, Accum::Replace, a.rb(), x, 1.0, parallelism())
                })
            })
        }
        Kernel::Spmspv | Kernel::Dot => Vec::new(),
        Kernel::Add => match transposed(&problem.b) {
            Some(b) => vec![Row::fresh("faer", "csr", sum_columns, move || {
                done(ops::add(a.rb(), b.rb()))
            })],
            None => Vec::new(),
        },
        Kernel::Spgemm => match transposed(&problem.b) {
            Some(b) => vec![Row::fresh("faer", "csr", sum_columns, move || {
                done(sparse_sparse_matmul(b.rb(), a.rb(), 1.0, parallelism()))
            })],
            None => Vec::new(),
        },
    }
}
