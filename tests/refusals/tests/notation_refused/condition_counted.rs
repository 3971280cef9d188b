//! A condition is no number.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut n = Scalar::<u32>::default();
    let _ = finch! {
        n .= 0;
        for i { n[] += x[i] > 1.0; }
    }
    .run();
}
