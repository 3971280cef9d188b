//! A choice as C has it.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { y[i] = x[i] > 0 ? x[i] : 0; }
    };
    let _ = (program.run(), &x);
}
