//! There is no logic of floating point numbers.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    indices!(i);
    let _ = x.at((i,)) & x.at((i,));
}
