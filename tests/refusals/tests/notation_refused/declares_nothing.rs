//! A program without an output.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        for i { if x[i] > 0 { } }
    };
    let _ = (program.run(), &a, &x);
}
