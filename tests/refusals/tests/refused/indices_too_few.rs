//! An access has an index for each dimension.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0)], Add).unwrap();
    indices!(j);
    let _ = a.at((j,));
}
