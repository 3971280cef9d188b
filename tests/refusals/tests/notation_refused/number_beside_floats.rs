//! A number has the type of the values beside it.

use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for i { y[i] = 2 * x[i]; }
    }
    .run();
}
