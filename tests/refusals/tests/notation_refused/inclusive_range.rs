//! A range ends before its end.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        for i in 0..=1 { s[] += x[i]; }
    }
    .run();
}
