//! An `else` that stands nowhere, and one without a body.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for j, i { if i <= j { y[j] += a[j, i]; } else y[j] += x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
