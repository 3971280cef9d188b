//! Data that names no places.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { y[i] += a[x[i], i]; }
    };
    let _ = (program.run(), &a, &x);
}
