//! Data may name one place twice.

use finch_formats::prelude::*;

fn main() {
    let (x, at) = (Vector::<f64>::from(vec![1.0, 2.0]), vec![0_usize, 0]);
    let mut y = Vector::<f64>::from(vec![0.0; 2]);
    let _ = finch! { mut y; parallel for i { y[at[i]] = x[i] } }.run();
}
