//! A name that `let` gave is no tensor.

use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for i { let x = x[i]; y[i] = x[i]; }
    }
    .run();
}
