//! An output is owned or reduced, not both.

use finch_formats::prelude::*;

fn main() {
    let a = Matrix::<f64>::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0]).unwrap();
    let mut y = Vector::<f64>::default();
    let _ = finch! { y .= 0; parallel for j, i { y[j] = a[j, i]; y[i] <<FastAdd>>= a[j, i] } }.run();
}
