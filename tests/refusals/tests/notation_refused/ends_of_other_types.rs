//! A range that ends with a number which is no `usize`.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::default();
    let mut s = Scalar::new(0.0);
    let n = 3_u32;
    let _ = finch! {
        s .= 0;
        for i in 0..n { s[] += x[i]; }
    }
    .run();
}
