//! A declaration with another value than the fill.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= inf;
        for j, i { y[j] <<min>>= a[j, i]; }
    };
    let _ = (program.run(), &a, &x);
}
