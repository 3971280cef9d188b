//! Not every type is cast to every other.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::Cast;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    indices!(i);
    let _ = map1(Cast::<bool>::new(), x.at((i,)));
}
