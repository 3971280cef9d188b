//! A row as `..`, and a part of a vector as a range.

use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, _, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for j { y[j] += a[j, ..]; }
    }
    .run();
}
