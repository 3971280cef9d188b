//! A statement that begins with a number.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for j { 3 + x[j]; }
    };
    let _ = (program.run(), &a, &x);
}
