//! Array expressions by sprs: an operation after another.

use super::sprs::{Matrix, matrix, sum_matrix};
use crate::cases::expressions::{Bilinear, Three};
use crate::measure::row::{Output, Row, sum};
use finch_kernels::Result;
use finch_kernels::prelude::Csr;
use sprs::binop::mul_mat_same_storage;
use sprs::prod::mul_acc_mat_vec_csr;
use std::rc::Rc;

/// `a * b`, entry by entry. The types of values are said, which are not found without.
fn times(a: &Matrix, b: &Matrix) -> Matrix {
    mul_mat_same_storage::<f64, f64, f64, _, _, _, _>(a, b)
}

/// An expression over `a`, if sprs has the operations of it.
pub(in crate::measure) fn expressions(kernel: &str, a: &Rc<Csr<f64>>) -> Result<Option<Row>> {
    let three = || -> Result<[Matrix; 3]> {
        let three = Three::of(a)?;
        Ok([&*three.a, &three.b, &three.c].map(matrix))
    };
    Ok(match kernel {
        "expr-multiply-sum" => {
            let [a, b, c] = three()?;
            Some(Row::fresh("sprs", "csr", sum_matrix, move || times(&a, &(&b + &c))))
        }
        "expr-multiply-three" => {
            let [a, b, c] = three()?;
            Some(Row::fresh("sprs", "csr", sum_matrix, move || times(&times(&a, &b), &c)))
        }
        "expr-product-rows" => {
            let [a, b, _] = three()?;
            Some(Row::fresh(
                "sprs",
                "csr",
                |y: &Vec<f64>| sum(y),
                move || {
                    let product = times(&a, &b);
                    product.outer_iterator().map(|row| sum(row.data())).collect()
                },
            ))
        }
        "expr-bilinear" => {
            let Bilinear { x, y, .. } = Bilinear::of(a);
            let a = matrix(a);
            let mut product = Vec::new();
            Some(Row::new(
                "sprs",
                "csr",
                Output::Number,
                0.0,
                |&sum| sum,
                move |sum| {
                    product.clear();
                    product.resize(a.rows(), 0.0);
                    mul_acc_mat_vec_csr(a.view(), y.values(), &mut product[..]);
                    *sum = x.values().iter().zip(&product).map(|(x, product)| x * product).sum()
                },
            ))
        }
        _ => None,
    })
}
