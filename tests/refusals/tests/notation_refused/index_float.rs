//! A place that is no whole number.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { y[i] += x[i + 1.5]; }
    };
    let _ = (program.run(), &a, &x);
}
