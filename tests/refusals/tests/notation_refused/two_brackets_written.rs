//! A matrix is written at its indices in one pair of brackets.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut b = Matrix::<f64>::default();
    let _ = finch! {
        b .= 0;
        for i, j { b[i][j] = x[i] * x[j]; }
    }
    .run();
}
