//! Relaxing in place sees what others have written.

use finch_formats::prelude::*;

fn main() {
    let w = Matrix::<f64>::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0]).unwrap();
    let mut d = Tensor::<Dense<Element<f64, Inf>>>::from(vec![0.0, 1.0]);
    let _ = finch! { mut d; parallel for j, i { d[j] <<min>>= d[i] + w[j, i] } }.run();
}
