//! A scalar without its brackets.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::default();
    let mut y = Vector::<f64>::default();
    let s = Scalar::new(2.0);
    let _ = finch! {
        y .= 0;
        for i { y[i] = s * x[i]; }
    }
    .run();
}
