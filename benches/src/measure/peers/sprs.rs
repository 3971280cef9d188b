//! sprs.

use super::{arrays, extents};
use crate::measure::problem::{Kernel, Problem};
use crate::measure::row::{Row, sum};
use finch_kernels::prelude::Csr;
use sprs::{CsMatI, CsMatViewI, CsMatViewMutI, CsVecI, binop, prod, smmp};
use std::path::Path;
use std::rc::Rc;

pub(super) type Matrix = CsMatI<f64, u32, usize>;

pub(super) fn matrix(a: &Csr<f64>) -> Matrix {
    let [rows, cols] = extents(a);
    let (ptr, idx, val) = arrays(a);
    CsMatI::new((rows, cols), ptr.to_vec(), idx.to_vec(), val.to_vec())
}

/// The arrays of a result, and what a product needs besides.
#[derive(Default)]
struct Made {
    ptr: Vec<usize>,
    idx: Vec<u32>,
    val: Vec<f64>,
    stored: usize,
    seen: Vec<bool>,
    row: Vec<f64>,
}

impl Made {
    fn add(&mut self, a: CsMatViewI<'_, f64, u32, usize>, b: CsMatViewI<'_, f64, u32, usize>) {
        let most = a.nnz() + b.nnz();
        self.ptr.resize(a.rows() + 1, 0);
        self.idx.resize(most, 0);
        self.val.resize(most, 0.0);
        let Made { ptr, idx, val, .. } = self;
        self.stored = binop::csmat_binop_same_storage_raw(a, b, |a, b| a + b, ptr, idx, val)
    }

    fn multiply(&mut self, a: CsMatViewI<'_, f64, u32, usize>, b: CsMatViewI<'_, f64, u32, usize>) {
        let (rows, cols) = (a.rows(), b.cols());
        self.ptr.resize(rows + 1, 0);
        self.seen.resize(cols, false);
        self.row.resize(cols, 0.0);
        let Made {
            ptr,
            idx,
            val,
            seen,
            row,
            ..
        } = self;
        smmp::symbolic(a.structure_view(), b.structure_view(), ptr, idx, seen);
        val.resize(idx.len(), 0.0);
        let product = CsMatViewMutI::new((rows, cols), &ptr[..], &idx[..], &mut val[..]);
        smmp::numeric(a, b, product, row);
        self.stored = self.idx.len()
    }
}

fn sum_made(made: &Made) -> f64 {
    sum(&made.val[..made.stored])
}

pub(super) fn sum_matrix(made: &Matrix) -> f64 {
    sum(made.data())
}

/// A file that is read into compressed rows, if what is read has this sum, to 1e-9 of that of magnitudes.
pub(in crate::measure) fn reading(path: &Path, wanted: f64, magnitude: f64) -> Option<Row> {
    let path = path.to_owned();
    let read = move || {
        sprs::io::read_matrix_market::<f64, u32, _>(&path)
            .ok()
            .map(|read| read.to_csr::<usize>())
    };
    let sum: fn(&Option<Matrix>) -> f64 = |read| read.as_ref().map_or(f64::NAN, sum_matrix);
    ((sum(&read()) - wanted).abs() <= 1e-9 * magnitude).then(|| Row::fresh("sprs", "csr", sum, read))
}

/// The kernels of sprs.
pub(super) fn rows(problem: &Problem) -> Vec<Row> {
    let a = Rc::new(matrix(&problem.a));
    let x = Rc::clone(&problem.x);
    match problem.kernel {
        Kernel::SpmvGather => Row::vector("sprs", "csr", problem, move |y| {
            y.clear();
            y.resize(a.rows(), 0.0);
            prod::mul_acc_mat_vec_csr(a.view(), x.values(), &mut y[..])
        }),
        Kernel::SpmvScatter => Row::vector("sprs", "csr", problem, move |y| {
            y.clear();
            y.resize(a.cols(), 0.0);
            prod::mul_acc_mat_vec_csc(a.transpose_view(), x.values(), &mut y[..])
        }),
        Kernel::Spmspv => {
            let list = problem.sparse.level();
            let x = CsVecI::new(a.cols(), list.idx().clone(), list.child().val().clone());
            vec![Row::fresh(
                "sprs",
                "csr",
                |y: &CsVecI<f64, u32>| sum(y.data()),
                move || prod::csr_mul_csvec(a.view(), x.view()),
            )]
        }
        Kernel::Dot => Vec::new(),
        Kernel::Add => {
            let b = Rc::new(matrix(&problem.b));
            let (same_a, same_b) = (Rc::clone(&a), Rc::clone(&b));
            let mut rows = Row::both("sprs", "csr", sum_made, move |c: &mut Made| c.add(a.view(), b.view()));
            // A new one is made by the operator instead.
            rows.pop();
            rows.push(Row::fresh("sprs", "csr", sum_matrix, move || &*same_a + &*same_b));
            rows
        }
        Kernel::Spgemm => {
            let b = Rc::new(matrix(&problem.b));
            let (same_a, same_b) = (Rc::clone(&a), Rc::clone(&b));
            let mut rows = Row::both("sprs", "csr", sum_made, move |c: &mut Made| {
                c.multiply(a.view(), b.view())
            });
            rows.pop();
            rows.push(Row::fresh("sprs", "csr", sum_matrix, move || &*same_a * &*same_b));
            rows
        }
    }
}
