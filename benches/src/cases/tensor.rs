//! Sampled products and transposes of matrices, and tensors times matrices.

use super::Case;
use crate::data::numbers;
use crate::twins::{self, Csf4, Fibers, Fibers4, MadeRows, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::rc::Rc;

/// The kernels that [`over_sampled`] knows.
pub const SAMPLED_KERNELS: &[&str] = &["sddmm-25", "sddmm-64", "transpose"];

/// The kernels that [`over_tensor`] knows.
pub const TENSOR_KERNELS: &[&str] = &["mttkrp-16", "mttkrp-32"];

/// A kernel over `a`. `None` if there is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `sddmm-25`, `sddmm-64` | the product of two dense matrices of so many columns, where `a` stores something |
/// | `transpose` | the transpose of `a` |
///
/// # Errors
///
/// There is not enough memory.
pub fn over_sampled(kernel: &str, a: &Rc<Csr<f64>>) -> Result<Option<Case>> {
    Ok(Some(match kernel {
        "sddmm-25" => sddmm("sddmm-25", Rc::clone(a), 25)?,
        "sddmm-64" => sddmm("sddmm-64", Rc::clone(a), 64)?,
        "transpose" => transposition(Rc::clone(a)),
        _ => return Ok(None),
    }))
}

/// A dense matrix of the next of these numbers, row by row.
pub(crate) fn factor(rows: usize, cols: usize, numbers: &mut impl Iterator<Item = f64>) -> Result<Matrix<f64>> {
    let values: Vec<f64> = numbers.take(rows * cols).collect();
    Matrix::from_dense([rows, cols], &values)
}

fn sddmm(kernel: &'static str, s: Rc<Csr<f64>>, cols: usize) -> Result<Case> {
    let (shape, numbers) = (s.shape(), &mut numbers());
    let factors = [factor(shape[0], cols, numbers)?, factor(shape[1], cols, numbers)?];
    Ok(Case::of(
        kernel,
        (s, factors),
        move |c: &mut MadeRows, (s, [a, b])| twins::sddmm(c, Rows::of(s), a.values(), b.values(), cols),
        |c: &mut Csr<f64>, (s, [a, b])| sampled::sddmm_into(c, s, a, b),
    ))
}

fn transposition(a: Rc<Csr<f64>>) -> Case {
    Case::of(
        "transpose",
        a,
        |b: &mut MadeRows, a| twins::transposed(b, Rows::of(a)),
        |b: &mut Csr<f64>, a| transpose::transposed_into(b, &**a),
    )
}

/// A tensor of three or of four dimensions.
#[derive(Clone, Debug)]
pub enum Named {
    /// Of three.
    Three(Csf<f64>),
    /// Of four.
    Four(Csf4),
}

/// `mttkrp` along the first dimension, with matrices of so many columns. `None` if there is no kernel of that name.
///
/// # Errors
///
/// There is not enough memory.
pub fn over_tensor(kernel: &str, tensor: &Named) -> Result<Option<Case>> {
    let (kernel, cols) = match kernel {
        "mttkrp-16" => ("mttkrp-16", 16),
        "mttkrp-32" => ("mttkrp-32", 32),
        _ => return super::over_einsum_of_tensor(kernel, tensor),
    };
    let numbers = &mut numbers();
    Ok(Some(match tensor {
        Named::Three(x) => {
            let shape = x.shape();
            let factors = [factor(shape[1], cols, numbers)?, factor(shape[2], cols, numbers)?];
            Case::of(
                kernel,
                (x.clone(), factors),
                move |(y, row): &mut (Vec<f64>, Vec<f64>), (x, [b, c])| {
                    twins::mttkrp(y, row, Fibers::of(x), b.values(), c.values(), cols)
                },
                |y: &mut Matrix<f64>, (x, [b, c])| tensor::mttkrp_into(y, x, b, c),
            )
        }
        Named::Four(x) => {
            let shape = x.shape();
            let factors = [
                factor(shape[1], cols, numbers)?,
                factor(shape[2], cols, numbers)?,
                factor(shape[3], cols, numbers)?,
            ];
            Case::of(
                kernel,
                (x.clone(), factors),
                move |(y, rows): &mut (Vec<f64>, [Vec<f64>; 2]), (x, [b, c, d])| {
                    twins::mttkrp_4(y, rows, Fibers4::of(x), [b.values(), c.values(), d.values()], cols)
                },
                |y: &mut Matrix<f64>, (x, [b, c, d])| tensor::mttkrp_4_into(y, x, b, c, d),
            )
        }
    }))
}
