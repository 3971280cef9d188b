//! `=` where `==` is meant.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for j, i { if i = j { y[j] += a[j, i]; } }
    };
    let _ = (program.run(), &a, &x);
}
