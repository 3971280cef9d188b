//! Writing a tensor that was not declared.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let mut z = Vector::<f64>::default();
    let program = finch! {
        y .= 0;
        for i { z[i] += x[i]; y[i] += x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
