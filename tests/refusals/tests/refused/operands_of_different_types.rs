//! Operands are not converted silently.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let n = Vector::<i64>::from(vec![1, 2]);
    indices!(i);
    let _ = x.at((i,)) * n.at((i,));
}
