//! What is calculated of indices is an integer.

use finch_formats::prelude::*;

fn main() {
    let mut y = Vector::<f64>::default();
    let _ = finch! {
        y .= 0;
        for i { y[i] := i + 1; }
    }
    .run();
}
