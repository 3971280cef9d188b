//! A fill is a value of its type.

use finch_formats::prelude::*;

fn main() {
    let _ = VectorWithFill::<f64, False>::from_triplets([2], [([0], 1.0)], Add);
}
