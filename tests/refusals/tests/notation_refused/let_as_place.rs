//! What `let` names is no place.

use finch_formats::prelude::*;

fn main() {
    let p = Vector::from(vec![0_usize, 1]);
    let x = Vector::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { let q = p[i]; y[i] = x[q]; }
    }
    .run();
}
