//! `if` as an expression.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { y[i] += if x[i] > 0 { 1 } else { 2 }; }
    };
    let _ = (program.run(), &a, &x);
}
