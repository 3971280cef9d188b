//! A sum as a function.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for j { y[j] = sum(a[j, i]); }
    }
    .run();
}
