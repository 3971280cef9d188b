//! An access names up to eight indices.

use finch_formats::prelude::*;

type Cube<L> = Dense<Dense<Dense<L>>>;

fn main() {
    let _ = Tensor::<Cube<Cube<Cube<Element<f64>>>>>::from_triplets([1; 9], [([0; 9], 1.0)], Add);
}
