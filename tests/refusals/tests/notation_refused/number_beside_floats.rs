//! A number has the type of the values beside it.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { y[i] = 2 * x[i]; }
    }
    .run();
}
