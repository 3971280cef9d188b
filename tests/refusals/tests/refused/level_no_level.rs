//! A nest ends in a leaf.

use finch_formats::prelude::*;

fn main() {
    let _ = Tensor::new(Dense::new(3, 1.0));
}
