//! A part of a vector as a range.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::default();
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        for i in 0..2 { s[] += x[1..3]; }
    }
    .run();
}
