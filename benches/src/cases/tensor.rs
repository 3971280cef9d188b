//! Sampled products and transposes of matrices, and tensors times matrices.

use super::{Answer, Case, Entrant, done};
use crate::data::Random;
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

/// A dense matrix.
fn factor(rows: usize, cols: usize, random: &mut Random) -> Result<Matrix<f64>> {
    let values: Vec<f64> = (0..rows * cols).map(|_| random.value()).collect();
    Matrix::from_dense([rows, cols], &values)
}

fn sddmm(kernel: &'static str, s: Rc<Csr<f64>>, cols: usize) -> Result<Case> {
    let (shape, random) = (s.shape(), &mut Random::default());
    let factors = Rc::new((factor(shape[0], cols, random)?, factor(shape[1], cols, random)?));
    let (same, matrix) = (Rc::clone(&factors), Rc::clone(&s));
    Ok(Case {
        kernel,
        entrants: vec![
            Entrant::new("hand", MadeRows::default(), Answer::rows, move |c| {
                twins::sddmm(c, Rows::of(&matrix), same.0.values(), same.1.values(), cols)
            }),
            Entrant::new("finch", Csr::default(), Answer::csr, move |c| {
                done(sampled::sddmm_into(c, &s, &factors.0, &factors.1))
            }),
        ],
    })
}

fn transposition(a: Rc<Csr<f64>>) -> Case {
    let same = Rc::clone(&a);
    Case {
        kernel: "transpose",
        entrants: vec![
            Entrant::new("hand", MadeRows::default(), Answer::rows, move |b| {
                twins::transposed(b, Rows::of(&same))
            }),
            Entrant::new("finch", Csr::default(), Answer::csr, move |b| {
                done(transpose::transposed_into(b, &a))
            }),
        ],
    }
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
        _ => return Ok(None),
    };
    let random = &mut Random::default();
    Ok(Some(match tensor {
        Named::Three(x) => {
            let shape = x.shape();
            let factors = [factor(shape[1], cols, random)?, factor(shape[2], cols, random)?];
            let operands = Rc::new((x.clone(), factors));
            let same = Rc::clone(&operands);
            let by_hand = move |(y, row): &mut (Vec<f64>, Vec<f64>)| {
                let (x, [b, c]) = &*same;
                twins::mttkrp(y, row, Fibers::of(x), b.values(), c.values(), cols)
            };
            let ours = move |y: &mut Matrix<f64>| {
                let (x, [b, c]) = &*operands;
                done(tensor::mttkrp_into(y, x, b, c))
            };
            Case {
                kernel,
                entrants: vec![
                    Entrant::new("hand", Default::default(), |(y, _)| Answer::values(y), by_hand),
                    Entrant::new("finch", Matrix::default(), Answer::matrix, ours),
                ],
            }
        }
        Named::Four(x) => {
            let shape = x.shape();
            let factors = [
                factor(shape[1], cols, random)?,
                factor(shape[2], cols, random)?,
                factor(shape[3], cols, random)?,
            ];
            let operands = Rc::new((x.clone(), factors));
            let same = Rc::clone(&operands);
            let by_hand = move |(y, rows): &mut (Vec<f64>, [Vec<f64>; 2])| {
                let (x, [b, c, d]) = &*same;
                twins::mttkrp_4(y, rows, Fibers4::of(x), [b.values(), c.values(), d.values()], cols)
            };
            let ours = move |y: &mut Matrix<f64>| {
                let (x, [b, c, d]) = &*operands;
                done(tensor::mttkrp_4_into(y, x, b, c, d))
            };
            Case {
                kernel,
                entrants: vec![
                    Entrant::new("hand", Default::default(), |(y, _)| Answer::values(y), by_hand),
                    Entrant::new("finch", Matrix::default(), Answer::matrix, ours),
                ],
            }
        }
    }))
}
