//! Parts of a parallel loop start at the fill, which is the identity of the reducer.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut s = Scalar::<f64>::default();
    let _ = finch! { s .= 0; parallel for i { s[] <<min>>= x[i] } }.run();
}
