//! An output is owned along one dimension.

use finch_formats::prelude::*;

fn main() {
    let a = Matrix::<f64>::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0]).unwrap();
    let mut c = Matrix::<f64>::default();
    let _ = finch! { c .= 0; parallel for j { for i { c[j, i] = a[j, i]; c[i, j] = a[i, j] } } }.run();
}
