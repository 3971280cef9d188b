//! A sparse product is not read by columns in an expression.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let _ = a.matmul(&a).t();
}
