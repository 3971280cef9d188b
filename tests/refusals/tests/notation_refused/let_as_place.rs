//! What `let` names is a place if it is an integer.

use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let p = Vector::from(vec![0.0, 1.0]);
    let (_, x, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for i { let q = p[i]; y[i] = x[q]; }
    }
    .run();
}
