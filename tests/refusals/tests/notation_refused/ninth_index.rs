//! An access has eight indices at most.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        for i { s[] += x[i, i, i, i, i, i, i, i, i]; }
    }
    .run();
}
