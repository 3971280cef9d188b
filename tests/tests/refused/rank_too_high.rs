//! An access names up to six indices.

use finch_formats::prelude::*;

type Cube4<L> = Dense<Dense<Dense<Dense<L>>>>;

fn main() {
    let _ = Tensor::<Cube4<Cube<f64>>>::from_triplets([1; 7], [([0; 7], 1.0)], Add);
}

type Cube<T> = Dense<Dense<Dense<Element<T>>>>;
