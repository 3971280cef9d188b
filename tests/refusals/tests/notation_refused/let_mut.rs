//! A name that changes.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { let mut d = x[i]; y[i] += d; }
    };
    let _ = (program.run(), &a, &x);
}
