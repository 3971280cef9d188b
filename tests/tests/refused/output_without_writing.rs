//! Fibers that are lists or dense hold leaves when they are written.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    let _ = a.convert::<Hybrid<SparseList<Element<f64>>>>();
}
