//! Parts of a parallel loop do not add up in the order of the loop what is rounded.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut s = Scalar::<f64>::default();
    let _ = finch! { s .= 0; parallel for i { s[] += x[i] } }.run();
}
