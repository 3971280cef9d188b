//! The indices of an access are a tuple, even if there is one.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    indices!(i);
    let _ = x.at(i);
}
