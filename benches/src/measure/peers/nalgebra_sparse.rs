//! nalgebra-sparse.

use super::{arrays, extents};
use crate::measure::problem::{Kernel, Problem};
use crate::measure::row::{Row, sum};
use finch_kernels::prelude::Csr;
use nalgebra_sparse::CsrMatrix;
use nalgebra_sparse::na::DVector;
use nalgebra_sparse::ops::Op;
use nalgebra_sparse::ops::serial::spmm_csr_dense;
use std::rc::Rc;

const NAME: &str = "nalgebra-sparse";

fn matrix(a: &Csr<f64>) -> CsrMatrix<f64> {
    let [rows, cols] = extents(a);
    let (ptr, idx, val) = arrays(a);
    let idx = idx.iter().map(|&index| index as usize).collect();
    match CsrMatrix::try_from_csr_data(rows, cols, ptr.to_vec(), idx, val.to_vec()) {
        Ok(matrix) => matrix,
        Err(error) => panic!("{error}"),
    }
}

fn sum_vector(y: &Option<DVector<f64>>) -> f64 {
    y.as_ref().map_or(0.0, |y| sum(y.as_slice()))
}

fn sum_matrix(made: &CsrMatrix<f64>) -> f64 {
    sum(made.values())
}

/// The kernels of nalgebra-sparse.
pub(super) fn rows(problem: &Problem) -> Vec<Row> {
    let a = Rc::new(matrix(&problem.a));
    let x = DVector::from_column_slice(problem.x.values());
    match problem.kernel {
        Kernel::SpmvGather => Row::both(NAME, "csr", sum_vector, move |y| {
            let y = y.get_or_insert_with(|| DVector::zeros(a.nrows()));
            spmm_csr_dense(0.0, &mut *y, 1.0, Op::NoOp(&a), Op::NoOp(&x))
        }),
        Kernel::SpmvScatter => Row::both(NAME, "csr", sum_vector, move |y| {
            let y = y.get_or_insert_with(|| DVector::zeros(a.ncols()));
            spmm_csr_dense(0.0, &mut *y, 1.0, Op::Transpose(&a), Op::NoOp(&x))
        }),
        Kernel::Spmspv | Kernel::Dot => Vec::new(),
        Kernel::Add => {
            let b = matrix(&problem.b);
            vec![Row::fresh(NAME, "csr", sum_matrix, move || &*a + &b)]
        }
        Kernel::Spgemm => {
            let b = matrix(&problem.b);
            vec![Row::fresh(NAME, "csr", sum_matrix, move || &*a * &b)]
        }
    }
}
