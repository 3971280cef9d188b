//! A loop goes over indices, not over values.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        for v in x { s[] += v; }
    }
    .run();
}
