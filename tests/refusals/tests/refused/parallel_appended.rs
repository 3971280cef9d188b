//! Levels that append are written in order, by nobody else.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0)], Add).unwrap();
    let mut c = Dcsr::<f64>::default();
    let _ = finch! { c .= 0; parallel for j, i { c[j, i] = a[j, i] } }.run();
}
