//! An entry is a pair of indices and a value, and not row, column and value.

use finch_formats::prelude::*;

fn main() {
    let _ = Csr::from_triplets([2, 3], [(0, 1, 2.0), (1, 2, 3.0)]);
    let _ = Csr::<f64>::from_triplets([2, 3], [([0], 2.0)], Add);
}
