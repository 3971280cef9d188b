//! A program that writes an output which nobody declared.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        for j, i { y[j] += a[j, i]; }
    };
    let _ = (program.run(), &a, &x);
}
