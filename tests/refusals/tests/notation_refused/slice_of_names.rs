//! Slices of other things than numbers are no tensors.

use finch_formats::prelude::*;

fn main() {
    let names = ["a", "b"];
    let x = Vector::from(vec![1.0, 2.0]);
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { y[i] = names[i]; }
    }
    .run();
}
