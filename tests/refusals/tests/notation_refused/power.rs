//! There is no operator for powers.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { y[i] = x[i] ^ 2; }
    }
    .run();
}
