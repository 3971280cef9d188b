//! A sum of indices is no place that an iteration owns.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! { y .= 0; parallel for i { for k in 0..2 { y[i + k] = x[i] } } }.run();
}
