//! A sum as a function.

use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, _, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for j { y[j] = sum(a[j, i]); }
    }
    .run();
}
