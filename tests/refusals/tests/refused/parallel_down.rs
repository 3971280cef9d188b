//! A parallel loop has no direction.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! { y .= 0; parallel for i in (0..2).rev() { y[i] = x[i] } }.run();
}
