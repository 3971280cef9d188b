//! Pieces are rows: the index of the parallel loop is the first place.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 2], [([0, 1], 2.0)], Add).unwrap();
    let mut c = Csr::<f64>::default();
    let _ = finch! { c .= 0; for j { parallel for i { c[j, i] = a[j, i] } } }.run();
}
