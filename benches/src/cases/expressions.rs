//! Array expressions and sums of products over a matrix, beside loops that are fused by hand.

use super::{Case, factor};
use crate::data::{numbers, rotated, spread};
use crate::twins::{self, MadeRows, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::rc::Rc;

/// The kernels that [`over_expressions`] knows.
pub const EXPRESSION_KERNELS: &[&str] = &[
    "expr-multiply-sum",
    "expr-multiply-three",
    "expr-product-rows",
    "expr-sampled",
    "expr-bilinear",
];

/// Columns of the dense factors of `expr-sampled`.
pub(crate) const SAMPLED_COLUMNS: usize = 25;

/// `a`, and `a` with its columns rotated by one and by two.
pub(crate) struct Three {
    pub a: Rc<Csr<f64>>,
    pub b: Csr<f64>,
    pub c: Csr<f64>,
}

impl Three {
    pub(crate) fn of(a: &Rc<Csr<f64>>) -> Result<Self> {
        let b = rotated(a)?;
        Ok(Three {
            a: Rc::clone(a),
            c: rotated(&b)?,
            b,
        })
    }

    /// The arrays of all three.
    pub(crate) fn rows(&self) -> [Rows<'_>; 3] {
        [&*self.a, &self.b, &self.c].map(Rows::of)
    }
}

/// A matrix, a dense factor for its rows and one for its columns.
pub(crate) struct Sampled {
    pub s: Rc<Csr<f64>>,
    pub u: Matrix<f64>,
    pub v: Matrix<f64>,
    pub cols: usize,
}

impl Sampled {
    pub(crate) fn of(s: &Rc<Csr<f64>>, cols: usize) -> Result<Self> {
        let (shape, numbers) = (s.shape(), &mut numbers());
        Ok(Sampled {
            s: Rc::clone(s),
            u: factor(shape[0], cols, numbers)?,
            v: factor(shape[1], cols, numbers)?,
            cols,
        })
    }
}

/// A matrix, and vectors as long as its extents.
pub(crate) struct Bilinear {
    pub x: Vector<f64>,
    pub a: Rc<Csr<f64>>,
    pub y: Vector<f64>,
}

impl Bilinear {
    pub(crate) fn of(a: &Rc<Csr<f64>>) -> Self {
        let [rows, cols] = [a.shape()[0], a.shape()[1]];
        Bilinear {
            x: spread(rows).into(),
            a: Rc::clone(a),
            y: spread(cols).into(),
        }
    }
}

// What is measured: each of these is written once.

pub(crate) fn multiply_sum(d: &mut Csr<f64>, Three { a, b, c }: &Three) -> Result<()> {
    (&**a * (b + c)).assign_to(d)
}

pub(crate) fn multiply_three(d: &mut Csr<f64>, Three { a, b, c }: &Three) -> Result<()> {
    (&**a * b * c).assign_to(d)
}

pub(crate) fn product_rows(y: &mut Vector<f64>, Three { a, b, .. }: &Three) -> Result<()> {
    (&**a * b).sum_axis::<1>().assign_to(y)
}

pub(crate) fn sampled(d: &mut Csr<f64>, Sampled { s, u, v, .. }: &Sampled) -> Result<()> {
    (&**s * u.matmul(&v.t())).assign_to(d)
}

pub(crate) fn bilinear(Bilinear { x, a, y }: &Bilinear) -> Result<f64> {
    (x * a.matmul(y)).sum()
}

// By hand.

pub(crate) fn multiply_sum_by_hand(d: &mut MadeRows, operands: &Three) {
    let [a, b, c] = operands.rows();
    twins::multiply_sum(d, a, b, c)
}

pub(crate) fn multiply_three_by_hand(d: &mut MadeRows, operands: &Three) {
    let [a, b, c] = operands.rows();
    twins::multiply_three(d, a, b, c)
}

pub(crate) fn product_rows_by_hand(y: &mut Vec<f64>, operands: &Three) {
    let [a, b, _] = operands.rows();
    twins::product_rows(y, a, b)
}

pub(crate) fn sampled_by_hand(d: &mut MadeRows, Sampled { s, u, v, cols }: &Sampled) {
    twins::sddmm(d, Rows::of(s), u.values(), v.values(), *cols)
}

pub(crate) fn bilinear_by_hand(Bilinear { x, a, y }: &Bilinear) -> f64 {
    twins::bilinear(x.values(), Rows::of(a), y.values())
}

/// An array expression over `a`. `None` if there is none of that name.
///
/// | kernel | computes, of `a`, and `b` and `c`, which are `a` with its columns rotated by one and by two |
/// |---|---|
/// | `expr-multiply-sum` | `a * (b + c)` |
/// | `expr-multiply-three` | `a * b * c` |
/// | `expr-product-rows` | `(a * b).sum_axis::<1>()` |
/// | `expr-sampled` | `a * u.matmul(&v.t())` for dense `u` and `v` of 25 columns |
/// | `expr-bilinear` | `(x * a.matmul(&y)).sum()` for vectors of [`spread`] |
///
/// # Errors
///
/// `a` is too large.
pub fn over_expressions(kernel: &str, a: &Rc<Csr<f64>>) -> Result<Option<Case>> {
    Ok(Some(match kernel {
        "expr-multiply-sum" => Case::of("expr-multiply-sum", Three::of(a)?, multiply_sum_by_hand, multiply_sum),
        "expr-multiply-three" => Case::of(
            "expr-multiply-three",
            Three::of(a)?,
            multiply_three_by_hand,
            multiply_three,
        ),
        "expr-product-rows" => Case::of("expr-product-rows", Three::of(a)?, product_rows_by_hand, product_rows),
        "expr-sampled" => Case::of(
            "expr-sampled",
            Sampled::of(a, SAMPLED_COLUMNS)?,
            sampled_by_hand,
            sampled,
        ),
        "expr-bilinear" => Case::of_numbers("expr-bilinear", Bilinear::of(a), bilinear_by_hand, bilinear),
        _ => return Ok(None),
    }))
}
