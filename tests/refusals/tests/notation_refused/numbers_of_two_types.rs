//! Numbers are converted as in Rust.

use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let n = Vector::from(vec![1, 2]);
    let (_, x, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for i { y[i] = n[i] * x[i]; }
    }
    .run();
}
