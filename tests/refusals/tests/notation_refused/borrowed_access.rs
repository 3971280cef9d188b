//! An access is no reference.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for j, i { y[j] += &a[j, i] * &x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
