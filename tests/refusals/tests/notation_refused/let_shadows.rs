//! A name that `let` gave is no tensor.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { let x = x[i]; y[i] = x[i]; }
    }
    .run();
}
