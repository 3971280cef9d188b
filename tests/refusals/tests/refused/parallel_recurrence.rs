//! An iteration of a parallel loop does not read what another one writes.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! { y .= 0; parallel for i in 1..2 { y[i] = y[i - 1] + x[i] } }.run();
}
