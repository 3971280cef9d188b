//! A statement of another language.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (a, x, mut y) = inputs();
    let program = finch! {
        y .= 0;
        while true { y[0] += 1; }
    };
    let _ = (program.run(), &a, &x);
}
