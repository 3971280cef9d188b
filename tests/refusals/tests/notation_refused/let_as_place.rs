//! What `let` names is a place if it is an integer.

use finch_formats::prelude::*;

fn main() {
    let p = Vector::from(vec![0.0, 1.0]);
    let x = Vector::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { let q = p[i]; y[i] = x[q]; }
    }
    .run();
}
