//! A pattern holds nothing but the fact that the level above stores it, so that level stores coordinates.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<bool>::from_triplets([2, 3], [([0, 1], true)], Or).unwrap();
    let _ = a.convert::<SparseList<Dense<Pattern>>>();
}
