//! Bits of several indices share a word.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let mut b = BitVector::default();
    let _ = finch! { b .= false; parallel for i { b[i] = x[i] > 1.5 } }.run();
}
