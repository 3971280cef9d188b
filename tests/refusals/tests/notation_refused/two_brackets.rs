//! A matrix has its indices in one pair of brackets.

use finch_formats::prelude::*;

fn main() {
    let a = Matrix::<f64>::default();
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        for i, j { s[] += a[i][j]; }
    }
    .run();
}
