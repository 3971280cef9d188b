//! A loop as Julia writes it.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i = 0..3 { y[i] += x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
