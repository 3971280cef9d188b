//! Other libraries.

use super::input::Input;
use crate::measure::peers;
use crate::measure::problem::{Kernel, Problem, Shared};
use crate::measure::row::{Output, Row, sum};
use faer::sparse::linalg::matmul::sparse_dense_matmul;
use faer::sparse::{SparseRowMat, SymbolicSparseRowMat};
use faer::{Accum, MatMut, MatRef};
use nalgebra_sparse::CsrMatrix;
use nalgebra_sparse::na::DMatrix;
use nalgebra_sparse::ops::Op;
use nalgebra_sparse::ops::serial::spmm_csr_dense;
use std::rc::Rc;

/// Those of `spmv-gather`, into outputs that are kept.
pub(super) fn vector(input: &Input) -> Vec<Row> {
    let problem = Problem {
        kernel: Kernel::SpmvGather,
        input: input.name.clone(),
        a: Rc::clone(&input.a),
        b: Rc::clone(&input.a),
        x: Rc::clone(&input.x),
        sparse: Rc::default(),
        y: Shared::clone(&input.y),
    };
    let mut rows = peers::rows(&problem);
    rows.retain(|row| row.output == Output::Reused);
    rows
}

/// Products with dense matrices, whose rows are contiguous for faer, and whose columns are for nalgebra-sparse, which has no
/// other ones. sprs has them over another library's dense matrices only.
pub(super) fn several(input: &Input) -> Vec<Row> {
    let list = input.a.level().child();
    let (height, width, columns) = (input.rows, input.cols, input.columns);
    let mut rows = Vec::new();
    if i32::try_from(input.stored).is_ok() {
        let ptr = list.ptr().iter().map(|&start| start as u32).collect();
        let symbolic = SymbolicSparseRowMat::new_checked(height, width, ptr, None, list.idx().clone());
        let (a, x) = (
            SparseRowMat::new(symbolic, list.child().val().clone()),
            Rc::clone(&input.x),
        );
        rows.push(input.row("faer", "csr", move |c| {
            c.resize(height * columns, 0.0);
            let to = MatMut::from_row_major_slice_mut(c, height, columns);
            let b = MatRef::from_row_major_slice(x.values(), width, columns);
            sparse_dense_matmul(to, Accum::Replace, a.as_ref(), b, 1.0, peers::parallelism())
        }));
    }
    let idx = list.idx().iter().map(|&index| index as usize).collect();
    let a = match CsrMatrix::try_from_csr_data(height, width, list.ptr().clone(), idx, list.child().val().clone()) {
        Ok(a) => a,
        Err(error) => panic!("{error}"),
    };
    let b = DMatrix::from_row_slice(width, columns, input.x.values());
    rows.push(Row::new(
        "nalgebra-sparse",
        "csr",
        Output::Reused,
        DMatrix::zeros(height, columns),
        |c: &DMatrix<f64>| sum(c.as_slice()),
        move |c| spmm_csr_dense(0.0, c, 1.0, Op::NoOp(&a), Op::NoOp(&b)),
    ));
    rows
}
