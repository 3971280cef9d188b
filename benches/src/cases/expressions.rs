//! Array expressions over a matrix, beside loops that are fused by hand.

use super::Case;
use crate::data::{rotated, spread};
use crate::twins::{self, MadeRows, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::rc::Rc;

/// The kernels that [`over_expressions`] knows.
pub const EXPRESSION_KERNELS: &[&str] = &[
    "expr-multiply-sum",
    "expr-multiply-three",
    "expr-product-rows",
    "expr-bilinear",
];

/// An array expression over `a`. `None` if there is none of that name.
///
/// | kernel | computes, of `a`, and `b` and `c`, which are `a` with its columns rotated by one and by two |
/// |---|---|
/// | `expr-multiply-sum` | `a * (b + c)` |
/// | `expr-multiply-three` | `a * b * c` |
/// | `expr-product-rows` | `(a * b).sum_axis::<1>()` |
/// | `expr-bilinear` | `sum(x * (a y))` for vectors of [`spread`] |
///
/// # Errors
///
/// `a` is too large.
pub fn over_expressions(kernel: &str, a: &Rc<Csr<f64>>) -> Result<Option<Case>> {
    let (a, b) = (Rc::clone(a), rotated(a)?);
    Ok(Some(match kernel {
        "expr-multiply-sum" => Case::of(
            "expr-multiply-sum",
            (a, rotated(&b)?, b),
            |d: &mut MadeRows, (a, c, b)| twins::multiply_sum(d, Rows::of(a), Rows::of(b), Rows::of(c)),
            |d: &mut Csr<f64>, (a, c, b)| (&**a * (b + c)).assign_to(d),
        ),
        "expr-multiply-three" => Case::of(
            "expr-multiply-three",
            (a, rotated(&b)?, b),
            |d: &mut MadeRows, (a, c, b)| twins::multiply_three(d, Rows::of(a), Rows::of(b), Rows::of(c)),
            |d: &mut Csr<f64>, (a, c, b)| (&**a * b * c).assign_to(d),
        ),
        "expr-product-rows" => Case::of_vectors(
            "expr-product-rows",
            (a, b),
            |y, (a, b)| twins::product_rows(y, Rows::of(a), Rows::of(b)),
            |y, (a, b)| (&**a * b).sum_axis::<1>().assign_to(y),
        ),
        "expr-bilinear" => {
            let [rows, cols] = [a.shape()[0], a.shape()[1]];
            Case::of_numbers(
                "expr-bilinear",
                (a, Vector::<f64>::from(spread(rows)), Vector::<f64>::from(spread(cols))),
                |(a, x, y)| twins::bilinear(x.values(), Rows::of(a), y.values()),
                |(a, x, y)| (x.column() * &**a * y).sum(),
            )
        }
        _ => return Ok(None),
    }))
}
