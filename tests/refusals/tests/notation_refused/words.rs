//! `and` between conditions.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::default();
    let mut s = Scalar::new(0.0);
    let _ = finch! {
        s .= 0;
        for i { if i > 1 and i < 3 { s[] += x[i]; } }
    }
    .run();
}
