//! A name that nothing uses.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        for i { let d = x[i]; }
    };
    let _ = (program.run(), &a, &x);
}
