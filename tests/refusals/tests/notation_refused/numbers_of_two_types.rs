//! Numbers are converted as in Rust.

use finch_formats::prelude::*;

fn main() {
    let n = Vector::from(vec![1, 2]);
    let x = Vector::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { y[i] = n[i] * x[i]; }
    }
    .run();
}
