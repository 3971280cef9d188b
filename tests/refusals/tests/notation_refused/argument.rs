//! A call with an argument missing.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for j { y[j] += max(, x[j]); }
    };
    let _ = (program.run(), &a, &x);
}
