//! An update that is introduced in a loop.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        for i { mut y; y[i] += x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
