//! A list of coordinates spans up to four dimensions.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::typenum::U5;

fn main() {
    let _ = Tensor::<SparseCoo<U5, Element<f64>>>::from_triplets([1; 5], [([0; 5], 1.0)], Add);
}
