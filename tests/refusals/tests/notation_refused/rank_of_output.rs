//! More indices than the output has dimensions.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for j, i { y[j, i] += a[j, i]; }
    };
    let _ = (program.run(), &a, &x);
}
