//! A choice behind its value.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { y[i] = x[i] if x[i] > 0 else 0; }
    };
    let _ = (program.run(), &x);
}
