//! Segments of one fiber are not put together.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut y = Tensor::<PackBits<Element<f64>>>::default();
    let _ = finch! { y .= 0; parallel for i { y[i] = x[i] } }.run();
}
