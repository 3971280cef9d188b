//! Slices of other things than numbers are no tensors.

use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let names = ["a", "b"];
    let (_, x, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for i { y[i] = names[i]; }
    }
    .run();
}
