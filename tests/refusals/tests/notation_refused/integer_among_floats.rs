//! An integer where a float is set.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for i { if x[i] > 1.0 { y[i] = 1 } else { y[i] = -1 } }
    };
}
