//! Programs have loops over indices only.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        while s[] < 3.0 { s[] += 1.0; }
    }
    .run();
}
