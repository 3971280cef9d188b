//! A row as `..`, and a part of a vector as a range.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for j { y[j] += a[j, ..]; }
    }
    .run();
}
