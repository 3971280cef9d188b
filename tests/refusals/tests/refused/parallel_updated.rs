//! Pieces are put together in a new output, not behind what it holds.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0)], Add).unwrap();
    let mut c = Csr::<f64>::default();
    let _ = finch! { mut c; parallel for j, i { c[j, i] = a[j, i] } }.run();
}
